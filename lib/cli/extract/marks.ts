/**
 * Which exchanges the extractor was given already, in the state directory: a cache. Without it the program is asked once
 * more, and its answers take the place of the earlier ones.
 *
 * @module
 */
import type { Files } from "../../io/files.ts";
import { sha256Hex } from "../../record/ids.ts";
import { under } from "../../record/layout.ts";
import { isObject } from "../../record/read_rows.ts";

/** Marks of the exchanges of one session that were given, by exchange id. */
export type ExtractMarks = Readonly<Record<string, string>>;

/**
 * Reads them.
 *
 * @param directory of the session
 * @returns none when nothing usable is there
 */
export function readMarks(files: Pick<Files, "readText">, state: string, directory: string): ExtractMarks {
  try {
    const value: unknown = JSON.parse(files.readText(fileOf(state, directory)) ?? "null");
    if (!isObject(value) || !isObject(value.marks)) return {};
    return Object.fromEntries(
      Object.entries(value.marks).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Writes them. */
export function writeMarks(
  files: Pick<Files, "makeDirectory" | "replace">,
  state: string,
  { directory, marks }: { readonly directory: string; readonly marks: ExtractMarks },
): void {
  files.makeDirectory(under(state, "extracted"));
  const bytes = new TextEncoder().encode(JSON.stringify({ schema: 1, marks }));
  files.replace(fileOf(state, directory), bytes, { cache: true });
}

function fileOf(state: string, directory: string): string {
  return under(state, "extracted", `${sha256Hex(directory).slice(0, 32)}.json`);
}
