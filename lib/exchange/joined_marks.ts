/**
 * Marks of one length joined to one string, as they stand in a session's state: a run that reads one more turn looks one
 * or two of them up, and must not take thousands apart for that.
 *
 * @module
 */

/** Hexadecimal digits of a mark. */
export const MARK_LENGTH = 12;

/**
 * Looks a mark up among joined ones.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const joined = "00000000000a" + "b00000000000";
 * assertEquals(holdsMark(joined, "b00000000000"), true);
 * assertEquals(holdsMark(joined, "0000000000ab"), false);
 * ```
 */
export function holdsMark(joined: string, mark: string): boolean {
  let at = joined.indexOf(mark);
  // What begins in the middle of a mark is none.
  while (at >= 0 && at % MARK_LENGTH !== 0) at = joined.indexOf(mark, at + 1);
  return at >= 0;
}

/** Marks that a session knows. */
export interface KnownMarks {
  readonly size: number;
  has(mark: string): boolean;
  /** @param mark not known yet */
  add(mark: string): void;
  joined(): string;
  /** The marks that are known now, joined when they are wanted. */
  snapshot(): () => string;
}

/** Goes on from what an earlier run's `joined()` gave. */
export function createKnownMarks(stored: string): KnownMarks {
  // A first import adds thousands: those are looked up in a set.
  const added = new Set<string>();
  const snapshot = (): () => string => {
    const { size } = added;
    return () => stored + [...added].slice(0, size).join("");
  };
  return {
    get size() {
      return Math.floor(stored.length / MARK_LENGTH) + added.size;
    },
    has: (mark) => added.has(mark) || holdsMark(stored, mark),
    add: (mark) => void added.add(mark),
    joined: () => snapshot()(),
    snapshot,
  };
}
