/**
 * A cheap test on one undecoded line, so that the client's own book-keeping need not be parsed. `api-request` rows
 * repeat the whole request and are most of a 2.1.332 transcript.
 *
 * @module
 */

/** Types of rows of which neither the reader nor the evidence makes anything as long as no directory stands in them. */
const IDLE_TYPES: ReadonlySet<string> = new Set([
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "file-history-snapshot",
  "file-history-delta",
  "last-prompt",
  "mode",
  "permission-mode",
  "ai-title",
  "custom-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "tag",
  "tools-used",
  "atis-latch",
  "cost-state",
  "pr-link",
  "frame-link",
  "summary",
]);

const START = '{"type":"';
const LONGEST = 32;

/** Keys that make any row matter, and an escape with which a key could hide. */
const USED = ['"cwd"', '"version"', '"requestSessionId"', '"forkedFrom"', '"attachment"', "\\u"];

/**
 * @param type a row's `type`
 * @returns true for book-keeping rows; the reader does not count them, so that skipping them changes nothing
 */
export function isIdleType(type: unknown): boolean {
  return typeof type === "string" && IDLE_TYPES.has(type);
}

/**
 * @param latin1Line the line, one character a byte
 * @returns false only when the line begins with a type of {@linkcode IDLE_TYPES} and holds nothing that is used
 */
export function mayMatter(latin1Line: string): boolean {
  if (!latin1Line.startsWith(START)) return true;
  const end = latin1Line.indexOf('"', START.length);
  if (end < 0 || end - START.length > LONGEST || !IDLE_TYPES.has(latin1Line.slice(START.length, end))) return true;
  for (const key of USED) if (latin1Line.includes(key)) return true;
  // A second `type` at the top would win when parsed: every one that is there must be harmless.
  for (let at = latin1Line.indexOf('"type"', end); at >= 0; at = latin1Line.indexOf('"type"', at + 1)) {
    if (
      /^"type"\s*:\s*"(?:user|assistant|system|attachment|progress|queue-operation|relocated|worktree-state)"/.test(
        latin1Line.slice(at, at + 64),
      )
    ) return true;
  }
  return false;
}
