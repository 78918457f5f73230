/**
 * Sentences and bracketed markers with which older versions began the messages they wrote themselves (step 14).
 *
 * @module
 */
import type { EvidenceOrigin } from "../../lib/types.ts";

/** How a client-written message begins. */
export interface ClientSentence {
  readonly start: string;
  readonly origin: EvidenceOrigin;
  /** Only a message of one line is the client's: users quote such lines in longer ones. */
  readonly oneLine?: true;
}

/** Every known beginning. */
export const CLIENT_SENTENCES: readonly ClientSentence[] = [
  { start: "[Request interrupted", origin: "interrupt" },
  { start: "This session is being continued", origin: "compact-summary" },
  { start: "Stop hook feedback:", origin: "hook" },
  // Blocks of agent teams' hooks, in the same form.
  { start: "TeammateIdle hook feedback:", origin: "hook" },
  { start: "TaskCreated hook feedback:", origin: "hook" },
  { start: "TaskCompleted hook feedback:", origin: "hook" },
  { start: "Operation stopped by hook", origin: "hook" },
  { start: "Another Claude session sent", origin: "peer" },
  { start: "[Cross-session ", origin: "peer" },
  { start: "[Image: source:", origin: "image-note" },
  { start: "[Image: original ", origin: "image-note" },
  { start: "Caveat: The messages below", origin: "command-output" },
  { start: "[SYSTEM NOTIFICATION", origin: "task-notification" },
  { start: "Base directory for this skill:", origin: "skill" },
  { start: "Unknown slash command: ", origin: "command-output", oneLine: true },
  { start: "Unknown skill: ", origin: "command-output", oneLine: true },
];

/** What the client writes, to the letter, when the user stopped it. */
const INTERRUPT_MARKERS: ReadonlySet<string> = new Set([
  "[Request interrupted by user]",
  "[Request interrupted by user for tool use]",
]);

/**
 * @param text with or without white space around it
 * @returns true when the text is an interrupt marker and nothing else
 */
export function isInterruptMarker(text: string): boolean {
  return text.length < 64 && INTERRUPT_MARKERS.has(text.trim());
}

/**
 * @param text without white space in front
 * @returns the entry it begins with
 */
export function clientSentence(text: string): ClientSentence | undefined {
  return CLIENT_SENTENCES.find(({ start, oneLine }) =>
    text.startsWith(start) && !(oneLine && text.trim().includes("\n"))
  );
}
