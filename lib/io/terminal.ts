/**
 * The terminal: what it is, how wide, and writing to it. Everything that is shown goes through {@linkcode writeText}.
 *
 * @module
 */
import { InputError } from "../errors.ts";
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

/** What `JSON.stringify` lets through and a terminal may obey: C1 controls, DEL, direction overrides and isolates. */
const STEERING = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Writes all of `text`, with characters that could steer a terminal as the escapes that JSON has for them.
 *
 * @returns false when the reader has gone (`imprint-hook list | head -1`): nothing more needs to be written then
 */
export function writeText(stream: "stdout" | "stderr", text: string): boolean {
  const shown = text.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  let rest = encoder.encode(shown);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(Deno[stream].writeSync(rest));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) return false;
      // A pipe that the reader made non-blocking: it is full for a moment.
      if (!(error instanceof Deno.errors.WouldBlock)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new InputError(`cannot write to ${stream}: ${reason}`);
      }
      sleepSync(1);
    }
  }
  return true;
}
