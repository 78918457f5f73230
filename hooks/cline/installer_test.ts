import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { InputError } from "../../lib/errors.ts";
import type { SettingsMachine } from "../../lib/installer.ts";
import { disk } from "../../lib/io/disk.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { hookFileText, readHookFile } from "./hook_files.ts";
import { clineInstaller } from "./installer.ts";

const EVENTS = ["TaskComplete", "SessionShutdown"];

function machineIn(home: string, clineDirectory?: string): SettingsMachine {
  const environment = (name: string) => name === "CLINE_DIR" ? clineDirectory : undefined;
  return { files: disk, os: "linux", home, project: `${home}/kettle`, environment };
}

function install(machine: SettingsMachine, program = "/home/mira/my bin/imprint-hook") {
  const { edits } = clineInstaller.planInstall(machine, { scope: "user", program: [program], home: "/srv/memory" });
  return edits.map((edit) => edit.apply().outcome);
}

diskTest("install cline writes a script for each event, once, and uninstall leaves nothing of it", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home);
    assertEquals(install(machine), ["created", "created"]);
    assertEquals(install(machine), ["unchanged", "unchanged"]);
    assertEquals(
      clineInstaller.entries(machine).map(({ path, event, program, args }) => [path, event, program, args]),
      EVENTS.map((event, n) => [
        `${home}/.cline/hooks/${event}.sh`,
        event,
        "/home/mira/my bin/imprint-hook",
        ["cline", ["task-complete", "session-shutdown"][n] ?? "", "--home", "/srv/memory"],
      ]),
    );
    assertEquals(install(machine, "/opt/imprint-hook"), ["written", "written"]);
    const { edits, problems } = clineInstaller.planUninstall(machine, {});
    assertEquals([edits.map((edit) => edit.apply().outcome), problems], [["removed", "removed"], []]);
    assertEquals(disk.list(`${home}/.cline`), undefined);
    assertEquals(clineInstaller.planUninstall(machine, {}), { edits: [], problems: [] });
  });
});

diskTest("install cline leaves somebody else's scripts alone", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home, `${home}/elsewhere`);
    const path = `${home}/elsewhere/hooks/TaskComplete.sh`;
    Deno.mkdirSync(`${home}/elsewhere/hooks`, { recursive: true });
    Deno.writeTextFileSync(path, "#!/bin/sh\n/opt/imprint-hook cline task-complete\n");
    const error = assertThrows(() => install(machine), InputError, path);
    assertStringIncludes(error.message, "another extension");
    assertEquals([clineInstaller.entries(machine), clineInstaller.planUninstall(machine, {}).edits], [[], []]);
    assertEquals(disk.list(`${home}/elsewhere/hooks`), ["TaskComplete.sh"]);
  });
});

diskTest("the script of install cline hands the payload on and answers what Cline reads", async () => {
  await withTemporaryDirectory(async (home) => {
    const machine = machineIn(home);
    const program = `${home}/my bin/imprint-hook`;
    Deno.mkdirSync(`${home}/my bin`);
    Deno.writeTextFileSync(
      program,
      `#!/bin/sh\necho "$@" > '${home}/args'\ncat > '${home}/payload'\necho noise\nexit 1\n`,
    );
    Deno.chmodSync(program, 0o755);
    install(machine, program);
    const child = new Deno.Command(`${home}/.cline/hooks/TaskComplete.sh`, { stdin: "piped", stdout: "piped" }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode('{"taskId":"1"}'));
    await writer.close();
    const { code, stdout } = await child.output();
    assertEquals(code, 0);
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)).cancel, false);
    assertEquals(Deno.readTextFileSync(`${home}/payload`), '{"taskId":"1"}');
    assertEquals(Deno.readTextFileSync(`${home}/args`), "cline task-complete --home /srv/memory\n");
  });
});

Deno.test("hookFileText() makes a PowerShell script on Windows, which runs no program by a bare path", () => {
  for (const program of ["C:\\tools\\imprint-hook.exe", "C:\\Program Files\\it's\\imprint-hook.exe"]) {
    const text = hookFileText("task-complete", { program: [program], os: "windows", home: "C:\\memory" });
    assert(/^ {2}& /m.test(text) && text.includes("ReadToEnd()"));
    const { program: read, args } = readHookFile(text) ?? {};
    assertEquals([read, args], [program, ["cline", "task-complete", "--home", "C:\\memory"]]);
  }
  assertEquals(readHookFile("#!/bin/sh\n/opt/imprint-hook cline task-complete\n"), undefined);
});
