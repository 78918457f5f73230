/**
 * How clients whose hooks follow Claude Code's form take context from a hook at the start of a session.
 *
 * @module
 */

/**
 * The hook's answer as JSON, which is one line and says what it is.
 *
 * @param context for the model
 * @example
 * ```ts
 * import { startContext } from "./start_context.ts";
 * startContext("tea").endsWith("}\n"); // true
 * ```
 */
export function startContext(context: string): string {
  const answer = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: context } };
  return `${JSON.stringify(answer)}\n`;
}
