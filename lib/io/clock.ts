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

/** A stretch of time in which something has to happen. */
export interface TimeSpan {
  /** @returns the promise's value, or `undefined` when it is still pending at the end of the time */
  within<T>(promise: Promise<T>): Promise<{ readonly value: T } | undefined>;
  /** It is not needed any more. */
  end(): void;
}

/**
 * Begins a stretch of time. The timers of Deno 2.9 come with a part of Node that takes 18 ms to load, so there the wait
 * is one of `Atomics`; in 2.6 that does not wake the event loop, but timers cost nothing.
 *
 * What is waited for has to be something that the event loop works on: the wait alone does not keep it alive.
 *
 * @param milliseconds how long
 */
export function startTime(milliseconds: number): TimeSpan {
  const { over, end } = hasLazyTimers() ? startWait(milliseconds) : startTimer(milliseconds);
  return { within: (promise) => Promise.race([promise.then((value) => ({ value })), over]), end };
}

/**
 * Waits for a promise, but not for ever, as {@linkcode startTime} does.
 *
 * @returns the promise's value, or `undefined` when it was still pending after `milliseconds`
 */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<{ readonly value: T } | undefined> {
  const time = startTime(milliseconds);
  try {
    return await time.within(promise);
  } finally {
    time.end();
  }
}

/** Something that happens after a while, unless it is ended before. */
interface Alarm {
  readonly over: Promise<undefined>;
  end(): void;
}

function hasLazyTimers(): boolean {
  return Object.getOwnPropertyDescriptor(globalThis, "setTimeout")?.get !== undefined;
}

function startWait(milliseconds: number): Alarm {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const wait = Atomics.waitAsync(cell, 0, 0, Math.max(1, milliseconds));
  return { over: Promise.resolve(wait.value).then(() => undefined), end: () => void Atomics.notify(cell, 0) };
}

function startTimer(milliseconds: number): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), milliseconds));
  return { over, end: () => clearTimeout(timer) };
}
