import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { InputError } from "../../lib/errors.ts";
import type { SettingsMachine } from "../../lib/installer.ts";
import { disk } from "../../lib/io/disk.ts";
import { ownCommand } from "../../lib/settings/own_command.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { copilotHooksText, readOwnFile } from "./hooks_file.ts";
import { copilotInstaller } from "./installer.ts";

const PROGRAM = ["/home/mira/my bin/imprint-hook"] as const;

function machineIn(home: string, copilotHome?: string): SettingsMachine {
  const environment = (name: string) => name === "COPILOT_HOME" ? copilotHome : undefined;
  return { files: disk, os: "linux", home, project: `${home}/kettle`, environment };
}

function install(machine: SettingsMachine) {
  return copilotInstaller.planInstall(machine, { scope: "user", program: PROGRAM }).edits.map((edit) => edit.apply());
}

diskTest("install copilot writes one file of its own, once, and uninstall leaves nothing of it", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home);
    const path = `${home}/.copilot/hooks/imprint-hook.json`;
    assertEquals(install(machine), [{ path, outcome: "created" }]);
    assertEquals(install(machine), [{ path, outcome: "unchanged" }]);
    const entries = copilotInstaller.entries(machine).map(({ event, program, args }) => [event, program, args]);
    assertEquals(entries, [
      ["agentStop", PROGRAM[0], ["copilot", "agent-stop"]],
      ["sessionEnd", PROGRAM[0], ["copilot", "session-end"]],
    ]);
    const { edits, problems } = copilotInstaller.planUninstall(machine, {});
    assertEquals([edits.map((edit) => edit.apply()), problems], [[{ path, outcome: "removed" }], []]);
    assertEquals(disk.list(`${home}/.copilot`), undefined);
    assertEquals(copilotInstaller.planUninstall(machine, {}), { edits: [], problems: [] });
  });
});

diskTest("install copilot follows COPILOT_HOME and brings an entry of another path up to date", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home, `${home}/elsewhere`);
    const path = `${home}/elsewhere/hooks/imprint-hook.json`;
    Deno.mkdirSync(`${home}/elsewhere/hooks`, { recursive: true });
    Deno.writeTextFileSync(path, copilotHooksText({ program: ["/old/imprint-hook"], os: "linux" }));
    const plan = copilotInstaller.planInstall(machine, { scope: "user", program: PROGRAM });
    assertEquals(plan.edits.map(({ outcome, changes }) => [outcome, changes.map(({ action }) => action)]), [
      ["written", ["updated", "updated"]],
    ]);
  });
});

diskTest("uninstall copilot leaves a file alone that holds something else, or is no JSON", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home);
    const path = `${home}/.copilot/hooks/imprint-hook.json`;
    install(machine);
    for (const text of ['{"version":1,"hooks":{"agentStop":[{"bash":"echo hi"}]}}', "{"]) {
      Deno.writeTextFileSync(path, text);
      const { edits, problems } = copilotInstaller.planUninstall(machine, {});
      assertEquals([edits, problems.length], [[], 1]);
      assertStringIncludes(problems[0] ?? "", path);
      assertEquals(Deno.readTextFileSync(path), text);
    }
  });
});

diskTest("install copilot refuses a file that it would take something out of, or cannot read", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home);
    const path = `${home}/.copilot/hooks/imprint-hook.json`;
    install(machine);
    const encoder = new TextEncoder();
    for (
      const bytes of [
        encoder.encode('{"version":1,"hooks":{"agentStop":[{"bash":"echo hi"}]}}'),
        encoder.encode("{"),
        Uint8Array.of(0x7b, 0xff, 0x7d),
      ]
    ) {
      Deno.writeFileSync(path, bytes);
      const error = assertThrows(() => install(machine), InputError, path);
      assert(!error.message.includes("bug"));
      assertEquals(copilotInstaller.planUninstall(machine, {}).problems.length, 1);
      assertEquals(Deno.readFileSync(path), bytes);
    }
  });
});

Deno.test("copilotHooksText() writes a line for each shell that starts this program", () => {
  for (const os of ["linux", "windows"] as const) {
    const program = os === "windows" ? ["C:\\Program Files\\imprint-hook.exe"] : PROGRAM;
    const { hooks } = JSON.parse(copilotHooksText({ program, os, home: "/srv/memory" }));
    for (const list of Object.values(hooks) as { bash: string; powershell: string }[][]) {
      for (const { bash, powershell } of list) {
        assertEquals(ownCommand(bash)?.args.slice(2), ["--home", "/srv/memory"]);
        assertEquals(ownCommand(powershell)?.args.slice(2), ["--home", "/srv/memory"]);
        assert(!bash.includes("\\"));
      }
    }
  }
  assertThrows(() => readOwnFile("nothing"), Error, "not JSON");
});
