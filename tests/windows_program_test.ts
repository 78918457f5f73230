/**
 * The real program as a client on Windows and a person there call it, with a distribution beside it.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Border, borderTest } from "./bridge_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";
import { share, type WindowsProgram, windowsProgram } from "./windows_program_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const STORE = "C:\\Users\\mira\\.claude\\projects\\-kettle";

/** What Claude Code on Windows hands to a Stop hook. */
function payload(cwd: string, session = SESSION): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: `${STORE}\\${session}.jsonl`,
    cwd,
    hook_event_name: "Stop",
    stop_hook_active: false,
  });
}

/** What is stored below a project: keys, with the workspace that each names. */
function stored(project: string): readonly (readonly [key: string, workspace: string])[] {
  try {
    const folder = `${project}/.umwelten/learnings/claude`;
    return Array.from(Deno.readDirSync(folder)).filter(({ name }) => /^[0-9a-f]{32}$/.test(name)).map(({ name }) => {
      const meta = JSON.parse(Deno.readTextFileSync(`${folder}/${name}/meta.json`));
      return [name, meta.imprintHook.workspace] as const;
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Both sides, a project on each, and the same workspaces as each side spells them. */
async function twoProjects(border: Border): Promise<WindowsProgram> {
  Deno.mkdirSync(`${border.home}/garden/.git`, { recursive: true });
  Deno.mkdirSync(`${border.drive}/kettle/.git`, { recursive: true });
  await border.register("--windows-bin", "C:\\Users\\mira\\bin\\imprint-hook.exe");
  const windows = windowsProgram(border);
  windows.register();
  border.configure({
    version: 1,
    workspaces: { default: {}, beds: { roots: [`${border.home}/garden`] }, tea: { roots: [`${border.drive}/kettle`] } },
  });
  windows.configure({
    version: 1,
    workspaces: { default: {}, beds: { roots: [share(`${border.home}/garden`)] }, tea: { roots: ["C:\\kettle"] } },
  });
  return windows;
}

/** The entries of README.md for Claude Code: on Windows in exec form, inside WSL as a command line. */
function readmeEntries(): readonly { readonly command: string; readonly args?: readonly string[] }[] {
  const readme = Deno.readTextFileSync(projectUrl("README.md"));
  const section = readme.slice(readme.indexOf("## Windows and WSL"));
  return [...section.matchAll(/^\{ "type": "command", .*\}$/gm)].map(([text]) => JSON.parse(text));
}

borderTest(
  "README's hook entry on Windows stores a conversation about a project inside WSL there, with the key that WSL gives it",
  async (border) => {
    const windows = await twoProjects(border);
    const entry = readmeEntries().find(({ args }) => args !== undefined);
    assert(entry?.args !== undefined);
    windows.layAt(entry.command);
    border.windowsTranscript(SESSION, [share(`${border.home}/garden`)]);
    const run = await windows.start(entry.command, entry.args, payload(share(`${border.home}/garden`)));
    assertEquals(run, { code: 0, stdout: "", stderr: "" });
    assertEquals([windows.beat()["outcome"], windows.beat()["reason"]], ["learned", "bridged to ubuntu"]);
    const first = stored(`${border.home}/garden`);
    assertEquals(first.map(([, workspace]) => workspace), ["beds"]);
    // The same words as one line of a shell, as Git Bash takes it (report 3: https://github.com/thedotmack/claude-mem/issues/1281,
    // report 4: https://github.com/anthropics/claude-code/issues/54640): no backslash is eaten, no bash is looked for.
    const line = [entry.command, ...entry.args].join(" ");
    assertEquals(/[\\]|bash/.test(line), false);
    assertEquals((await windows.start("sh", ["-c", line], payload(share(`${border.home}/garden`)))).code, 0);
    assertEquals([windows.calls().length, stored(`${border.home}/garden`)], [4, first]);
    // One that was recorded inside, of the same session.
    Deno.removeSync(`${border.home}/garden/.umwelten`, { recursive: true });
    Deno.removeSync(`${border.home}/.local`, { recursive: true });
    Deno.removeSync(`${border.drive}/Users/mira/.claude`, { recursive: true });
    const path = border.linuxTranscript(SESSION, [`${border.home}/garden`]);
    const inside = JSON.stringify({ ...JSON.parse(payload(`${border.home}/garden`)), transcript_path: path });
    assertEquals((await border.inside(["claude", "stop"], inside)).code, 0);
    assertEquals(stored(`${border.home}/garden`), first);
  },
);

borderTest(
  "README's hook entry inside WSL stores a conversation about a project on C: there, with the key that Windows gives it",
  async (border) => {
    const windows = await twoProjects(border);
    const entry = readmeEntries().find(({ args }) => args === undefined);
    assert(entry !== undefined);
    windows.layAt(entry.command.split(" ")[0]?.replace("/mnt/c/", "C:\\") ?? "");
    const path = border.linuxTranscript(SESSION, [`${border.drive}/kettle`]);
    const stdin = JSON.stringify({ ...JSON.parse(payload(`${border.drive}/kettle`)), transcript_path: path });
    // `/mnt/c` for this one command, where a user namespace can be had; else where the drive is.
    const namespace = ["--map-root-user", "--mount", "sh", "-c"];
    const mount = `mount -t tmpfs none /mnt && mkdir /mnt/c && mount --bind '${border.drive}' /mnt/c`;
    const canMount = (await windows.start("unshare", [...namespace, mount], "").catch(() => ({ code: 1 }))).code === 0;
    const run = canMount
      ? await windows.start("unshare", [...namespace, `${mount} && exec sh -c '${entry.command}'`], stdin)
      : await windows.start("sh", ["-c", entry.command.replace("/mnt/c", border.drive)], stdin);
    assertEquals(run, { code: 0, stdout: "", stderr: "" });
    assertEquals(windows.calls(), []);
    const first = stored(`${border.drive}/kettle`);
    assertEquals(first.map(([, workspace]) => workspace), ["tea"]);
    // One that was recorded on Windows, of the same session.
    Deno.removeSync(`${border.drive}/kettle/.umwelten`, { recursive: true });
    Deno.removeSync(`${border.drive}/Users/mira/AppData/Local`, { recursive: true });
    Deno.removeSync(path);
    border.windowsTranscript(SESSION, ["c:\\kettle"]);
    assertEquals((await windows.run(["claude", "stop"], payload("c:/kettle"))).code, 0);
    assertEquals(stored(`${border.drive}/kettle`), first);
  },
);

for (const [start, words] of Object.entries({ never: ["--list", "-d"], auto: ["-d"] })) {
  borderTest(`a hook on Windows starts ${words.length} of wsl.exe when the profile says ${start}`, async (border) => {
    const windows = await twoProjects(border);
    windows.register({ start });
    border.windowsTranscript(SESSION, [share(`${border.home}/garden`)]);
    assertEquals((await windows.run(["claude", "stop"], payload(share(`${border.home}/garden`)))).code, 0);
    assertEquals(windows.calls().map((line) => line.split(" ")[0]), words);
    assertEquals(stored(`${border.home}/garden`).length, 1);
    // Nothing of it crosses: no process at all.
    const other = SESSION.replaceAll("a", "b");
    border.windowsTranscript(other, ["C:\\kettle"]);
    assertEquals((await windows.run(["claude", "stop"], payload("C:\\kettle", other))).code, 0);
    assertEquals([windows.calls().length, stored(`${border.drive}/kettle`).length], [words.length, 1]);
  });
}

borderTest("profile add, list, probe, drain and remove on Windows ask the distribution", async (border) => {
  const windows = windowsProgram(border);
  const ok = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await windows.run(["profile", ...words]);
    assertEquals([code, stderr], [0, ""], stdout);
    return stdout;
  };
  const failed = await windows.run(["profile", "add", "--distro", "Ubuntu"]);
  assertEquals(failed.code, 64);
  assertStringIncludes(failed.stderr, "name the program inside the distribution with --bin");
  assertStringIncludes(
    await ok("add", "--distro", "Ubuntu", "--bin", `${border.root}/bin/imprint-hook`),
    `C:\\ at ${border.drive}`,
  );
  assertStringIncludes(await ok("list"), `program ${border.root}/bin/imprint-hook, start never`);
  assertEquals(await ok("probe"), "ubuntu: as it was registered\n");
  assertEquals(await ok("drain"), "ubuntu: 0 calls made, 0 waiting\n");
  const { profiles } = await border.json(["profile", "list"]);
  assert(Array.isArray(profiles) && profiles[0].here === true, "inside, it registered itself");
  windows.mood("gone");
  const probed = await windows.run(["profile", "probe"]);
  assertEquals(probed.code, 1);
  assertStringIncludes(probed.stdout, 'there is no distribution "Ubuntu" any more');
  windows.mood("running");
  assertStringIncludes(await ok("remove", "ubuntu"), "is forgotten");
});

borderTest("claude stop on Windows waits for the next run while another program holds a file", async (border) => {
  const windows = await twoProjects(border);
  const transcript = border.windowsTranscript(SESSION, ["C:\\kettle"]);
  const stop = () => windows.run(["claude", "stop"], payload("C:\\kettle"));
  windows.hold(transcript);
  assertEquals(await stop(), { code: 0, stdout: "", stderr: "" });
  assertEquals([windows.beat()["outcome"], windows.beat()["reason"]], ["deferred", "file-held"]);
  assertStringIncludes((await windows.run(["status"])).stdout, "another program held a file");
  windows.hold();
  await stop();
  assertEquals(windows.beat()["outcome"], "learned");
  const [[key] = [""]] = stored(`${border.drive}/kettle`);
  const exchanges = `${border.drive}/kettle/.umwelten/learnings/claude/${key}/exchanges.jsonl`;
  const before = Deno.readTextFileSync(exchanges);
  // One more turn, while what is stored is held.
  Deno.writeTextFileSync(
    transcript,
    Deno.readTextFileSync(transcript).trimEnd().split("\n").map((line) => line.replaceAll("0000-0000-", "0000-0001-"))
      .join("\n") + "\n",
    { append: true },
  );
  windows.hold(exchanges);
  assertEquals(await stop(), { code: 0, stdout: "", stderr: "" });
  assertEquals([windows.beat()["outcome"], Deno.readTextFileSync(exchanges)], ["deferred", before]);
  windows.hold();
  await stop();
  assert(Deno.readTextFileSync(exchanges).startsWith(before));
  const { rows } = JSON.parse((await windows.run(["list", "--all", "--kind", "exchanges", "--json"])).stdout);
  assertEquals(new Set(rows.map(({ id }: { id: string }) => id)).size, rows.length);
});
