/**
 * A cheap test on one undecoded line, so that what the client keeps for itself need not be parsed: encrypted reasoning and
 * token counts are a large part of a rollout.
 *
 * @module
 */

/** Lines of which neither the reader nor the evidence makes anything, by their beginning behind time and ordinal. */
const IDLE_STARTS: readonly string[] = [
  '"type":"event_msg","payload":{"type":"token_count"',
  '"type":"event_msg","payload":{"type":"agent_reasoning"',
  '"type":"response_item","payload":{"type":"reasoning"',
  '"type":"response_item","payload":{"type":"ghost_snapshot"',
  '"type":"token_usage_record","payload":{',
];

const ENVELOPE = /^\{"timestamp":"[^"\\]{1,40}",(?:"ordinal":\d{1,15},)?/;

/**
 * @param latin1Line the line, one character a byte
 * @returns false only when the line begins like one of {@linkcode IDLE_STARTS} and no second `payload` or `type` stands
 * in it that could win when it is parsed
 */
export function mayMatter(latin1Line: string): boolean {
  const envelope = ENVELOPE.exec(latin1Line)?.[0];
  if (envelope === undefined) return true;
  const start = IDLE_STARTS.find((idle) => latin1Line.startsWith(idle, envelope.length));
  if (start === undefined) return true;
  // Inside a string a quote has a backslash in front, so these are keys or whole values.
  const rest = envelope.length + start.length;
  if (latin1Line.includes('"payload"', rest) || latin1Line.includes('"timestamp"', rest)) return true;
  for (let at = latin1Line.indexOf('"type"', rest); at >= 0; at = latin1Line.indexOf('"type"', at + 1)) {
    if (!/^"type"\s*:\s*"(?:summary_text|reasoning_text|text)"/.test(latin1Line.slice(at, at + 40))) return true;
  }
  // A key may be hidden behind an escape; the client escapes control characters only.
  return latin1Line.includes("\\u00", rest);
}

/** Events that are never read. */
const IDLE_EVENTS: ReadonlySet<unknown> = new Set(["token_count", "agent_reasoning"]);
/** Response items that are never read. */
const IDLE_ITEMS: ReadonlySet<unknown> = new Set(["reasoning", "ghost_snapshot"]);

/**
 * True for lines that {@linkcode mayMatter} may leave out; the reader does not count them, so that leaving them out
 * changes nothing.
 *
 * @param type of the line
 * @param payloadType of its payload
 */
export function isIdle(type: string, payloadType: unknown): boolean {
  if (type === "event_msg") return IDLE_EVENTS.has(payloadType);
  return type === "response_item" ? IDLE_ITEMS.has(payloadType) : type === "token_usage_record";
}
