/**
 * Finds the client's elements in a text, in linear time: one pass over the tags, one over the pairs.
 *
 * @module
 */
import { type ClientElement, clientElement } from "./client_elements.ts";

/** One tag of a known element, or of the paste wrapper. Offsets are UTF-16 code units. */
export interface Tag {
  readonly kind: "open" | "close" | "self";
  readonly name: string;
  /** Attributes as written. */
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
  /** Undefined for the paste wrapper. */
  readonly element: ClientElement | undefined;
}

/** A whole element: from its opening tag to the end of its closing tag. */
export interface ElementRange {
  readonly start: number;
  readonly end: number;
  readonly element: ClientElement;
  readonly name: string;
}

/** Name of the element that the client puts around pasted text (2.1.280 and later). */
export const PASTE_ELEMENT = "pasted_content";

/** Longest attribute part that is read; the client's are far shorter. It bounds the work on `<name` without `>`. */
const MAX_ATTRIBUTES = 1024;
const MAX_NAME = 48;

/** @returns true for a code unit that names of elements are made of */
export function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45 ||
    code === 95;
}

/**
 * Index of the `>` that ends a tag, or below 0. Quoted attribute values may hold `<` and `>`; a quote that is never closed
 * must not swallow the tag behind it.
 */
function tagEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_ATTRIBUTES);
  let quote = 0;
  let plain = -1;
  let opened = false;
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 62) {
      if (quote === 0) return at;
      if (plain < 0) plain = opened ? -2 : at;
    } else if (code === 60) {
      if (quote === 0) return -1;
      opened = true;
    } else if (code === 34 || code === 39) quote = quote === 0 ? code : quote === code ? 0 : quote;
  }
  return plain;
}

/**
 * The tag of a known element, or of the paste wrapper, at one place.
 *
 * @param text a message's text
 * @param start index of its `<`
 * @returns undefined when none stands there
 */
export function tagAt(text: string, start: number): Tag | undefined {
  if (text.charCodeAt(start) !== 60) return undefined;
  const close = text.charCodeAt(start + 1) === 47;
  const from = start + (close ? 2 : 1);
  let at = from;
  const limit = Math.min(text.length, from + MAX_NAME);
  while (at < limit && isNameCode(text.charCodeAt(at))) at++;
  if (at === from) return undefined;
  const name = text.slice(from, at);
  const element = clientElement(name);
  if (element === undefined && name !== PASTE_ELEMENT) return undefined;
  const next = text[at];
  if (next !== ">" && next !== "/" && next !== " " && next !== "\n" && next !== "\t" && next !== "\r") return undefined;
  const end = tagEnd(text, at);
  if (end < 0) return undefined;
  const attributes = text.slice(at, end);
  const self = !close && attributes.endsWith("/");
  if (!close && element?.needs !== undefined && !attributes.includes(element.needs)) return undefined;
  return { kind: close ? "close" : self ? "self" : "open", name, attributes, start, end: end + 1, element };
}

/**
 * Every tag of a known element, in order.
 *
 * @param text a message's text
 */
export function findTags(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (let at = text.indexOf("<"); at >= 0;) {
    const tag = tagAt(text, at);
    if (tag !== undefined) tags.push(tag);
    at = text.indexOf("<", tag?.end ?? at + 1);
  }
  return tags;
}

/** What pairing tells about a list of tags. */
export interface PairedTags {
  /** Outermost elements, self-closed ones too, in order. */
  readonly elements: readonly ElementRange[];
  /** Closing tags without an opening one, outside every element. */
  readonly orphans: readonly Tag[];
}

/**
 * @param end behind an element's closing tag
 * @param element what it is
 * @param text the text
 * @returns the end of the element with the line that the client writes behind it, if there is one
 */
export function withTrailer(end: number, element: ClientElement, text: string): number {
  if (element.trailers === undefined) return end;
  let at = end;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  if (!element.trailers.some((trailer) => text.startsWith(trailer, at))) return end;
  const newline = text.indexOf("\n", at);
  return newline < 0 ? text.length : newline;
}

/** Of each closing tag, by its end: the end of the last one before the next opening one of its name. */
function lastEnds(tags: readonly Tag[], closers: readonly Tag[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const last = new Map<string, number>();
  let next = tags.length - 1;
  for (let at = closers.length - 1; at >= 0; at--) {
    const { kind, name, start, end } = closers[at] as Tag;
    for (; next >= 0 && (tags[next] as Tag).start > start; next--) {
      const tag = tags[next] as Tag;
      if (tag.kind === "open") last.delete(tag.name);
    }
    if (kind !== "close") continue;
    const reach = last.get(name) ?? end;
    last.set(name, reach);
    ends.set(end, reach);
  }
  return ends;
}

/**
 * Pairs opening and closing tags; nested elements belong to the outermost one. An element's body may hold closing tags of
 * its name (others wrote it), so it ends at the last one before the next opening one.
 *
 * @param tags of one text, without those of the paste wrapper
 * @param options `text`: the text; `closers`: tags among which closing ones end an element as well, those in code too
 */
export function pairTags(
  tags: readonly Tag[],
  { text, closers = tags }: { readonly text: string; readonly closers?: readonly Tag[] },
): PairedTags {
  const stack: Tag[] = [];
  const open = new Map<string, number>();
  const ranges: ElementRange[] = [];
  const loose: Tag[] = [];
  for (const tag of tags) {
    if (tag.element === undefined) continue;
    const { element, name } = tag;
    if (tag.kind === "self") ranges.push({ start: tag.start, end: tag.end, element, name });
    else if (tag.kind === "open") {
      stack.push(tag);
      open.set(name, (open.get(name) ?? 0) + 1);
    } else if ((open.get(name) ?? 0) === 0) loose.push(tag);
    else {
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        open.set(top.name, (open.get(top.name) ?? 1) - 1);
        if (top.name !== name) {
          loose.push(top);
          continue;
        }
        ranges.push({ start: top.start, end: tag.end, element, name });
        break;
      }
    }
  }
  loose.push(...stack);
  ranges.sort((a, b) => a.start - b.start);
  const ends = lastEnds(tags, closers);
  const elements: ElementRange[] = [];
  let reach = -1;
  for (const range of ranges) {
    if (range.start < reach) continue;
    reach = withTrailer(ends.get(range.end) ?? range.end, range.element, text);
    elements.push({ ...range, end: reach });
  }
  loose.sort((a, b) => a.start - b.start);
  const orphans: Tag[] = [];
  let next = 0;
  for (const tag of loose) {
    while (next < elements.length && (elements[next] as ElementRange).end <= tag.start) next++;
    const around = elements[next];
    if (around !== undefined && around.start < tag.start) continue;
    // Without its attributes a closing tag of such a name may be the user's.
    if (tag.kind === "close" && tag.element?.needs === undefined) orphans.push(tag);
  }
  return { elements, orphans };
}
