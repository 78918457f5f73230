import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { defaultConfig } from "./config.ts";
import { applyPolicy, type Policy, readPolicy } from "./policy.ts";

Deno.test("readPolicy() fixes nothing when there is no file", () => {
  assertEquals(readPolicy(undefined), {
    policy: { exclude: [], retainDays: null, store: null, context: null },
    problems: [],
  });
});

Deno.test("readPolicy() gives no policy when anything is wrong", () => {
  for (const file of [null, { exclude: [""] }, { retainDays: "30" }, { context: 0 }, { active: "research" }]) {
    assertEquals(readPolicy(file).policy, null, JSON.stringify(file));
  }
});

const policies: fc.Arbitrary<Policy> = fc.record({
  exclude: fc.uniqueArray(fc.constantFrom("**/a", "**/b", "**/c")),
  retainDays: fc.option(fc.integer({ min: 1, max: 999 })),
  store: fc.constantFrom("all", "learnings", null),
  context: fc.constantFrom(true, false, null),
});

Deno.test("applyPolicy() never lets a configuration widen what a policy fixes", () => {
  fc.assert(fc.property(policies, policies, (own, fixed) => {
    const config = applyPolicy(defaultConfig(), own);
    const merged = applyPolicy(config, fixed);
    assertEquals(fixed.exclude.every((glob) => merged.exclude.includes(glob)), true);
    assertEquals(config.exclude.every((glob) => merged.exclude.includes(glob)), true);
    const days = [config.retainDays ?? Infinity, fixed.retainDays ?? Infinity];
    assertEquals(merged.retainDays ?? Infinity, Math.min(...days));
    assertEquals(merged.store, config.store === "learnings" || fixed.store === "learnings" ? "learnings" : "all");
    assertEquals(merged.context, config.context && fixed.context !== false);
    assertEquals(applyPolicy(merged, fixed), merged);
  }));
});
