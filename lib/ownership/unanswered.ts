/**
 * When the disk gives no answer about a directory, whose conversation it is cannot be said: nothing is done then, and the
 * next run decides. Taken for "nothing is there", an error that passes would send a conversation elsewhere for good.
 *
 * @module
 */
import { InputError } from "../errors.ts";

/** The disk failed when it was asked about a place that a verdict depends on. */
export class Unanswered extends InputError {}

/**
 * What the system itself answers, and goes on answering: this user may not look there; links lead round in a circle; by
 * the numbers of Windows a drive without a disk in it, a volume without a file system, a circle of links.
 */
const ANSWERS: ReadonlySet<string> = new Set(["PermissionDenied", "NotCapable", "FilesystemLoop"]);
const ANSWERS_BY_NUMBER = /\(os error (?:21|1005|1921)\)/;

/**
 * Asks the disk something that a verdict depends on.
 *
 * @param path what is asked about, for the message
 * @param ask asked once more when it may not be looked at: what is believed is said twice
 * @returns the answer; the error where the answer is that it cannot be looked at
 * @throws {Unanswered} when there is no answer
 */
export function answerOf<T>(path: string, ask: () => T): T | Error {
  const first = attempt(path, ask);
  return first instanceof Error ? attempt(path, ask) : first;
}

function attempt<T>(path: string, ask: () => T): T | Error {
  try {
    return ask();
  } catch (error) {
    const told = error instanceof Error ? error : new Error(String(error));
    if (ANSWERS.has(told.name) || ANSWERS_BY_NUMBER.test(told.message)) return told;
    throw new Unanswered(
      `cannot look at "${path}": ${told.message}; whose conversation it is stays open until that can be looked at`,
    );
  }
}

/**
 * Asks for something that is only shown.
 *
 * @returns undefined when the disk gives no answer
 */
export function ifAnswered<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Unanswered) return undefined;
    throw error;
  }
}
