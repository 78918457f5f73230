/**
 * Pauses: kept data, as what was said during one must never be learned, by no later run (design section 4, Opt-out).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "./layout.ts";
import { readRows } from "./read_rows.ts";

/** One pause. */
export interface Pause {
  /** Conversations with a recorded directory at or below it; null: every conversation. */
  readonly dir: string | null;
  /** ISO time. */
  readonly from: string;
  /** ISO time; null: until it is resumed. */
  readonly until: string | null;
}

const FILE = "pauses.jsonl";

/** Every pause, in the order they began. A later row for the same directory and begin replaces an earlier one. */
export function readPauses(files: Pick<Files, "open">, data: string): readonly Pause[] {
  const pauses = new Map<string, Pause>();
  readRows(files, under(data, FILE), {
    onRow({ dir, from, until }) {
      if (typeof from !== "string" || (dir !== null && typeof dir !== "string")) return;
      pauses.set(JSON.stringify([dir, from]), { dir, from, until: typeof until === "string" ? until : null });
    },
  });
  return [...pauses.values()];
}

/** Adds a pause, or the end of one. */
export function keepPause(files: Pick<Files, "append" | "makeDirectory">, data: string, pause: Pause): void {
  files.makeDirectory(data);
  files.append(under(data, FILE), new TextEncoder().encode(`${JSON.stringify(pause)}\n`));
}
