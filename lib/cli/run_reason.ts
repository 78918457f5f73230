/**
 * Why a hook did what it did, in words.
 *
 * @module
 */
import type { Heartbeat } from "../record/heartbeats.ts";

/** A reason as `status` shows it. */
export interface RunReason {
  /** True when somebody may have to do something: it was to be learned and was not, or not at once. */
  readonly isProblem: boolean;
  readonly words: string;
  /** What to do, where anything can be done. */
  readonly advice?: string;
}

const LATER = '"imprint-hook learn" learns what is missing';

const DRAIN = 'the next hook that can makes it, or "imprint-hook profile drain"';
const UPDATE = "update imprint-hook";
const PROBE = 'run "imprint-hook profile probe"';

/** What is wrong. */
const PROBLEMS: Readonly<Record<string, readonly [words: string, advice?: string]>> = {
  "lock-busy": ["another run held the working directory too long; the next run learns what this one did not"],
  "configuration-changed": ["the configuration was changed meanwhile; the next run learns by the new one", LATER],
  "file-held": ["another program held a file that was needed; the next run learns what this one did not", LATER],
  "spool-full": ["too many calls wait, or for too long: the oldest fell out", 'run "imprint-hook learn" inside WSL'],
  "later-version": ["a newer imprint-hook wrote what is stored of the conversation, and it is left alone", UPDATE],
  "missing": ["the transcript that the client named was not there, and no other of that session", LATER],
  "outside-stores": [
    "the transcript lies in no store of the client that is known",
    'run "imprint-hook install claude" where CLAUDE_CONFIG_DIR is set, or "imprint-hook install codex" where CODEX_HOME ' +
    "is, so that the store is recorded",
  ],
  "not-recognised": ["the transcript is none that this program can read", UPDATE],
  "stdin-timeout": ["no payload came within 2 s", LATER],
  "stdin-too-large": ["the payload was larger than 64 MiB", LATER],
  "payload-cut-off": ["the payload was not complete after 2 s", LATER],
  "payload-empty": ["the payload was empty", LATER],
  "payload-not-json": ["the payload was no JSON", LATER],
  "payload-not-an-object": ["the payload was no object", LATER],
  "payload-no-session-id": ["the payload named no session", LATER],
  "payload-no-event": ["the payload named no event", LATER],
  "profile-unavailable": ["WSL could not be asked; the call waits", DRAIN],
  "no-program-inside": ["the profile names no program inside the distribution; the call waits", PROBE],
  "wsl-launch-failed": ["WSL did not start the distribution; the call waits", PROBE],
  "wsl-exec-failed": ["the program that the profile names does not run in the distribution; the call waits", PROBE],
  "version-mismatch": [
    "the program inside does not understand this one; the call waits",
    "bring both sides up to date",
  ],
  "bad-reply": ["the program inside gave no answer that can be read; the call waits", PROBE],
};

/** Behind the reason why the newest call waits. */
const SPOOL_FULL = ", spool-full";

/** What is as it should be. */
const EXPECTED: Readonly<Record<string, string>> = {
  "flush-miss": "the reply was not in the transcript in time; it was kept and is replaced by the next run",
  "several-files": "the client named a file that is not there; the largest one of that session was read",
  "other-session": "the client named the file of another session; the session's own was read",
  "distro-stopped": "the distribution does not run; the call waits until it does",
  "deadline": "the distribution took too long; the call waits",
  "behind-others": "the call waits behind others",
  "other-side": "the project lies on the other side's disk, whose program stores it",
  "learned-elsewhere": "another workspace has learned the conversation",
  "foreign-client": "another client ran the hook",
  "unfinished": "there was more to read than the client allows time for; the next run goes on",
  "payload-no-transcript": "the session keeps no transcript",
  "no-work": "nothing is learned at this event",
  "sub-agent": "it was about a sub-agent",
  "empty": "the transcript held no conversation",
  "stdin-terminal": "it was started by hand, without a payload",
  "stdin-empty": "it was started without a payload",
  "opted-out": 'the conversation holds the line "no-imprint"',
  "excluded": "the conversation is excluded",
  "claimed": "the conversation belongs to another workspace",
  "unconfirmed-overlap": "two workspaces have a root there, and nobody confirmed it",
  "unplaceable-cwd": "a directory of the conversation cannot be placed on this machine",
  "paused": "all of it was said during a pause",
  "automation": "a program wrote every prompt",
  "no-evidence": "no directory says where the conversation took place",
};

/** Explains the outcome of a run. */
export function runReason({ event, outcome, reason }: Pick<Heartbeat, "event" | "outcome" | "reason">): RunReason {
  // A session that ends before anything was said has no transcript.
  if (reason === "missing" && /end/i.test(event)) return { isProblem: false, words: "nothing had been said" };
  const problem = reason === undefined ? undefined : PROBLEMS[reason.endsWith(SPOOL_FULL) ? "spool-full" : reason];
  if (problem !== undefined) {
    const [words, advice] = problem;
    return { isProblem: true, words, ...(advice === undefined ? {} : { advice }) };
  }
  const expected = reason === undefined ? undefined : EXPECTED[reason];
  return {
    isProblem: outcome === "failed" || (expected === undefined && reason?.startsWith("payload-") === true),
    words: expected ?? reason ?? OUTCOMES[outcome] ?? outcome,
  };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  "learned": "learned",
  "deferred": "the call to the other side waits",
  "nothing-new": "nothing was new",
  "skipped": "skipped",
  "failed": "failed",
};
