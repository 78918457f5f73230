/**
 * Parts a message's text into the user's words, pasted material and the client's elements (design section 3).
 *
 * @module
 */
import type { TextRange } from "../../lib/types.ts";
import { codeRanges } from "./code_ranges.ts";
import type { ClientElement } from "./client_elements.ts";
import { type ElementRange, findTags, pairTags, PASTE_ELEMENT, type Tag } from "./element_scan.ts";
import { leadingElements } from "./leading_elements.ts";

/** One element of the client, taken out of a text. */
export interface FoundElement {
  readonly element: ClientElement;
  readonly name: string;
  /** The whole element as written. */
  readonly text: string;
}

/** What a text is made of. */
export interface CleanText {
  /** The user's words with pasted material in its place; verbatim when nothing had to be taken out. */
  readonly text: string;
  /** Pasted parts of `text`. */
  readonly quoted: readonly TextRange[];
  readonly elements: readonly FoundElement[];
}

interface Part {
  readonly text: string;
  readonly quoted: boolean;
}

/**
 * Takes the client's elements out of a text and drops the wrapper tags of pasted content, whose body stays.
 *
 * @param text a message's text
 * @param options `marked`: a marker says that the user typed it. Then only whole elements outside code go; without a
 * marker orphan closing tags go as well, and an element that begins the text and is never closed reaches to its end.
 * The body of an element cannot end it: what begins with one and ends with its closing tag is the client's as a whole
 * @example
 * ```ts
 * import { cleanText } from "./element_cleanup.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const clean = cleanText("<system-reminder>x</system-reminder>\nuse List<String>", { marked: false });
 * assertEquals(clean.text, "use List<String>");
 * assertEquals(clean.elements.map((found) => found.name), ["system-reminder"]);
 * ```
 */
export function cleanText(text: string, options: { readonly marked: boolean }): CleanText {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (!body.includes("<")) return { text: body, quoted: [], elements: [] };
  const leading = leadingElements(body, options);
  if (leading.elements.length === 0) return cleanRest(body, { ...options, cut: false });
  const whole = rawWhole(body, findTags(body));
  if (whole !== undefined) return { text: "", quoted: [], elements: [found(body, whole)] };
  const rest = cleanRest(body.slice(leading.end), { ...options, cut: true });
  return { ...rest, elements: [...leading.elements.map((range) => found(body, range)), ...rest.elements] };
}

interface Cut extends TextRange {
  readonly paste?: TextRange;
}

/** The text behind the elements that it begins with; `cut`: there were some. */
function cleanRest(body: string, { marked, cut }: { readonly marked: boolean; readonly cut: boolean }): CleanText {
  const all = findTags(body);
  const tags = marked ? outsideCode(all, body) : all;
  const pastes = pasteRanges(tags, body);
  const closers = outsidePastes(all, pastes);
  const { elements, orphans } = pairTags(outsidePastes(tags, pastes), { text: body, closers });
  const cuts: Cut[] = elements.map(({ start, end }) => ({ start, end }));
  if (!marked) { for (const { start, end } of orphans) cuts.push({ start, end }); }
  for (const paste of pastes) cuts.push({ start: paste.start, end: paste.end, paste: paste.body });
  if (cuts.length === 0 && !cut) return { text: body, quoted: [], elements: [] };
  cuts.sort((a, b) => a.start - b.start);
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, paste } of cuts) {
    // A paste inside an element is the client's.
    if (start < at) continue;
    parts.push({ text: body.slice(at, start), quoted: false });
    if (paste !== undefined) parts.push({ text: body.slice(paste.start, paste.end), quoted: true });
    at = end;
  }
  parts.push({ text: body.slice(at), quoted: false });
  return { ...join(parts), elements: elements.map((range) => found(body, range)) };
}

function found(text: string, range: ElementRange): FoundElement {
  return { element: range.element, name: range.name, text: text.slice(range.start, range.end) };
}

/** Raw output may hold any tag: such an element reaches from the start of the text to its closing tag at the end. */
function rawWhole(text: string, tags: readonly Tag[]): ElementRange | undefined {
  const first = tags[0];
  const last = tags[tags.length - 1];
  if (first?.element?.raw !== true || last === undefined || first.kind !== "open" || last.kind !== "close") return;
  if (last.name !== first.name && (first.name !== "bash-stdout" || last.name !== "bash-stderr")) return undefined;
  if (text.slice(0, first.start).trim() !== "" || text.slice(last.end).trim() !== "") return undefined;
  const output = first.element.origin === "command-output" || first.element.origin === "shell";
  if (!output && tags.filter((tag) => tag.kind === "open" && tag.name === first.name).length > 1) return undefined;
  return { start: first.start, end: last.end, element: first.element, name: first.name };
}

function outsideCode(tags: readonly Tag[], text: string): readonly Tag[] {
  if (tags.length === 0 || !text.includes("`")) return tags;
  return outsideRanges(tags, codeRanges(text));
}

function outsidePastes(tags: readonly Tag[], pastes: readonly TextRange[]): readonly Tag[] {
  return pastes.length === 0 ? tags : outsideRanges(tags, pastes);
}

/** Both lists are in order. */
function outsideRanges(tags: readonly Tag[], ranges: readonly TextRange[]): readonly Tag[] {
  let next = 0;
  return tags.filter((tag) => {
    while (next < ranges.length && (ranges[next] as TextRange).end <= tag.start) next++;
    const range = ranges[next];
    return range === undefined || tag.start < range.start;
  });
}

interface Paste extends TextRange {
  readonly body: TextRange;
}

/** Pasted blocks. The closing tag carries the opening one's id, so a paste may hold the text of another. */
function pasteRanges(tags: readonly Tag[], text: string): readonly Paste[] {
  const closes = new Map<string, number[]>();
  tags.forEach((tag, index) => {
    if (tag.name !== PASTE_ELEMENT || tag.kind !== "close") return;
    const id = tag.attributes.trim();
    const list = closes.get(id) ?? [];
    list.push(index);
    closes.set(id, list);
  });
  for (const list of closes.values()) list.reverse();
  const pastes: Paste[] = [];
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index] as Tag;
    if (tag.name !== PASTE_ELEMENT || tag.kind !== "open") continue;
    const closeAt = nextClose(closes, tag.attributes.trim(), index) ?? nextClose(closes, "", index);
    const close = closeAt === undefined ? undefined : tags[closeAt];
    if (closeAt !== undefined && close !== undefined) {
      pastes.push({ start: tag.start, end: close.end, body: { start: tag.end, end: close.start } });
      index = closeAt;
    } else if (tag.attributes.includes("id=") && (tag.start === 0 || text[tag.start - 1] === "\n")) {
      // The end was cut away (elided lines): nothing after it is known to be the user's own.
      pastes.push({ start: tag.start, end: text.length, body: { start: tag.end, end: text.length } });
      break;
    }
  }
  return pastes;
}

function nextClose(closes: Map<string, number[]>, id: string, after: number): number | undefined {
  const list = closes.get(id);
  while (list !== undefined && list.length > 0 && (list[list.length - 1] as number) <= after) list.pop();
  return list?.[list.length - 1];
}

/** Joins what is left: white space at the seams shrinks to one space, line feed or blank line, whichever was there. */
function join(parts: readonly Part[]): { readonly text: string; readonly quoted: readonly TextRange[] } {
  let text = "";
  let gap = "";
  const quoted: TextRange[] = [];
  for (const part of parts) {
    const inner = part.text.trim();
    if (inner === "") {
      gap += part.text;
      continue;
    }
    const lead = part.text.slice(0, part.text.length - part.text.trimStart().length);
    if (text !== "") text += seam(gap + lead, part.quoted || quoted[quoted.length - 1]?.end === text.length);
    if (part.quoted) quoted.push({ start: text.length, end: text.length + inner.length });
    text += inner;
    gap = part.text.slice(part.text.trimEnd().length);
  }
  return { text, quoted };
}

function seam(space: string, paste: boolean): string {
  if (paste) return "\n\n";
  const lines = space.split("\n").length - 1;
  return lines >= 2 ? "\n\n" : lines === 1 ? "\n" : space === "" ? "" : " ";
}
