/**
 * Events without what this product itself told the session: no rule may learn from its own notes.
 *
 * @module
 */
import type { SessionEvent } from "../types.ts";
import { withoutContext } from "./context_frame.ts";

/**
 * The event with every frame of ours blanked.
 *
 * @returns the same object when it holds none
 */
export function withoutOwnContext(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case "typed":
    case "reply":
    case "evidence":
    case "user-answer": {
      const text = withoutContext(event.text);
      return text === event.text ? event : { ...event, text };
    }
    // Commands and output are redacted and blanked when a rule reads them (`redact_event.ts`).
    case "signal":
    case "link":
    case "rewind":
      return event;
  }
}
