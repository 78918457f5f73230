/**
 * What one import did, for people and for `--json` (design section 6).
 *
 * @module
 */
import type { PlacedDirectory, VerdictKind } from "./ownership/verdict.ts";
import type { ClientName, EvidenceOrigin, LearningKind } from "./types.ts";

/** How an import ended. */
export type Outcome = "learned" | "nothing-new" | "skipped" | "failed";

/** The verdict as a report shows it. */
export interface ReportedVerdict {
  readonly kind: VerdictKind;
  readonly reason?: string;
  readonly other?: string;
  readonly glob?: string;
  readonly cwds: readonly Pick<PlacedDirectory, "recorded" | "source" | "place" | "workspace">[];
}

/** One session of one transcript. `otherSessions` holds the same shape for further sessions of the file. */
export interface ImportReport {
  readonly schema: 1;
  readonly client: ClientName | null;
  readonly transcript: string;
  readonly sessionId: string | null;
  readonly workspace: string | null;
  readonly outcome: Outcome;
  /** Why it was skipped or failed, where the verdict does not say it. */
  readonly reason?: string;
  /** The registered profile whose other side has to store it (reason `other-side`). */
  readonly profile?: string;
  readonly verdict: ReportedVerdict | null;
  readonly learningsRoot: string | null;
  /** The session's own directory below `learningsRoot`. */
  readonly directory: string | null;
  readonly records: {
    readonly read: number;
    readonly bad: number;
    readonly oversized: number;
    readonly ignored: number;
  };
  readonly unknownMarkers: Readonly<Record<string, number>>;
  readonly exchanges: { readonly new: number; readonly extended: number; readonly total: number };
  readonly evidence: Readonly<Partial<Record<EvidenceOrigin, number>>>;
  readonly repliesWithoutQuestion: number;
  readonly learnings: Readonly<Partial<Record<LearningKind, number>>>;
  readonly redactions: number;
  /** True: the reply that the hook was called for did not stand in the transcript yet and was stored provisionally. */
  readonly provisional: boolean;
  /** Stored copies that this run took back because the verdict changed. */
  readonly removed: number;
  readonly warnings: readonly string[];
  readonly dryRun: boolean;
  readonly otherSessions?: readonly ImportReport[];
}

/** A report in which nothing happened. */
export function emptyReport(
  of: { readonly transcript: string; readonly outcome: Outcome; readonly dryRun: boolean; readonly reason?: string },
): ImportReport {
  const { transcript, outcome, dryRun, reason } = of;
  return {
    schema: 1,
    client: null,
    transcript,
    sessionId: null,
    workspace: null,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    verdict: null,
    learningsRoot: null,
    directory: null,
    records: { read: 0, bad: 0, oversized: 0, ignored: 0 },
    unknownMarkers: {},
    exchanges: { new: 0, extended: 0, total: 0 },
    evidence: {},
    repliesWithoutQuestion: 0,
    learnings: {},
    redactions: 0,
    provisional: false,
    removed: 0,
    warnings: [],
    dryRun,
  };
}
