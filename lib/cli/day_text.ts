/**
 * What the day says to people.
 *
 * @module
 */
import type { Pause } from "../record/pauses.ts";
import type { LearningKind } from "../types.ts";
import { pauseWords, resumeCommand } from "./active_pauses.ts";
import { counted } from "./edit_answer.ts";
import { minuteOf, shortId, timeOrDay, zoneOf } from "./moment.ts";
import type { RunProblem } from "./run_statistics.ts";
import { heading, type Layout, table } from "./screen.ts";
import { paragraph } from "./wrap.ts";

/** A conversation, as far as it was held today. */
export interface SessionOfDay {
  readonly project: string;
  readonly workspace: string;
  readonly exchanges: number;
  /** ISO time of the last question. */
  readonly last: string;
  /** The first question of the day. */
  readonly question: string;
}

/** A learning in short. */
export interface LearningOfDay {
  readonly id: string;
  readonly kind: LearningKind;
  readonly at: string;
  readonly text: string;
  readonly foreign: boolean;
}

/** The day, as `--json` prints it. */
export interface Day {
  readonly schema: 1;
  /** The local day. */
  readonly today: string;
  /** Stored conversations in all. */
  readonly stored: number;
  /** Last one first. */
  readonly sessions: readonly SessionOfDay[];
  readonly learnings: readonly LearningOfDay[];
  /** Everything that is open, of whatever day, newest first. */
  readonly loops: readonly LearningOfDay[];
  readonly pauses: readonly Pause[];
  readonly lastProblem: RunProblem | null;
  readonly wired: boolean;
  /** What keeps hooks from working, one sentence each. */
  readonly problems: readonly string[];
}

/** Rows of one table that a look at the day has room for. */
const MOST_ROWS = 7;

/** The whole text. */
export function dayText(day: Day, { layout, now }: { readonly layout: Layout; readonly now: Date }): string {
  const { sessions, learnings, loops, pauses, problems, lastProblem } = day;
  const parts = [
    headline(day, { layout, now }),
    ...problems.map((problem) => paragraph(`Problem: ${problem}.`, layout)),
    ...pauses.map((pause) => paragraph(`Paused: ${pauseWords(pause)} (${resumeCommand(pause)}).`, layout)),
    ...section("Conversations", sessions.length, sessionsTable(day, layout), layout),
    ...section("Learned today", learnings.length, learningsTable(learnings, day, layout), layout),
    ...section("Open", loops.length, learningsTable(loops, day, layout), layout),
    ...(lastProblem === null ? [] : [problemText(lastProblem, layout)]),
    ...hints(day).map((hint) => paragraph(hint, layout)),
  ];
  return parts.join("\n\n");
}

function headline(
  { today, sessions, learnings }: Day,
  { layout, now }: { readonly layout: Layout; readonly now: Date },
): string {
  const exchanges = sessions.reduce((sum, session) => sum + session.exchanges, 0);
  const did = sessions.length === 0
    ? "nothing of today was learned yet"
    : `${counted(sessions.length, "conversation")}, ${counted(exchanges, "exchange")}, ${
      counted(learnings.length, "learning")
    }`;
  return heading(`${today} (${zoneOf(now)}): ${did}`, layout);
}

function section(title: string, count: number, rows: string, layout: Layout): readonly string[] {
  if (count === 0) return [];
  const more = count > MOST_ROWS ? ` (${MOST_ROWS} of ${count})` : "";
  return [`${heading(`${title}${more}`, layout)}\n${rows}`];
}

function sessionsTable({ sessions, today }: Day, layout: Layout): string {
  const rows = sessions.slice(0, MOST_ROWS).map(({ last, project, exchanges, question }) => [
    timeOrDay(last, today),
    nameOf(project, sessions.map((session) => session.project)),
    String(exchanges),
    question,
  ]);
  return table(["last", "project", "exchanges", "began with"], rows, layout);
}

function learningsTable(learnings: readonly LearningOfDay[], { today }: Day, layout: Layout): string {
  const rows = learnings.slice(0, MOST_ROWS).map(({ id, kind, at, text, foreign }) => [
    timeOrDay(at, today),
    shortId(id),
    foreign ? `${kind} (foreign)` : kind,
    text,
  ]);
  return table(["time", "id", "kind", "text"], rows, layout);
}

/** A project's own name, its whole path where another one is called the same. */
function nameOf(project: string, all: readonly string[]): string {
  if (project === "") return "no directory";
  const short = (path: string): string => path.replace(/^.*[/\\](?=[^/\\])/, "");
  return new Set(all.filter((path) => short(path) === short(project))).size > 1 ? project : short(project);
}

function problemText({ at, client, event, words, advice, goodSince }: RunProblem, layout: Layout): string {
  const since = goodSince === 0 ? "" : ` ${counted(goodSince, "run")} since then went well.`;
  const what = `${minuteOf(at)} ${client}${event === "" ? "" : ` ${event}`}: ${words}.`;
  const todo = advice === undefined ? "" : ` ${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`;
  return `${heading("Last problem", layout)}\n${paragraph(`${what}${since}${todo}`, layout)}`;
}

function hints({ stored, wired, sessions, learnings, loops }: Day): readonly string[] {
  if (stored === 0) {
    return [
      wired
        ? 'The hook is wired: the next turn is learned. "imprint-hook learn" learns what was said before.'
        : '"imprint-hook install claude" wires Claude Code; "imprint-hook learn" learns what was said before.',
      '"imprint-hook --help" lists the commands.',
    ];
  }
  const shows = learnings.length + loops.length + sessions.length > 0 ? '"imprint-hook show ID" tells more; ' : "";
  return [`${shows}"imprint-hook list" lists this project, "imprint-hook status" what ran, "--help" the commands.`];
}
