import { assert, assertEquals, assertMatch } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { VERSION } from "../lib/version.ts";
import { canUseDisk } from "./disk_test_support.ts";
import { projectText, projectUrl } from "./project_files_test_support.ts";
import config from "../deno.json" with { type: "json" };

const TASKS: Readonly<Record<string, { readonly command: string } | undefined>> = config.tasks;

Deno.test("VERSION is the version of deno.json", () => {
  assertEquals(VERSION, config.version);
});

for (const name of ["demo", "test", "ok", "learn", "bundle", "bench"]) {
  Deno.test(`the task ${name} exists`, () => {
    assert(TASKS[name] !== undefined);
  });
}

Deno.test("the tasks cli and learn run with exactly the permissions of the binary", () => {
  const flags = permissionFlags("linux").join(" ");
  assertEquals(TASKS["cli"]?.command, `DENO_NO_UPDATE_CHECK=1 deno run ${flags} main.ts`);
  assertEquals(TASKS["learn"]?.command, `DENO_NO_UPDATE_CHECK=1 deno run ${flags} main.ts learn`);
});

Deno.test("no task that runs the tests lets them reach the network", () => {
  const commands = Object.values(TASKS).map((task) => task?.command ?? "").filter((text) => text.includes("deno test"));
  assert(commands.length > 0);
  assertEquals(commands.filter((text) => /-A\b|--allow-all|--allow-net/.test(text)), []);
});

Deno.test({
  name: "every file that a task names is there",
  ignore: !canUseDisk,
  fn() {
    const named = Object.values(TASKS).flatMap((task) =>
      task?.command.match(/(?<![\w/.*-])[\w/.-]+\.(?:ts|json)\b/g) ?? []
    );
    assertEquals(named.filter((path) => !isFile(path)), []);
  },
});

Deno.test({
  name: ".ci/run uses the Deno version that the README names",
  ignore: !canUseDisk,
  fn() {
    const versions = (text: string) => [...new Set(text.match(/deno@2\.9\.\d+/g))];
    assertMatch(projectText(".ci/run"), /^#!/);
    assertEquals(versions(projectText("README.md")), versions(projectText(".ci/run")));
  },
});

function isFile(path: string): boolean {
  try {
    return Deno.statSync(projectUrl(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
