/**
 * What is asked of an import, and the session it is at.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import type { Rule } from "../learnings/rule.ts";
import type { Skimming } from "../transcript/feed.ts";
import type { SessionSurvey, Survey } from "../transcript/survey.ts";
import type { ClientModule } from "../types.ts";
import type { Asker } from "./judge.ts";
import type { TimeLimit } from "./time_limit.ts";
import type { SessionState } from "./transcript_state.ts";

/** One import. */
export interface ImportOptions {
  /** Native absolute path. */
  readonly transcript: string;
  /** Clients whose transcripts are known; the file's content decides which it is. */
  readonly clients: readonly ClientModule[];
  /** Further ones, asked only when the transcript is none of `clients`. */
  moreClients?(): Promise<readonly ClientModule[]>;
  readonly asker: Asker;
  /** A person named this file: a program's session is learned too. */
  readonly namedByPerson: boolean;
  /** `--work-dir` */
  readonly workDir?: string;
  readonly dryRun: boolean;
  /** Decide what is still held at the end: session end and `learn`. */
  readonly final: boolean;
  /** Read stored sessions from the beginning with today's rules, under the next revision (`learn --relearn`). */
  readonly relearn?: boolean;
  /** The rules; all of the product's unless told. */
  readonly rules?: readonly Rule[];
  /** What the hook's payload says about one session. */
  readonly payload?: PayloadFacts;
  /** How long it may take; absent: as long as it takes. */
  readonly limit?: TimeLimit;
  /** Other files of the session that the transcript is named after, where they are known; else the client is asked. */
  readonly otherFiles?: readonly string[];
  /** Transcripts that this import was called for already, so that copies of copies end. */
  readonly visited?: ReadonlySet<string>;
}

/** What a payload says that the transcript may not say yet. */
export interface PayloadFacts {
  readonly sessionId: string;
  /** The directory of the session now: one more recorded directory (design section 4, Evidence). */
  readonly cwd: string | null;
  /** Further ones, for clients with several. */
  readonly roots?: readonly string[];
  /** The reply that the turn ended with; stored provisionally when the transcript does not hold it yet. */
  readonly reply: string | null;
}

/** Milliseconds that a run waits for the lock of a working directory. */
export const LOCK_MILLISECONDS = 5000;
/** Milliseconds that a run waits for it whose time is over. */
export const LEAST_LOCK_MILLISECONDS = 300;

/** A transcript that is open. */
export interface OpenTranscript {
  readonly options: ImportOptions;
  readonly handle: ReadHandle;
  readonly mtime: number;
}

/** One session of an open transcript. */
export interface SessionImport extends OpenTranscript {
  readonly client: ClientModule;
  readonly survey: Survey;
  readonly session: SessionSurvey;
  readonly known: SessionState | undefined;
  /** Offset up to which an earlier run surveyed the file. */
  readonly surveyedBefore: number;
  /** The file is as it was when an earlier run came to its end. */
  readonly unchanged: boolean;
  /** Spares what nobody reads. */
  readonly skimming?: Skimming;
}
