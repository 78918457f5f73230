/**
 * Learnings that colleagues get by git: `{learnings}/shared/{kind}.jsonl`, copies without quotes and with paths relative
 * to the working directory. A union merge may bring rows in any order, twice, and with a conflict's lines between them.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS } from "../types.ts";
import { learningFile, learningsRoot, under } from "./layout.ts";
import { type LearningRow, parseLearningRow } from "./learning_rows.ts";
import { type StoredLearning } from "./learnings_store.ts";
import { SHARING_GITIGNORE } from "./prepare_directory.ts";
import { readRows } from "./read_rows.ts";
import { sealRow, verifySeal } from "./seal.ts";
import { sortedJson } from "./sorted_json.ts";

/** Where they lie. */
export function sharedDirectory(workDir: string): string {
  return under(learningsRoot(workDir), "shared");
}

/**
 * What is shared of a learning: no quote, no message, no session's id, the project as a path relative to the working
 * directory.
 *
 * @example
 * ```ts
 * import { shareableRow } from "./shared_learnings.ts";
 * const row = { id: "1", kind: "facts", createdAt: "", payload: { text: "t", quote: "q" }, provenance: {} } as const;
 * shareableRow(row, "/srv/kettle").payload; // { text: "t" }
 * ```
 */
export function shareableRow(row: LearningRow, workDir: string): LearningRow {
  const { quote: _, ...payload } = row.payload;
  const { client, claudeProjectPath, rules, producer } = row.provenance;
  const plain = (text: string): string => text.replaceAll("\\", "/").replace(/\/+$/, "");
  const [path, base] = [plain(claudeProjectPath ?? ""), plain(workDir)];
  const relative = path === base ? "." : path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
  return {
    id: row.id,
    kind: row.kind,
    createdAt: row.createdAt,
    payload: { ...payload, text: payload.text.replaceAll(workDir, ".") },
    provenance: {
      ...(client === undefined ? {} : { client }),
      ...(relative === undefined ? {} : { claudeProjectPath: relative }),
      ...(rules === undefined ? {} : { rules }),
      ...(producer === undefined ? {} : { producer }),
    },
  };
}

/** Reads what is shared: for each id the row that counts, whatever the order in which merges left them. */
export function readShared(
  files: Pick<Files, "open">,
  workDir: string,
  key: Uint8Array | undefined,
): readonly StoredLearning[] {
  const found = new Map<string, StoredLearning>();
  for (const kind of LEARNING_KINDS) {
    readRows(files, under(sharedDirectory(workDir), learningFile(kind)), {
      onRow(raw) {
        const row = parseLearningRow(raw, kind);
        if (row === undefined) return;
        const read = { row, foreign: key === undefined || !verifySeal(raw, key) };
        const known = found.get(row.id);
        if (known === undefined || rankOf(read) > rankOf(known)) found.set(row.id, read);
      },
    });
  }
  return [...found.values()];
}

/** Own before foreign, withdrawn before standing, the newest, and then any, but always the same one. */
function rankOf({ row, foreign }: StoredLearning): string {
  const { payload, createdAt } = row;
  return `${foreign ? 0 : 1}${payload.retracted === true ? 1 : 0}${createdAt}\0${
    payload.status === "closed" ? 1 : 0
  }\0${sortedJson(row)}`;
}

/**
 * Writes what this installation shares; rows of others stay. What it shared before and does not any more is withdrawn, as
 * a merge would bring the older row back. The caller holds the lock of the working directory.
 *
 * @param rows shareable ones
 * @param options `dropped`: rows that no file may hold any more, whoever wrote them
 */
export function writeShared(
  files: Pick<Files, "open" | "replace" | "makeDirectory" | "readText" | "lstat">,
  workDir: string,
  { rows, key, dropped }: {
    readonly rows: readonly LearningRow[];
    readonly key: Uint8Array;
    readonly dropped: (row: LearningRow) => boolean;
  },
): void {
  const directory = sharedDirectory(workDir);
  const encoder = new TextEncoder();
  if (files.lstat(directory) === undefined) files.makeDirectory(directory);
  for (const kind of LEARNING_KINDS) {
    const path = under(directory, learningFile(kind));
    const standing = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]));
    const lines: string[] = [];
    readRows(files, path, {
      onRow(raw) {
        const row = parseLearningRow(raw, kind);
        if (row === undefined) return;
        const isOwn = verifySeal(raw, key);
        if (!isOwn && !dropped(row)) lines.push(JSON.stringify(raw));
        if (!isOwn || standing.has(row.id)) return;
        standing.set(row.id, { ...row, payload: { text: "", retracted: true } });
      },
    });
    for (const row of standing.values()) lines.push(JSON.stringify(sealRow(row, key)));
    const text = [...new Set(lines)].sort().map((line) => `${line}\n`).join("");
    if ((files.readText(path) ?? "") !== text) files.replace(path, encoder.encode(text));
  }
  const attributes = under(directory, ".gitattributes");
  if (files.lstat(attributes) === undefined) files.replace(attributes, encoder.encode("*.jsonl merge=union\n"));
  const ignore = under(learningsRoot(workDir), ".gitignore");
  // One that a person wrote stays.
  if (files.readText(ignore) === "*\n") files.replace(ignore, encoder.encode(SHARING_GITIGNORE));
}
