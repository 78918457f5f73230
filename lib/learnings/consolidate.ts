/**
 * One learning with many sources: what readers show, made of the rows of many sessions when they are read (design, section
 * 5). Decay and rank are computed, never stored as truth.
 *
 * @module
 */
import type { LearningRow } from "../record/learning_rows.ts";
import type { LearningKind } from "../types.ts";
import { LOW_CONFIDENCE } from "./rule.ts";
import { subjectOf } from "./subject_of.ts";

/** A row, and whether this installation wrote it. */
export interface ReadRow {
  readonly row: LearningRow;
  readonly foreign: boolean;
}

/** One learning. */
export interface Consolidated<R extends ReadRow = ReadRow> {
  readonly kind: LearningKind;
  /** What rows were put together by. */
  readonly key: string;
  /** The newest row: its text is shown. */
  readonly newest: R;
  /** Every row that says so, newest first; copies of one message count once. */
  readonly sources: readonly R[];
  /** Sessions that say so. */
  readonly sessions: number;
  /** 0 to 1: the best source's, raised by every further session. */
  readonly confidence: number;
  /** False for what only rules of low confidence say: context and search leave it out. */
  readonly trusted: boolean;
  /** Another installation's rows only: shown as such and never used as context. */
  readonly foreign: boolean;
  /** What to show first: confidence, sources and age together; 0 to about 2. */
  readonly rank: number;
}

/** Days after which a learning of a kind counts half. */
const HALF_LIFE: Readonly<Record<LearningKind, number>> = {
  preferences: 365,
  facts: 180,
  mistakes: 180,
  skill_candidates: 365,
  open_loops: 30,
};
const DAY = 86_400_000;

/**
 * Puts the rows of many sessions together.
 *
 * Withdrawn rows count for nothing. A correction takes the place of what it corrects: the keys it names, and whatever says
 * something else about the same subject earlier. An open loop is over once the latest row about it says so, whichever
 * session wrote it.
 *
 * Never over several working directories: what was chosen, or finished, in one project says nothing about another.
 *
 * @param rows the row that counts for each id, of every session of one working directory, withdrawn and closed ones
 * included
 * @param now for age
 * @returns by rank, best first
 */
export function consolidate<R extends ReadRow>(rows: readonly R[], now: Date): readonly Consolidated<R>[] {
  const standing = rows.filter(({ row: { payload } }) =>
    payload.retracted !== true && (payload.text !== "" || payload.status === "closed")
  );
  const groups = groupBy(standing, ({ row, foreign }) => `${foreign ? "foreign" : "own"} ${row.kind} ${keyOf(row)}`);
  const superseded = supersededKeys(standing);
  return [...groups.values()].flatMap((group) => {
    const learning = learningOf(group, now);
    return learning === undefined || superseded.has(`${learning.kind} ${learning.key}`) ? [] : [learning];
  }).sort(byRank);
}

/** Sorts learnings of several working directories as {@linkcode consolidate} sorts those of one: best first. */
export function byRank(a: Consolidated, b: Consolidated): number {
  return b.rank - a.rank || compare(b.newest.row.createdAt, a.newest.row.createdAt) || compare(a.key, b.key);
}

function learningOf<R extends ReadRow>(group: readonly R[], now: Date): Consolidated<R> | undefined {
  const sorted = [...group].sort((a, b) => compare(b.row.createdAt, a.row.createdAt) || compare(b.row.id, a.row.id));
  const newest = sorted[0];
  if (newest === undefined || newest.row.payload.status === "closed") return undefined;
  const sources = onePerMessage(sorted.filter(({ row }) => row.payload.status !== "closed"));
  const sessions = new Set(sources.map(({ row }) => row.provenance.claudeSessionUuid ?? row.id)).size;
  const best = Math.max(...sources.map(({ row }) => row.payload.confidence ?? LOW_CONFIDENCE));
  const confidence = 1 - (1 - best) * 0.5 ** (sessions - 1);
  const { kind } = newest.row;
  return {
    kind,
    key: keyOf(newest.row),
    newest,
    sources,
    sessions,
    confidence,
    // Saying it again does not make a bad rule a good one.
    trusted: best >= LOW_CONFIDENCE,
    foreign: newest.foreign,
    rank: confidence * fresh(newest.row, now) * (1 + 0.25 * Math.log2(sessions)),
  };
}

/** 1 for today, halved with every half-life; what has no date is as old as one half-life. */
function fresh({ createdAt, kind }: LearningRow, now: Date): number {
  const time = Date.parse(createdAt);
  if (Number.isNaN(time)) return 0.5;
  return 0.5 ** (Math.max(0, now.getTime() - time) / DAY / HALF_LIFE[kind]);
}

/** A fork or a resumed copy holds the same message again: that is one source. */
function onePerMessage<R extends ReadRow>(rows: readonly R[]): readonly R[] {
  const known = new Set<string>();
  return rows.filter(({ row }) => {
    const message = row.provenance.messageUuids?.[0] ?? row.id;
    if (known.has(message)) return false;
    known.add(message);
    return true;
  });
}

/** Kind and key of everything that a later row takes the place of. */
function supersededKeys(rows: readonly ReadRow[]): ReadonlySet<string> {
  const superseded = new Set<string>();
  const own = rows.filter(({ foreign }) => !foreign);
  for (const { row } of own) {
    for (const key of row.payload.supersedes ?? []) superseded.add(`${row.kind} ${key}`);
  }
  const subjects = groupBy(own, ({ row }) => {
    const subject = subjectOf(row.payload.rule ?? "", row.payload.text);
    return subject === undefined ? undefined : `${row.kind} ${subject}`;
  });
  for (const about of subjects.values()) {
    const latest = about.reduce((a, b) => compare(a.row.createdAt, b.row.createdAt) >= 0 ? a : b);
    for (const { row } of about) {
      if (keyOf(row) !== keyOf(latest.row)) superseded.add(`${row.kind} ${keyOf(row)}`);
    }
  }
  return superseded;
}

function keyOf({ payload }: LearningRow): string {
  return payload.key ?? payload.text;
}

function groupBy<R>(items: readonly R[], nameOf: (item: R) => string | undefined): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
