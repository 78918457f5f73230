/**
 * Pauses: times in which nothing said is ever stored (design section 4, opt-out).
 *
 * @module
 */
import { contains } from "../paths/contain.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { candidates } from "./place.ts";
import type { DirectoryFacts } from "./session_facts.ts";
import type { World } from "./world.ts";

/** One pause, as it is kept. Times are ISO 8601 in UTC. */
export interface Pause {
  /** Sessions with a directory at or below it; null: all. */
  readonly dir: Identity | Unplaceable | null;
  readonly from: string;
  /** Null: still on. */
  readonly until: string | null;
}

/** Tells, in file order, which messages lie in a pause. */
export interface PauseFilter {
  /**
   * True when the message must not be stored.
   *
   * @param at its date; null: it shares the lot of the last dated message before it
   */
  covers(at: string | null): boolean;
}

/**
 * The pauses that concern a session. Every name of a directory counts, as for a claim; a pause whose directory cannot be
 * placed concerns every session, as it may have been meant for this one.
 */
export function pausesOf(
  directories: readonly DirectoryFacts[],
  pauses: readonly Pause[],
  { paths }: Pick<World, "paths">,
): readonly Pause[] {
  return pauses.filter(({ dir }) =>
    dir === null || dir.kind === "unknown" ||
    directories.some((directory) => candidates(directory).some(({ at }) => contains(dir, at, paths)))
  );
}

/**
 * Filters a session's messages. Both ends of a pause belong to it; a date that cannot be read counts as none.
 *
 * @example
 * ```ts
 * import { filterPauses } from "./pauses.ts";
 * const from = "2026-11-02T09:00:00.000Z";
 * const filter = filterPauses([{ dir: null, from, until: "2026-11-02T10:00:00.000Z" }]);
 * filter.covers("2026-11-02T09:30:00.000Z"); // true
 * filter.covers(null); // true
 * filter.covers("2026-11-02T10:30:00.000Z"); // false
 * ```
 */
export function filterPauses(pauses: readonly Pause[]): PauseFilter {
  const spans = pauses.map(({ from, until }) => ({
    from: Date.parse(from),
    until: until === null ? Infinity : Date.parse(until),
  }));
  let inside = false;
  return {
    covers(at) {
      const time = at === null ? NaN : Date.parse(at);
      if (!Number.isNaN(time)) inside = spans.some(({ from, until }) => from <= time && time <= until);
      return inside;
    },
  };
}
