/**
 * What `learn` says to people.
 *
 * @module
 */
import type { Expired } from "../import/retain.ts";
import type { ImportReport } from "../import_report.ts";
import { counted } from "./edit_answer.ts";
import { dayOf } from "./moment.ts";
import type { Layout } from "./screen.ts";
import { heading, pairs, table } from "./screen.ts";
import type { SweepReport } from "./sweep.ts";
import { verdictSentence } from "./verdict_sentence.ts";
import { paragraph, wrappedPairs } from "./wrap.ts";

/** The report of one transcript, its further sessions behind it. */
export function learnText(report: ImportReport, layout: Layout): string {
  const all = [report, ...(report.otherSessions ?? [])];
  return all.map((one) => sessionText(one, layout)).join("\n\n");
}

function sessionText(report: ImportReport, layout: Layout): string {
  const { exchanges, records } = report;
  const entries: (readonly [string, string])[] = [
    ["session", report.sessionId ?? "none"],
    ["outcome", outcomeText(report)],
  ];
  if (report.verdict !== null) entries.push(["verdict", verdictSentence(report.verdict, report.workspace)]);
  for (const cwd of report.verdict?.cwds ?? []) {
    const whose = cwd.workspace === undefined ? "" : ` by workspace "${cwd.workspace}"`;
    entries.push(["directory", `${cwd.recorded} (${cwd.place}${whose})`]);
  }
  if (report.learningsRoot !== null) {
    entries.push(["exchanges", `${exchanges.new} new, ${exchanges.extended} extended, ${exchanges.total} in all`]);
    entries.push(["learnings", learningsText(report.learnings) || "none new"]);
    entries.push(["evidence", countsText(report.evidence) || "none new"]);
    entries.push(["records", recordsText(records)]);
    if (report.repliesWithoutQuestion > 0) {
      entries.push(["not learned", `${report.repliesWithoutQuestion} replies before the first question`]);
    }
    if (report.redactions > 0) entries.push(["redacted", String(report.redactions)]);
    const unknown = countsText(report.unknownMarkers);
    if (unknown !== "") entries.push(["unknown markers", unknown]);
    entries.push([report.dryRun ? "would be in" : "stored in", report.directory ?? report.learningsRoot]);
  }
  if (report.removed > 0) {
    entries.push([
      "taken back",
      `${report.removed} stored ${report.removed === 1 ? "copy" : "copies"} of this session`,
    ]);
  }
  for (const warning of report.warnings) entries.push(["warning", warning]);
  return wrappedPairs(entries, layout);
}

function outcomeText({ outcome, reason, dryRun }: ImportReport): string {
  const words = outcome === "nothing-new" ? "nothing new" : outcome;
  return `${dryRun && outcome === "learned" ? "would be learned (dry run: nothing was written)" : words}${
    reason === undefined ? "" : `: ${reason}`
  }`;
}

function recordsText({ read, bad, oversized, ignored }: ImportReport["records"]): string {
  const parts = [`${read} read`];
  if (bad > 0) parts.push(`${bad} broken lines skipped`);
  if (oversized > 0) parts.push(`${oversized} lines too long`);
  if (ignored > 0) parts.push(`${ignored} of no interest`);
  return parts.join(", ");
}

/** `1 preference, 2 open loops` */
function learningsText(counts: ImportReport["learnings"]): string {
  return Object.entries(counts).map(([kind, count]) => counted(count, kind.slice(0, -1).replace("_", " "))).join(", ");
}

function countsText(counts: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");
}

function sumText(
  { exchanges, learnings }: { readonly exchanges: number; readonly learnings: number },
  { kept }: SweepReport,
): string {
  // What is learned again replaces what was there: nobody can tell what of it is new.
  return kept === undefined
    ? `${counted(exchanges, "new exchange")} and ${counted(learnings, "new learning")}`
    : `${counted(exchanges, "exchange")} and ${counted(learnings, "learning")} in what was learned again`;
}

/**
 * What `retainDays` took out; empty where nothing was too old.
 *
 * @param options `from`: ISO time before which nothing is kept
 */
export function expiredText(
  { exchanges, learnings }: Expired,
  { from, layout }: { readonly from: string; readonly layout: Layout },
): string {
  if (exchanges + learnings === 0) return "";
  const what = `${counted(exchanges, "exchange")} and ${counted(learnings, "learning")}`;
  return paragraph(`"retainDays" took out what is older than ${dayOf(from)}: ${what}.`, layout);
}

/** The report of a sweep. */
export function sweepText(report: SweepReport, layout: Layout): string {
  const rows = Object.entries(report.clients).map(([name, client]) => [
    name,
    String(client.found),
    String(client.learned),
    String(client.known),
    String(client.failed),
    countsText(client.skipped) || "none",
  ]);
  const total = Object.values(report.clients).reduce(
    (sum, client) => ({ exchanges: sum.exchanges + client.exchanges, learnings: sum.learnings + client.learnings }),
    { exchanges: 0, learnings: 0 },
  );
  const lines = [
    table(["client", "found", "learned", "known", "failed", "skipped"], rows, layout),
    "",
    paragraph(`${sumText(total, report)}${report.dryRun ? " (dry run: nothing was written)" : ""}.`, layout),
  ];
  if (Object.values(report.clients).some(({ skipped }) => skipped["configuration-changed"] !== undefined)) {
    const sentence = 'The configuration was changed meanwhile: "imprint-hook learn" learns the rest by the new one.';
    lines.push(paragraph(sentence, layout));
  }
  if (report.kept !== undefined && report.kept.length > 0) {
    lines.push("", heading("Kept as they are, because their transcript is gone", layout));
    lines.push(table(["session", "project"], report.kept.map(({ session, project }) => [session, project]), layout));
  }
  for (const { problems } of Object.values(report.clients)) {
    if (problems.length > 0) lines.push("", heading("Failed", layout));
    for (const { transcript, problem } of problems) {
      lines.push(pairs([[transcript, problem]], { ...layout, plain: true }));
    }
  }
  return lines.join("\n");
}
