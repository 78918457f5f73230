/**
 * A transcript that only memory holds: conversations of exports and of databases are read as if they were files.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";
import { joinedHandle } from "../transcript/joined_handle.ts";
import type { Json } from "../types.ts";

/** The lines of records, as a transcript's file would hold them. */
export function recordBytes(records: readonly Json[]): Uint8Array {
  return new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/**
 * The same files, with one more.
 *
 * @param path where nothing is
 * @param held what stands in it, and what is told of it
 */
export function withTranscript(
  files: Files,
  path: string,
  { bytes, stat }: { readonly bytes: Uint8Array; readonly stat: FileStat },
): Files {
  return {
    ...files,
    stat: (each) => each === path ? stat : files.stat(each),
    open: (each) => each === path ? joinedHandle([{ bytes }], () => {}) : files.open(each),
  };
}

/** The file that holds a transcript among others. @param path as it is remembered */
export function holdingFile(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}

/**
 * True when a transcript is there, or the file that holds it among others.
 *
 * @param path as it is remembered
 */
export function transcriptIsThere(files: Pick<Files, "stat">, path: string): boolean {
  return files.stat(path)?.isFile === true || files.stat(holdingFile(path))?.isFile === true;
}
