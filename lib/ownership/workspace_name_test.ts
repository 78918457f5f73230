import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { isWorkspaceName } from "./workspace_name.ts";

Deno.test("isWorkspaceName() takes what every system takes as one folder", () => {
  for (const name of ["default", "research", "a", "A-1_b.c", "2026", "console", "x".repeat(64)]) {
    assertEquals(isWorkspaceName(name), true, name);
  }
  const bad = [
    "",
    ".",
    "..",
    ".a",
    "a.",
    "a b",
    "a/b",
    "a\\b",
    "a:b",
    "con",
    "NUL.txt",
    "lpt1",
    "-a",
    "é",
    "x".repeat(65),
  ];
  for (const name of bad) assertEquals(isWorkspaceName(name), false, name);
});

Deno.test("isWorkspaceName() never takes a name with a separator or control character", () => {
  fc.assert(fc.property(fc.string(), (name) => {
    // deno-lint-ignore no-control-regex -- control characters are what it looks for
    if (/[\\/:\u0000-\u001f]/.test(name)) assertEquals(isWorkspaceName(name), false);
  }));
});
