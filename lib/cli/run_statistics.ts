/**
 * What hooks did, counted.
 *
 * @module
 */
import type { Heartbeat } from "../record/heartbeats.ts";
import { runReason } from "./run_reason.ts";

/** The runs of one event of one client. */
export interface RunStatistics {
  readonly client: string;
  /** The client's word; empty: none could be read. */
  readonly event: string;
  readonly runs: number;
  /** Runs by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Runs by reason, where one was given. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Milliseconds in the program; starting it comes on top. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** ISO time of the last run. */
  readonly last: string;
}

/** Counts, the events with most runs first. */
export function runStatistics(heartbeats: readonly Heartbeat[]): readonly RunStatistics[] {
  const groups = new Map<string, Heartbeat[]>();
  for (const heartbeat of heartbeats) {
    const key = JSON.stringify([heartbeat.client, heartbeat.event]);
    groups.set(key, [...(groups.get(key) ?? []), heartbeat]);
  }
  return [...groups.values()].map(statisticsOf).sort((a, b) => b.runs - a.runs);
}

function statisticsOf(runs: readonly Heartbeat[]): RunStatistics {
  const times = runs.map(({ ms }) => ms);
  return {
    client: runs[0]?.client ?? "",
    event: runs[0]?.event ?? "",
    runs: runs.length,
    outcomes: counts(runs.map(({ outcome }) => outcome)),
    // What failed says why in words of its own, which are no names to count by.
    reasons: counts(
      runs.flatMap(({ outcome, reason }) => reason === undefined || outcome === "failed" ? [] : [reason]),
    ),
    medianMs: percentile(times, 50),
    p95Ms: percentile(times, 95),
    last: runs.reduce((latest, { at }) => at > latest ? at : latest, ""),
  };
}

function counts(names: readonly string[]): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const name of names) counted[name] = (counted[name] ?? 0) + 1;
  return counted;
}

/**
 * The smallest value that so many percent of the values do not exceed.
 *
 * @returns 0 when there are no values
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(percentile([30, 10, 20, 40], 50), 20);
 * ```
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)] ?? 0;
}

/** A run in which something went wrong, and how often the same did. */
export interface RunProblem {
  readonly at: string;
  readonly client: string;
  readonly event: string;
  readonly session?: string;
  readonly words: string;
  readonly advice?: string;
  readonly count: number;
  /** Runs of that client since then in which nothing went wrong. */
  readonly goodSince: number;
}

/** What went wrong, the last first, each once. */
export function runProblems(heartbeats: readonly Heartbeat[]): readonly RunProblem[] {
  const problems = new Map<string, RunProblem>();
  const good: Record<string, number> = {};
  for (let at = heartbeats.length - 1; at >= 0; at--) {
    const run = heartbeats[at];
    if (run === undefined) continue;
    const { isProblem, words, advice } = runReason(run);
    if (!isProblem) {
      if (run.outcome !== "skipped") good[run.client] = (good[run.client] ?? 0) + 1;
      continue;
    }
    const key = JSON.stringify([run.client, run.event, words]);
    const known = problems.get(key);
    problems.set(
      key,
      known === undefined
        ? {
          at: run.at,
          client: run.client,
          event: run.event,
          ...(run.session === undefined ? {} : { session: run.session }),
          words,
          ...(advice === undefined ? {} : { advice }),
          count: 1,
          goodSince: good[run.client] ?? 0,
        }
        : { ...known, count: known.count + 1 },
    );
  }
  return [...problems.values()];
}
