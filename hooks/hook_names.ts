/**
 * The first words of hook entries: all that has to be known to tell a hook from a command that a person typed. The clients
 * behind them are in `hook_clients.ts`; a test keeps the two in step.
 *
 * @module
 */

/** In the order of `hook_clients.ts`. */
export const HOOK_NAMES: readonly string[] = ["claude", "codex", "copilot", "cline", "gemini", "cursor"];
