/**
 * What the report shows, as plain values: everything that a reader may see, cut where a page would drown in it.
 *
 * @module
 */
import { escapeControls } from "../../io/escape_controls.ts";
import type { Consolidated } from "../../learnings/consolidate.ts";
import type { StoredExchange } from "../../record/read_exchanges.ts";

/** Code units of one text on the page; `show` prints the rest. */
const MOST_TEXT = 4000;

/** A learning on the page. */
export interface ReportLearning {
  readonly kind: string;
  readonly text: string;
  readonly rule: string;
  readonly confidence: number;
  /** Rows that say so. */
  readonly sources: number;
  /** Another installation wrote it. */
  readonly foreign: boolean;
  /** ISO time, UTC. */
  readonly at: string | null;
  readonly client: string;
  readonly project: string;
}

/** An exchange on the page. */
export interface ReportExchange {
  readonly question: string | null;
  readonly answers: readonly string[];
  /** How it is known that the user typed it, or what became of it. */
  readonly label: string;
  /** ISO time, UTC. */
  readonly at: string | null;
  /** Beginning of the conversation's id, by which a day's conversations are counted. */
  readonly session: string;
  readonly client: string;
  readonly project: string;
}

/** Everything on the page. */
export interface ReportData {
  /** When the page was made: ISO time, UTC. */
  readonly made: string;
  /** What was looked at, for the title. */
  readonly scope: string;
  readonly learnings: readonly ReportLearning[];
  readonly exchanges: readonly ReportExchange[];
}

/** A learning with its project, as `list` shows it. */
export function reportLearning(learning: Consolidated, project: string): ReportLearning {
  const { newest: { row }, kind, sources, confidence, foreign } = learning;
  return {
    kind,
    text: shown(row.payload.text),
    rule: shown(row.payload.rule ?? ""),
    confidence,
    sources: sources.length,
    foreign,
    at: row.createdAt,
    client: row.provenance.client ?? "",
    project: shown(project),
  };
}

/** So much of an id tells conversations apart. */
const SESSION_LETTERS = 12;

/** An exchange with its project; without a question and replies there is nothing to show. */
export function reportExchange(
  exchange: StoredExchange,
  { project, session }: { readonly project: string; readonly session: string },
): ReportExchange | undefined {
  const { question, answers, state, label, client } = exchange;
  if (question === null && answers.length === 0) return undefined;
  return {
    question: question === null ? null : shown(question.text),
    answers: answers.map(({ text }) => shown(text)),
    label: state ?? label ?? "",
    at: question?.at ?? answers[0]?.at ?? null,
    session: shown(session.slice(0, SESSION_LETTERS)),
    client: client ?? "",
    project: shown(project),
  };
}

/** Without what would turn text around or hide it, and no longer than a page can bear. */
function shown(text: string): string {
  const cut = text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT).toWellFormed()}\n[${text.length - MOST_TEXT} more characters: imprint-hook show]`;
  return escapeControls(cut, { keepLines: true });
}
