/**
 * Text broken into lines that fit.
 *
 * @module
 */
import { escapeControls as visible } from "../io/escape_controls.ts";
import { type Layout, pairs, width } from "./screen.ts";

/** Narrower than this, breaking makes nothing easier to read. */
const LEAST = 20;

/**
 * Breaks a text at its spaces; a word that is longer than a line stays whole, so that paths can be copied.
 *
 * @param text one paragraph, safe to show; spaces at its start stand before every line
 * @param columns how wide a line may be
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wrap("the kettle boils dry when it is empty", 20), "the kettle boils dry\nwhen it is empty");
 * ```
 */
export function wrap(text: string, columns: number): string {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  for (const word of text.slice(indent.length).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && width(longer) > Math.max(LEAST, columns - indent.length)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => indent + each).join("\n");
}

/** A paragraph, escaped and broken. */
export function paragraph(text: string, layout: Layout): string {
  return wrap(visible(text), layout.columns);
}

/** Like {@linkcode pairs}, with values of several lines where they are too long for one. */
export function wrappedPairs(entries: readonly (readonly [string, string])[], layout: Layout): string {
  if (layout.plain) {
    // The key is part of the text: on a narrow screen it has no column to spare.
    return entries.map(([key, value]) => wrap(`${key}: ${visible(value)}`, layout.columns)).join("\n");
  }
  const room = layout.columns - Math.max(0, ...entries.map(([key]) => width(key))) - 2;
  return pairs(entries.map(([key, value]) => [key, wrap(visible(value), room)] as const), layout);
}
