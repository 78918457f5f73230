/**
 * The client's elements at the start of a text, where the client puts them. Their bodies hold what others wrote (a
 * selection, a file, a name), so no tag in them may end them early: what is behind would count as the user's words. In
 * doubt more is the client's, which only shortens a question. Linear: one pass over the text, one over the elements.
 *
 * @module
 */
import type { ClientElement } from "./client_elements.ts";
import { type ElementRange, isNameCode, tagAt, withTrailer } from "./element_scan.ts";
import { seenFrom, seenUntil } from "./unseen.ts";

/** A tag by its name alone: quotes and brackets among what others wrote hide none. */
interface Mark {
  readonly close: boolean;
  readonly start: number;
  readonly end: number;
}

interface Marks {
  readonly list: Mark[];
  /** The first mark that is not read yet. */
  next: number;
  /** End of the last closing tag; -1 without one. */
  last: number;
}

/** What stands at the start of a text. */
export interface LeadingElements {
  readonly elements: readonly ElementRange[];
  /** Where the rest begins; 0 without elements. */
  readonly end: number;
}

const MAX_SPACE = 16;

function marksByName(text: string): ReadonlyMap<string, Marks> {
  const found = new Map<string, Marks>();
  for (let start = text.indexOf("<"); start >= 0; start = text.indexOf("<", start + 1)) {
    const close = text.charCodeAt(start + 1) === 47;
    const from = start + (close ? 2 : 1);
    let at = from;
    while (at < from + 64 && isNameCode(text.charCodeAt(at))) at++;
    const name = text.slice(from, at);
    if (name === "" || text.startsWith("/>", at) || text.startsWith(" />", at)) continue;
    if (close) {
      const limit = at + MAX_SPACE;
      while (at < limit && text.charCodeAt(at) <= 32) at++;
      if (text.charCodeAt(at) !== 62) continue;
    } else if (!/^[\s/>]/.test(text.slice(at, at + 1))) continue;
    const marks = found.get(name) ?? { list: [], next: 0, last: -1 };
    marks.list.push({ close, start, end: at + 1 });
    if (close) marks.last = at + 1;
    found.set(name, marks);
  }
  return found;
}

/**
 * End of the element that begins at `start`: nested ones of its name are counted, and closing tags behind it without an
 * opening one before them belong to it.
 *
 * @returns undefined when the opening tags outnumber the closing ones
 */
function balancedEnd(marks: Marks, start: number): number | undefined {
  const { list } = marks;
  while ((list[marks.next]?.start ?? start) < start) marks.next++;
  let depth = 0;
  for (let at = marks.next; at < list.length; at++) {
    depth += list[at]?.close ? -1 : 1;
    if (depth > 0) continue;
    while (list[at + 1]?.close) at++;
    marks.next = at + 1;
    return list[at]?.end;
  }
  return undefined;
}

/** Where an element of this kind ends at the latest, whatever stands between. */
function farEnd(element: ClientElement, { last, seen }: { readonly last: number; readonly seen: number }): number {
  const output = element.origin === "command-output" || element.origin === "shell";
  if (element.front || output) return last;
  return last === seen && !element.raw ? last : -1;
}

/**
 * Finds the elements of the client that a text begins with.
 *
 * @param text a message's text
 * @param options `marked`: a marker says that the user typed it; then an element that is never closed is theirs
 * @example
 * ```ts
 * import { leadingElements } from "./leading_elements.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "<ide_selection>a </ide_selection> b</ide_selection>\nexplain";
 * assertEquals(text.slice(leadingElements(text, { marked: true }).end), "explain");
 * ```
 */
export function leadingElements(text: string, { marked }: { readonly marked: boolean }): LeadingElements {
  const elements: ElementRange[] = [];
  let at = seenFrom(text, 0);
  if (tagAt(text, at)?.element === undefined) return { elements, end: 0 };
  const byName = marksByName(text);
  const seen = seenUntil(text);
  let checked = 0;
  const add = (start: number, { element, name, end }: Omit<ElementRange, "start">): void => {
    const last = withTrailer(end, element, text);
    elements.push({ start, end: last, element, name });
    at = seenFrom(text, last);
  };
  // Ends that lie behind us stay there, so each element is looked at once.
  const grow = (): boolean => {
    for (; checked < elements.length; checked++) {
      const { element, name, start } = elements[checked] as ElementRange;
      const end = farEnd(element, { last: byName.get(name)?.last ?? -1, seen });
      if (end <= at) continue;
      elements.length = checked;
      add(start, { element, name, end });
      checked++;
      return true;
    }
    return false;
  };
  while (at < text.length) {
    const tag = tagAt(text, at);
    const element = tag?.kind === "close" ? undefined : tag?.element;
    if (tag === undefined || element === undefined) {
      if (grow()) continue;
      break;
    }
    const marks = byName.get(tag.name);
    let end = tag.kind === "self" ? tag.end : marks === undefined ? undefined : balancedEnd(marks, at);
    if (end === undefined && (marked || element.front) && marks !== undefined && marks.last > at) end = marks.last;
    // A tag without an end may stand in the text that an element before it quotes.
    if (end === undefined && grow()) continue;
    if (end === undefined && marked) break;
    add(at, { element, name: tag.name, end: end ?? text.length });
  }
  return { elements, end: elements.length === 0 ? 0 : at };
}
