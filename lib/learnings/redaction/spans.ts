/**
 * Spans: merging what several rules found, replacing it, and keeping count over several passes.
 *
 * @module
 */

import type { Span } from "./rule.ts";

/** What stands for a secret of this type. */
export function markerOf(type: string): string {
  return `[redacted:${type}]`;
}

/**
 * Orders spans and joins those that overlap. The joined span gets the type that was found first in `spans`, so that the
 * more telling rules go first. Existing markers are never cut: a span inside one goes, a span that reaches into one
 * takes it whole.
 *
 * @param spans in order of importance
 * @param markers where markers stand already, in order
 * @returns spans in order of their start, none overlapping
 * @example
 * ```ts
 * import { mergeSpans } from "./spans.ts";
 * mergeSpans([{ start: 5, end: 9, type: "jwt" }, { start: 1, end: 7, type: "token" }], []);
 * // [{ start: 1, end: 9, type: "jwt" }]
 * ```
 */
export function mergeSpans(
  spans: readonly Span[],
  markers: readonly { readonly start: number; readonly end: number }[],
): Span[] {
  const ranked = spans.map((span, rank) => ({ ...span, rank, marker: false }));
  for (const marker of markers) ranked.push({ ...marker, type: "", rank: Infinity, marker: true });
  ranked.sort((a, b) => a.start - b.start || b.end - a.end || Number(b.marker) - Number(a.marker) || a.rank - b.rank);
  const merged: { start: number; end: number; type: string; rank: number; marker: boolean }[] = [];
  for (const span of ranked) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    if (last.marker && span.end <= last.end) continue;
    last.marker = false;
    last.end = Math.max(last.end, span.end);
    if (span.rank < last.rank) [last.rank, last.type] = [span.rank, span.type];
  }
  return merged.filter((span) => !span.marker).map(({ start, end, type }) => ({ start, end, type }));
}

/** Replaces spans, which are in order and do not overlap, by their markers. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const span of spans) {
    result += text.slice(at, span.start) + markerOf(span.type);
    at = span.end;
  }
  return result + text.slice(at);
}

/**
 * Expresses the spans of a second pass, over the text that the first pass left, as spans of the original text, joined with
 * those of the first.
 *
 * @param first spans of the original, in order
 * @param second spans of the text after the first pass, in order; none cuts a marker
 * @returns spans of the original, in order
 */
export function composeSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  const result: Span[] = [];
  let next = 0;
  // How much longer the original is than the text after the first pass, up to `next`.
  let shift = 0;
  const width = (span: Span) => markerOf(span.type).length;
  const pass = () => {
    const span = first[next++]!;
    shift += span.end - span.start - width(span);
    return span;
  };
  for (const { start, end, type } of second) {
    while (next < first.length && first[next]!.start - shift < start) result.push(pass());
    const from = start + shift;
    while (next < first.length && first[next]!.start - shift < end) pass();
    result.push({ start: from, end: end + shift, type });
  }
  while (next < first.length) result.push(pass());
  return result;
}
