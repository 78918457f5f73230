/**
 * Rows without text: what a session's files are rewritten to when it must not be kept. Every rewriting is by temporary
 * file and rename, and done again gives the same bytes.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { TEMPORARY_SUFFIX } from "../io/temporary_suffix.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import type { ExchangeStateRow } from "./exchange_row_types.ts";
import { EXCHANGES_FILE, learningFile, under } from "./layout.ts";
import { type LearningRow, parseLearningRow } from "./learning_rows.ts";
import { type RawRow, readRows } from "./read_rows.ts";
import { sealRow } from "./seal.ts";

/** What rewriting needs of the disk. */
export type RewriteFiles = Pick<Files, "open" | "readBytes" | "replace">;

/**
 * Rewrites `exchanges.jsonl` to one `retracted` row an exchange. Lines that are no rows go.
 *
 * @param directory a session's directory; nothing happens without the file
 */
export function retractExchanges(
  files: RewriteFiles,
  directory: string,
  session: { readonly sessionId: string; readonly revision: number; readonly at: string },
): void {
  const path = under(directory, EXCHANGES_FILE);
  const retracted = new Map<string, string>();
  const kept: string[] = [];
  readRows(files, path, {
    onRow(raw) {
      const { id, type, state, at } = raw;
      // What an opt-out took out stays out, whatever becomes of the session.
      if (type === "withheld") kept.push(JSON.stringify(raw));
      if (typeof id !== "string") return;
      const isTombstone = type === "exchange-state" && state === "retracted" && typeof at === "string";
      if (isTombstone || !retracted.has(id)) retracted.set(id, isTombstone ? at : session.at);
    },
  });
  const rows = Array.from(retracted, ([id, at]): ExchangeStateRow => ({
    schema: 1,
    type: "exchange-state",
    id,
    rev: session.revision,
    sessionId: session.sessionId,
    state: "retracted",
    at,
  }));
  rewrite(files, path, [...kept, ...rows.map((row) => JSON.stringify(row))]);
}

/**
 * Rewrites the learning files: every row, or those that are chosen, to one without text that withdraws it. Lines that are
 * no rows go with all of them, and stay otherwise.
 *
 * @param directory a session's directory
 * @param options `choose`: which learnings; all unless told
 */
export function retractLearnings(
  files: RewriteFiles,
  directory: string,
  options: { readonly sealKey: Uint8Array; readonly choose?: (row: LearningRow) => boolean },
): void {
  for (const kind of LEARNING_KINDS) {
    const path = under(directory, learningFile(kind));
    const lines: string[] = [];
    const done = new Set<string>();
    readRows(files, path, {
      onRow(raw) {
        const row = parseLearningRow(raw, kind);
        if (options.choose !== undefined && (row === undefined || !options.choose(row))) {
          lines.push(JSON.stringify(raw));
          return;
        }
        const id = row?.id ?? (typeof raw.id === "string" ? raw.id : undefined);
        if (id === undefined || done.has(id)) return;
        done.add(id);
        lines.push(JSON.stringify(sealRow(withoutText({ id, kind, raw }), options.sealKey)));
      },
    });
    rewrite(files, path, lines);
  }
}

function withoutText(
  { id, kind, raw }: { readonly id: string; readonly kind: LearningKind; readonly raw: RawRow },
): LearningRow {
  const { client, claudeProjectPath, claudeSessionUuid, workspace, producer } =
    parseLearningRow({ ...raw, id, kind, payload: {} }, kind)?.provenance ?? {};
  return {
    id,
    kind,
    createdAt: typeof raw.createdAt === "string" ? raw.createdAt : "",
    payload: { text: "", retracted: true },
    provenance: {
      ...(client === undefined ? {} : { client }),
      ...(claudeProjectPath === undefined ? {} : { claudeProjectPath }),
      ...(claudeSessionUuid === undefined ? {} : { claudeSessionUuid }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(producer === undefined ? {} : { producer }),
    },
  };
}

/** Replaces the content of a file that exists, unless it is that already. */
export function rewrite(files: RewriteFiles, path: string, lines: readonly string[]): void {
  const present = files.readBytes(path);
  if (present === undefined) return;
  const wanted = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  if (present.length === wanted.length && present.every((byte, at) => byte === wanted[at])) return;
  files.replace(path, wanted);
}

/** Removes what a run left that was killed while it replaced a file: the new content, beside it. */
export function removeLeftovers(files: Pick<Files, "list" | "remove">, directory: string): void {
  for (const name of files.list(directory) ?? []) {
    if (name.endsWith(TEMPORARY_SUFFIX)) files.remove(under(directory, name));
  }
}
