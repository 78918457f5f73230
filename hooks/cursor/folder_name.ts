/**
 * The directory that a project folder's name may stand for. Separators become `-`, and readers disagree about everything
 * else, so a name is evidence only when one existing directory alone becomes that name under all known rules
 * (formats/other_clients.md C.2; https://github.com/Dicklesworthstone/coding_agent_session_search/issues/459).
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";

/** How a directory's name may become a part of a folder's, by reader. */
const RULES: readonly ((name: string) => string)[] = [
  (name) => name.replace(/[^0-9A-Za-z]+/g, "-"),
  (name) => name.replace(/[^0-9A-Za-z]/g, "-"),
  (name) => name,
  (name) => name.replaceAll(".", "-"),
  (name) => name.replaceAll(".", ""),
];

/** Directories that are listed before the name counts as ambiguous. */
const MOST_LISTED = 512;

/** Names that stand for no directory: a window without a folder, or the time at which one was opened. */
const NO_DIRECTORY = /^(?:empty-window|\d{13})$/;

/**
 * True when a directory becomes this folder name under some rule.
 *
 * @param directory absolute, as recorded
 * @param slug the folder's name
 * @example
 * ```ts
 * import { becomes } from "./folder_name.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(becomes("/srv/my.kettle", "srv-my-kettle"), true);
 * assertEquals(becomes("D:\\1\\Backend", "d-1-Backend"), true);
 * assertEquals(becomes("/srv/kettle", "srv-teapot"), false);
 * ```
 */
export function becomes(directory: string, slug: string): boolean {
  const parts = directory.replaceAll("\\", "/").split("/").filter((part) => part !== "");
  const first = parts[0] ?? "";
  const named = /^[A-Za-z]:$/.test(first) ? [first.slice(0, 1), ...parts.slice(1)] : parts;
  return RULES.some((rule) => sameName(named.map(rule).join("-"), slug));
}

/** Both `C-` and `c-` are written for one drive. */
function sameName(name: string, slug: string): boolean {
  return name === slug ||
    (name.slice(1) === slug.slice(1) && name.slice(0, 1).toLowerCase() === slug.slice(0, 1).toLowerCase());
}

/**
 * The one existing directory that becomes the name.
 *
 * @param slug the folder's name
 * @returns undefined when there is none, more than one, or too much to look through
 */
export function directoryOf(files: Pick<Files, "list" | "stat" | "realPath">, slug: string): string | undefined {
  if (NO_DIRECTORY.test(slug) || slug.length > 1024) return undefined;
  const found = new Set<string>();
  const work = { left: MOST_LISTED };
  const drive = /^([A-Za-z])-/.exec(slug)?.[1];
  const onDrive = drive !== undefined && files.stat(`${drive.toUpperCase()}:\\`)?.isDirectory === true;
  for (const rule of RULES) {
    search(files, {
      directory: onDrive ? `${drive.toUpperCase()}:` : "",
      rest: onDrive ? slug.slice(2) : slug,
      rule,
      found,
      work,
    });
  }
  if (work.left < 0 || found.size !== 1) return undefined;
  return [...found][0];
}

interface Search {
  readonly directory: string;
  /** What of the name is left. */
  readonly rest: string;
  readonly rule: (name: string) => string;
  /** Real paths. */
  readonly found: Set<string>;
  readonly work: { left: number };
}

function search(
  files: Pick<Files, "list" | "stat" | "realPath">,
  { directory, rest, rule, found, work }: Search,
): void {
  if (--work.left < 0) return;
  for (const name of files.list(`${directory}/`) ?? []) {
    const part = rule(name);
    if (part === "" || !rest.startsWith(part)) continue;
    const path = `${directory}/${name}`;
    const whole = part.length === rest.length;
    if ((!whole && rest[part.length] !== "-") || files.stat(path)?.isDirectory !== true) continue;
    if (whole) found.add(files.realPath(path) ?? path);
    else search(files, { directory: path, rest: rest.slice(part.length + 1), rule, found, work });
  }
}
