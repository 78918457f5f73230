/**
 * Redaction of a whole answer before it is printed (design section 5: once more before anything is shown).
 *
 * @module
 */
import type { Redactor } from "../learnings/redaction/redactor.ts";

/**
 * The value with the strings in it redacted; keys stay as they are.
 *
 * @param value plain data: objects, arrays, strings, numbers, truth values, null
 * @param options `closed`: names of fields whose strings come from closed lists or are ids; they stay too
 */
export function redactDeep<T>(
  value: T,
  options: { readonly redactor: Pick<Redactor, "redact">; readonly closed: ReadonlySet<string> },
): T {
  if (typeof value === "string") return options.redactor.redact(value).text as T;
  if (Array.isArray(value)) return value.map((item: unknown) => redactDeep(item, options)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) =>
    typeof item === "string" && options.closed.has(key) ? [key, item] : [key, redactDeep(item, options)]
  );
  return Object.fromEntries(entries) as T;
}
