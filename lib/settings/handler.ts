/**
 * An entry as it is wanted, and what of one that is there already stays.
 *
 * @module
 */
import type { Json } from "../types.ts";

/** A handler with whatever keys it has. */
export type AnyHandler = { readonly [key: string]: Json };

/** An entry and where it belongs. */
export interface EventHandler<H = AnyHandler> {
  readonly event: string;
  readonly handler: H;
}

/** A value of an entry that is there, beside the one that would be written. */
export interface FoundValue {
  readonly event: string;
  readonly key: string;
  readonly found: Json | undefined;
  readonly value: Json;
}

/** How one client's entries are brought up to date. */
export interface UpdateRules {
  /** Keys with which the entry would not run as it is meant to. */
  readonly dropped: readonly string[];
  /** True when what is there may stay. */
  isAsWanted(value: FoundValue): boolean;
}

/**
 * True for a timeout that may stay: a longer one is the user's choice; from 1000 on somebody thought of milliseconds.
 *
 * @param found seconds, as they stand there
 * @param wanted seconds
 * @example
 * ```ts
 * import { isLongEnough } from "./handler.ts";
 * isLongEnough(60, 20); // true
 * isLongEnough(20_000, 20); // false
 * ```
 */
export function isLongEnough(found: Json | undefined, wanted: Json): boolean {
  return typeof found === "number" && typeof wanted === "number" && found >= wanted && found < 1000;
}
