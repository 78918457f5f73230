import { assertEquals } from "@std/assert";
import { canAskGit, projectFiles, projectText } from "./project_files_test_support.ts";
import { STD_EXPORTS } from "./std_exports_test_support.ts";
import config from "../deno.json" with { type: "json" };
import jsrConfig from "../deno.jsr.json" with { type: "json" };

Deno.test("deno.jsr.json maps the same names as deno.json", () => {
  assertEquals(Object.keys(jsrConfig.imports).sort(), Object.keys(config.imports).sort());
});

Deno.test("deno.jsr.json takes nothing from this project's own std modules", () => {
  assertEquals(Object.values(jsrConfig.imports).filter((target) => target.startsWith(".")), []);
});

Deno.test("deno.jsr.json says the same as deno.json about everything but packages, lock and tools", () => {
  const { imports: _1, lock: _2, tasks: _3, fmt: _4, lint: _5, ...rest } = config;
  const { imports: _6, lock: _7, ...jsrRest } = jsrConfig;
  assertEquals<unknown>(jsrRest, rest);
});

Deno.test("lib/std exports nothing that @std does not", async () => {
  const own = {
    "@std/assert": await import("../lib/std/assert.ts"),
    "@std/fs": await import("../lib/std/fs.ts"),
    "@std/jsonc": await import("../lib/std/jsonc.ts"),
  };
  for (const [name, module] of Object.entries(own)) {
    assertEquals(Object.keys(module).filter((symbol) => !STD_EXPORTS[name]?.includes(symbol)), [], name);
  }
});

Deno.test({
  name: "no file takes a name from @std that one of the two sides does not have",
  ignore: !canAskGit,
  fn() {
    const faults = projectFiles().filter((path) => path.endsWith(".ts")).flatMap((path) =>
      stdImports(projectText(path))
        .filter(([name, symbol]) => !STD_EXPORTS[name]?.includes(symbol))
        .map(([name, symbol]) => `${path}: ${symbol} of ${name}`)
    );
    assertEquals(faults, []);
  },
});

Deno.test("stdImports() finds names in lists, behind aliases, and members of namespaces", () => {
  const source = [
    `import { assert, type Foo as Bar } from "@std/assert";`,
    `import type { JsonValue } from "@std/jsonc";`,
    `import {\n  join,\n  sep as separator,\n} from "@std/path/posix";`,
    `import * as windows from "@std/path/windows";`,
    `windows.join("a"); windows.delimiter;`,
    `import { other } from "zod";`,
  ].join("\n");
  assertEquals(stdImports(source), [
    ["@std/assert", "assert"],
    ["@std/assert", "Foo"],
    ["@std/jsonc", "JsonValue"],
    ["@std/path", "join"],
    ["@std/path", "sep"],
    ["@std/path", "join"],
    ["@std/path", "delimiter"],
  ]);
});

/** Package and name of everything that a source file imports from `@std`, in order. */
function stdImports(source: string): (readonly [name: string, symbol: string])[] {
  const clauses = source.matchAll(/^import (?:type )?(\{[^}]*\}|\* as \w+|\w+) from "(@std\/[a-z]+)[^"]*";/gm);
  return [...clauses].flatMap(([, clause = "", name = ""]) => {
    const namespace = /^\* as (\w+)$/.exec(clause)?.[1];
    const symbols = namespace === undefined
      ? clause.replace(/[{}]/g, "").split(",").map((part) => part.trim().replace(/^type /, "").split(" as ")[0] ?? "")
      : [...source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"))].map((match) => match[1] ?? "");
    return symbols.filter((symbol) => symbol !== "").map((symbol) => [name, symbol] as const);
  });
}
