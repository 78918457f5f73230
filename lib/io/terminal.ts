/**
 * The terminal: what it is, how wide, and writing to it. Everything that is shown goes through {@linkcode writeText}.
 *
 * @module
 */
import { sleepSync } from "./clock.ts";
import { environment } from "./env.ts";

/** One of the three standard streams. */
export type StreamName = "stdin" | "stdout" | "stderr";

/** True when the stream is a terminal. */
export function isTerminal(stream: StreamName): boolean {
  return Deno[stream].isTerminal();
}

/** Used where no terminal tells its width. */
const DEFAULT_COLUMNS = 80;

/** @returns the width in characters: `COLUMNS` when it is a positive number, else the terminal's own, else 80 */
export function columns(): number {
  const wished = Number(environment("COLUMNS"));
  if (Number.isInteger(wished) && wished > 0) return wished;
  try {
    return Deno.consoleSize().columns || DEFAULT_COLUMNS;
  } catch {
    return DEFAULT_COLUMNS; // none of the streams is a terminal
  }
}

/** True when colours may be used on the stream: a terminal that is not dumb, and no `NO_COLOR`. */
export function mayColour(stream: "stdout" | "stderr"): boolean {
  return isTerminal(stream) && environment("NO_COLOR") === undefined && environment("TERM") !== "dumb";
}

const encoder = new TextEncoder();

/**
 * Writes all of `text`.
 *
 * @returns false when the reader has gone (`imprint-hook list | head -1`): nothing more needs to be written then
 */
export function writeText(stream: "stdout" | "stderr", text: string): boolean {
  let rest = encoder.encode(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(Deno[stream].writeSync(rest));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) return false;
      // A pipe that the reader made non-blocking: it is full for a moment.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      sleepSync(1);
    }
  }
  return true;
}
