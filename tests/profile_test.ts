import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { borderTest, mountLine } from "./bridge_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000001";

borderTest(
  "profile add registers the distribution with its mounts, its user and the only Windows home",
  async (border) => {
    await border.register();
    const { profiles } = await border.json(["profile", "list"]);
    assert(Array.isArray(profiles));
    const [{ registeredAt: _, uid: __, user: ___, version: ____, waiting, lost, mounts, ...profile }] = profiles;
    assertEquals(profile, {
      name: "ubuntu",
      distro: "Ubuntu",
      home: border.home,
      claudeConfigDir: `${border.home}/.claude`,
      codexHomes: [`${border.home}/.codex`],
      bin: `${border.root}/bin/imprint-hook`,
      windowsHome: "C:\\Users\\mira",
      windowsBin: null,
      start: "never",
      here: true,
    });
    assertEquals([waiting, lost], [0, 0]);
    assertEquals(mounts.map(({ src, at, case: how }: Record<string, unknown>) => [src, at, how]), [
      ["C:\\", border.drive, "off"],
    ]);
    assertEquals((await border.inside(["profile", "remove", "ubuntu"])).code, 0);
    assertEquals(await border.json(["profile", "list"]), { schema: 1, profiles: [] });
  },
);

borderTest("profile add refuses what is no distribution of the user's, or no mount table", async ({ inside }) => {
  const docker = await inside(["profile", "add", "--distro", "docker-desktop"]);
  assertEquals(docker.code, 1);
  assertStringIncludes(docker.stderr, "it is Docker's own");
  const table = await inside(["profile", "add", "--distro", "Ubuntu", "--mounts", "-"], "nothing of the kind");
  assertEquals(table.code, 1);
  assertStringIncludes(table.stderr, "it holds no line of one");
  assertEquals((await inside(["profile", "add", "../x", "--distro", "Ubuntu"])).code, 64);
  assertStringIncludes((await inside(["profile", "remove", "ubuntu"])).stderr, "none is registered");
});

borderTest(
  "a damaged profiles.json stops learning with a message instead of placing directories wrongly",
  async (border) => {
    await border.register();
    Deno.writeTextFileSync(`${border.home}/.config/imprint-hook/profiles.json`, '{"version":1,"profiles":[{}]}');
    const { code, stderr } = await border.inside(["learn"]);
    assertEquals(code, 1);
    assertStringIncludes(stderr, "profile 1: its name is missing");
  },
);

borderTest("profile probe tells what has changed since", async (border) => {
  Deno.mkdirSync(`${border.root}/bin`);
  Deno.writeTextFileSync(`${border.root}/bin/imprint-hook`, "");
  await border.register();
  assertEquals((await border.inside(["profile", "probe"])).stdout, "ubuntu: as it was registered\n");
  Deno.renameSync(border.drive, `${border.root}/mnt/d`);
  Deno.removeSync(`${border.root}/bin/imprint-hook`);
  const { code, stdout } = await border.inside(["profile", "probe"]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, `"${border.drive}" is gone`);
  const doctor = JSON.parse((await border.inside(["doctor", "--json"])).stdout) as { checks: Record<string, string>[] };
  assertStringIncludes(doctor.checks.find(({ id }) => id === "profiles/changed")?.found ?? "", "is gone");
  assertStringIncludes(stdout, `there is no "${border.root}/bin/imprint-hook"`);
});

borderTest(
  "learn reads both sides' stores, and one project has one safeKey whichever side recorded it",
  async (border) => {
    const { drive, home, inside, json } = border;
    Deno.mkdirSync(`${drive}/kettle/.git`, { recursive: true });
    Deno.mkdirSync(`${home}/garden/.git`, { recursive: true });
    await border.register();
    border.windowsTranscript(SESSION, ["c:\\kettle"]);
    border.windowsTranscript(OTHER, [`\\\\wsl.localhost\\Ubuntu${`${home}/garden`.replaceAll("/", "\\")}`]);
    const swept = await json(["learn"]) as { clients: Record<string, { learned: number; skipped: unknown }> };
    assertEquals([swept.clients["claude-code"]?.learned, swept.clients["claude-code"]?.skipped], [2, {}]);
    const stored = (dir: string) =>
      Array.from(Deno.readDirSync(`${dir}/.umwelten/learnings/claude`)).map((e) => e.name);
    const kettle = stored(`${drive}/kettle`).filter((name) => /^[0-9a-f]{32}$/.test(name));
    const garden = stored(`${home}/garden`).filter((name) => /^[0-9a-f]{32}$/.test(name));
    assertEquals([kettle.length, garden.length], [1, 1]);
    // The same sessions, as the Linux side would have recorded them.
    Deno.removeSync(`${drive}/Users/mira/.claude`, { recursive: true });
    Deno.removeSync(`${drive}/kettle/.umwelten`, { recursive: true });
    Deno.removeSync(`${home}/garden/.umwelten`, { recursive: true });
    Deno.removeSync(`${home}/.local`, { recursive: true });
    border.linuxTranscript(SESSION, [`${drive}/kettle`]);
    border.linuxTranscript(OTHER, [`${home}/garden`]);
    await json(["learn"]);
    assertEquals(stored(`${drive}/kettle`).filter((name) => /^[0-9a-f]{32}$/.test(name)), kettle);
    assertEquals(stored(`${home}/garden`).filter((name) => /^[0-9a-f]{32}$/.test(name)), garden);
    assertStringIncludes((await inside(["list", "--in", `${drive}/kettle`])).stdout, "always rinse the kettle");
  },
);

borderTest("a project on a Windows disk is left to the program on Windows where there is one", async (border) => {
  Deno.mkdirSync(`${border.drive}/kettle/.git`, { recursive: true });
  await border.register("--windows-bin", "C:\\Users\\mira\\bin\\imprint-hook.exe");
  border.linuxTranscript(SESSION, [`${border.drive}/kettle`]);
  const swept = await border.json(["learn"]) as { clients: Record<string, { skipped: unknown }> };
  assertEquals(swept.clients["claude-code"]?.skipped, { "other-side": 1 });
  assertEquals(Array.from(Deno.readDirSync(`${border.drive}/kettle`)).map(({ name }) => name), [".git"]);
});

borderTest(
  "workspaces hold both spellings of a directory, and keep a conversation of the other side out",
  async (border) => {
    const { drive, home } = border;
    Deno.mkdirSync(`${drive}/secret/.git`, { recursive: true });
    Deno.mkdirSync(`${home}/garden/.git`, { recursive: true });
    await border.register();
    border.configure({
      version: 1,
      active: "default",
      workspaces: { default: {}, research: { roots: [`${drive}/secret`] } },
    });
    const transcript = border.windowsTranscript(SESSION, ["C:\\Garden", "c:\\SECRET\\src"]);
    const swept = await border.json(["learn"]) as { clients: Record<string, { skipped: unknown }> };
    assertEquals(swept.clients["claude-code"]?.skipped, { claimed: 1 });
    const lost = border.windowsTranscript(OTHER, ["C:app"]);
    assert(transcript !== lost);
    const again = await border.json(["learn"]) as { clients: Record<string, { skipped: unknown }> };
    assertEquals(again.clients["claude-code"]?.skipped, { claimed: 1, "unplaceable-cwd": 1 });
    assertStringIncludes(mountLine("/mnt/c", "C:\\"), "C:\\134");
  },
);
