import { assertEquals } from "@std/assert";
import plugin from "../scripts/lint_docs.ts";

function lines(path: string, source: string): number[] {
  return Deno.lint.runPlugin(plugin, path, source)
    .map((diagnostic) => source.slice(0, diagnostic.range[0]).split("\n").length);
}

const SOURCES: readonly (readonly [name: string, source: string, undocumented: readonly number[]])[] = [
  ["a documented function", "/** Boils. */\nexport function boil(): void {}", []],
  ["a function without a comment", "export function boil(): void {}", [1]],
  ["a line comment", "// boils\nexport function boil(): void {}", [1 + 1]],
  ["an empty comment", "/** */\nexport const a = 1;", [2]],
  ["a comment of stars", "/**\n *\n */\nexport const a = 1;", [4]],
  ["a documentation of several lines", "/**\n * Boils.\n *\n * @param a litres\n */\nexport const a = 1;", []],
  ["types and interfaces", "export type A = 1;\nexport interface B {}\n/** C. */\nexport type C = 2;", [1, 2]],
  ["a documentation that belongs to the line before", "/** A. */\nexport const a = 1;\nexport const b = 2;", [3]],
  [
    "a lint comment after the documentation",
    "/** A. */\n// deno-lint-ignore no-explicit-any -- any\nexport type A = any;",
    [],
  ],
  [
    "overloads",
    "/** A. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: number): number { return a; }",
    [3],
  ],
  ["what is not exported, or only passed on", 'const a = 1;\nexport { a };\nexport * from "./b.ts";', []],
];

for (const [name, source, undocumented] of SOURCES) {
  Deno.test(`lint_docs reports ${undocumented.length} of ${name}`, () => {
    assertEquals(lines("lib/record/a.ts", source), undocumented);
    assertEquals(lines("lib/record/a_test.ts", source), []);
  });
}
