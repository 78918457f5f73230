/**
 * The first records of a file, to see which client wrote it.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import { decodeLine } from "../jsonl/decode.ts";
import { readLines } from "../jsonl/read_lines.ts";

/** Records that are looked at. */
const SAMPLE = 30;

/** The first records of a file; none when it is not made of JSON lines. */
export function sampleRecords(handle: ReadHandle): readonly unknown[] {
  const records: unknown[] = [];
  readLines(handle, (line) => {
    records.push(...decodeLine(line).records);
    return records.length < SAMPLE;
  }, { chunkBytes: 64 * 1024 });
  return records;
}
