/**
 * Hand-written guards for JSON values that people edit. Each reads one value, notes what is wrong, and goes on with a
 * fallback, so that a person sees all problems at once.
 *
 * @module
 */
import { globFault } from "../paths/globs.ts";
import { type ConfigProblem, shorten } from "./config_problems.ts";

/** A place in a file and the list that collects its problems. */
export interface At {
  readonly key: string;
  readonly problems: ConfigProblem[];
}

/** A JSON object as `JSON.parse` makes it. */
export type JsonObject = { readonly [key: string]: unknown };

/** The place of a named part below `at`. */
export function below(at: At, name: string | number): At {
  const key = typeof name === "number" ? `${at.key}[${name}]` : at.key === "" ? name : `${at.key}.${name}`;
  return { key, problems: at.problems };
}

/** Notes an error at this place. */
export function reject(value: unknown, at: At, { expected }: { readonly expected: string }): void {
  at.problems.push({ severity: "error", key: at.key, expected, found: shorten(value) });
}

/** Own property of an object; undefined when missing, so `__proto__` and the like never come from the prototype. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * An object; with `keys`, one that has no others. An unknown key is an error, because a mistyped `roots` or `exclude`
 * would otherwise open what a person meant to close.
 */
export function readObject(value: unknown, at: At, { keys }: { readonly keys?: readonly string[] } = {}): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    reject(value, at, { expected: "an object" });
    return {};
  }
  const object = value as JsonObject;
  if (keys === undefined) return object;
  for (const key of Object.keys(object)) {
    if (keys.includes(key)) continue;
    const problem = {
      key: below(at, key).key,
      expected: `one of the keys ${keys.join(", ")}`,
      found: "an unknown key",
    };
    at.problems.push({ severity: "error", ...problem });
  }
  return object;
}

/** A list, each item read by `item`; missing: empty. */
export function readList<T>(
  value: unknown,
  at: At,
  { item }: { readonly item: (value: unknown, at: At) => T },
): readonly T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    reject(value, at, { expected: "a list" });
    return [];
  }
  return value.map((entry: unknown, index) => item(entry, below(at, index)));
}

/** Text that is not empty and holds no control characters. */
export function readText(value: unknown, at: At): string {
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  if (typeof value === "string" && value !== "" && !/[\u0000-\u001f\u007f]/.test(value)) return value;
  reject(value, at, { expected: "text that is not empty and has no control characters" });
  return "";
}

/**
 * A directory from the root on, in the spelling of any system. `~` and relative names are refused: a root that cannot be
 * placed would claim nothing, and what it was to keep would go elsewhere.
 */
export function readDirectory(value: unknown, at: At): string {
  const text = readText(value, at);
  if (text === "" || isWholePath(text)) return text;
  reject(value, at, { expected: "a path from the root on; ~ and relative names are not expanded" });
  return text;
}

/**
 * True for `/x`, `C:\\x`, `C:/x`, `\\\\host\\share` and the URIs that editors write.
 *
 * @example
 * ```ts
 * import { isWholePath } from "./guard.ts";
 * isWholePath("~/research"); // false
 * ```
 */
export function isWholePath(text: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/]|(?:file|vscode-remote):\/\/)/.test(text);
}

/** A glob that can exclude something. */
export function readGlob(value: unknown, at: At): string {
  const text = readText(value, at);
  const fault = text === "" ? undefined : globFault(text);
  if (fault !== undefined) reject(value, at, { expected: `a glob that works; this one ${fault}` });
  return text;
}

/** A truth value; missing: `fallback`. */
export function readBoolean(value: unknown, at: At, { fallback }: { readonly fallback: boolean }): boolean {
  if (value === undefined) return fallback;
  if (typeof value === "boolean") return value;
  reject(value, at, { expected: "true or false" });
  return fallback;
}

/** One of a few words; missing: the first. */
export function readWord<const T extends string>(
  value: unknown,
  at: At,
  { of }: { readonly of: readonly [T, ...T[]] },
): T {
  if (value === undefined) return of[0];
  const word = of.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  reject(value, at, { expected: of.map((candidate) => `"${candidate}"`).join(" or ") });
  return of[0];
}

/** A whole number of days above 0; missing or null: null. */
export function readDays(value: unknown, at: At): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  reject(value, at, { expected: "a whole number of days above 0" });
  return null;
}
