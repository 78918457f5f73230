/**
 * Reports of one session.
 *
 * @module
 */
import { emptyReport, type ImportReport, type ReportedVerdict } from "../import_report.ts";
import { isLearned, type Verdict } from "../ownership/mod.ts";
import type { SessionImport } from "./session_import.ts";
import type { Judged } from "./judge.ts";

/** The verdict as it is shown. */
export function reportedVerdict(verdict: Verdict): ReportedVerdict {
  const { kind, reason, other, glob, cwds } = verdict;
  return {
    kind,
    ...(reason === undefined ? {} : { reason }),
    ...(other === undefined ? {} : { other }),
    ...(glob === undefined ? {} : { glob }),
    cwds: cwds.map(({ recorded, source, place, workspace }) => ({
      recorded,
      source,
      place,
      ...(workspace === undefined ? {} : { workspace }),
    })),
  };
}

/** The report of a session of which nothing was read beyond its verdict. */
export function reportOf(
  at: SessionImport,
  judged: Judged,
  of: { readonly removed: number; readonly warnings: readonly string[] },
): ImportReport {
  const { options, client, session } = at;
  const { transcript, dryRun } = options;
  const outcome = isLearned(judged.verdict.kind) ? "nothing-new" : "skipped";
  return {
    ...emptyReport({ transcript, outcome, dryRun }),
    client: client.name,
    sessionId: session.id,
    workspace: judged.verdict.workspace,
    verdict: reportedVerdict(judged.verdict),
    ...of,
  };
}
