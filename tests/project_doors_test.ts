import { assertEquals } from "@std/assert";
import plugin from "../scripts/lint_doors.ts";

/** Names of the rules that speak up about `source` as the file `path`, sorted, each once. */
function doors(path: string, source: string): string[] {
  const found = Deno.lint.runPlugin(plugin, path, source).map((diagnostic) => diagnostic.id.replace(/^doors\//, ""));
  return [...new Set(found)].sort();
}

const REFUSED: readonly (readonly [path: string, source: string, ...rules: string[]])[] = [
  ["lib/record/a.ts", `Deno.readFileSync("x");`, "deno"],
  ["lib/record/a.ts", `let info: Deno.FileInfo;`, "deno"],
  ["lib/record/a.ts", `globalThis.Deno.cwd();`, "deno"],
  ["lib/record/a.ts", `globalThis["Deno"].cwd();`, "deno"],
  ["lib/record/a.ts", `const { Deno: system } = globalThis; system.cwd();`, "deno"],
  ["lib/record/a.ts", `Reflect.get(globalThis, "Deno").cwd();`, "deno"],
  ["lib/record/a.ts", `process.cwd();`, "deno"],
  ["lib/record/a.ts", `globalThis.process.cwd();`, "deno"],
  ["lib/record/a.ts", `process["exit"](1);`, "deno"],
  ["hooks/claude/stores.ts", `Deno.statSync("x");`, "deno"],
  ["hooks/claude/settings.ts", `Deno.statSync("x");`, "deno"],
  ["hooks/clients.ts", `Deno.statSync("x");`, "deno"],
  ["lib/cli/learn.ts", `Deno.stdout.writeSync(new Uint8Array());`, "deno"],
  ["lib/io/files.ts", `Deno.cwd();`, "deno"],
  ["lib/ios/a.ts", `Deno.cwd();`, "deno"],

  ["lib/io/disk.ts", `Deno.env.get(name);`, "environment"],
  ["lib/io/disk.ts", `Deno["env"].get(name);`, "environment"],
  ["main.ts", `Deno.env.get(name);`, "environment"],
  ["lib/cli/learn.ts", `read("IMPRINT_HOOK_HOME");`, "environment-name"],
  ["lib/cli/learn.ts", "read(`HOME`);", "environment-name"],
  ["lib/cli/learn.ts", `variables.get("HOME");`, "environment-name"],
  ["hooks/codex/stores.ts", `env.CODEX_HOME;`, "environment-name"],
  ["hooks/claude/stores.ts", `env["CLAUDE_CONFIG_DIR"];`, "environment-name"],

  ["lib/io/disk.ts", `Deno.exit(1);`, "exit"],
  ["lib/io/disk.ts", `Deno.exitCode = 1;`, "exit"],
  ["lib/cli/learn.ts", `Deno.exit(1);`, "deno", "exit"],

  ["lib/io/disk.ts", `await fetch(url);`, "network"],
  ["lib/cli/report.ts", `globalThis.fetch(url);`, "network"],
  ["lib/cli/report.ts", `const { fetch } = globalThis;`, "network"],
  ["lib/cli/report.ts", `const { fetch: get } = globalThis;`, "network"],
  ["hooks/wsl/client.ts", `new WebSocket(url);`, "network"],
  ["main.ts", `new Worker(url);`, "network"],

  ["lib/io/disk.ts", `import { readSync } from "node:fs";`, "node-module"],
  ["lib/io/disk.ts", `import type { Stats } from "node:fs";`, "node-module"],
  ["lib/io/disk.ts", `export { join } from "node:path";`, "node-module"],
  ["lib/io/disk.ts", `export * from "node:path";`, "node-module"],
  ["lib/io/disk.ts", `await import("node:fs");`, "node-module"],
  ["lib/io/disk.ts", "await import(`node:fs`);", "node-module"],
  ["lib/io/disk.ts", `import fs = require("node:fs");`, "node-module"],
  ["hooks/claude/client.ts", `import "node:fs";`, "node-module"],
  ["main.ts", `import "node:fs";`, "node-module"],

  ["lib/learnings/a.ts", `new Intl.Collator("en");`, "locale"],
  ["lib/learnings/a.ts", `globalThis.Intl;`, "locale"],
  ["lib/learnings/a.ts", `names.sort((a, b) => a.localeCompare(b));`, "locale"],
  ["lib/learnings/a.ts", `text.toLocaleLowerCase();`, "locale"],
  ["lib/learnings/a.ts", `date?.toLocaleString();`, "locale"],
  ["lib/learnings/a.ts", `date["toLocaleDateString"]();`, "locale"],

  ["lib/io/stdin.ts", `new ReadableStream();`, "web-stream"],
  ["lib/io/stdin.ts", `bytes.pipeThrough(new TextDecoderStream());`, "web-stream"],
  ["lib/io/stdin.ts", `new globalThis.DecompressionStream("gzip");`, "web-stream"],
  ["lib/io/stdin.ts", `for await (const chunk of Deno.stdin.readable) use(chunk);`, "web-stream"],
  ["lib/io/stdin.ts", `Deno.stdout.writable.getWriter();`, "web-stream"],

  ["lib/learnings/a.ts", `console.error("x");`, "console"],
  ["hooks/cline/client.ts", `globalThis.console.log("x");`, "console"],
  ["main.ts", `console.log("x");`, "console"],

  ["lib/record/a.ts", `// deno-lint-ignore doors/deno\nrun();`, "ignored-door"],
  ["lib/record/a.ts", `// deno-lint-ignore no-explicit-any doors/console -- why not\nrun();`, "ignored-door"],
  ["lib/record/a.ts", `// deno-lint-ignore-file\nrun();`, "ignored-door"],
];

const ALLOWED: readonly (readonly [path: string, source: string])[] = [
  ["lib/io/disk.ts", `Deno.readFileSync("x");`],
  ["lib/std/fs.ts", `Deno.readFileSync("x");`],
  ["lib/std/assert.ts", `import assert from "node:assert/strict";`],
  ["main.ts", `Deno.exit(await run(Deno.args));`],
  ["scripts/bundle.ts", `console.log(Deno.env.get("HOME")); await fetch(url); Deno.exit(1);`],
  ["tests/a_test.ts", `import "node:fs"; Deno.env.get("HOME"); "é".localeCompare("e"); Deno.exit(0);`],
  ["lib/paths/parse_test.ts", `import "node:path"; Deno.test("x", () => {}); console.log(1);`],
  ["lib/io/disk_test_support.ts", `Deno.makeTempDirSync();`],
  ["lib/io/homes.ts", `environment("HOME");`],
  ["hooks/codex/stores.ts", `options.environment("CODEX_HOME");`],
  ["lib/cli/setup.ts", `throw new UsageError(os === "windows" ? "USERPROFILE" : \`set ${"HOME"}\`);`],
  ["lib/io/env.ts", `export const NAMES = ["HOME", "IMPRINT_HOOK_HOME"]; Deno.env.get(NAMES[0]);`],
  [
    "lib/cli/browse.ts",
    `import "node:readline"; console.log(new Intl.DateTimeFormat().format(0)); new TextDecoderStream();`,
  ],
  ["hooks/claude/settings.ts", `import "node:path"; import("jsonc-parser");`],
  ["lib/learnings/a.ts", `const process = (row: string) => row; process("x"); worker.process("x");`],
  ["lib/learnings/a.ts", `const rule = { console: 1, fetch: true, Intl: 2 }; rule.console + rule.Intl; rule.fetch;`],
  ["lib/learnings/a.ts", `interface Ports { fetch(): void; readonly console: string }`],
  ["lib/learnings/a.ts", `const text = "set HOME or IMPRINT_HOOK_HOME, then start Deno with node: modules";`],
  ["lib/learnings/a.ts", `// Deno.env, console and Intl are only spoken of here\nconst a = 1;`],
  ["lib/learnings/a.ts", `// deno-lint-ignore no-control-regex -- looks for them\nconst a = /\\u0000/;`],
  ["lib/io/stdin.ts", `const item = { readable: true }; item.readable;`],
];

for (const [path, source, ...rules] of REFUSED) {
  Deno.test(`lint_doors reports ${rules.join(" and ")} for ${JSON.stringify(source)} in ${path}`, () => {
    assertEquals(doors(path, source), rules);
  });
}

for (const [path, source] of ALLOWED) {
  Deno.test(`lint_doors lets ${JSON.stringify(source)} pass in ${path}`, () => {
    assertEquals(doors(path, source), []);
  });
}

Deno.test("lint_doors knows absolute paths of this project", () => {
  const path = decodeURIComponent(new URL("../lib/record/a.ts", import.meta.url).pathname);
  assertEquals(doors(path, "Deno.cwd();"), ["deno"]);
  assertEquals(doors(path.replace("/lib/record/", "/lib/io/"), "Deno.cwd();"), []);
});

Deno.test("lint_doors has a refused snippet for every rule it knows", () => {
  const tested = new Set(REFUSED.flatMap(([, , ...rules]) => rules));
  assertEquals(Object.keys(plugin.rules).filter((name) => !tested.has(name)), []);
});
