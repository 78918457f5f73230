/**
 * Single keys and single lines from the person at the terminal.
 *
 * @module
 */
import { isTerminal, writeText } from "./terminal.ts";

const MOST_BYTES = 1024;

/** What was typed ahead. */
let ahead = "";

/**
 * Waits for one key. What was typed ahead counts, one character after the other.
 *
 * @returns the key as the terminal sends it, `\x03` for Ctrl-C; undefined when the input has ended
 */
export function readKey(): string | undefined {
  if (ahead === "") {
    const raw = isTerminal("stdin");
    if (raw) Deno.stdin.setRaw(true);
    try {
      const text = readSome(new Uint8Array(MOST_BYTES));
      if (text === undefined) return undefined;
      // An arrow or function key is one key.
      if (text.startsWith("\x1b")) return text;
      ahead = text;
    } finally {
      if (raw) Deno.stdin.setRaw(false);
    }
  }
  const [key = ""] = ahead;
  ahead = ahead.slice(key.length);
  return key;
}

/**
 * Asks for one line.
 *
 * @param prompt shown on standard error
 * @returns without its line feed; undefined when the input has ended
 */
export function readLine(prompt: string): string | undefined {
  writeText("stderr", prompt);
  while (!/[\r\n]/.test(ahead)) {
    // One byte at a time: what follows the line is somebody else's to read.
    const text = readSome(new Uint8Array(1));
    if (text === undefined) {
      const rest = ahead;
      ahead = "";
      return rest === "" ? undefined : rest;
    }
    ahead += text;
  }
  const end = ahead.search(/[\r\n]/);
  const line = ahead.slice(0, end);
  ahead = ahead.slice(end + (ahead.startsWith("\r\n", end) ? 2 : 1));
  return line;
}

const decoder = new TextDecoder();

function readSome(into: Uint8Array): string | undefined {
  const count = Deno.stdin.readSync(into);
  return count === null ? undefined : decoder.decode(into.subarray(0, count), { stream: true });
}
