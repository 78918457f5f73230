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

/**
 * Waits for a promise, but not for ever. The timers of Deno 2.9 come with a part of Node that takes 18 ms to load, so
 * there the wait is one of `Atomics`; in 2.6 that does not wake the event loop, but timers cost nothing.
 *
 * @param promise something that the event loop works on: the wait alone does not keep it alive
 * @returns the promise's value, or `undefined` when it was still pending after `milliseconds`
 */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<{ readonly value: T } | undefined> {
  const alarm = startAlarm(milliseconds);
  try {
    return await Promise.race([promise.then((value) => ({ value })), alarm.rings]);
  } finally {
    alarm.stop();
  }
}

/** Something that happens after a while, unless it is stopped before. */
interface Alarm {
  readonly rings: Promise<undefined>;
  stop(): void;
}

function startAlarm(milliseconds: number): Alarm {
  const isLazy = Object.getOwnPropertyDescriptor(globalThis, "setTimeout")?.get !== undefined;
  if (!isLazy) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rings = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), milliseconds));
    return { rings, stop: () => clearTimeout(timer) };
  }
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const wait = Atomics.waitAsync(cell, 0, 0, Math.max(1, milliseconds));
  return {
    rings: Promise.resolve(wait.value).then(() => undefined),
    stop: () => void Atomics.notify(cell, 0),
  };
}
