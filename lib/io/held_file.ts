/**
 * Files that another program has open for itself alone, which only Windows knows: a virus scanner, an indexer, a backup. Most
 * let go within moments.
 *
 * @module
 */
import { sleepSync } from "./clock.ts";

/** Milliseconds between attempts; 300 in all. */
const WAITS = [10, 20, 40, 80, 150];

/** How it is waited; tests hand in their own. */
export interface HeldOptions {
  readonly os?: typeof Deno.build.os;
  readonly sleep?: (milliseconds: number) => void;
}

/**
 * True for the error of a file that another program holds: a sharing violation (32) or a locked part of a file (33).
 *
 * @param error what an operation threw
 * @param os the system that said it
 */
export function isHeld(error: unknown, os: typeof Deno.build.os = Deno.build.os): boolean {
  return os === "windows" && error instanceof Error && /\(os error (?:32|33)\)/.test(error.message);
}

/**
 * Does something with a file, again a few times while another program holds it.
 *
 * @returns what `operation` returns
 * @throws {Error} whatever `operation` throws, the last time
 */
export function unlessHeld<T>(
  operation: () => T,
  { os = Deno.build.os, sleep = sleepSync }: HeldOptions = {},
): T {
  if (os !== "windows") return operation();
  for (const wait of WAITS) {
    try {
      return operation();
    } catch (error) {
      if (!isHeld(error, os)) throw error;
    }
    sleep(wait);
  }
  return operation();
}
