/**
 * Lines of a session's row files that no reader takes: another program, a bad disk or an editor left them there. Nothing
 * of them is thrown away; what cannot be read is put aside, byte for byte.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS } from "../types.ts";
import { EXCHANGES_FILE, ROW_FILES, type RowFile, under } from "./layout.ts";
import { parseLearningRow } from "./learning_rows.ts";
import { parseExchangeRow } from "./parse_exchange_row.ts";
import { QUARANTINE_FILE } from "./quarantine.ts";
import { parseObject, type RawRow } from "./read_rows.ts";

/** The damaged lines of one file. */
export interface DamagedFile {
  readonly file: RowFile;
  /** How many. */
  readonly lines: number;
}

/** The damaged lines of a session, by file; files that are whole are left out. */
export function damagedFiles(files: Pick<Files, "readBytes">, directory: string): readonly DamagedFile[] {
  return ROW_FILES.flatMap((file) => {
    const lines = linesOf(files.readBytes(under(directory, file)), file).damaged.length;
    return lines === 0 ? [] : [{ file, lines }];
  });
}

/**
 * Moves the damaged lines of a session to {@linkcode QUARANTINE_FILE}: they stand there before they leave their file. The
 * caller holds the lock of the working directory.
 *
 * @returns what was moved
 */
export function quarantine(
  files: Pick<Files, "readBytes" | "append" | "replace">,
  directory: string,
): readonly DamagedFile[] {
  return ROW_FILES.flatMap((file) => {
    const path = under(directory, file);
    const { damaged, whole } = linesOf(files.readBytes(path), file);
    if (damaged.length === 0) return [];
    files.append(under(directory, QUARANTINE_FILE), joined(damaged));
    files.replace(path, joined(whole));
    return [{ file, lines: damaged.length }];
  });
}

const LINE_FEED = 0x0a;

function linesOf(
  bytes: Uint8Array | undefined,
  file: RowFile,
): { readonly damaged: readonly Uint8Array[]; readonly whole: readonly Uint8Array[] } {
  const damaged: Uint8Array[] = [];
  const whole: Uint8Array[] = [];
  const decoder = new TextDecoder();
  const all = bytes ?? new Uint8Array();
  for (let from = 0; from < all.length;) {
    const at = all.indexOf(LINE_FEED, from);
    const end = at < 0 ? all.length : at;
    const line = all.subarray(from, end);
    const text = decoder.decode(line).trim();
    if (text !== "") (isRow(text, file) ? whole : damaged).push(line);
    from = end + 1;
  }
  return { damaged, whole };
}

function isRow(text: string, file: RowFile): boolean {
  const row = parseObject(text);
  if (row === undefined) return false;
  // A later version's rows are its own affair.
  if (file === EXCHANGES_FILE) return isLater(row) || parseExchangeRow(row) !== undefined;
  const kind = LEARNING_KINDS.find((kind) => file === `${kind}.jsonl`);
  return kind !== undefined && parseLearningRow(row, kind) !== undefined;
}

function isLater({ schema }: RawRow): boolean {
  return typeof schema === "number" && schema > 1;
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const line of lines) {
    all.set(line, at);
    all[at + line.length] = LINE_FEED;
    at += line.length + 1;
  }
  return all;
}
