/**
 * What is remembered about a transcript between runs, in the state directory: a cache. Losing it costs time, never a
 * duplicate or a leak. It is written for skipped conversations too, so that a large one is not scanned again.
 *
 * One file per transcript, not per session: a sweep knows the path before it knows which sessions lie in it.
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import type { OwnershipFlags } from "../ownership/mod.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";
import type { MetaCursor } from "../record/meta_types.ts";
import { takeCursor } from "../transcript/cursor.ts";
import type { Survey } from "../transcript/survey.ts";
import type { ClientName } from "../types.ts";
import { isTranscriptState } from "./is_transcript_state.ts";
import type { Origins } from "./origin_directories.ts";

/** Where a session's files lie, and for which workspace. */
export interface StoredPlace {
  readonly workspace: string;
  readonly workDir: string;
}

/** Flags that were read from the records so far. */
export interface KnownFlags extends Pick<OwnershipFlags, "optedOut" | "automation"> {
  /** A person typed something: the session will never be a program's. */
  readonly person: boolean;
}

/** One session of a transcript. */
export interface SessionState {
  readonly flags: KnownFlags;
  /** Frozen at the first import. */
  readonly projectPath: string;
  readonly places: readonly StoredPlace[];
  /** Files that tool records named, where a workspace claims files. */
  readonly touched?: readonly string[];
  /** Directories of sessions that this one comes from: their transcripts may be gone by the next run. */
  readonly origins?: Origins;
  /** Other names that the session is, or was, stored under. */
  readonly otherKeys?: readonly string[];
  /** Directories that hooks' payloads named. */
  readonly payloadPaths?: readonly string[];
  /** Verdict by workspace, with the configuration it was reached with. */
  readonly verdicts: Readonly<Record<string, { readonly kind: string; readonly config: string }>>;
}

/** A file of which everything was done. */
export interface DoneFile {
  readonly size: number;
  readonly mtime: number;
  /** A run took the conversation for over since: what it left open was told. A Stop hook does not. */
  readonly final?: boolean;
}

/** One transcript. */
export interface TranscriptState {
  readonly schema: 1;
  readonly client: ClientName;
  readonly transcript: string;
  /** The file when everything in it was done; null while something is left to do. */
  readonly done: DoneFile | null;
  /** How far it was surveyed. */
  readonly surveyed: MetaCursor;
  readonly survey: Survey;
  readonly sessions: Readonly<Record<string, SessionState>>;
}

/** Reads what is remembered. @returns undefined when nothing usable is */
export function readTranscriptState(
  files: Pick<Files, "readText">,
  stateDirectory: string,
  transcript: string,
): TranscriptState | undefined {
  const state = parseState(files.readText(stateFile(stateDirectory, transcript)));
  return state?.transcript === transcript ? state : undefined;
}

/** When a transcript was looked at last, in milliseconds since 1970. @returns undefined when nothing remembers it */
export function transcriptStateTime(
  files: Pick<Files, "stat">,
  stateDirectory: string,
  transcript: string,
): number | undefined {
  return files.stat(stateFile(stateDirectory, transcript))?.mtime;
}

/** Reads all that is remembered, in no order that means anything. */
export function readTranscriptStates(
  files: Pick<Files, "list" | "readText">,
  stateDirectory: string,
): readonly TranscriptState[] {
  const directory = under(stateDirectory, "transcripts");
  return (files.list(directory) ?? []).filter((name) => name.endsWith(".json")).flatMap((name) =>
    parseState(files.readText(under(directory, name))) ?? []
  );
}

function parseState(text: string | undefined): TranscriptState | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isTranscriptState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers. A state directory that cannot be written costs time only. */
export function writeTranscriptState(
  files: Pick<Files, "lstat" | "makeDirectory" | "replace">,
  stateDirectory: string,
  state: TranscriptState,
): void {
  const directory = under(stateDirectory, "transcripts");
  try {
    // The state may lie behind a link as a whole; one inside of it leads out of its place.
    if (files.lstat(directory)?.isSymlink === true) return;
    files.makeDirectory(directory);
    files.replace(stateFile(stateDirectory, state.transcript), new TextEncoder().encode(JSON.stringify(state)), {
      cache: true,
    });
  } catch {
    // A cache that cannot be written is no reason to fail a hook whose rows are stored.
  }
}

/** A transcript of which nothing is to be learned, so that no sweep opens it again as long as it does not change. */
export function nothingToLearn(
  of: Pick<TranscriptState, "client" | "transcript"> & { readonly size: number; readonly mtime: number },
  handle: ReadHandle = EMPTY,
): TranscriptState {
  const { client, transcript, size, mtime } = of;
  return {
    schema: 1,
    client,
    transcript,
    done: { size, mtime, final: true },
    surveyed: takeCursor(handle, { offset: 0, mtime }),
    survey: { sessions: [], end: 0, mayOptOut: false, mayBeAutomation: false, moreSessions: 0 },
    sessions: {},
  };
}

const EMPTY: ReadHandle = { size: 0, read: () => 0, close: () => {} };

/** Forgets: the next sweep looks into the transcript again. */
export function forgetTranscriptState(files: Pick<Files, "remove">, stateDirectory: string, transcript: string): void {
  files.remove(stateFile(stateDirectory, transcript));
}

function stateFile(stateDirectory: string, transcript: string): string {
  return under(stateDirectory, "transcripts", `${sha256Hex(transcript).slice(0, 32)}.json`);
}
