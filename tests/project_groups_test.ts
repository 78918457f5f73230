/**
 * Deno gives every test file a worker of its own, whose start takes longer than most of them (0.35 s of processor time,
 * for it fills an array of 80 MB; Deno 2.6 to 2.9). So `deno task test` runs the files of `tests/groups`, which import
 * the test files: one worker for each group. A new test file needs a line in one of them; which one matters only to
 * their taking about as long. Plain `deno test` runs each test file by itself.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import { diskTest } from "./disk_test_support.ts";
import { PROJECT, projectText } from "./project_files_test_support.ts";
import config from "../deno.json" with { type: "json" };

/** Directories whose files are not for `deno task test`, or none of the project's. */
const LEFT_OUT = new Set([...config.exclude, ".git", "node_modules", "tests/long"]);

/** Paths of the files in a directory of the project that Deno takes for tests. */
function testFiles(directory: string): readonly string[] {
  return [...Deno.readDirSync(new URL(directory, PROJECT))].flatMap(({ name, isDirectory }) => {
    const path = `${directory}${name}`;
    if (isDirectory) return LEFT_OUT.has(path) ? [] : testFiles(`${path}/`);
    return /(?:^|[_.])test\.[cm]?[jt]sx?$/.test(name) ? [path] : [];
  });
}

diskTest("the task test runs every test file outside of tests/long, once: one of tests/groups imports it", () => {
  const imported = [...Deno.readDirSync(new URL("tests/groups", PROJECT))].flatMap(({ name }) => {
    const path = `tests/groups/${name}`;
    const specifiers = [...projectText(path).matchAll(/^import "(.+)";$/gm)].map(([, specifier = ""]) => specifier);
    return specifiers.map((specifier) => new URL(specifier, new URL(path, PROJECT)).href.slice(PROJECT.href.length));
  });
  assertEquals(imported.sort(), [...testFiles("")].sort());
});

Deno.test("the task test runs the groups, and nothing beside them", () => {
  assertMatch(config.tasks.test.command, /^deno test (?:--\S+ )+tests\/groups\/\*\.ts$/);
});
