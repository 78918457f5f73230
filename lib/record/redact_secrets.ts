/**
 * Redaction for programs that use the store without this product's configuration.
 *
 * @module
 */
import { createRedactor, type Redactor } from "../learnings/redaction/redactor.ts";

let redactor: Redactor | undefined;

/** Takes out what the built-in rules know for a secret (design section 5, Redaction); a person's own words it does not know. */
export function redactSecrets(text: string): string {
  redactor ??= createRedactor({ words: [] });
  return redactor.redact(text).text;
}

/** A value as JSON holds it, with `redact` over every string in it; names of fields stay. */
export function redactValue<T>(value: T, redact: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value, (_, item) => typeof item === "string" ? redact(item) : item)) as T;
}
