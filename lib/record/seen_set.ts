/**
 * A set of 64-bit message identities in typed arrays: 16 bytes a slot, at most three quarters full.
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";

/** Identities; only ever added to. */
export interface SeenSet {
  has(identity: MessageIdentity): boolean;
  /** @returns false when it was there already */
  add(identity: MessageIdentity): boolean;
  /** Adds the identity whose first and second 32 bits these are. */
  addPair(high: number, low: number): boolean;
  readonly size: number;
  /** @returns the halves of all identities, two numbers each, in no order */
  pairs(): Uint32Array;
}

/**
 * Makes an empty set.
 *
 * @param expected how many identities will come, to make room once
 * @example
 * ```ts
 * import { createSeenSet } from "./seen_set.ts";
 * const seen = createSeenSet();
 * seen.add("00000000000000ff"); // true
 * seen.has("00000000000000ff"); // true
 * ```
 */
export function createSeenSet(expected = 0): SeenSet {
  let slots = slotsFor(expected);
  let table = new Uint32Array(slots * 2);
  // Two zeros mark a free slot, so the identity that is zero is kept apart.
  let holdsZero = false;
  let size = 0;

  function find(high: number, low: number): number {
    const mask = slots - 1;
    // Identities are hashes: their bits need no further mixing.
    for (let slot = (low ^ high) & mask;; slot = (slot + 1) & mask) {
      const at = slot * 2;
      const first = table[at];
      const second = table[at + 1];
      if ((first === high && second === low) || (first === 0 && second === 0)) return at;
    }
  }

  function addPair(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      if (holdsZero) return false;
      holdsZero = true;
      size++;
      return true;
    }
    const at = find(high, low);
    if (table[at] !== 0 || table[at + 1] !== 0) return false;
    table[at] = high;
    table[at + 1] = low;
    size++;
    if (size * 4 > slots * 3) grow();
    return true;
  }

  function grow(): void {
    const old = table;
    slots *= 2;
    table = new Uint32Array(slots * 2);
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i] ?? 0;
      const low = old[i + 1] ?? 0;
      if (high === 0 && low === 0) continue;
      const at = find(high, low);
      table[at] = high;
      table[at + 1] = low;
    }
  }

  return {
    has(identity) {
      const [high, low] = pairOf(identity);
      if (high === 0 && low === 0) return holdsZero;
      const at = find(high, low);
      return table[at] !== 0 || table[at + 1] !== 0;
    },
    add(identity) {
      const [high, low] = pairOf(identity);
      return addPair(high, low);
    },
    addPair,
    get size() {
      return size;
    },
    pairs() {
      const all = new Uint32Array(size * 2);
      let to = holdsZero ? 2 : 0;
      for (let i = 0; i < table.length; i += 2) {
        const high = table[i] ?? 0;
        const low = table[i + 1] ?? 0;
        if (high === 0 && low === 0) continue;
        all[to++] = high;
        all[to++] = low;
      }
      return all;
    },
  };
}

/** The two halves of an identity as unsigned 32-bit numbers. */
export function pairOf(identity: MessageIdentity): readonly [high: number, low: number] {
  return [parseInt(identity.slice(0, 8), 16) >>> 0, parseInt(identity.slice(8, 16), 16) >>> 0];
}

const FEWEST_SLOTS = 1024;

function slotsFor(expected: number): number {
  let slots = FEWEST_SLOTS;
  while (expected * 4 > slots * 3) slots *= 2;
  return slots;
}
