/**
 * When an index need not be compared with every session's files. Whoever writes rows of a working directory as this program
 * does sets a mark in the client's folder first and takes it away afterwards (`.writing`), a new session is a new entry in
 * it, and both change the time of the folder: as long as all those times are as they were, only another program can have
 * appended rows to a session that was there. Those are found a few minutes later. To look at a thousand sessions takes 25 ms.
 *
 * @module
 */
import type { Files } from "../../io/files.ts";
import { learningsRoot, under, WRITING_FILE } from "../../record/layout.ts";
import { isObject, parseObject } from "../../record/read_rows.ts";
import { clientFolders } from "../../record/session_directories.ts";
import { MANIFEST_SCHEMA } from "./manifest.ts";

/** A segment, and the sessions in it that a later one holds anew, or that are gone. */
export interface TrustedSegment {
  readonly name: string;
  /** Positions. */
  readonly outdated: readonly number[];
}

/** What is believed without another look. */
export interface TrustedIndex {
  readonly words: string;
  /** When every session was looked at last, in milliseconds since 1970. */
  readonly at: number;
  /** Times of the folders, before the sessions were looked at. */
  readonly folders: string;
  readonly segments: readonly TrustedSegment[];
}

/** So long the rows that another program appended to an old session may be missed. */
const MOST_AGE = 10 * 60_000;
/** A folder that changed so shortly before it was looked at may change again without a later time. */
const SETTLED = 3000;

/** The folders of a working directory: one for each client, and the one that holds those. */
export interface FolderTimes {
  /** Names and times. */
  readonly text: string;
  /** The latest of the times; infinite while somebody writes. */
  readonly latest: number;
}

/** Looks at the folders. */
export function folderTimes(files: Pick<Files, "list" | "stat">, workDir: string): FolderTimes {
  const root = learningsRoot(workDir);
  const clients = clientFolders(files, root);
  const folders = clients.map((client) => under(root, client));
  const times = [root, ...folders].map((path) => files.stat(path)?.mtime ?? 0);
  const isWritten = folders.some((folder) => files.stat(under(folder, WRITING_FILE)) !== undefined);
  return { text: [...clients, ...times].join(" "), latest: isWritten ? Infinity : Math.max(...times) };
}

/** What can be believed of what was said the last time. @returns undefined when nothing can */
export function readTrusted(
  text: string | undefined,
  { words, folders, now }: { readonly words: string; readonly folders: FolderTimes; readonly now: number },
): readonly TrustedSegment[] | undefined {
  const value = text === undefined ? undefined : parseObject(text);
  if (value?.schema !== MANIFEST_SCHEMA || value.words !== words || value.folders !== folders.text) return undefined;
  if (folders.latest === Infinity) return undefined;
  if (typeof value.at !== "number" || value.at > now || value.at < now - MOST_AGE) return undefined;
  return Array.isArray(value.segments) && value.segments.every(isTrustedSegment) ? value.segments : undefined;
}

/** The bytes to remember. @returns undefined when the folders changed too shortly before */
export function encodeTrusted(index: TrustedIndex, latest: number): Uint8Array | undefined {
  if (latest > index.at - SETTLED) return undefined;
  return new TextEncoder().encode(JSON.stringify({ schema: MANIFEST_SCHEMA, ...index }));
}

function isTrustedSegment(value: unknown): value is TrustedSegment {
  return isObject(value) && typeof value.name === "string" && /^[0-9a-f]+\.[0-9a-f]+\.seg$/.test(value.name) &&
    Array.isArray(value.outdated) && value.outdated.every((position) => typeof position === "number");
}
