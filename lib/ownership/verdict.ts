/**
 * What the ownership rule answers.
 *
 * @module
 */
import type { DirectorySource } from "../types.ts";
import type { HintKind, LinkKind } from "./session_facts.ts";

/** Verdicts under which a conversation is learned (design section 4). */
export const LEARNED_VERDICTS = ["owned", "unclaimed", "inbox", "export"] as const;

/** Verdicts under which it is skipped. */
export const SKIPPED_VERDICTS = [
  "opted-out",
  "excluded",
  "claimed",
  "unconfirmed-overlap",
  "unplaceable-cwd",
  "paused",
  "automation",
  "no-evidence",
] as const;

/** One of the twelve verdicts. */
export type VerdictKind = typeof LEARNED_VERDICTS[number] | typeof SKIPPED_VERDICTS[number];

/** Where a recorded directory lies for the workspace that learns. */
export type Place = "inside" | "outside" | "claimed" | "unknown";

/** Which of a directory's places met which root. */
export interface Reason {
  /** The root as written in the configuration. */
  readonly root: string;
  readonly origin: "root" | "shared" | "approval";
  /** The directory's own name or real path, or the link or hint that leads there. */
  readonly via: "path" | "real-path" | LinkKind | HintKind;
}

/** One recorded directory with its place. */
export interface PlacedDirectory {
  readonly recorded: string;
  readonly source: DirectorySource;
  readonly place: Place;
  /** The workspace that claims it; for a stale approval the workspace itself. Set when `place` is `claimed`. */
  readonly workspace?: string;
  /** What decided `inside` or `claimed`. */
  readonly reason?: Reason;
  /** The project file changed or went since it was approved; only for `claimed`. */
  readonly staleApproval?: true;
  /** Other workspaces whose roots hold it too, though nobody confirmed that. */
  readonly overlaps: readonly string[];
  /** Why it is `unknown`: the parser's reason, `missing` or `unplaceable-worktree`. */
  readonly unknown?: string;
}

/** More about a verdict, as a closed list of words. */
export type VerdictReason =
  /** A project file changed or went since it was approved. */
  | "approval-stale"
  /** A tool touched files below roots that claim files. */
  | "claimed-files"
  /** The recorded remote is a remote of another workspace's root. */
  | "same-remote"
  /** Recorded directories lie in roots of different workspaces. */
  | "several-workspaces"
  /** Nothing places it, and the inbox is another workspace. */
  | "inbox-elsewhere"
  /** An export that no person named. */
  | "export-not-named"
  /** A workspace that the configuration does not have. */
  | "no-such-workspace";

/** The answer for one session and one workspace. The same verdict gates import, extraction and summary. */
export interface Verdict {
  readonly kind: VerdictKind;
  /** The workspace that would learn. */
  readonly workspace: string;
  readonly reason?: VerdictReason;
  /** The other workspace that the verdict is about: who claims it, whose inbox it is. */
  readonly other?: string;
  /** The glob that excluded it. */
  readonly glob?: string;
  /** Every recorded directory, in order. */
  readonly cwds: readonly PlacedDirectory[];
  /** Files of tool records below other workspaces' roots: how many for each, whether they claim files or not. */
  readonly files: readonly { readonly workspace: string; readonly count: number }[];
}

/**
 * True when a verdict lets the conversation be learned.
 *
 * @example
 * ```ts
 * import { isLearned } from "./verdict.ts";
 * isLearned("unclaimed"); // true
 * isLearned("claimed"); // false
 * ```
 */
export function isLearned(kind: VerdictKind): boolean {
  return (LEARNED_VERDICTS as readonly VerdictKind[]).includes(kind);
}
