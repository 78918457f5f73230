/**
 * The flush race of clients whose payload does not say the reply: the file is written a moment after the turn's end (Cline
 * CLI 3.0.65: 65 to 100 ms), which a hook may outrun.
 *
 * @module
 */
import { sleepSync } from "../io/clock.ts";
import type { Files } from "../io/files.ts";

/** Milliseconds between two looks. */
const STEP = 10;

/**
 * Waits until a file was written at or after a moment.
 *
 * @param options `after`: that moment, in milliseconds since 1970; `milliseconds`: the longest wait
 * @returns true when it was; false when the time is over
 */
export function awaitWrite(
  files: Pick<Files, "stat">,
  path: string,
  { after, milliseconds }: { readonly after: number; readonly milliseconds: number },
): boolean {
  const until = performance.now() + milliseconds;
  while ((files.stat(path)?.mtime ?? 0) < after) {
    const left = until - performance.now();
    if (left <= 0) return false;
    sleepSync(Math.min(STEP, left));
  }
  return true;
}
