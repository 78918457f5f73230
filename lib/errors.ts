/**
 * Errors that a person sees. Expected outcomes (skipped, claimed, nothing new) are values, not errors.
 *
 * A message says what failed, on which file and line, what was found, and what to do.
 *
 * @module
 */

/** The command line was wrong: exit status 64. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something that the command needs is missing, unreadable or broken: exit status 1. */
export class InputError extends Error {
  /** Name of the class. */
  override readonly name = "InputError";
}

/** Exit statuses outside hook mode (design section 6). */
export const EXIT = { done: 0, failed: 1, usage: 64, bug: 70 } as const;
