/**
 * The machine-wide policy file (design section 5): what it fixes can be narrowed by a person's configuration, never
 * widened.
 *
 * @module
 */
import type { Config } from "./config.ts";
import type { ConfigProblem } from "./config_problems.ts";
import { type At, below, own, readBoolean, readDays, readGlob, readList, readObject, readWord } from "./guard.ts";

/** What a policy file fixes; null: left to the person. */
export interface Policy {
  readonly exclude: readonly string[];
  readonly retainDays: number | null;
  readonly store: "all" | "learnings" | null;
  readonly context: boolean | null;
}

/** A policy, or why there is none. */
export interface ReadPolicy {
  /** Null when a problem is an error: an administrator's rule that was understood in part is not kept in part. */
  readonly policy: Policy | null;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the parsed policy file.
 *
 * @param value the parsed file; undefined when there is no file
 * @example
 * ```ts
 * import { readPolicy } from "./policy.ts";
 * readPolicy({ store: "learnings" }).policy?.store; // "learnings"
 * ```
 */
export function readPolicy(value: unknown): ReadPolicy {
  const at: At = { key: "", problems: [] };
  const keys = ["$schema", "version", "exclude", "retainDays", "store", "context"];
  const file = value === undefined ? {} : readObject(value, at, { keys });
  const store = own(file, "store");
  const context = own(file, "context");
  const policy: Policy = {
    exclude: readList(own(file, "exclude"), below(at, "exclude"), { item: readGlob }),
    retainDays: readDays(own(file, "retainDays"), below(at, "retainDays")),
    store: store === undefined ? null : readWord(store, below(at, "store"), { of: ["all", "learnings"] }),
    context: context === undefined ? null : readBoolean(context, below(at, "context"), { fallback: true }),
  };
  return { policy: at.problems.length > 0 ? null : policy, problems: at.problems };
}

/**
 * The configuration as the policy lets it be: the union of the globs, the shorter time, the narrower store, and context
 * only when both allow it.
 *
 * @example
 * ```ts
 * import { defaultConfig } from "./config.ts";
 * import { applyPolicy } from "./policy.ts";
 * applyPolicy(defaultConfig(), { exclude: [], retainDays: 30, store: null, context: null }).retainDays; // 30
 * ```
 */
export function applyPolicy(config: Config, policy: Policy): Config {
  const extra = policy.exclude.filter((glob) => !config.exclude.includes(glob));
  const days = [config.retainDays, policy.retainDays].filter((value) => value !== null);
  return {
    ...config,
    exclude: [...config.exclude, ...extra],
    retainDays: days.length === 0 ? null : Math.min(...days),
    store: config.store === "learnings" || policy.store === "learnings" ? "learnings" : "all",
    context: config.context && policy.context !== false,
  };
}
