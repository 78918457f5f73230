/**
 * What editors put in front of the user's words in the same message (formats/codex.md 2.5). Only a text that begins with
 * a known header is cut, so that a marker that the user quotes stays.
 *
 * @module
 */

/** A message in its two parts. */
export interface SplitText {
  /** What the client put in front, by header; empty for almost every message. */
  readonly preambles: readonly Preamble[];
  /** What the user wrote; empty when the client's part is all there is. */
  readonly text: string;
}

/** One part that the client put in front. */
export interface Preamble {
  /** The header or element it begins with. */
  readonly header: string;
  readonly text: string;
}

/** Headers, and which of several request markers ends the part behind them. */
const HEADERS = [
  // The user's words follow the first marker: what they quote behind it is theirs.
  { header: "# Context from my IDE setup:", marker: "first" },
  // A manifest shows files' contents, in which a marker may stand.
  { header: "# Files mentioned by the user:", marker: "last" },
] as const;

/** `## My request:` since the newer Desktop; the longer one in editors, as in the binaries of 0.125 and 0.171. */
const MARKER = /^## My request(?: for Codex)?:[ \t]*\r?$/gm;

const BROWSER_OPENS = '<in-app-browser-context source="ambient-ui-state">';
const BROWSER_CLOSES = "</in-app-browser-context>";

/** Several editors may each put something in front. */
const MOST_PREAMBLES = 8;

/**
 * Separates what an editor put in front from what the user wrote.
 *
 * @param text the text of a user's message
 * @example
 * ```ts
 * import { splitPreambles } from "./preambles.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sent = "# Context from my IDE setup:\n\n## Active file: lid.ts\n\n## My request for Codex:\nclose the lid";
 * assertEquals(splitPreambles(sent).text, "close the lid");
 * assertEquals(splitPreambles("## My request: tea").text, "## My request: tea");
 * ```
 */
export function splitPreambles(text: string): SplitText {
  const preambles: Preamble[] = [];
  let rest = text;
  while (preambles.length < MOST_PREAMBLES) {
    const cut = cutOne(rest);
    if (cut === undefined) break;
    preambles.push(cut.preamble);
    rest = cut.rest;
  }
  return { preambles, text: preambles.length === 0 ? text : rest };
}

function cutOne(text: string): { readonly preamble: Preamble; readonly rest: string } | undefined {
  const body = text.trimStart();
  if (body.startsWith(BROWSER_OPENS)) {
    const end = body.indexOf(BROWSER_CLOSES, BROWSER_OPENS.length);
    if (end < 0) return undefined;
    const head = body.slice(0, end + BROWSER_CLOSES.length);
    return { preamble: { header: "in-app-browser-context", text: head }, rest: body.slice(head.length).trim() };
  }
  const known = HEADERS.find(({ header }) => body.startsWith(header));
  if (known === undefined) return undefined;
  const markers = [...body.matchAll(MARKER)];
  const marker = known.marker === "first" ? markers[0] : markers.at(-1);
  // A header without a request is all the client's: an attachment sent without a word.
  const headEnd = marker?.index ?? body.length;
  const textStart = marker === undefined ? body.length : marker.index + marker[0].length;
  return {
    preamble: { header: known.header, text: body.slice(0, headEnd).trimEnd() },
    rest: body.slice(textStart).trim(),
  };
}
