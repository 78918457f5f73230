/**
 * Scenario folders: `fixtures/claude/<case>/` with a transcript, the commands that are run on it (in its README) and
 * everything they print and write.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { nativePath } from "../scripts/native_path.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { walk } from "./import_test_support.ts";
import { PROGRAM } from "./program_test_support.ts";
import { runScenario, scenarioCommands } from "./scenario_test_support.ts";

const FIXTURES = nativePath(new URL("../fixtures/claude", import.meta.url));

/** Folders with an `expected` in them. */
function scenarios(): readonly string[] {
  if (!canUseDisk) return [];
  return [...Deno.readDirSync(FIXTURES)].map(({ name }) => name).sort().filter((name) => {
    try {
      return Deno.statSync(`${FIXTURES}/${name}/expected`).isDirectory;
    } catch {
      return false;
    }
  });
}

function expectedFile(folder: string, name: string): string {
  try {
    return Deno.readTextFileSync(`${folder}/expected/${name}`);
  } catch {
    return "";
  }
}

diskTest("fixtures/claude holds scenarios, each with a title, the report that it answers, and commands", () => {
  const names = scenarios();
  assert(names.length >= 12, `${names.length} scenarios`);
  for (const name of names) {
    const readme = Deno.readTextFileSync(`${FIXTURES}/${name}/README.md`);
    assertMatch(readme, /^# .+\n/, name);
    assertMatch(readme, /^(?:Report: https:\/\/\S+|Source: (?:formats|design)\b)/m, name);
    assert(scenarioCommands(readme).length > 0, name);
  }
});

for (const name of scenarios()) {
  diskTest(
    `scenario ${name}: ${PROGRAM ?? "main.ts"} prints and writes what is expected`,
    () =>
      withTemporaryDirectory(async (root) => {
        const folder = `${FIXTURES}/${name}`;
        const { stdout, stderr, exit, files } = await runScenario(folder, root);
        assertEquals(stdout, expectedFile(folder, "stdout"), "standard output");
        assertEquals(stderr, expectedFile(folder, "stderr"), "standard error");
        const statuses = expectedFile(folder, "exit").split("\n").filter((line) => line !== "").map(Number);
        assertEquals(exit, statuses, "exit status");
        assertEquals([...files.keys()], expectedFile(folder, "files").split("\n").filter((line) => line !== ""));
        for (const [path, text] of files) {
          if (text !== null) assertEquals(text.split("\n"), expectedFile(folder, path).split("\n"), path);
        }
        const compared = [...files].filter(([, text]) => text !== null).map(([path]) => path);
        const given = [...walk(`${folder}/expected`)].map((path) => path.slice(folder.length + "/expected/".length));
        assertEquals(
          given.filter((path) => !["stdout", "stderr", "exit", "files"].includes(path)),
          compared,
          "nothing is expected that is not written",
        );
      }),
  );
}
