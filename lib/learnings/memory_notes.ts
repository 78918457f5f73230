/**
 * Notes that the agent keeps about the user and the project in files of its own. The agent wrote them, so they are its word,
 * whatever they are about, and no session is given them as context. Not one of the rules that read conversations.
 *
 * @module
 */
import type { Rule } from "./rule.ts";

/** Not measured: what an agent notes for itself is often right and as often out of date. */
const CONFIDENCE = 0.5;

/** The rule family `memory`. */
export const memoryNotesRule: Rule = {
  family: "memory",
  rules: [
    { id: "memory.preference", kind: "preferences", confidence: CONFIDENCE },
    { id: "memory.fact", kind: "facts", confidence: CONFIDENCE },
  ],
  reads: ["memory"],
  start: () => ({
    push({ event }) {
      if (event.type !== "signal" || event.signal.type !== "memory") return [];
      const { kind, text, isGone } = event.signal;
      return [{
        kind,
        rule: kind === "facts" ? "memory.fact" : "memory.preference",
        text,
        confidence: CONFIDENCE,
        assertedBy: "assistant",
        source: event.key,
        counter: 0,
        at: event.at,
        exchangeId: null,
        ...(isGone ? { retracted: true } : {}),
      }];
    },
  }),
};
