/**
 * How much a test tries: little at every change, all of it in `tests/long/many_runs_test.ts`.
 *
 * @module
 */

declare global {
  /** Set by `tests/long` before it loads the tests. */
  var imprintManyRuns: boolean | undefined;
}

/** The number of runs, bytes or calls for the suite that is running. */
export function runs(few: number, many: number): number {
  return globalThis.imprintManyRuns === true ? many : few;
}
