/**
 * A learning as any writer of the layout stores it (umwelten's `LearningRecord`).
 *
 * @module
 */
import type { LearningKind } from "../types.ts";
import { isObject, type RawRow } from "./read_rows.ts";

/** One row of a kind's file, with every field that its writer gave it. */
export interface LearningRecord {
  /** Tells it apart; a later row of the same id takes its place. */
  readonly id: string;
  /** The kind, which is also the name of the file. */
  readonly kind: LearningKind;
  /** ISO time. */
  readonly createdAt: string;
  /** What was learned; this product's readers show `text`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where it came from. */
  readonly provenance?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a record of what a line holds, by umwelten's rule: it needs an id and the kind of its file. A payload that is no
 * object counts as an empty one; unknown fields stay.
 *
 * @returns undefined when it is no learning of that kind
 */
export function learningRecordOf(raw: RawRow, kind: LearningKind): LearningRecord | undefined {
  if (typeof raw.id !== "string" || raw.kind !== kind) return undefined;
  const { provenance, ...rest } = raw;
  return {
    ...rest,
    id: raw.id,
    kind,
    createdAt: typeof raw.createdAt === "string" ? raw.createdAt : "",
    payload: isObject(raw.payload) ? raw.payload : {},
    ...(isObject(provenance) ? { provenance } : {}),
  };
}
