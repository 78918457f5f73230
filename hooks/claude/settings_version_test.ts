import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { compareVersions, hookSupport, newestVersion } from "./settings_version.ts";

Deno.test("compareVersions() orders by number when digits differ in count", () => {
  const ascending = [
    "0.2.9",
    "1.0.38",
    "1.0.115",
    "2.0",
    "2.0.1",
    "2.1.99",
    "2.1.138",
    "v2.1.139",
    "2.1.1000",
    "10.0.0",
  ];
  for (const [i, a] of ascending.entries()) {
    for (const [j, b] of ascending.entries()) {
      assertStrictEquals(Math.sign(compareVersions(a, b)), Math.sign(i - j), `${a} ${b}`);
    }
  }
});

Deno.test("compareVersions() ignores the rest when something follows the numbers", () => {
  for (const version of ["2.1.139-beta.1", "2.1.139+7", " 2.1.139 ", "2.1.139.0"]) {
    assertStrictEquals(compareVersions(version, "2.1.139"), 0, version);
  }
});

Deno.test("newestVersion() finds the newest when some are no versions", () => {
  assertStrictEquals(newestVersion(["2.1.99", "", "unknown", "2.1.139", "1.0.0", "latest"]), "2.1.139");
  assertStrictEquals(newestVersion(["", "x"]), undefined);
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(300)), { minLength: 1 }), (pairs) => {
    const newest = newestVersion(pairs.map(([minor, patch]) => `2.${minor}.${patch}`)) ?? "";
    for (const [minor, patch] of pairs) assertStrictEquals(compareVersions(newest, `2.${minor}.${patch}`) >= 0, true);
  }));
});

Deno.test("hookSupport() gives form and events when given any version", () => {
  const cases: readonly [string | undefined, "exec" | "shell", readonly string[]][] = [
    [undefined, "exec", ["Stop", "SessionEnd", "PreCompact"]],
    ["2.1.139", "exec", ["Stop", "SessionEnd", "PreCompact"]],
    ["2.1.138", "shell", ["Stop", "SessionEnd", "PreCompact"]],
    ["1.0.84", "shell", ["Stop", "PreCompact"]],
    ["1.0.47", "shell", ["Stop"]],
    ["1.0.40", "shell", []],
  ];
  for (const [version, form, events] of cases) {
    const support = hookSupport(version);
    assertEquals([support.form, support.events.map(({ event }) => event)], [form, [...events]], version);
  }
});
