/**
 * How Claude Code takes context from a SessionStart hook.
 *
 * @module
 */
import { startContext } from "../../lib/payload/start_context.ts";

/**
 * The hook's answer as JSON: plain text would reach the model, too, but whatever
 * begins with a brace would be read as an answer that stops the session or speaks to the user (formats 1.2). Client 2.1.332
 * puts either into a `<system-reminder>` in front of the first prompt; the transcript keeps it as an attachment, which is
 * no conversation.
 *
 * @param context for the model
 * @example
 * ```ts
 * import { claudeContext } from "./context_output.ts";
 * claudeContext("tea").endsWith("}\n"); // true
 * ```
 */
export const claudeContext: (context: string) => string = startContext;
