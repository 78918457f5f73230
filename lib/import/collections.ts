/**
 * Conversations that a client keeps many in one file, for commands that a person types: which there are, and each as a
 * transcript. What was found in a file is remembered with its size and time, so that one that did not change is not opened.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";
import { isObject } from "../record/read_rows.ts";
import type { Collection, Collections, StoredTranscript } from "../types.ts";
import { recordBytes, withTranscript } from "./held_transcript.ts";
import type { Product } from "./product.ts";

/** One file with its conversations. */
export interface OpenedFile {
  /** False while it is being changed: nothing is known of what it holds. */
  readonly ready: boolean;
  readonly found: readonly StoredTranscript[];
  /**
   * The files of the product and that transcript.
   *
   * @returns the reason when it is not to be read, or not now
   */
  filesWith(transcript: StoredTranscript): Files | NotRead;
  close(): void;
}

/** Why a transcript is not read; `busy`: its file is being changed, and the next run reads it. */
export interface NotRead {
  readonly skip: string;
}

const BUSY: NotRead = { skip: "busy" };

/** Where its conversations are remembered, and whether they may be. */
export interface OpenFileOptions {
  readonly dryRun: boolean;
}

/**
 * Opens a file of many conversations.
 *
 * @param file what {@linkcode Collections.list} said of it
 * @returns undefined when it holds none
 */
export function openFile(
  { files, homes }: Pick<Product, "files" | "homes">,
  { collections, file }: { readonly collections: Collections; readonly file: StoredTranscript },
  { dryRun }: OpenFileOptions,
): OpenedFile | undefined {
  const known = remembered(files, homes.state, file);
  let opened: Collection | undefined;
  const open = (): "busy" | Collection | undefined => {
    const now = opened ?? collections.open(files, file.path);
    if (now !== "busy") opened = now;
    return now;
  };
  const now = known === undefined ? open() : undefined;
  if (now === "busy") return { ready: false, found: [], filesWith: () => BUSY, close: () => {} };
  if (known === undefined && now === undefined) return undefined;
  if (now !== undefined && !dryRun) remember(files, homes.state, { file, found: now.found });
  return {
    ready: true,
    found: known ?? now?.found ?? [],
    filesWith({ path, stat }) {
      const collection = open();
      const records = collection === "busy" ? undefined : collection?.records(path);
      if (records === undefined) return BUSY;
      return "skip" in records ? records : withTranscript(files, path, { bytes: recordBytes(records), stat });
    },
    close: () => opened?.close(),
  };
}

function stateFile(state: string, path: string): string {
  return under(state, "collections", `${sha256Hex(path).slice(0, 32)}.json`);
}

function remembered(
  files: Pick<Files, "readText">,
  state: string,
  { path, stat }: StoredTranscript,
): readonly StoredTranscript[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(files.readText(stateFile(state, path)) ?? "");
  } catch {
    return undefined;
  }
  if (!isObject(value) || value.schema !== 1 || value.path !== path || !Array.isArray(value.found)) return undefined;
  if (value.size !== stat.size || value.mtime !== stat.mtime) return undefined;
  const found = value.found.map((each) => transcriptOf(each, { path, stat }));
  return found.every((each) => each !== undefined) ? found : undefined;
}

function transcriptOf(
  value: unknown,
  file: { readonly path: string; readonly stat: FileStat },
): StoredTranscript | undefined {
  if (!isObject(value) || typeof value.name !== "string" || !/^[\w.-]+$/.test(value.name)) return undefined;
  const { name, size, mtime } = value;
  if (typeof size !== "number" || typeof mtime !== "number") return undefined;
  return { path: `${file.path}/${name}`, stat: { ...file.stat, size, mtime } };
}

/** A state directory that cannot be written costs time only. */
function remember(
  files: Pick<Files, "lstat" | "makeDirectory" | "replace">,
  state: string,
  { file, found }: { readonly file: StoredTranscript; readonly found: readonly StoredTranscript[] },
): void {
  const directory = under(state, "collections");
  const kept = found.map(({ path, stat: { size, mtime } }) => ({
    name: path.slice(file.path.length + 1),
    size,
    mtime,
  }));
  const { size, mtime } = file.stat;
  const text = JSON.stringify({ schema: 1, path: file.path, size, mtime, found: kept });
  try {
    if (files.lstat(directory)?.isSymlink === true) return;
    files.makeDirectory(directory);
    files.replace(stateFile(state, file.path), new TextEncoder().encode(text), { cache: true });
  } catch {
    // The next run opens the file again.
  }
}
