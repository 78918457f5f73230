/**
 * What this product told a session itself, where a client writes it under the user's role: evidence, and no part of what
 * was asked. Readers that know the element take it out before this sees it.
 *
 * @module
 */
import { CONTEXT_ELEMENT, withoutContext } from "../learnings/context_frame.ts";
import type { SessionEvent } from "../types.ts";

/**
 * The event without our own frame.
 *
 * @returns the same object when it holds none
 * @example
 * ```ts
 * import { withoutOwnFrame } from "./own_frame.ts";
 *
 * const text = "<imprint-hook-context>\ntea\n</imprint-hook-context>\n\nwhy?";
 * const asked = { type: "typed", key: "k", uuid: null, parent: null, at: null, label: "typed", quoted: [], cwd: null } as const;
 * withoutOwnFrame({ ...asked, text }); // text: "why?"
 * withoutOwnFrame({ ...asked, text: text.slice(0, -4) }).type; // "evidence"
 * ```
 */
export function withoutOwnFrame(event: SessionEvent): SessionEvent {
  if (event.type !== "typed" || !event.text.includes(CONTEXT_ELEMENT)) return event;
  const blanked = withoutContext(event.text);
  if (blanked === event.text) return event;
  const text = blanked.trim();
  const { key, at, rule } = event;
  if (text === "") {
    const told = { type: "evidence", key, at, origin: "hook", raw: CONTEXT_ELEMENT, text: event.text.trim() } as const;
    return { ...told, ...(rule === undefined ? {} : { rule }) };
  }
  const before = blanked.length - blanked.trimStart().length;
  const within = (offset: number): number => Math.min(text.length, Math.max(0, offset - before));
  const quoted = event.quoted.map(({ start, end }) => ({ start: within(start), end: within(end) }));
  return { ...event, text, quoted: quoted.filter(({ start, end }) => start < end) };
}
