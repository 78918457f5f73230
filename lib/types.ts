/**
 * The words of this product as types: what a client's reader reports, what ownership decides, what is stored.
 * Client-neutral; `hooks/<client>/` implements {@linkcode ClientModule}, everything else only consumes it.
 *
 * @module
 */

import type { ExportedElement } from "./exports/conversation.ts";
import type { EnvironmentReader } from "./io/env.ts";
import type { Files, FileStat } from "./io/files.ts";

/** Any value that survives a JSON round trip. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The clients this product knows, by the name written into rows. */
export const CLIENT_NAMES = [
  "claude-code",
  "codex",
  "copilot",
  "cline",
  "cursor",
  "claude-export",
  "chatgpt-export",
  "gemini",
] as const;
/** One of {@linkcode CLIENT_NAMES}. */
export type ClientName = typeof CLIENT_NAMES[number];

/** The five kinds of learnings; each is one JSONL file of that name. */
export const LEARNING_KINDS = ["facts", "skill_candidates", "preferences", "open_loops", "mistakes"] as const;
/** One of {@linkcode LEARNING_KINDS}. */
export type LearningKind = typeof LEARNING_KINDS[number];

/** How it is known that the user typed a message (design section 3, closed list). */
export const LABELS = [
  "typed",
  "queued",
  "command",
  "sdk",
  "unmarked",
  "accepted-suggestion",
  "recovered",
  "history",
] as const;
/** One of {@linkcode LABELS}. */
export type Label = typeof LABELS[number];

/** Where client-written text came from (design section 3, closed list). */
export const EVIDENCE_ORIGINS = [
  "task-notification",
  "peer",
  "coordinator",
  "system-reminder",
  "skill",
  "compact-summary",
  "command-output",
  "interrupt",
  "hook",
  "command",
  "shell",
  "channel",
  "scheduled",
  "ide-context",
  "image-note",
  "suggestion",
  "other",
] as const;
/** One of {@linkcode EVIDENCE_ORIGINS}. */
export type EvidenceOrigin = typeof EVIDENCE_ORIGINS[number];

/** What became of an exchange after it was stored. */
export type ExchangeState = "rewound" | "withdrawn" | "retracted";

/** The kind of machine a path was recorded on. It comes from the store a transcript lies in, never from the string. */
export type Environment =
  | { readonly os: "linux" }
  | { readonly os: "macos" }
  | { readonly os: "windows" }
  | { readonly os: "wsl"; readonly distro: string };

/** Where a directory was recorded inside a transcript. */
export type DirectorySource =
  | "record"
  | "payload"
  | "environment"
  | "relocated"
  | "worktree-state"
  | "origin-session"
  | "parent-session"
  | "turn-context"
  | "workspace-root"
  | "store"
  /** A line that is broken, or a form of the field that no version writes: it may refuse, never grant. */
  | "damaged";

/** One directory that the client itself recorded for a session, as it was written. */
export interface RecordedDirectory {
  /** As the client wrote it. */
  readonly path: string;
  /** Where it stood. */
  readonly source: DirectorySource;
  /** The machine that recorded it, where that is not the one that stores it (another side of a WSL border). */
  readonly environment?: Environment;
}

/** One answer that the user gave to the assistant's question, plan or tool call. It never starts an exchange. */
export type UserAnswerKind = "question" | "plan" | "refusal";

/** A task of the agent's own task list. */
export interface TaskItem {
  /** The client's id of the task, or its position for lists without ids. */
  readonly id: string;
  readonly title: string;
  readonly status: "pending" | "in_progress" | "completed" | "deleted";
}

/** Structure around the conversation that learning rules read. Never stored as such. */
export type Signal =
  | {
    readonly type: "tool-call";
    readonly id: string;
    readonly name: string;
    /** The shell command, for tools that run one. */
    readonly command?: string;
    /** Files that the call names (edits, writes, reads). */
    readonly paths?: readonly string[];
    /** True when the tool changes files. */
    readonly edits?: boolean;
  }
  | {
    readonly type: "tool-result";
    readonly id: string;
    readonly ok: boolean;
    /** The user refused the call, or stopped it before it ran. */
    readonly refused?: boolean;
    /** First 2 KiB of the output of a call that failed; empty for one that worked. */
    readonly text: string;
  }
  /** The whole list, replaced. */
  | { readonly type: "tasks"; readonly items: readonly TaskItem[] }
  /** One task added or changed; a missing field stays as it was. */
  | {
    readonly type: "task";
    readonly id: string;
    readonly title?: string;
    readonly status?: TaskItem["status"];
  }
  | { readonly type: "interrupt" }
  | { readonly type: "compaction" }
  /** A note that the agent keeps in a file of its own. */
  | {
    readonly type: "memory";
    readonly kind: "preferences" | "facts";
    readonly text: string;
    /** It was there before, and is no more. */
    readonly isGone: boolean;
  };

/** Half-open range of UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The user wrote it: it starts an exchange. */
export interface TypedEvent {
  readonly type: "typed";
  /** The client's own id of the message; the exchange id is made of it (design section 5). */
  readonly key: string;
  /** Id of the tree record the message belongs to, for lineage; null where the client gave none. */
  readonly uuid: string | null;
  /** Id of the parent tree record; null where none is stated. */
  readonly parent: string | null;
  readonly at: string | null;
  readonly label: Label;
  readonly text: string;
  /** Parts of `text` that were pasted: part of the question, not the user's own words. */
  readonly quoted: readonly TextRange[];
  /** The directory recorded on this record. */
  readonly cwd: string | null;
  /** The step of the client's table that decided the author, for `explain`. */
  readonly rule?: string;
}

/** The assistant wrote it. One event a transcript record. */
export interface ReplyEvent {
  readonly type: "reply";
  readonly key: string;
  readonly at: string | null;
  /** Groups the records of one API message. */
  readonly msg: string | null;
  readonly text: string;
}

/** The client wrote it under the user's role. It never starts an exchange. */
export interface EvidenceEvent {
  readonly type: "evidence";
  /** The record's id, `#n` appended when one record holds several messages. */
  readonly key: string;
  readonly at: string | null;
  readonly origin: EvidenceOrigin;
  /** The client's own marker. */
  readonly raw: string;
  readonly text: string;
  /** The step of the client's table that decided the author, for `explain`. */
  readonly rule?: string;
}

/** The user answered something the assistant asked, or gave a reason with a refusal. */
export interface UserAnswerEvent {
  readonly type: "user-answer";
  readonly key: string;
  readonly at: string | null;
  readonly kind: UserAnswerKind;
  /** What was asked, where the client says so. */
  readonly asked: string | null;
  readonly text: string;
  /** The step of the client's table that decided the author, for `explain`. */
  readonly rule?: string;
}

/** A tree record passed by: needed to see rewinds. Comes before the message events of the same record. */
export interface LinkEvent {
  readonly type: "link";
  readonly uuid: string;
  readonly parent: string | null;
}

/** The user took typed messages back, with all that followed each, by the client's own record (Codex: rollback, revert). */
export interface RewindEvent {
  readonly type: "rewind";
  readonly at: string | null;
  /** Keys of the typed messages that no longer count, in order: a copy of the conversation may hold others behind them. */
  readonly keys: readonly string[];
  /** Key of the typed message that what follows belongs to; null when none is left. */
  readonly open: string | null;
}

/** Structure for learning rules. */
export interface SignalEvent {
  readonly type: "signal";
  /** The record's id. */
  readonly key: string;
  readonly at: string | null;
  readonly signal: Signal;
}

/** What a reader makes of records, in file order. */
export type SessionEvent =
  | TypedEvent
  | ReplyEvent
  | EvidenceEvent
  | UserAnswerEvent
  | LinkEvent
  | RewindEvent
  | SignalEvent;

/** Facts about a whole session that ownership needs beside its directories. */
export interface SessionFlags {
  /** Every prompt so far came from a program and nothing says that a human was there (design section 3, Automation). */
  readonly automation: boolean;
}

/** Reads one session's records in file order. Holds bounded state; `snapshot()` and `createReader({state})` carry it over runs. */
export interface RecordReader {
  /**
   * Events of one record. Unknown records give none and are counted in {@linkcode RecordReader.counts}.
   *
   * Never throws, whatever the value is.
   */
  read(record: unknown): SessionEvent[];
  /** True when `record` can only be judged with its successor: the caller keeps the cursor before it until the next `read`. */
  holds(record: unknown): boolean;
  /** Decides what is still held, by the table (session end and `learn`). */
  finish(): SessionEvent[];
  readonly flags: SessionFlags;
  readonly counts: ReaderCounts;
  /** Bounded state as JSON; raw text never appears in it, only hashes, except queued prompts passed through `redact`. */
  snapshot(redact: (text: string) => string): Json;
}

/** What a reader ignored, for the report. */
export interface ReaderCounts {
  /** Records that are no conversation, or of a type this version does not know. */
  ignored: number;
  /** Values of provenance markers that are not in the tables, `field=value` to count. They count as the client's. */
  unknownMarkers: Record<string, number>;
}

/** A text that the client wrote in the user's name, with the row of the typed rule that said so. */
export interface ClientText {
  readonly author: "client";
  readonly origin: EvidenceOrigin;
  /** The client's own marker. */
  readonly raw: string;
  readonly text: string;
  readonly rule: string;
}

/** What can be said about whose session a record belongs to and where it was made. */
export interface RecordEvidence {
  /** The record's session; undefined for records that belong to the file's current session. */
  readonly sessionId?: string;
  readonly directories: readonly RecordedDirectory[];
  /** Sessions this record was copied from; their directories count as well (design section 4, Evidence). */
  readonly originSessions: readonly string[];
  /**
   * Sessions that this one goes on from without copying where they took place (Codex forks). Their directories may refuse
   * the conversation when their transcripts are found; that one is gone means nothing.
   */
  readonly parentSessions?: readonly string[];
  /** Remotes of the repository, as the client wrote them: they may refuse the conversation. */
  readonly remotes?: readonly string[];
}

/** What a hook is called for; everything else is `other` and needs no work. */
export type HookEvent = "stop" | "session-end" | "pre-compact" | "session-start" | "other";

/** A hook's payload, understood. */
export interface HookCall {
  readonly kind: "call";
  /** Safe as one part of a path. */
  readonly sessionId: string;
  readonly event: HookEvent;
  /** The event in the client's own words, for the heartbeat. */
  readonly eventName: string;
  /** Path of the transcript; null when the payload has none that can be used: the session id finds the file then. */
  readonly transcript: string | null;
  readonly cwd: string | null;
  /** Further directories that the conversation is open in; absent without any. */
  readonly roots?: readonly string[];
  /** The reply that the turn ended with, where the payload says it. */
  readonly reply: string | null;
  /** When the turn ended, in milliseconds since 1970: for a client that writes its file only afterwards. */
  readonly writesAfter?: number;
  /** The payload is about a sub-agent's turn. */
  readonly subagent: boolean;
}

/** What a payload is: a call for this client, another client's, or nobody's. */
export type HookPayload =
  | HookCall
  | { readonly kind: "foreign"; readonly client: string; readonly eventName: string | null }
  | { readonly kind: "unusable"; readonly reason: string };

/** One file of a conversation that is kept in several. */
export interface TranscriptPart {
  readonly path: string;
  /** A line that the reader gets before the file's first one, so that it sees where a file begins. */
  readonly marker?: string;
}

/** What reading a document takes: databases are read page by page. */
export type DocumentFiles = Pick<Files, "list" | "stat" | "readText" | "readBytes" | "open">;

/** A transcript found in a store. */
export interface StoredTranscript {
  readonly path: string;
  readonly stat: FileStat;
  /** Other files of the same session, which hold less of it; absent without any. */
  readonly smaller?: readonly string[];
}

/** A file that holds many conversations, open. */
export interface Collection {
  /** Each as a transcript that lies below the file's own path, where nothing is: `<file>/<session>.jsonl`. Size and time change with it. */
  readonly found: readonly StoredTranscript[];
  /**
   * The records of one of them.
   *
   * @param transcript one of the found paths
   * @returns in an order that only grows at its end; why it is never read; undefined when it cannot be read now
   */
  records(transcript: string): readonly Json[] | { readonly skip: string } | undefined;
  /** Lets go of the file. */
  close(): void;
}

/** Files that hold many conversations each, as databases do. Commands that a person types read them, a hook never does. */
export interface Collections {
  /** Directories that may hold such files; they need not exist. */
  stores: ClientModule["stores"];
  /** Such files below a directory, with the size and time of all that belongs to each. */
  list(files: Pick<Files, "list" | "lstat">, store: string): readonly StoredTranscript[];
  /** True for the path of such a file. */
  holds(path: string): boolean;
  /** What reads their records, where it is not the client itself. */
  readonly client?: ClientModule;
  /**
   * Where its conversations count only when no transcript of theirs was ever seen: true for one that is over.
   *
   * @param now milliseconds since 1970
   */
  isOver?(transcript: StoredTranscript, now: number): boolean;
  /**
   * Opens one.
   *
   * @returns `busy` while it is being changed; undefined when it is no such file
   */
  open(files: DocumentFiles, path: string): Collection | "busy" | undefined;
}

/** A folder of notes that an agent keeps of a project. */
export interface MemoryFolder {
  /** The session that stands for it. */
  readonly session: string;
  /** Where its transcript would lie; nothing is there. */
  readonly path: string;
  /** The directory whose transcripts say whose it is. */
  readonly transcripts: string;
  /** Changes with the files. */
  readonly mark: string;
  /** Of one of the files. */
  readonly stat: FileStat;
}

/** One note. */
export interface MemoryNote {
  /** Tells it apart in its folder. */
  readonly name: string;
  readonly kind: "preferences" | "facts";
  readonly text: string;
  /** When it was changed last. */
  readonly at: string;
  /** It was there before, and is no more. */
  readonly isGone?: boolean;
}

/** Notes that a client's agent keeps beside its transcripts. Commands that a person types read them, a hook never does. */
export interface Memories {
  /** Every folder with notes below a store. */
  list(files: Pick<Files, "list" | "lstat" | "realPath">, store: string): readonly MemoryFolder[];
  /** The notes of a folder. */
  notes(files: Pick<Files, "list" | "lstat" | "readText">, folder: MemoryFolder): readonly MemoryNote[];
  /**
   * The notes as records of a transcript that names these directories.
   *
   * @param options `optedOut`: as if the user had typed so
   */
  records(
    folder: MemoryFolder,
    directories: readonly RecordedDirectory[],
    notes: readonly MemoryNote[],
    options: { readonly optedOut: boolean },
  ): readonly Json[];
  /** What reads those. */
  readonly client: ClientModule;
}

/** Long strings that neither {@linkcode RecordReader} nor `evidence` reads, such as tool output. */
export interface UnreadStrings {
  /** Texts as they stand in a file directly in front of such a string, its opening quote at their end. */
  readonly behind: readonly string[];
  /** Bytes that are kept of each, or a few more. */
  readonly head: number;
  /**
   * How many strings of a record that were cut are such that nothing would be read otherwise if they were whole. The whole
   * record is read when there are fewer than were cut: so this may miss some, and must never count one too many.
   *
   * @param record parsed from a line with strings that were cut
   * @param beginningOf what was kept of such a string; undefined for other values
   */
  count(record: unknown, beginningOf: (value: unknown) => string | undefined): number;
}

/** Everything only one client knows, behind one interface; one folder under `hooks/`. */
export interface ClientModule {
  readonly name: ClientName;
  /** Folder below `.umwelten/learnings/`. */
  readonly folder: string;
  /** True when these first records of a file are this client's transcript. */
  recognises(sample: readonly unknown[]): boolean;
  /**
   * True when the file holds no conversation of the user at all: a sub-agent's transcript.
   *
   * @param path of the file
   * @param sample its first records, read only when asked for
   */
  isSubagentFile(path: string, sample: () => readonly unknown[]): boolean;
  /**
   * The session that a file holds, for clients whose records do not each name theirs; absent for the others.
   *
   * @param path of the file
   * @param sample its first records
   */
  sessionOf?(path: string, sample: () => readonly unknown[]): string;
  /**
   * All files of the conversation that `path` belongs to, in the order in which they are read, `path` among them; absent
   * for clients that keep each conversation in one file. They are read as one transcript.
   */
  parts?(files: Pick<Files, "list" | "stat">, path: string): readonly TranscriptPart[];
  /**
   * The records of a conversation that is kept as one document, which is rewritten as a whole: they are read as lines of a
   * transcript would be. Absent for clients that append lines.
   *
   * @param path of the file
   * @returns in an order that only grows at its end; undefined when the file is no such document
   */
  documentRecords?(files: DocumentFiles, path: string): readonly Json[] | undefined;
  /**
   * What an element of an export's array is to this client; its conversations are learned only where a person asks for
   * exports (verdict `export`). Absent for clients of which this product reads the stores.
   */
  exported?(element: unknown): ExportedElement;
  evidence(record: unknown): RecordEvidence;
  /**
   * Directories that other files of the session's own name: a second witness, asked when no record names any. Absent for
   * clients that keep none.
   *
   * @param transcript path of the conversation
   */
  sideDirectories?(
    files: Pick<Files, "list" | "stat" | "readText" | "realPath" | "open">,
    transcript: string,
  ): readonly RecordedDirectory[];
  /** Texts as they stand in a file, one of which every line holds whose `evidence` is more than `cwd` and `sessionId`. */
  readonly evidenceNeedles: readonly string[];
  /**
   * False when `cwd` says nothing of a line: other records bear it too, and the needles find those that count. Absent for
   * clients of which every record states its `cwd` and `sessionId`.
   */
  readonly evidenceKeys?: false;
  /** Texts as they stand in a file, one of which some line holds when the whole session may be a program's. */
  readonly automationNeedles: readonly string[];
  /**
   * A cheap test on one undecoded line (Latin-1 view of its bytes): false when the line can hold neither typed text,
   * reply, directory nor signal. It must never be false for a line that `read` or `evidence` would make something of.
   */
  mayMatter(latin1Line: string): boolean;
  /** Long strings of which nobody reads more than the beginning; absent for clients that write few. */
  unread?(): Promise<UnreadStrings>;
  createReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader;
  /**
   * The transcript of another session of the store that `transcript` lies in.
   *
   * @returns undefined when the store holds none
   */
  findSession(files: Pick<Files, "list" | "stat">, transcript: string, sessionId: string): string | undefined;
  /** Other files of the same session in the store that `transcript` lies in; absent for clients that keep one alone. */
  otherFiles?(files: Pick<Files, "list" | "stat">, transcript: string, sessionId: string): readonly string[];
  /**
   * The transcript of a session below a store, for clients that do not name it `<session>.jsonl`; absent for the others.
   *
   * @param store one of {@linkcode ClientModule.stores}, or one that the configuration records
   * @returns undefined when the store holds none
   */
  findInStore?(files: Pick<Files, "list" | "stat">, store: string, sessionId: string): string | undefined;
  /** Words behind the client's own that a hook entry may call, such as `stop`; absent for clients without hook entries. */
  readonly hookWords?: readonly string[];
  /**
   * True when a hook that could not store something may say so, with status 1 and a line on standard error (design section
   * 6); absent for clients that would show that as a failed hook at every turn.
   */
  readonly hookMayFail?: true;
  /** One of these words that has its payload in the last argument instead of on standard input, and what reads it. */
  readonly argumentWord?: {
    readonly word: string;
    /** Never throws. */
    read(argument: string): HookPayload;
  };
  /**
   * Milliseconds after which a run for that event leaves the rest to the next one, as the
   * client would kill it soon; absent for clients that leave enough time.
   */
  hookMilliseconds?(event: HookEvent): number;
  /** Reads a hook's payload from its bytes; absent for clients without hooks. Never throws. */
  readPayload?(bytes: Uint8Array): HookPayload;
  /**
   * What the hook prints at session start so that the client gives `context` to the model; absent for clients that are
   * given none.
   */
  contextOutput?(context: string): string;
  /** Directories of this client's stores for the person at `home`; they need not exist. */
  stores(where: { readonly home: string | null; readonly environment: EnvironmentReader }): readonly string[];
  /** Every conversation below a store, sorted by path. */
  transcripts(files: Files, store: string): readonly StoredTranscript[];
  /** What holds many conversations in one file; absent for clients without. Loaded when a person asks for it. */
  collections?(): Promise<Collections>;
  /** Notes that its agent keeps; absent for clients without. Loaded when a person asks for it. */
  memories?(): Promise<Memories>;
}
