import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { runningDistros } from "../lib/bridge/launcher.ts";
import { probeOther } from "../lib/bridge/probe_other.ts";
import { registerFromWindows, type Registration } from "../lib/bridge/register.ts";
import { InputError } from "../lib/errors.ts";
import { type Border, borderTest, windowsSide } from "./bridge_test_support.ts";

function registration(border: Border, more: Partial<Registration> = {}): Registration {
  return {
    name: "ubuntu",
    distro: "Ubuntu",
    start: "never",
    user: null,
    bin: `${border.root}/bin/imprint-hook`,
    windowsHome: undefined,
    windowsBin: undefined,
    codexHomes: [],
    ...more,
  };
}

/** The Windows side before anything is registered. */
function bareWindows(border: Border) {
  Deno.mkdirSync(`${border.home}/.config/imprint-hook`, { recursive: true });
  const profiles = `${border.home}/.config/imprint-hook/profiles.json`;
  Deno.writeTextFileSync(profiles, '{"version":1,"profiles":[]}');
  return windowsSide(border);
}

borderTest("registerFromWindows() gives the profile that the distribution wrote for itself", async (border) => {
  const { run } = bareWindows(border);
  const made = await registerFromWindows(
    registration(border, { start: "auto", windowsBin: "C:\\Users\\mira\\my bin\\imprint-hook.exe" }),
    run,
  );
  const { profiles } = await border.json(["profile", "list"]);
  assert(Array.isArray(profiles));
  const [{ waiting: _, lost: __, ...inside }] = profiles;
  assertEquals({ ...made, here: true }, inside);
  assertEquals([made.here, made.start, made.windowsHome, made.windowsBin, made.mounts.map(({ at }) => at)], [
    false,
    "auto",
    "C:\\Users\\mira",
    "C:\\Users\\mira\\my bin\\imprint-hook.exe",
    [border.drive],
  ]);
});

borderTest("registerFromWindows() says what does not answer, and registers nothing", async (border) => {
  const windows = bareWindows(border);
  const refused = async (mood: "no-distro" | "no-program" | "running", bin?: string): Promise<string> => {
    windows.mood(mood);
    const asked = registration(border, bin === undefined ? {} : { bin });
    const error = await assertRejects(() => registerFromWindows(asked, windows.run), InputError);
    return (error as Error).message;
  };
  assertStringIncludes(await refused("no-distro"), "WSL has no such distribution, or does not start it");
  assertStringIncludes(await refused("no-program"), '"/bin/cat" does not run there');
  assertStringIncludes(await refused("running", `${border.root}/bin/nothing`), "does not run there");
  assertStringIncludes(await refused("running", "/bin/true"), "answered with no profile");
  Deno.removeSync(`${border.root}/wsl.exe`);
  assertStringIncludes(await refused("running"), "WSL does not start");
  assertEquals(await border.json(["profile", "list"]), { schema: 1, profiles: [] });
});

borderTest("probeOther() tells what a distribution says now, and starts none that does not run", async (border) => {
  const { run } = bareWindows(border);
  const profile = await registerFromWindows(registration(border), run);
  const windows = windowsSide(border);
  const probe = async () => {
    const { state, found } = await probeOther(profile, { running: await runningDistros(run), run });
    return [state, found.join("; ")] as const;
  };
  assertEquals(await probe(), ["same", ""]);
  windows.mood("stopped");
  const before = windows.starts();
  assertEquals(await probe(), ["not-asked", "the distribution does not run"]);
  assertEquals(windows.starts() - before, 2, "two lists, and nothing inside");
  windows.mood("gone");
  assertStringIncludes((await probe())[1], 'there is no distribution "Ubuntu" any more');
  windows.mood("no-distro");
  assertStringIncludes((await probe())[1], "WSL does not start it");
  windows.mood("no-program");
  assertStringIncludes((await probe())[1], "does not answer");
  windows.mood("running");
  Deno.renameSync(border.drive, `${border.root}/mnt/d`);
  const [state, found] = await probe();
  assertEquals(state, "changed");
  assertStringIncludes(found, `"${border.drive}" is gone`);
});
