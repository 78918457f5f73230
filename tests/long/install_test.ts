import { assert, assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { installHooks } from "../../hooks/claude/settings.ts";
import { permissionFlags, scriptFlags } from "../../lib/io/permissions.ts";
import { bundle, partsOf } from "../../scripts/bundle.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { createPersonMachine } from "../person_test_support.ts";
import { PROJECT, projectUrl } from "../project_files_test_support.ts";

const FIXTURES = projectUrl("fixtures/claude/settings/");
const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

diskTest("the bundled script wires itself, and what it wires learns, pauses, and is taken out again", async () => {
  await withTemporaryDirectory(async (root) => {
    const machine = createPersonMachine(root);
    const script = `${root}/my tools/imprint-hook.js`;
    await bundle(PROJECT, script);
    const type = async (...words: readonly string[]): Promise<string> => {
      const args = ["run", "--quiet", ...permissionFlags(Deno.build.os), ...scriptFlags(script), script, ...words];
      const run = await machine.fire({ type: "command", command: Deno.execPath(), args, timeout: 0 }, "");
      assertEquals([run.code, run.stderr], [0, ""], run.stdout);
      return run.stdout;
    };
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does it boil dry?");
    talk.reply("the sensor sends a null");
    const transcript = machine.transcript(SESSION, talk.rows);
    const answer = JSON.parse(await type("install", "claude", "--json"));
    const flags = [...permissionFlags(Deno.build.os), ...scriptFlags(script)];
    assertEquals(answer.program.slice(1), ["run", "--quiet", ...flags, script]);
    assertEquals(answer.past.new, 1);
    const [stop] = machine.entries("Stop");
    assert(stop !== undefined);
    // Whatever the session's environment says, and however it is run.
    const trap = `${root}/trap`;
    Deno.mkdirSync(trap);
    const env = { IMPRINT_HOOK_HOME: trap, XDG_CONFIG_HOME: trap, XDG_STATE_HOME: trap, XDG_DATA_HOME: trap };
    assertEquals(await machine.fire(stop, machine.stop(SESSION, transcript), { env }), {
      code: 0,
      stdout: "",
      stderr: "",
    });
    assertEquals(Array.from(Deno.readDirSync(trap)).length, 0);
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1]);
    await type("pause");
    talk.typed("hushed", { timestamp: new Date().toISOString() });
    await machine.fire(stop, machine.stop(SESSION, machine.transcript(SESSION, talk.rows)));
    assertEquals(machine.exchanges(kettle).length, 1);
    assertStringIncludes(await type("status", "--plain"), "paused: every conversation");
    await type("uninstall", "claude");
    assertEquals(Array.from(Deno.readDirSync(`${machine.userHome}/.claude`), ({ name }) => name), ["projects"]);
  });
});

diskTest(
  "install and uninstall claude round-trip over every settings file, and touch none that does not parse",
  async (test) => {
    await withTemporaryDirectory(async (root) => {
      const script = `${root}/imprint-hook.js`;
      await bundle(PROJECT, script);
      const cases = Array.from(Deno.readDirSync(FIXTURES)).filter(({ isDirectory }) => isDirectory);
      assertEquals(cases.length, 14);
      for (const { name } of cases) {
        await test.step(name, async () => {
          Deno.mkdirSync(`${root}/${name}`);
          const machine = createPersonMachine(`${root}/${name}`);
          const type = (...words: readonly string[]) => {
            const args = [
              "run",
              "--quiet",
              ...permissionFlags(Deno.build.os),
              ...scriptFlags(script),
              script,
              ...words,
            ];
            return machine.fire({ type: "command", command: Deno.execPath(), args, timeout: 0 }, "");
          };
          const before = read(new URL(`${name}/before.json`, FIXTURES));
          Deno.writeTextFileSync(machine.settings, before);
          const { code, stdout, stderr } = await type("install", "claude", "--json");
          if (name === "not_json") {
            assertEquals([code, stdout], [1, ""]);
            assertStringIncludes(stderr, "nothing was changed");
            const taken = await type("uninstall", "claude");
            assertEquals(taken.code, 1, "it may hold entries of ours");
            assertStringIncludes(taken.stdout.replace(/\s+/g, " "), `cannot read "${machine.settings}"`);
            return assertStrictEquals(read(machine.settings), before);
          }
          const installed = installHooks(before, { program: JSON.parse(stdout).program }).text;
          assertStrictEquals(read(machine.settings), installed);
          for (const event of ["Stop", "SessionEnd", "PreCompact"]) {
            assertEquals(machine.entries(event).filter(({ args }) => args?.includes(script)).length, 1, event);
          }
          assertEquals((await type("uninstall", "claude")).code, 0);
          // Entries that were ours before are not put back; everything else is, byte for byte.
          const left = isThere(`${name}/uninstalled.json`)
            ? read(new URL(`${name}/uninstalled.json`, FIXTURES))
            : before;
          assertStrictEquals(read(machine.settings), left);
        });
      }
    });
  },
);

function read(path: string | URL): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(new URL(path, FIXTURES)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

diskTest("what edits settings is no part of what every hook loads", async () => {
  await withTemporaryDirectory(async (root) => {
    const script = `${root}/imprint-hook.js`;
    const { parts } = await bundle(PROJECT, script);
    const loaded = Deno.readTextFileSync(script);
    const later = Object.keys(parts).map((name) => Deno.readTextFileSync(`${partsOf(script)}/${name}`)).join("\n");
    assert(loaded.includes("events.jsonl"), "the hook itself is there");
    for (const text of ["settings.local.json", "managed-settings", "disableAllHooks"]) {
      assert(!loaded.includes(text) && later.includes(text), text);
    }
  });
});
