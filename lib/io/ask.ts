/**
 * A question to the person at the terminal.
 *
 * @module
 */
import { isTerminal, writeText } from "./terminal.ts";

/** Longer answers are none. */
const MOST_BYTES = 1024;

/**
 * Asks a question that is answered by yes or no; no is what an empty answer means.
 *
 * @returns undefined when standard input is no terminal: nobody can answer
 */
export function askYesOrNo(question: string): boolean | undefined {
  if (!isTerminal("stdin")) return undefined;
  writeText("stderr", `${question} [y/N] `);
  const answer = new Uint8Array(MOST_BYTES);
  const count = Deno.stdin.readSync(answer) ?? 0;
  // Where the input ended instead of a line, the cursor is still behind the question.
  if (count === 0) writeText("stderr", "\n");
  return /^\s*y(?:es)?\s*$/i.test(new TextDecoder().decode(answer.subarray(0, count)));
}
