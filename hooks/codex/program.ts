/**
 * Which prompts come from a program (design section 3, Automation).
 *
 * @module
 */
import type { ReaderState } from "./state.ts";

/** `source` of threads that a program began: `codex exec`, the MCP server. */
const PROGRAM_SOURCES: ReadonlySet<unknown> = new Set(["exec", "mcp"]);

/**
 * True when the prompts of the current turn come from a program. In a thread that `codex exec` began, a turn that states
 * how it was begun (0.171, `turn_attribution`) and does not say `exec` is another client's: a person resumed it.
 *
 * @param state at the prompt
 */
export function isProgram({ source, trigger }: ReaderState): boolean {
  if (trigger === "exec") return true;
  if (source === "exec") return trigger === undefined;
  return PROGRAM_SOURCES.has(source);
}

/**
 * The state after a prompt.
 *
 * @param state before
 * @param program the prompt came from a program
 */
export function withPrompt(state: ReaderState, program: boolean): ReaderState {
  return program ? { ...state, program: true } : { ...state, person: true };
}
