/**
 * What `doctor` finds, and what it asks of a client: everything that only this client's settings and transcripts tell.
 * `hooks/<client>/checkup.ts` implements it; the client's installer carries it, so that no hook ever loads it.
 *
 * @module
 */
import type { SettingsMachine } from "./installer.ts";
import type { StoredTranscript } from "./types.ts";

/** One thing that was looked at. */
export type Check = {
  /** What was looked at, for programs: `claude-code/settings`, `configuration/roots`. */
  readonly id: string;
  /** What was looked at, for people. */
  readonly title: string;
  /** What was found, one sentence without its full stop. */
  readonly found: string;
} & CheckState;

/** How it is: as it should be, worth knowing, or something to do something about. */
export type CheckState =
  | { readonly state: "ok" | "note" }
  | {
    readonly state: "problem";
    /** What to do, one sentence without its full stop. */
    readonly advice: string;
  };

/** What is known of a client on this machine. */
export interface ClientKnowledge {
  /** Everything in the client's stores. */
  readonly transcripts: readonly StoredTranscript[];
  /** The newest version that its transcripts tell. */
  readonly clientVersion: string | undefined;
  /** True for a transcript that an earlier run looked at, whatever came of it. */
  wasLookedAt(transcript: string): boolean;
  /** When a transcript was looked at last, in milliseconds since 1970; null: never, or nothing remembers it. */
  readonly lastImport: number | null;
  readonly now: Date;
}

/** Where the hook's code is tried out. */
export interface SamplePlace {
  /** An empty home directory of its own. */
  readonly home: string;
  /** A project below it. */
  readonly project: string;
}

/** An invented conversation of one turn. */
export interface HookSample {
  readonly transcript: { readonly path: string; readonly text: string };
  /** What the client would write to the hook's standard input. */
  readonly payload: string;
  /** The question of the turn, as it has to be stored. */
  readonly question: string;
}

/** A client's part of `doctor`. */
export interface ClientCheckup {
  /**
   * Looks; nothing is written.
   *
   * @param machine whose `project` is the one that is looked at
   */
  checks(machine: SettingsMachine, known: ClientKnowledge): readonly Check[];
  /** What the hook's code is tried on; absent for clients without hooks. */
  sample?(place: SamplePlace): HookSample;
}
