/**
 * Figures of several runs. The median counts; the ratio of two programs is taken pair by pair, so that it holds while the
 * speed of the machine drifts.
 *
 * @module
 */

/** What several runs gave. */
export interface Stats {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Sums up.
 *
 * @param values at least one
 */
export function statsOf(values: readonly number[]): Stats {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return {
    median: sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2,
    min: sorted[0] ?? NaN,
    max: sorted.at(-1) ?? NaN,
  };
}

/** Ratios of two subjects that ran in turn. */
export function ratiosOf(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((value, i) => value / (b[i] ?? NaN));
}

/** One thing that is measured; every run gives one number. */
export type Measured = () => Promise<number>;

/**
 * Runs subjects in turn, A B C A B C, after one run of each that is not counted.
 *
 * @returns the numbers of each subject, in the order of its runs
 */
export async function inTurn(runs: number, subjects: readonly Measured[]): Promise<readonly (readonly number[])[]> {
  const values: number[][] = subjects.map(() => []);
  for (let run = -1; run < runs; run++) {
    for (const [i, subject] of subjects.entries()) {
      const value = await subject();
      if (run >= 0) values[i]?.push(value);
    }
  }
  return values;
}
