/**
 * A reviewer's verdicts on whether a found learning says what a label says, where words alone decide badly. They hold no
 * text, only marks of it: a learning that reads otherwise is a new one and has no verdict.
 *
 * @module
 */
import { sha256Hex } from "../../lib/record/ids.ts";
import type { Found } from "./replay.ts";

/** One line of the review file. */
interface Review {
  /** Mark of the found learning. */
  readonly found: string;
  /** Marks of the labels it tells. */
  readonly tells: readonly string[];
}

/** All verdicts. */
export interface Reviews {
  /** @returns marks of the labels that it tells; undefined when nobody looked at it */
  verdict(found: Found): readonly string[] | undefined;
}

/** Nobody has looked at anything. */
export const NO_REVIEWS: Reviews = { verdict: () => undefined };

/** Mark of a text. */
export function textMark(text: string): string {
  return sha256Hex(text).slice(0, 12);
}

/** Mark of a found learning: its rule, its source and its words. */
export function foundMark({ rule, source, text, quote }: Found): string {
  return textMark(JSON.stringify([rule, source, text, quote ?? ""]));
}

/**
 * Reads the verdicts.
 *
 * @param text JSON Lines
 */
export function readReviews(text: string): Reviews {
  const lines = text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Review);
  const verdicts = new Map(lines.map(({ found, tells }) => [found, tells]));
  return { verdict: (found) => verdicts.get(foundMark(found)) };
}
