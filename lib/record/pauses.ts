/**
 * Pauses: kept data, as what was said during one must never be learned, by no later run (design section 4, Opt-out).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { createJsonlSet, type JsonlSet } from "./jsonl_set.ts";
import { under } from "./layout.ts";

/** One pause. */
export interface Pause {
  /** Conversations with a recorded directory at or below it; null: every conversation. */
  readonly dir: string | null;
  /** ISO time. */
  readonly from: string;
  /** ISO time; null: until it is resumed. */
  readonly until: string | null;
}

/** Every pause, in the order they began. A later row for the same directory and begin replaces an earlier one. */
export function readPauses(files: Pick<Files, "open">, data: string): readonly Pause[] {
  return pauses(files, data).read();
}

/** Adds a pause, or the end of one; a row that was torn by a crash does not take it along. */
export function keepPause(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  pause: Pause,
): void {
  pauses(files, data).keep(files, pause);
}

function pauses(files: Pick<Files, "open">, data: string): JsonlSet<Pause> {
  return createJsonlSet<Pause>(files, under(data, "pauses.jsonl"), {
    directory: data,
    key: ({ dir, from }) => JSON.stringify([dir, from]),
    parse: ({ dir, from, until }) =>
      typeof from === "string" && (dir === null || typeof dir === "string")
        ? { dir, from, until: typeof until === "string" ? until : null }
        : undefined,
  });
}
