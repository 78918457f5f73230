/**
 * Hooks that a client would kill end before that, with what they have.
 *
 * @module
 */

/**
 * How long a run may take. Before the verdict nothing is written, and a run that is out of time then ends with
 * {@linkcode OutOfTime}; behind it, what was read is stored and the cursor stays there. The next run goes on.
 */
export interface TimeLimit {
  /** Milliseconds that are left; not above 0 when the time is over. */
  left(): number;
}

/** The time was over before there was a verdict. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** The same as an option of whatever reads. */
export function isOver(limit: TimeLimit | undefined): { readonly isOver?: () => boolean } {
  return limit === undefined ? {} : { isOver: () => limit.left() <= 0 };
}
