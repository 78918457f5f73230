/**
 * Values of options as a person typed them.
 *
 * @module
 */
import { UsageError } from "../../errors.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { LEARNING_KINDS, type LearningKind } from "../../types.ts";
import { nearest } from "../nearest.ts";

/**
 * A kind that was typed.
 *
 * @throws {UsageError} when it is none
 */
export function namedKind(command: string, typed: string | undefined): LearningKind | undefined {
  if (typed === undefined) return undefined;
  const kind = LEARNING_KINDS.find((name) => name === typed);
  if (kind !== undefined) return kind;
  const near = nearest(typed, LEARNING_KINDS);
  throw new UsageError(
    `${command}: no kind "${visible(typed)}"${near === undefined ? "" : `; did you mean "${near}"?`}; there is ${
      LEARNING_KINDS.join(", ")
    }`,
  );
}

/**
 * A number that was typed.
 *
 * @throws {UsageError} when it is no whole number above zero
 */
export function namedCount(command: string, name: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const count = /^[0-9]{1,9}$/.test(typed) ? Number(typed) : 0;
  if (count > 0) return count;
  throw new UsageError(`${command}: --${name} needs a whole number above 0, got "${visible(typed)}"`);
}

/**
 * A JSON object that was typed.
 *
 * @throws {UsageError} when it is none
 */
export function namedObject(
  command: string,
  name: string,
  typed: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (typed === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${command}: --${name} needs a JSON object, got "${visible(typed.slice(0, 200))}"`);
}
