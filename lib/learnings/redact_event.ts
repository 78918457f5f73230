/**
 * Redacts every text of an event before anything else sees it (design section 5, Redaction: whole messages, before they
 * are cut).
 *
 * @module
 */
import type { SessionEvent, Signal, TextRange } from "../types.ts";
import { withoutContext } from "./context_frame.ts";
import { type Redaction, type Redactor, shiftOffset } from "./redaction/redactor.ts";

/** Takes the number of replacements of each text. */
export type OnRedaction = (redaction: Redaction) => void;

/**
 * The event with its texts redacted.
 *
 * @param onRedaction called for each text in which something was replaced
 */
export function redactEvent(event: SessionEvent, redactor: Redactor, onRedaction: OnRedaction): SessionEvent {
  const clean = (text: string): string => {
    const redaction = redactor.redact(text);
    if (redaction.count > 0) onRedaction(redaction);
    return redaction.text;
  };
  switch (event.type) {
    case "typed": {
      const redaction = redactor.redact(event.text);
      const cwd = event.cwd === null ? null : clean(event.cwd);
      if (redaction.count === 0) return cwd === event.cwd ? event : { ...event, cwd };
      onRedaction(redaction);
      return { ...event, cwd, text: redaction.text, quoted: event.quoted.map((range) => shiftRange(range, redaction)) };
    }
    case "reply":
    case "evidence": {
      const text = clean(event.text);
      return text === event.text ? event : { ...event, text };
    }
    case "user-answer":
      return { ...event, asked: event.asked === null ? null : clean(event.asked), text: clean(event.text) };
    case "signal": {
      // Nothing of a signal is stored; rules read it, and are not to read what this product said itself.
      const signal = redactSignal(event.signal, (text) => withoutContext(clean(text)));
      return signal === event.signal ? event : { ...event, signal };
    }
    case "link":
    case "rewind":
      return event;
  }
}

function shiftRange(range: TextRange, redaction: Redaction): TextRange {
  return { start: shiftOffset(redaction, range.start), end: shiftOffset(redaction, range.end) };
}

/** Most of these hold nothing to replace, and stay the objects that they are. */
function redactSignal(signal: Signal, clean: (text: string) => string): Signal {
  switch (signal.type) {
    case "tool-call": {
      const command = signal.command === undefined ? undefined : clean(signal.command);
      const paths = signal.paths === undefined ? undefined : cleanAll(signal.paths, clean);
      if (command === signal.command && paths === signal.paths) return signal;
      return { ...signal, ...(command === undefined ? {} : { command }), ...(paths === undefined ? {} : { paths }) };
    }
    case "tool-result": {
      const text = clean(signal.text);
      return text === signal.text ? signal : { ...signal, text };
    }
    case "tasks":
      return { ...signal, items: signal.items.map((item) => ({ ...item, title: clean(item.title) })) };
    case "task":
      return signal.title === undefined ? signal : { ...signal, title: clean(signal.title) };
    case "memory":
      return { ...signal, text: clean(signal.text) };
    case "interrupt":
    case "compaction":
      return signal;
  }
}

/** The list itself when nothing in it changes. */
function cleanAll(texts: readonly string[], clean: (text: string) => string): readonly string[] {
  const cleaned = texts.map(clean);
  return cleaned.every((text, i) => text === texts[i]) ? texts : cleaned;
}
