/**
 * Time.
 *
 * @module
 */

/** What a run asks about time; tests hand in one that stands still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some point, never running backwards. */
  monotonic(): number;
  /** Resolves after `milliseconds`. */
  sleep(milliseconds: number): Promise<void>;
}

/** @returns milliseconds since 1970 */
export function now(): number {
  return Date.now();
}

/** @returns milliseconds since the program started, never running backwards */
export function monotonic(): number {
  return performance.now();
}

/** Resolves after `milliseconds`. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Blocks for `milliseconds`: for retries inside a synchronous file operation only. */
export function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** The machine's clock. */
export const systemClock: Clock = { now, monotonic, sleep };
