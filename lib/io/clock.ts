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

/** Turns of the event loop that are waited for before a timer is made. */
const TURNS = 24;

/**
 * Waits for a promise, but not for ever. Making the first timer of a process costs 12 ms [Deno 2.9.6], so what is settled
 * within a few turns of the event loop costs none.
 *
 * @returns the promise's value, or `undefined` when it was still pending after `milliseconds`
 */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<{ readonly value: T } | undefined> {
  let settled: { readonly value: T } | undefined;
  const done = promise.then((value) => settled = { value });
  // A rejection shows at the end, wherever it happens.
  done.catch(() => {});
  let failed = false;
  promise.catch(() => failed = true);
  for (let turn = 0; turn < TURNS && settled === undefined && !failed; turn++) await oneTurn();
  if (settled !== undefined || failed) return await done;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([done, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something asynchronous that takes as little time as possible and is no timer. */
async function oneTurn(): Promise<void> {
  try {
    await Deno.stat(".");
  } catch {
    // A working directory that is gone makes a turn as well.
  }
}
