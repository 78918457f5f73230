import { assertEquals, assertThrows } from "@std/assert";
import type { EnvironmentName } from "./env.ts";
import { findHomes, type HomeOptions, policyFiles, temporaryDirectories, userHome } from "./homes.ts";

type Env = Partial<Record<EnvironmentName, string>>;
const reader = (env: Env) => (name: EnvironmentName) => env[name];

const POSIX: Env = {
  HOME: "/home/mira",
  IMPRINT_HOOK_HOME: "/srv/imprint",
  XDG_CONFIG_HOME: "/cfg/",
  XDG_STATE_HOME: "/state",
  XDG_DATA_HOME: "data",
};
const { IMPRINT_HOOK_HOME: _, ...XDG } = POSIX;
const WINDOWS: Env = {
  USERPROFILE: "C:\\Users\\mira",
  APPDATA: "D:\\Roaming",
  LOCALAPPDATA: "D:\\Local",
};

Deno.test("findHomes() gives the directories of both modes", async (t) => {
  const CASES:
    readonly (readonly [string, Omit<HomeOptions, "environment"> & { env: Env }, readonly string[] | undefined])[] = [
      ["a hook takes the home directory alone", { os: "linux", mode: "hook", env: POSIX }, [
        "/home/mira/.config/imprint-hook",
        "/home/mira/.config/imprint-hook/config.jsonc",
        "/home/mira/.local/state/imprint-hook",
        "/home/mira/.local/share/imprint-hook",
      ]],
      ["a person's IMPRINT_HOOK_HOME counts", { os: "linux", mode: "person", env: POSIX }, [
        "/srv/imprint",
        "/srv/imprint/config.jsonc",
        "/srv/imprint/state",
        "/srv/imprint/data",
      ]],
      ["a person's XDG_* count, relative ones do not", { os: "linux", mode: "person", env: XDG }, [
        "/cfg/imprint-hook",
        "/cfg/imprint-hook/config.jsonc",
        "/state/imprint-hook",
        "/home/mira/.local/share/imprint-hook",
      ]],
      ["--home goes first for a hook too", { os: "darwin", mode: "hook", home: "/opt/imprint/", env: POSIX }, [
        "/opt/imprint",
        "/opt/imprint/config.jsonc",
        "/opt/imprint/state",
        "/opt/imprint/data",
      ]],
      ["a hook on Windows takes the profile alone", { os: "windows", mode: "hook", env: WINDOWS }, [
        "C:\\Users\\mira\\AppData\\Roaming\\imprint-hook",
        "C:\\Users\\mira\\AppData\\Roaming\\imprint-hook\\config.jsonc",
        "C:\\Users\\mira\\AppData\\Local\\imprint-hook\\state",
        "C:\\Users\\mira\\AppData\\Local\\imprint-hook\\data",
      ]],
      ["a person's APPDATA counts", { os: "windows", mode: "person", env: WINDOWS }, [
        "D:\\Roaming\\imprint-hook",
        "D:\\Roaming\\imprint-hook\\config.jsonc",
        "D:\\Local\\imprint-hook\\state",
        "D:\\Local\\imprint-hook\\data",
      ]],
      ["no home directory", { os: "linux", mode: "hook", env: {} }, undefined],
      ["a relative home directory", { os: "linux", mode: "person", env: { HOME: "mira" } }, undefined],
    ];
  for (const [name, { env, ...options }, expected] of CASES) {
    await t.step(name, () => {
      const homes = findHomes({ ...options, environment: reader(env) });
      assertEquals(homes && [homes.config, homes.configFile, homes.state, homes.data], expected);
    });
  }
});

Deno.test("findHomes() refuses a relative --home or IMPRINT_HOOK_HOME, naming it", () => {
  const options = { os: "linux", environment: reader({ IMPRINT_HOOK_HOME: "./x" }) } as const;
  assertThrows(() => findHomes({ ...options, mode: "person" }), TypeError, 'IMPRINT_HOOK_HOME: "./x"');
  assertThrows(() => findHomes({ ...options, mode: "hook", home: "x" }), TypeError, '--home: "x"');
  assertThrows(() => findHomes({ ...options, os: "windows", mode: "hook", home: "\\x" }), TypeError, "--home");
});

Deno.test("userHome() drops trailing separators", () => {
  assertEquals(userHome({ os: "linux", environment: reader({ HOME: "/home/mira//" }) }), "/home/mira");
  assertEquals(userHome({ os: "linux", environment: reader({ HOME: "/" }) }), "/");
});

Deno.test("policyFiles() always names the machine's own place", () => {
  const none = reader({});
  assertEquals(policyFiles({ os: "linux", environment: none }), ["/etc/imprint-hook/policy.jsonc"]);
  assertEquals(policyFiles({ os: "darwin", environment: none }), [
    "/Library/Application Support/imprint-hook/policy.jsonc",
  ]);
  assertEquals(policyFiles({ os: "windows", environment: reader({ ProgramData: "c:\\programdata\\" }) }), [
    "C:\\ProgramData\\imprint-hook\\policy.jsonc",
  ]);
  assertEquals(policyFiles({ os: "windows", environment: reader({ ProgramData: "D:\\PD" }) }), [
    "C:\\ProgramData\\imprint-hook\\policy.jsonc",
    "D:\\PD\\imprint-hook\\policy.jsonc",
  ]);
});

Deno.test("temporaryDirectories() names the system's and those of the environment, once", () => {
  assertEquals(
    temporaryDirectories({ os: "linux", environment: reader({ TMPDIR: "/tmp/", TEMP: "x", TMP: "/scratch" }) }),
    [
      "/tmp",
      "/var/tmp",
      "/scratch",
    ],
  );
  assertEquals(temporaryDirectories({ os: "windows", environment: reader({ USERPROFILE: "C:\\Users\\mira" }) }), [
    "C:\\Windows\\Temp",
    "C:\\Users\\mira\\AppData\\Local\\Temp",
  ]);
});
