/**
 * What a person had forgotten comes back through no program that writes learnings.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { environment } from "../io/env.ts";
import type { Files } from "../io/files.ts";
import { findHomes } from "../io/homes.ts";
import { operatingSystem } from "../io/process.ts";
import { LEARNING_KINDS } from "../types.ts";
import { forgetsLearning, type Forgotten, loadForgotten, withForgotten } from "./forgotten.ts";
import { learningKeyOf } from "./learning_key.ts";
import type { LearningRecord } from "./learning_record.ts";
import { parseLearningRow, payloadText } from "./learning_rows.ts";
import { readMeta } from "./meta.ts";
import type { RawRow } from "./read_rows.ts";

/** A learning was not written because a person had it, or its session, forgotten. */
export class ForgottenError extends InputError {
  /** Tells it from other wrong input, wherever it was thrown. */
  readonly isForgotten = true;
}

/**
 * The tombstones that bind in a session's directory: its own, and those of the kept data.
 *
 * @param directory a session's directory
 * @param data the kept data's directory; undefined: this installation's usual one, where it can be told
 */
export function forgottenFor(
  files: Pick<Files, "open" | "readText" | "stat">,
  directory: string,
  data: string | undefined,
): Forgotten {
  const kept = data ?? usualData();
  const own = readMeta(files, directory).imprint?.forgotten;
  return withForgotten(kept === undefined ? { hashes: new Set() } : loadForgotten(files, kept), own);
}

/** A program that may not read the environment, and one without a home directory, has no kept data. */
function usualData(): string | undefined {
  try {
    return findHomes({ os: operatingSystem(), environment, mode: "person" })?.data;
  } catch {
    return undefined;
  }
}

/** True for a row that tombstones name: by its id, key, session or messages, or by what it says, as whatever kind. */
export function isForgotten(forgotten: Forgotten, record: LearningRecord): boolean {
  if (forgotten.hashes.size === 0) return false;
  const { payload, kind } = record;
  const row = parseLearningRow(record as unknown as RawRow, kind);
  if (row !== undefined && forgetsLearning(forgotten, row)) return true;
  const texts = [payloadText(payload), payload.text, payload.quote];
  return texts.some((text) =>
    typeof text === "string" && text !== "" &&
    LEARNING_KINDS.some((each) => forgotten.hashes.has(learningKeyOf(each, text)))
  );
}
