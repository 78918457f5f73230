/**
 * What reading one record takes and gives.
 *
 * @module
 */
import type { LinkEvent, ReaderCounts, SessionEvent } from "../../lib/types.ts";
import type { Command } from "./commands.ts";
import { type Markers, unknownMarkers } from "./markers.ts";
import type { Row } from "./records.ts";
import type { ReaderState } from "./state.ts";

/** A slash command that waits for its successor. */
export interface Held {
  readonly row: Row;
  readonly command: Command;
  /** The message as recorded. */
  readonly text: string;
  readonly key: string;
  readonly links: readonly LinkEvent[];
}

/** What a record did. */
export interface Step {
  readonly state: ReaderState;
  readonly events: readonly SessionEvent[];
  readonly held?: Held;
}

/** What a step needs beside the record. */
export interface RowContext {
  readonly sessionId: string;
  readonly counts: ReaderCounts;
  /** The row is the prompt behind the command before it. */
  readonly expansion: boolean;
}

/** Distinct unknown marker values that are counted by name. */
const MAX_UNKNOWN = 64;

/** Repetitions of a counted message are looked for in this many records (design section 3). */
export const REPEAT_WINDOW = 200;

/**
 * Counts marker values that this version does not know, so that a change in the client is noticed.
 *
 * @param markers of one row
 * @param counts of the reader
 */
export function countUnknown(markers: Markers, counts: ReaderCounts): void {
  for (const name of unknownMarkers(markers)) countName(name, counts);
}

/**
 * Counts one value that this version does not know.
 *
 * @param name `field=value`
 * @param counts of the reader
 */
export function countName(name: string, counts: ReaderCounts): void {
  const known = counts.unknownMarkers[name];
  if (known !== undefined) counts.unknownMarkers[name] = known + 1;
  else if (Object.keys(counts.unknownMarkers).length < MAX_UNKNOWN) counts.unknownMarkers[name] = 1;
}
