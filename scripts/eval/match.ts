/**
 * Found learnings against labelled ones. A hit is right when it has the label's kind, shares a source record with it or
 * has one beside it in the same exchange, and says the same (design, learnings.md, Measuring).
 *
 * @module
 */
import type { Label } from "./labels.ts";
import type { Found, Place, Replayed } from "./replay.ts";
import { type Reviews, textMark } from "./reviews.ts";
import { saysTheSame } from "./says_the_same.ts";

/** How it was decided whether a hit is right. */
export type DecidedBy = "words" | "review" | "no label there";

/** A found learning and what became of it. */
export interface Hit {
  readonly file: string;
  readonly found: Found;
  /** Labels it tells; empty: wrong. */
  readonly tells: readonly Label[];
  readonly by: DecidedBy;
  /** Labels that it tells by the words alone. */
  readonly byWords: readonly Label[];
}

/** A conversation's hits and misses. */
export interface Matched {
  readonly hits: readonly Hit[];
  readonly labels: readonly Label[];
}

/**
 * Compares.
 *
 * @param reviews verdicts of a reviewer, which go before the words
 */
export function matchLearnings(
  file: string,
  { labels, replayed, reviews }: {
    readonly labels: readonly Label[];
    readonly replayed: Replayed;
    readonly reviews: Reviews;
  },
): Matched {
  const hits = replayed.learnings.map((found): Hit => {
    const near = labels.filter((label) => label.kind === found.kind && isNear(found, label, replayed.places));
    const same = near.filter((label) =>
      saysTheSame(`${found.text} ${found.quote ?? ""}`, `${label.text} ${label.quote}`)
    );
    const reviewed = reviews.verdict(found);
    if (near.length === 0) return { file, found, tells: [], by: "no label there", byWords: [] };
    if (reviewed === undefined) return { file, found, tells: same, by: "words", byWords: same };
    const tells = near.filter((label) => reviewed.includes(textMark(label.text)));
    return { file, found, tells, by: "review", byWords: same };
  });
  return { hits, labels };
}

function isNear(found: Found, label: Label, places: ReadonlyMap<string, Place>): boolean {
  const sources = [found.source, ...found.also ?? []];
  return label.source.some((id) => {
    const place = places.get(id);
    return sources.some((source) => {
      if (source === id) return true;
      const other = places.get(source);
      return place !== undefined && other !== undefined && place.exchange === other.exchange &&
        Math.abs(place.position - other.position) <= 1;
    });
  });
}
