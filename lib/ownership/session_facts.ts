/**
 * What ownership is decided on: the directories a client recorded, with what the disk says about them, as data.
 * `facts.ts` gathers it; nothing here looks at a disk.
 *
 * @module
 */
import type { Identity, Unplaceable } from "../paths/identity.ts";
import type { DirectorySource, Environment, RecordedDirectory } from "../types.ts";

/** A directory as it was named and, when it exists, as the disk names it after all links are followed. */
export interface Located {
  readonly lexical: Identity | Unplaceable;
  /** Null when the directory does not exist or could not be looked at. */
  readonly real: Identity | null;
}

/** Why a place that is not the directory itself counts for it. */
export type LinkKind =
  /** Main tree of a linked git worktree; the link is mutual. */
  | "worktree"
  /** Main tree of a worktree that is gone; the pair was confirmed while it was there. */
  | "remembered-worktree";

/** Why a place may refuse a conversation but never grant it. */
export type HintKind =
  /** A worktree link that its main tree does not confirm. */
  | "one-sided-worktree"
  /** A remembered pair whose worktree directory is there again, without that link. */
  | "former-worktree"
  /** The directory is gone; what is left of its path leads here. */
  | "through-link";

/** A place that counts like the directory itself: inside if either is, claimed if either is. */
export interface DirectoryLink {
  readonly kind: LinkKind;
  readonly at: Located;
}

/** A place that may refuse the conversation, never grant it. */
export interface DirectoryHint {
  readonly kind: HintKind;
  readonly at: Located;
}

/** One directory that a client recorded, and what is known about it. */
export interface DirectoryFacts extends Located {
  /** As the client wrote it. */
  readonly recorded: string;
  readonly source: DirectorySource;
  readonly environment: Environment;
  /** `unseen`: it lies on a disk this program can't look at. */
  readonly disk: "exists" | "missing" | "unseen";
  readonly links: readonly DirectoryLink[];
  readonly hints: readonly DirectoryHint[];
}

/** A file that a tool record names. */
export interface FileFacts extends Located {
  readonly recorded: string;
}

/** What is known about a session beside its directories. */
export interface OwnershipFlags {
  /** A typed line was exactly `no-imprint`. */
  readonly optedOut: boolean;
  /** Every message lies in a pause. */
  readonly paused: boolean;
  /** Every prompt came from a program. */
  readonly automation: boolean;
  /** The conversation comes from an export file, not from a client's store. */
  readonly isExport: boolean;
  /** A person named this file or export on the command line. */
  readonly namedByPerson: boolean;
}

/** Everything that the rule reads of one session. */
export interface SessionFacts {
  /** In the order they were recorded. */
  readonly directories: readonly DirectoryFacts[];
  /** Files of tool records; only `claimFiles` and `explain` read them. */
  readonly files: readonly FileFacts[];
  /** Remotes of the repository as the client recorded them, in the form of `normalRemote()`. */
  readonly remotes: readonly string[];
  readonly flags: OwnershipFlags;
}

/** No flag set. */
export const NO_FLAGS: OwnershipFlags = {
  optedOut: false,
  paused: false,
  automation: false,
  isExport: false,
  namedByPerson: false,
};

/** Sources of directories that may refuse a conversation and never grant it. */
const REFUSES_ONLY: ReadonlySet<DirectorySource> = new Set([
  "worktree-state",
  "workspace-root",
  "parent-session",
  "damaged",
]);

/**
 * False for a directory that may refuse a conversation but is no evidence for owning it: Claude's
 * `worktree-state.originalCwd` (design section 4, linked worktrees), Codex' permission roots and the places of a thread
 * that a fork goes on from (formats/codex.md 2.4), and what stands in a broken line.
 */
export function isEvidence({ source }: Pick<RecordedDirectory, "source">): boolean {
  return !REFUSES_ONLY.has(source);
}
