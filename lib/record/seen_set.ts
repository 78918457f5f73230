/**
 * A set of 64-bit message identities in typed arrays: 8 bytes a slot, at most three quarters full.
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";

/** Identities; only ever added to. */
export interface SeenSet {
  has(identity: MessageIdentity): boolean;
  /** @returns false when it was there already */
  add(identity: MessageIdentity): boolean;
  readonly size: number;
  /** Memory of the table. */
  readonly bytes: number;
  /** @returns the halves of all identities, two numbers each, in no order */
  pairs(): Uint32Array;
}

/** So many questions are answered by searching the stored identities, before they are put into a table (50,000: 30 us against 3 ms). */
const SEARCHES = 64;
const FEWEST_SLOTS = 1024;

/**
 * Makes a set.
 *
 * @param stored halves of identities that it holds from the start, two numbers each; it is kept, not copied
 * @example
 * ```ts
 * import { createSeenSet } from "./seen_set.ts";
 * const seen = createSeenSet();
 * seen.add("00000000000000ff"); // true
 * seen.has("00000000000000ff"); // true
 * ```
 */
export function createSeenSet(stored: Uint32Array = new Uint32Array()): SeenSet {
  let unsorted: Uint32Array | undefined = stored;
  let searches = 0;
  let table = new Uint32Array(FEWEST_SLOTS * 2);
  let inTable = 0;
  // Two zeros mark a free slot, so the identity that is zero is kept apart.
  let holdsZero = false;

  function makeRoom(expected: number): void {
    const slots = slotsFor(expected);
    if (slots * 2 <= table.length) return;
    const old = table;
    table = new Uint32Array(slots * 2);
    insertAll(table, old);
  }

  function putStoredIntoTable(): void {
    if (unsorted === undefined) return;
    makeRoom(inTable + unsorted.length / 2);
    inTable += insertAll(table, unsorted);
    holdsZero ||= holdsPair(unsorted, 0, 0);
    unsorted = undefined;
  }

  function isStored(high: number, low: number): boolean {
    if (unsorted !== undefined && searches++ >= SEARCHES) putStoredIntoTable();
    return unsorted !== undefined && holdsPair(unsorted, high, low);
  }

  function has(high: number, low: number): boolean {
    if (isStored(high, low)) return true;
    if (high === 0 && low === 0) return holdsZero;
    const at = slotOf(table, high, low);
    return table[at] !== 0 || table[at + 1] !== 0;
  }

  return {
    has: (identity) => has(...pairOf(identity)),
    add(identity) {
      const [high, low] = pairOf(identity);
      if (has(high, low)) return false;
      if (high === 0 && low === 0) holdsZero = true;
      else {
        makeRoom(++inTable);
        const at = slotOf(table, high, low);
        table[at] = high;
        table[at + 1] = low;
      }
      return true;
    },
    get size() {
      return (unsorted === undefined ? 0 : unsorted.length / 2) + inTable + (holdsZero ? 1 : 0);
    },
    get bytes() {
      return table.byteLength;
    },
    pairs() {
      putStoredIntoTable();
      const all = new Uint32Array(inTable * 2 + (holdsZero ? 2 : 0));
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

function slotsFor(expected: number): number {
  let slots = FEWEST_SLOTS;
  while (expected * 4 > slots * 3) slots *= 2;
  return slots;
}

/** Where a pair is in the table, or the free slot where it belongs. Identities are hashes: their bits need no mixing. */
function slotOf(table: Uint32Array, high: number, low: number): number {
  let at = ((low ^ high) & (table.length / 2 - 1)) * 2;
  while ((table[at] !== 0 || table[at + 1] !== 0) && (table[at] !== high || table[at + 1] !== low)) {
    at = (at + 2) % table.length;
  }
  return at;
}

/**
 * Puts pairs into a table that has room for them, except those of two zeros. One loop without calls, as 32-bit numbers
 * that go through calls are boxed.
 *
 * @returns how many were new
 */
function insertAll(table: Uint32Array, pairs: Uint32Array): number {
  const mask = table.length / 2 - 1;
  let added = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const high = pairs[i] as number;
    const low = pairs[i + 1] as number;
    if (high === 0 && low === 0) continue;
    let at = ((low ^ high) & mask) * 2;
    while ((table[at] !== 0 || table[at + 1] !== 0) && (table[at] !== high || table[at + 1] !== low)) {
      at = (at + 2) % table.length;
    }
    if (table[at] === 0 && table[at + 1] === 0) added++;
    table[at] = high;
    table[at + 1] = low;
  }
  return added;
}

function holdsPair(pairs: Uint32Array, high: number, low: number): boolean {
  for (let at = pairs.indexOf(high); at >= 0; at = pairs.indexOf(high, at + 1)) {
    if (at % 2 === 0 && pairs[at + 1] === low) return true;
  }
  return false;
}
