/**
 * The records at the end of a transcript, for questions that its newest rows answer.
 *
 * @module
 */
import { decodeLine, type JsonRecord } from "../jsonl/decode.ts";
import { type LineSource, readLines } from "../jsonl/read_lines.ts";

/**
 * Reads the records that begin within the last bytes of a file; in the middle of a file the first line is the end of one
 * and is left out.
 *
 * @param source the open file
 * @param bytes how much of its end is read
 */
export function tailRecords(source: LineSource, bytes: number): readonly JsonRecord[] {
  const from = Math.max(0, source.size - bytes);
  const records: JsonRecord[] = [];
  let isWhole = from === 0;
  readLines(source, (line) => {
    if (isWhole && !line.oversized) { for (const record of decodeLine(line).records) records.push(record); }
    isWhole = true;
  }, { from });
  return records;
}
