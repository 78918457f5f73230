/**
 * Paths of programs that outlive an upgrade or a clean-up.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { type HomeOptions, isAbsolute } from "../io/homes.ts";
import { under } from "../record/layout.ts";

/** What is known of the machine. */
export interface LastingOptions {
  readonly files: Pick<Files, "stat" | "realPath">;
  readonly os: HomeOptions["os"];
  /** The person's home directory. */
  readonly home: string | null;
  /** Directories whose content the system throws away. */
  readonly temporary: readonly string[];
  /** `PATH` of the person's shell. */
  readonly searchPath: string | undefined;
}

/** Where programs are installed, or linked to, under a name without version. */
const COMMON = ["/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/usr/bin", "/snap/bin"];
const IN_HOME = [".local/bin", ".deno/bin", "bin"];

/**
 * A name of a program that stays the same when the program is upgraded: package managers put each version into a directory
 * of its own and link to it.
 *
 * @param path the program's absolute path
 * @param options the machine; `names`: other names that the program may have there
 * @returns a usual place, or a lasting one on `PATH`, that leads to this very file; else the path itself
 */
export function lastingName(
  path: string,
  { names = [], ...options }: LastingOptions & { readonly names?: readonly string[] },
): string {
  const { files, os, home, searchPath } = options;
  const same = (one: string): string => os === "windows" ? one.replaceAll("/", "\\").toLowerCase() : one;
  const usual = os === "windows" ? [] : [
    ...(home === null ? [] : IN_HOME.map((part) => under(home, part))),
    ...COMMON,
  ];
  const onPath = (searchPath ?? "").split(os === "windows" ? ";" : ":")
    .map((directory) => directory.replace(/(?<=[^/\\:])[/\\]+$/, ""))
    .filter((directory) => isAbsolute(directory, os));
  const directories = [...new Set([...usual, ...onPath])];
  const own = /^(.*)[/\\]([^/\\]+)$/.exec(path);
  const isThere = directories.some((directory) => same(directory) === same(own?.[1] ?? ""));
  if (isThere && passingPlace(path, options) === undefined) return path;
  const real = same(files.realPath(path) ?? path);
  return directories.flatMap((directory) =>
    [...new Set([own?.[2] ?? "", ...names])].map((name) => under(directory, name))
  ).find((candidate) => {
    const found = files.realPath(candidate);
    return found !== undefined && same(found) === real && passingPlace(candidate, options) === undefined;
  }) ?? path;
}

/** What makes a path one that will not be there for long. */
export type PassingPlace = "temporary" | "npx" | "cache" | "project" | "versioned";

/** A directory of one version: `0.1.0`, `v22.4.1`, `imprint-hook-0.1.0`, `@imprint-hook+linux-x64@0.1.0`. */
const VERSION_DIRECTORY = /^v?\d+\.\d+(?:\.\d+)*(?:[-+_.][\w.+-]*)?$|[@-]v?\d+\.\d+\.\d+/;

/**
 * What makes a path one that will not be there for long.
 *
 * What lies below a home directory lasts as long as that, wherever the home directory is. A `node_modules` with a
 * `package.json` beside it is a project's; npm's own for all projects has none.
 *
 * @returns undefined when nothing does
 */
export function passingPlace(path: string, options: Omit<LastingOptions, "searchPath">): PassingPlace | undefined {
  const { files, home, temporary } = options;
  const parts = path.split(/[/\\]/);
  if (parts.includes("_npx")) return "npx";
  const isBelow = (directory: string, inner: string): boolean =>
    inner.startsWith(`${directory}/`) || inner.startsWith(`${directory}\\`);
  const throws = temporary.flatMap((directory) => [directory, files.realPath(directory) ?? directory]);
  const homes = home === null ? [] : [home, files.realPath(home) ?? home];
  const isLasting = (directory: string): boolean => homes.some((one) => isBelow(directory, one) && isBelow(one, path));
  if (throws.some((directory) => isBelow(directory, path) && !isLasting(directory))) return "temporary";
  // A directory of links for one shell (fnm 1.31 and later).
  if (parts.includes("fnm_multishells")) return "temporary";
  if (parts.some((part) => [".cache", "Caches", "dlx", "npm-cache"].includes(part))) return "cache";
  const modules = path.search(/[/\\]node_modules[/\\]/);
  if (modules >= 0 && files.stat(under(path.slice(0, modules), "package.json")) !== undefined) return "project";
  return parts.slice(0, -1).some((part) => part === "Cellar" || VERSION_DIRECTORY.test(part)) ? "versioned" : undefined;
}
