/**
 * Verdicts in words.
 *
 * @module
 */
import type { ReportedVerdict } from "../import_report.ts";

/** One sentence that says what was decided and why. */
export function verdictSentence(verdict: ReportedVerdict, workspace: string | null): string {
  const own = `"${workspace ?? "default"}"`;
  const other = verdict.other === undefined ? "another workspace" : `workspace "${verdict.other}"`;
  switch (verdict.kind) {
    case "owned":
      return `owned: every recorded directory lies in the roots of workspace ${own} or of none`;
    case "unclaimed":
      return `unclaimed: no workspace has a root there, so it belongs to the one that learns, ${own}`;
    case "inbox":
      return `inbox: no recorded directory, and ${own} is the inbox`;
    case "export":
      return `export: named by you, learned in ${own}`;
    case "opted-out":
      return `opted-out: a typed line is exactly "no-imprint"`;
    case "excluded":
      return `excluded: a recorded directory matches "${verdict.glob ?? ""}"`;
    case "claimed":
      return claimedSentence(verdict, own, other);
    case "unconfirmed-overlap":
      return `unconfirmed-overlap: a directory lies in roots of ${own} and of ${other}, and nobody confirmed that they share it`;
    case "unplaceable-cwd":
      return "unplaceable-cwd: a recorded directory cannot be placed on this machine, and another workspace has roots";
    case "paused":
      return "paused: everything was said during a pause";
    case "automation":
      return 'automation: every prompt came from a program ("automation": "learn" in the configuration learns such sessions)';
    case "no-evidence":
      return verdict.reason === "inbox-elsewhere"
        ? `no-evidence: no recorded directory, and the inbox is ${other}`
        : "no-evidence: no recorded directory says where the conversation took place";
  }
}

function claimedSentence(verdict: ReportedVerdict, own: string, other: string): string {
  switch (verdict.reason) {
    case "approval-stale":
      return `claimed: the approved project file of ${own} changed or is gone; approve it again`;
    case "claimed-files":
      return `claimed: files of ${other} were touched`;
    case "same-remote":
      return `claimed: the repository is one of ${other}`;
    case "several-workspaces":
      return "claimed: its directories lie in the roots of different workspaces";
    case "no-such-workspace":
      return `claimed: the configuration has no workspace ${own}`;
    default:
      return `claimed: a recorded directory lies in a root of ${other}, which keeps the whole conversation out of ${own}`;
  }
}
