/**
 * Paths of programs that outlive an upgrade or a clean-up.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "../record/layout.ts";

/** What is known of the machine. */
export interface LastingOptions {
  readonly files: Pick<Files, "realPath">;
  readonly home: string | null;
  readonly temporary: readonly string[];
}

/** Where programs are installed, or linked to, under a name without version. */
const COMMON = ["/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/usr/bin", "/snap/bin"];
const IN_HOME = [".local/bin", ".deno/bin", "bin"];

/**
 * A name of a program that stays the same when the program is upgraded: package managers put each version into a directory
 * of its own and link to it.
 *
 * @param path the program's absolute path
 * @returns a usual place that leads to this very file, else the path itself
 */
export function lastingName(path: string, { files, home }: LastingOptions): string {
  if (!path.startsWith("/")) return path;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const directories = [...(home === null ? [] : IN_HOME.map((part) => `${home}/${part}`)), ...COMMON];
  const names = directories.map((directory) => under(directory, name));
  if (names.includes(path)) return path;
  const real = files.realPath(path) ?? path;
  return names.find((candidate) => files.realPath(candidate) === real) ?? path;
}

/**
 * What makes a path one that will not be there for long.
 *
 * @returns undefined when nothing does
 */
export function passingPlace(
  path: string,
  { files, temporary }: LastingOptions,
): "temporary" | "npx" | "cache" | undefined {
  const parts = path.split(/[/\\]/);
  if (parts.includes("_npx")) return "npx";
  const real = temporary.flatMap((directory) => [directory, files.realPath(directory) ?? directory]);
  const isBelow = (directory: string): boolean => path.startsWith(`${directory}/`) || path.startsWith(`${directory}\\`);
  if (real.some(isBelow)) return "temporary";
  return parts.some((part) => [".cache", "Caches", "dlx", "npm-cache"].includes(part)) ? "cache" : undefined;
}
