/**
 * Handing a session's directory over to another workspace (design section 4; section 5, Append only: one of the six
 * exceptions).
 *
 * Order, so that a killed run is finished by the next one: the learnings are sealed anew for the new workspace where
 * they lie; the directory goes to its new place by one rename, or across file systems by a copy that gets its name when
 * it is whole; `meta.json` names the new workspace last, and until then the session counts as the old one's.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { TEMPORARY_SUFFIX } from "../io/temporary_suffix.ts";
import { LEARNING_KINDS } from "../types.ts";
import { EXCHANGES_FILE, learningFile, META_FILE, type SessionPlace, under } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { isObject, parseObject } from "./read_rows.ts";
import { rowFileSizes } from "./row_files.ts";
import { sealRow, verifySeal } from "./seal.ts";
import { forgetSeen } from "./seen.ts";
import { rewrite } from "./tombstones.ts";

/** What became of the directory. */
export type MoveOutcome =
  /** It belongs to the new workspace. `readAgain`: it left messages to another session of its old place. */
  | { readonly kind: "moved"; readonly readAgain: boolean }
  /** Somebody else moved or removed it meanwhile. */
  | { readonly kind: "gone" }
  /** The new place holds a copy of the session already, which is left alone. */
  | { readonly kind: "occupied" };

/** How a session is handed over. */
export interface MoveOptions {
  readonly source: SessionPlace;
  /** Its own place as the new workspace sees it, prepared; may be the same directory. */
  readonly target: SessionPlace;
  readonly workspace: string;
  readonly sealKey: Uint8Array;
  /** ISO time of the run. */
  readonly now: string;
  /** Reasons of tombstones that do not bind: the session comes back in their place. */
  readonly mayReplace: (reason: string) => boolean;
}

/** Moves a session. The caller holds the locks of both working directories. */
export function moveSession(files: Files, options: MoveOptions): MoveOutcome {
  const { source, target, workspace, sealKey, now } = options;
  const { imprint } = readMeta(files, source.directory);
  if (imprint === undefined || imprint.tombstone !== undefined) return { kind: "gone" };
  const stays = source.directory === target.directory;
  const free = stays ? "free" : freed(files, options);
  if (free === "occupied") return { kind: "occupied" };
  sealForWorkspace(files, source.directory, { workspace, sealKey });
  if (!stays) {
    forgetSeen(files, source.folder);
    forgetSeen(files, target.folder);
    if (free === "free") transfer(files, source.directory, target.directory);
    else removeSource(files, source.directory);
  }
  const { raw } = readMeta(files, target.directory);
  const readAgain = !stays && imprint.skippedCopies > 0;
  const sizes = rowFileSizes(files, target.directory);
  writeMeta(files, target.directory, {
    meta: {
      ...imprint,
      workspace,
      workDir: target.workDir,
      verdict: { kind: "owned" },
      // What it left to a session of its old place has to be read for the new one.
      cursor: readAgain ? null : imprint.cursor,
      files: { ...sizes, [EXCHANGES_FILE]: imprint.files[EXCHANGES_FILE] ?? 0 },
    },
    raw,
    now,
  });
  return { kind: "moved", readAgain };
}

/**
 * Makes room at the target. `copied`: everything that is in the source is there already (a killed run, mostly), so that
 * only the source is too many.
 */
function freed(files: Files, { source, target, mayReplace }: MoveOptions): "free" | "copied" | "occupied" {
  const names = files.list(target.directory);
  if (names === undefined) return "free";
  if (names.length === 0) {
    files.remove(target.directory);
    return "free";
  }
  if (isCopied(files, source.directory, target.directory)) return "copied";
  const { imprint } = readMeta(files, target.directory);
  if (imprint?.tombstone?.pending !== false || !mayReplace(imprint.tombstone.reason)) return "occupied";
  files.removeTree(target.directory);
  return "free";
}

/** True when every file of `from` is in `to` as well, perhaps with more at its end. */
function isCopied(files: Files, from: string, to: string): boolean {
  return (files.list(from) ?? []).filter((name) => !name.endsWith(TEMPORARY_SUFFIX)).every((name) => {
    if (name === META_FILE) return true;
    const path = under(from, name);
    if (files.lstat(path)?.isDirectory) return isCopied(files, path, under(to, name));
    const [one, other] = [files.readBytes(path), files.readBytes(under(to, name))];
    return one !== undefined && other !== undefined && one.length <= other.length &&
      one.every((byte, at) => byte === other[at]);
  });
}

function transfer(files: Files, from: string, to: string): void {
  try {
    files.rename(from, to);
    return;
  } catch {
    // Another file system, or (Windows) a file that somebody has open: what is copied is whole before it gets its name.
  }
  const temporary = `${to}${TEMPORARY_SUFFIX}`;
  files.removeTree(temporary);
  copyTree(files, from, temporary);
  files.rename(temporary, to);
  removeSource(files, from);
}

/** Without `meta.json` nobody would find what a killed run left: it goes last. */
function removeSource(files: Files, directory: string): void {
  for (const name of files.list(directory) ?? []) {
    if (name !== META_FILE) files.removeTree(under(directory, name));
  }
  files.removeTree(directory);
}

function copyTree(files: Files, from: string, to: string): void {
  files.makeDirectory(to);
  for (const name of files.list(from) ?? []) {
    const path = under(from, name);
    const stat = files.lstat(path);
    if (name.endsWith(TEMPORARY_SUFFIX) || stat === undefined || stat.isSymlink) continue;
    if (stat.isDirectory) copyTree(files, path, under(to, name));
    else files.replace(under(to, name), files.readBytes(path) ?? new Uint8Array());
  }
}

/** Names the new workspace in the learnings that this installation wrote; every other line stays as it is. */
function sealForWorkspace(
  files: Files,
  directory: string,
  { workspace, sealKey }: { readonly workspace: string; readonly sealKey: Uint8Array },
): void {
  for (const kind of LEARNING_KINDS) {
    const path = under(directory, learningFile(kind));
    const text = files.readText(path);
    if (text === undefined) continue;
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    const changed = [...lines, ...(last === "" ? [] : [last])].map((line) => {
      const row = parseObject(line);
      if (row === undefined || !isObject(row.provenance) || !verifySeal(row, sealKey)) return line;
      // Fields that this version does not know are kept and sealed with the rest.
      const mine = { ...row, provenance: { ...row.provenance, workspace } } as unknown as LearningRow;
      return JSON.stringify(sealRow(mine, sealKey));
    });
    rewrite(files, path, changed);
  }
}
