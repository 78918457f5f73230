/**
 * What `status` says to people.
 *
 * @module
 */
import type { FlushRecord } from "../import/flush_record.ts";
import type { GoneSessions } from "../import/gone_sessions.ts";
import type { Homes } from "../io/homes.ts";
import type { Pause } from "../record/pauses.ts";
import { pauseWords, resumeCommand } from "./active_pauses.ts";
import { counted } from "./edit_answer.ts";
import { dayOf, minuteOf, timeOrDay, zoneOf } from "./moment.ts";
import type { ReviewedRule } from "./reviewed_rules.ts";
import type { RunProblem, RunStatistics } from "./run_statistics.ts";
import { heading, type Layout, table } from "./screen.ts";
import type { WiredHook } from "./wired_hooks.ts";
import { paragraph, wrappedPairs } from "./wrap.ts";

/** Everything that `status` knows, as `--json` prints it. */
export interface Status {
  readonly schema: 1;
  readonly version: string;
  readonly homes: Homes;
  readonly hooks: readonly WiredHook[];
  /** What keeps hooks from working, one sentence each. */
  readonly problems: readonly string[];
  /** ISO time of the first run that is remembered. */
  readonly since: string | null;
  readonly runs: readonly RunStatistics[];
  /** What went wrong, the last first. */
  readonly failures: readonly RunProblem[];
  readonly flush: Pick<FlushRecord, "stops" | "misses" | "inARow">;
  readonly pauses: readonly Pause[];
  readonly gone: readonly GoneSessions[];
  /** What the person said about learnings, by rule. */
  readonly reviewed: readonly ReviewedRule[];
}

/** Problems beyond these are old. */
const MOST_FAILURES = 5;

/** The whole text. */
export function statusText(
  status: Status,
  { layout, now }: { readonly layout: Layout; readonly now: Date },
): string {
  const { problems, pauses, failures, gone } = status;
  const parts = [
    wrappedPairs([["wired", wiredWords(status.hooks)], ["paused", pausedWords(pauses)]], layout),
    ...problems.map((problem) => paragraph(`Problem: ${problem}.`, layout)),
    status.runs.length === 0 ? noRuns(status.hooks, layout) : runsTable(status.runs, { layout, now }),
    ...(failures.length === 0 ? [] : [failuresText(failures, layout)]),
    ...lateReplies(status.flush).map((sentence) => paragraph(sentence, layout)),
    ...(gone.length === 0 ? [] : [goneText(gone, layout)]),
    ...(status.reviewed.length === 0 ? [] : [reviewedTable(status.reviewed, layout)]),
    paragraph(footer(status, now), layout),
  ];
  return parts.join("\n\n");
}

function wiredWords(hooks: readonly WiredHook[]): string {
  if (hooks.length === 0) return 'no client; "imprint-hook install claude" wires Claude Code';
  const files = [...new Set(hooks.map(({ title, path }) => JSON.stringify([title, path])))];
  return files.map((file) => {
    const [title, path] = JSON.parse(file) as readonly [string, string];
    const events = hooks.filter((hook) => hook.title === title && hook.path === path).map(({ event }) => event);
    return `${title} at ${[...new Set(events)].join(", ")} (${path})`;
  }).join("; ");
}

function pausedWords(pauses: readonly Pause[]): string {
  if (pauses.length === 0) return "no";
  return pauses.map((pause) => `${pauseWords(pause)}, since ${minuteOf(pause.from)} (${resumeCommand(pause)})`).join(
    "; ",
  );
}

function noRuns(hooks: readonly WiredHook[], layout: Layout): string {
  return paragraph(
    hooks.length === 0
      ? "No hook has run yet."
      : "No hook has run yet: the first one runs after the next turn, in a folder that the client trusts.",
    layout,
  );
}

function runsTable(
  runs: readonly RunStatistics[],
  { layout, now }: { readonly layout: Layout; readonly now: Date },
): string {
  const today = dayOf(now.toISOString());
  const rows = runs.map(({ client, event, runs: count, outcomes, medianMs, p95Ms, last }) => [
    `${client} ${event === "" ? "(no payload)" : event}`,
    String(count),
    String(outcomes["learned"] ?? 0),
    String(outcomes["skipped"] ?? 0),
    String(outcomes["failed"] ?? 0),
    `${medianMs}/${p95Ms}`,
    timeOrDay(last, today),
  ]);
  return table(["hook", "runs", "learned", "skipped", "failed", "ms", "last"], rows, layout);
}

function reviewedTable(reviewed: readonly ReviewedRule[], layout: Layout): string {
  const rows = reviewed.map(({ rule, kept, edited, forgotten }) => [
    rule,
    String(kept),
    String(edited),
    String(forgotten),
  ]);
  return `${heading("What you said about learnings", layout)}\n${
    table(["rule", "kept", "edited", "forgotten"], rows, layout)
  }`;
}

function failuresText(failures: readonly RunProblem[], layout: Layout): string {
  return [
    heading("Last problem", layout),
    ...failures.slice(0, MOST_FAILURES).map(({ at, client, event, words, advice, count, goodSince }) => {
      const often = count === 1 ? "" : `, ${count} times`;
      const since = goodSince === 0 ? "" : ` ${counted(goodSince, "run")} since then went well.`;
      const what = `${minuteOf(at)} ${client} ${event === "" ? "(no payload)" : event}${often}: ${words}.`;
      return paragraph(`${what}${since}${advice === undefined ? "" : ` ${sentence(advice)}`}`, layout);
    }),
    ...(failures.length > MOST_FAILURES ? [`${failures.length - MOST_FAILURES} more, older.`] : []),
  ].join("\n");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function lateReplies({ stops, misses, inARow }: Status["flush"]): readonly string[] {
  if (misses === 0) return [];
  const row = inARow > 1 ? `, ${inARow} in a row` : "";
  return [
    `Late replies: at ${misses} of ${
      counted(stops, "Stop")
    } the reply was not in the transcript in time${row}. It is kept from ` +
    "the payload and replaced by the next run.",
  ];
}

function goneText(gone: readonly GoneSessions[], layout: Layout): string {
  const lines = gone.map(({ workDir, exists, conversations, restorable }) => {
    const what = conversations === null
      ? "what was stored there is gone"
      : `${counted(conversations, "stored conversation")} ${conversations === 1 ? "is" : "are"} gone`;
    const back = conversations === null
      ? ""
      : restorable === conversations
      ? exists ? "" : "; the directory too"
      : `; ${conversations - restorable} cannot be had again, as the transcript is gone too`;
    return paragraph(`${workDir}: ${what}${back}.`, layout);
  });
  const canBeHad = gone.filter(({ conversations, restorable }) => conversations === null || restorable > 0);
  const hints = [
    ...(canBeHad.some(({ exists }) => exists)
      ? ['"imprint-hook learn" learns again what the transcripts still hold.']
      : []),
    ...(canBeHad.some(({ exists }) => !exists)
      ? [
        "What lies in a directory that is away is there again when it is back; for one that is gone for good, " +
        '"imprint-hook learn --relearn" learns again what the transcripts still hold, and keeps it elsewhere.',
      ]
      : []),
  ];
  return [
    heading("Gone", layout),
    ...lines,
    ...hints.map((hint) => paragraph(hint, layout)),
  ].join("\n");
}

function footer({ since, version, homes }: Status, now: Date): string {
  const from = since === null
    ? ""
    : `Runs since ${dayOf(since)}; ms: median/95th percentile in the program, start not counted. `;
  return `${from}Times are ${zoneOf(now)}. imprint-hook ${version}, state in ${homes.state}.`;
}
