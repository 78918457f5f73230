import { assert, assertEquals } from "@std/assert";
import { canAskGit, projectFiles, projectText } from "./project_files_test_support.ts";

/** What no file of the project says. Written so that this file does not say it either. */
const UNSAID: readonly (readonly [what: string, pattern: RegExp])[] = [
  // Their documentation may be named: rules cite it.
  [
    "a package registry's host",
    /registry\.npmj[s]|(?<!docs\.)npmjs\.(?:com|org)|jsr\.[i]o|deno\.lan[d]|esm\.[s]h|unpkg\.|jsdelivr\./i,
  ],
  [
    "another registry's host",
    /files\.pythonhoste[d]|pypi\.[o]rg\/simple|crates\.[i]o|proxy\.golan[g]|deb\.debia[n]|maven\.[o]rg/i,
  ],
  ["a path of a build machine", /\/wor[k]\/(?:main|shared|\.library)\b|\/opt\/den[o]\b|bash_job[s]|\/tmp\/brie[f]/],
  [
    "who wrote it",
    /co-authored-b[y]|signed-off-b[y]|(?:generated|written|made) (?:by|with) (?:an? )?(?:ai|llm|claude|codex|copilot|gemini|assistant|agent|helper|session)\b/i,
  ],
  ["a tool that wrote it", /\bas an ai\b|\bai-generated\b|\blanguage model wrote\b|\bvibe.?code/i],
];

Deno.test({
  name: "no file names a registry, a build machine, or who or what made it",
  ignore: !canAskGit,
  fn() {
    const found: string[] = [];
    for (const path of projectFiles()) {
      for (const [index, line] of projectText(path).split("\n").entries()) {
        for (const what of unsaid(line)) found.push(`${path}:${index + 1}: ${what}`);
      }
    }
    assertEquals(found, []);
  },
});

Deno.test({
  name: "no message tells to run install without its client, which is an error",
  ignore: !canAskGit,
  fn() {
    const found = projectFiles().filter((path) => /^(?:lib|hooks)\/.*\.ts$|^main\.ts$/.test(path)).flatMap((path) =>
      projectText(path).match(/imprint-hook install(?! (?:claude|codex|copilot|cline|CLIENT|\$\{)).{0,20}/g)
        ?.map((words) => `${path}: ${words}`) ?? []
    );
    assertEquals(found, []);
  },
});

const LINES: readonly (readonly [line: string, what: string | undefined])[] = [
  [`"resolved": "https://registry.npmj${"s"}.org/zod"`, "a package registry's host"],
  [`import "https://jsr.i${"o"}/@std/path";`, "a package registry's host"],
  [`see https://crates.i${"o"}/crates/serde`, "another registry's host"],
  [`cwd: "/wor${"k"}/main"`, "a path of a build machine"],
  [`file:///wor${"k"}/main/lib/a.ts`, "a path of a build machine"],
  [`cd /wor${"k"}/shared`, "a path of a build machine"],
  [`Co-Authored-B${"y"}: Mira`, "who wrote it"],
  [`Generated wit${"h"} Claude Code`, "who wrote it"],
  [`this was written b${"y"} an AI`, "who wrote it"],
  ["cwd: /home/mira/work/kettle", undefined],
  ["//wsl.localhost/Nas/work/app", undefined],
  ["https://docs.npmjs.com/cli/configuring-npm/npmrc", undefined],
  ["cwd: C:\\work\\kettle", undefined],
  ['"specifier": "jsr:@std/path@1.1.6"', undefined],
  ["the reply was written by the client under the user's name", undefined],
  ["https://github.com/anthropics/claude-code/issues/1", undefined],
];

for (const [line, what] of LINES) {
  Deno.test(`unsaid() finds ${what ?? "nothing"} in ${JSON.stringify(line.replace(/\w{4}(?=\b)/, "..."))}`, () => {
    assertEquals(unsaid(line)[0], what);
  });
}

Deno.test({
  name: "no tracked file is empty or larger than 1 MiB",
  ignore: !canAskGit,
  fn() {
    const sizes = projectFiles().map((path) => [path, projectText(path).length] as const);
    assert(sizes.length > 0);
    // Fixtures may be empty: an empty transcript is a case.
    assertEquals(sizes.filter(([path, size]) => size > 1 << 20 || (size === 0 && !path.startsWith("fixtures/"))), []);
  },
});

function unsaid(line: string): string[] {
  return UNSAID.filter(([, pattern]) => pattern.test(line)).map(([what]) => what);
}
