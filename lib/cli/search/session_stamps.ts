/**
 * Which sessions of a working directory changed since they were indexed.
 *
 * @module
 */
import type { Files } from "../../io/files.ts";
import { EXCHANGES_FILE, ROW_FILES, under } from "../../record/layout.ts";
import { sessionDirectories } from "../../record/session_directories.ts";

/**
 * The stamps of all sessions by their keys, as a manifest names both.
 *
 * @param known the stamps of the last time
 */
export function sessionStamps(
  files: Pick<Files, "list" | "stat">,
  workDir: string,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  for (const { client, safeKey, directory } of sessionDirectories(files, workDir)) {
    const key = `${client}/${safeKey}`;
    stamps.set(key, stampOf(files, directory, known.get(key)));
  }
  return stamps;
}

/**
 * When a directory changed, and the sizes and times of its row files. As long as the directory has not changed, no file
 * came or went, and `meta.json`, which is replaced after every run, is as it was: it need not be listed, nor the exchanges
 * be looked at, which nobody else writes. Other programs append learnings.
 */
function stampOf(files: Pick<Files, "list" | "stat">, directory: string, known: string | undefined): string {
  const changed = String(files.stat(directory)?.mtime ?? 0);
  const isSame = known?.startsWith(changed) === true &&
    (known.length === changed.length || known[changed.length] === " ");
  // Most sessions of a large store hold exchanges alone.
  if (isSame && known.startsWith(EXCHANGES_FILE, changed.length + 1) && !known.includes(" ", changed.length + 1)) {
    return known;
  }
  const entries = isSame ? known.split(" ").slice(1) : [];
  const names = isSame
    ? entries.map((entry) => entry.slice(0, entry.indexOf(":")))
    : (files.list(directory) ?? []).filter((name) => ROWS.has(name));
  const stamps = names.map((name, index) => {
    if (isSame && name === EXCHANGES_FILE) return entries[index] ?? "";
    const stat = files.stat(under(directory, name));
    return `${name}:${stat?.size ?? 0}:${stat?.mtime ?? 0}`;
  });
  return [changed, ...stamps].join(" ");
}

const ROWS: ReadonlySet<string> = new Set(ROW_FILES);
