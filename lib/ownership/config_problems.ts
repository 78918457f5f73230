/**
 * What is wrong with a configuration, in words a person can act on.
 *
 * @module
 */

/** One thing that is wrong with `config.jsonc` or a policy file. */
export interface ConfigProblem {
  /** `error`: nothing is learned until it is mended. `warning`: the configuration can be used safely. */
  readonly severity: "error" | "warning";
  /** Where, such as `workspaces.research.roots[0]`; empty for the file itself. */
  readonly key: string;
  /** What was expected there. */
  readonly expected: string;
  /** What is there, shortened. */
  readonly found: string;
}

/**
 * One line for a person.
 *
 * @example
 * ```ts
 * import { describeProblem } from "./config_problems.ts";
 * describeProblem({ severity: "error", key: "retainDays", expected: "a whole number of days above 0", found: "-1" });
 * // "retainDays: found -1, expected a whole number of days above 0"
 * ```
 */
export function describeProblem(problem: ConfigProblem): string {
  const key = problem.key === "" ? "the file" : problem.key;
  return `${key}: found ${problem.found}, expected ${problem.expected}`;
}

/**
 * A short form of any JSON value for messages, control characters escaped.
 *
 * @example
 * ```ts
 * import { shorten } from "./config_problems.ts";
 * shorten(["a"]); // "a list"
 * ```
 */
export function shorten(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
