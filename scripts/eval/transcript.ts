/**
 * The records of a transcript file. Transcripts of the corpus may hold two records in one line.
 *
 * @module
 */
import type { NumberedRecord } from "./replay.ts";

/** Reads a file of JSON Lines. */
export function* readTranscript(path: string | URL): Generator<NumberedRecord> {
  let line = 0;
  for (const text of Deno.readTextFileSync(path).split("\n")) {
    line++;
    if (text.trim() === "") continue;
    for (const record of parse(text)) yield { line, record };
  }
}

function parse(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const at = text.indexOf('}{"');
    return at < 0 ? [] : [...parse(text.slice(0, at + 1)), ...parse(text.slice(at + 1))];
  }
}
