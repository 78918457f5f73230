/**
 * Is this an event log, and whose session? By content: VS Code's Copilot writes files with the same event names.
 *
 * @module
 */
import { copilotEvent, safeId } from "./records.ts";

/** Event types that no other client's files begin with. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "session.start",
  "session.resume",
  "user.message",
  "assistant.message",
  "assistant.turn_start",
  "tool.execution_start",
]);

/**
 * @param sample first records of a file
 * @returns true when one of them is this client's
 */
export function recognisesCopilot(sample: readonly unknown[]): boolean {
  return sample.some((record) => {
    const event = copilotEvent(record);
    return event !== undefined && OWN_TYPES.has(event.type);
  });
}

/**
 * The session that a file holds: its `session.start` says it, else the folder or, in the layout of 0.0.342, the file is
 * named after it.
 *
 * @param path `session-state/<id>/events.jsonl` or `session-state/<id>.jsonl`
 * @param sample first records of the file
 */
export function copilotSessionOf(path: string, sample: () => readonly unknown[]): string {
  const parts = path.replaceAll("\\", "/").split("/");
  const name = parts.at(-1) ?? "";
  const named = safeId(name === "events.jsonl" ? parts.at(-2) : name.replace(/\.jsonl$/, ""));
  if (named !== null && parts.at(name === "events.jsonl" ? -3 : -2) === "session-state") return named;
  for (const record of sample()) {
    const event = copilotEvent(record);
    const stated = event?.type === "session.start" ? safeId(event.data["sessionId"]) : null;
    if (stated !== null) return stated;
  }
  return named ?? "session";
}
