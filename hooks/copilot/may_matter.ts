/**
 * A cheap test on one undecoded line: hook invocations, usage and model bookkeeping are never read; 1.0.102 writes whole
 * copies of what the model was sent (`model.messages_snapshot`) around each compaction.
 *
 * @module
 */

/** How a line begins that is never read: the client writes `type` first. */
const IDLE_START =
  /^\{"type":"(?:hook\.|model\.|assistant\.(?:turn_start|turn_end|reasoning|usage|intent|idle)"|session\.(?:usage|model_change|info|auto_mode|truncation|shutdown|mode_|tools)|permission\.|system\.message"|subagent\.|tool\.execution_(?:partial|progress))/;
/** Types of which something is made, wherever they stand. */
const USED =
  /"(?:user\.message|assistant\.message|session\.start|session\.resume|session\.context_changed|session\.compaction_complete|tool\.execution_start|tool\.execution_complete|tool\.user_requested|human_response\.recorded|abort|system\.notification)"/;

/**
 * @param latin1Line the line, one character a byte
 * @returns false only when the line begins like an idle one and names no type that is read
 */
export function mayMatter(latin1Line: string): boolean {
  return !IDLE_START.test(latin1Line.slice(0, 80)) || USED.test(latin1Line);
}
