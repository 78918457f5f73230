/**
 * Lines to records. What cannot be read is skipped and counted; nothing a line holds makes this throw or hang.
 *
 * @module
 */
import type { Line } from "./lines.ts";
import { type JsonRecord, parseRecord, separateRecords } from "./resync.ts";

export type { JsonRecord } from "./resync.ts";

/** What one line held. */
export interface DecodedLine {
  /** Usually one; none for a blank or broken line; several when a line feed got lost. */
  readonly records: readonly JsonRecord[];
  /** 1 when a part of the line, or all of it, was no record; 0 otherwise. */
  readonly bad: 0 | 1;
  /** Bytes in no record. */
  readonly lostBytes: number;
  /** True for a last line without line feed that does not parse yet: leave it for the next run. */
  readonly torn: boolean;
}

const NOTHING: DecodedLine = { records: [], bad: 0, lostBytes: 0, torn: false };
const TORN: DecodedLine = { records: [], bad: 0, lostBytes: 0, torn: true };

/**
 * Reads the records of one line.
 *
 * Glued records are separated within bounds (design section 8; reports 30, 32, 33, 36). A last line without line feed is all or nothing: either it is made of whole
 * records, or it is `torn` and gives none.
 *
 * @param line a line's text and whether it ended with a line feed
 * @returns its records, and what was lost
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const glued = decodeLine({ text: '{"type":"us{"type":"user","n":1}', terminated: true });
 * assertEquals(glued, { records: [{ type: "user", n: 1 }], bad: 1, lostBytes: 11, torn: false });
 * assertEquals(decodeLine({ text: '{"type":"us', terminated: false }).torn, true);
 * ```
 */
export function decodeLine(line: Pick<Line, "text" | "terminated">): DecodedLine {
  const { text, terminated } = line;
  if (text === "") return NOTHING;
  const record = parseRecord(text);
  if (record !== undefined) return { records: [record], bad: 0, lostBytes: 0, torn: false };
  const { records, lostBytes } = separateRecords(text);
  if (lostBytes === 0) return records.length === 0 ? NOTHING : { records, bad: 0, lostBytes, torn: false };
  return terminated ? { records, bad: 1, lostBytes, torn: false } : TORN;
}
