import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { InputError, UsageError } from "../../lib/errors.ts";
import { type ReadSettings, readSettings, settingsFiles, type SettingsPlaces } from "./settings_files.ts";
import { installHooks } from "./settings_hooks.ts";
import { planInstall, planUninstall } from "./settings_plan.ts";

const PLACES: SettingsPlaces = { os: "linux", home: "/home/mira", project: "/srv/kettle" };
const OPTIONS = { program: ["/opt/imprint-hook"] } as const;
const USER = "/home/mira/.claude/settings.json";
const SHARED = "/srv/kettle/.claude/settings.json";
const PROJECT = "/srv/kettle/.claude/settings.local.json";

function settingsWith(
  texts: Readonly<Record<string, string>>,
  places: SettingsPlaces = PLACES,
): readonly ReadSettings[] {
  return settingsFiles(places).map((file) => ({ ...file, text: texts[file.path] }));
}

Deno.test("settingsFiles() names the files when given any system, config directory and project", () => {
  const cases: readonly [SettingsPlaces, readonly string[]][] = [
    [PLACES, [USER, SHARED, PROJECT, "/etc/claude-code/managed-settings.json"]],
    [{ os: "macos", home: "/Users/mira/" }, [
      "/Users/mira/.claude/settings.json",
      "/Library/Application Support/ClaudeCode/managed-settings.json",
    ]],
    [{ os: "windows", home: "C:\\Users\\mira", project: "D:\\kettle\\" }, [
      "C:\\Users\\mira\\.claude\\settings.json",
      "D:\\kettle\\.claude\\settings.json",
      "D:\\kettle\\.claude\\settings.local.json",
      "C:\\Program Files\\ClaudeCode\\managed-settings.json",
    ]],
    [{ os: "linux", home: "/home/mira", configDirectory: "/srv/claude" }, [
      "/srv/claude/settings.json",
      "/etc/claude-code/managed-settings.json",
    ]],
    [{ os: "linux", home: "/home/mira", configDirectory: "" }, [USER, "/etc/claude-code/managed-settings.json"]],
    [{ os: "linux", home: "/home/mira", project: "/home/mira" }, [
      USER,
      "/home/mira/.claude/settings.local.json",
      "/etc/claude-code/managed-settings.json",
    ]],
  ];
  for (const [places, paths] of cases) assertEquals(settingsFiles(places).map(({ path }) => path), [...paths]);
});

Deno.test("readSettings() reads drop-in files and says why when a file can't be read", () => {
  const bytes = new TextEncoder();
  const dropIns = "/etc/claude-code/managed-settings.d";
  const settings = readSettings({
    list: (path) => path === dropIns ? ["10-hooks.json", "README"] : undefined,
    readBytes(path) {
      if (path === USER) return bytes.encode("\ufeff{}");
      if (path === SHARED) return Uint8Array.of(0x7b, 0xe4, 0x7d);
      if (path === PROJECT) throw new Error("Permission denied");
      return path === `${dropIns}/10-hooks.json` ? bytes.encode("{}") : undefined;
    },
  }, PLACES);
  assertEquals(settings, [
    { scope: "user", path: USER, text: "\ufeff{}" },
    { scope: "shared", path: SHARED, text: undefined, problem: "it is not UTF-8; save it as UTF-8" },
    { scope: "project", path: PROJECT, text: undefined, problem: "Permission denied" },
    { scope: "managed", path: "/etc/claude-code/managed-settings.json", text: undefined },
    { scope: "managed", path: `${dropIns}/10-hooks.json`, text: "{}" },
  ]);
});

Deno.test("planInstall() picks the file and says what would change when given a scope", () => {
  for (const [scope, path] of [["user", USER], ["project", PROJECT]] as const) {
    const plan = planInstall(settingsWith({ [path]: "{}\n" }), { ...OPTIONS, scope, home: "/srv/imprint" });
    assertEquals(plan.file, { scope, path });
    assertStrictEquals(plan.before, "{}\n");
    assertStrictEquals(plan.after, installHooks("{}\n", { ...OPTIONS, home: "/srv/imprint" }).text);
    assertEquals(plan.changes.map(({ event }) => event), ["Stop", "SessionEnd", "PreCompact"]);
    assertEquals([plan.form, plan.unknownEvents, plan.homeLeftOut, plan.findings], ["exec", [], false, []]);
  }
});

Deno.test("planInstall() writes the bare name when the file is committed", () => {
  const plan = planInstall(settingsWith({}), {
    ...OPTIONS,
    scope: "shared",
    home: "/srv/imprint",
    clientVersion: "1.0.50",
  });
  assertStrictEquals(plan.file.path, SHARED);
  assertEquals(JSON.parse(plan.after).hooks.Stop[0].hooks[0].command, "imprint-hook claude stop");
  assertEquals([plan.form, plan.unknownEvents, plan.homeLeftOut], ["shell", ["SessionEnd"], true]);
});

Deno.test("planInstall() tells of a duplicate when another file has the hook", () => {
  const user = installHooks("{}", OPTIONS).text;
  const plan = planInstall(settingsWith({ [USER]: user }), { ...OPTIONS, scope: "project" });
  assertEquals(
    plan.findings,
    ["Stop", "SessionEnd", "PreCompact"].map((event) => ({ kind: "duplicate", event, paths: [USER, PROJECT] })),
  );
});

Deno.test("planInstall() refuses with a way out when it can't be done", () => {
  const noProject: SettingsPlaces = { os: "linux", home: "/home/mira" };
  const inHome: SettingsPlaces = { ...noProject, project: "/home/mira" };
  for (const [places, scope] of [[noProject, "project"], [noProject, "shared"], [inHome, "shared"]] as const) {
    assertThrows(
      () => planInstall(settingsWith({}, places), { ...OPTIONS, scope }),
      UsageError,
      `--${scope} needs a project`,
    );
  }
  assertThrows(
    () => planInstall(settingsWith({}), { ...OPTIONS, scope: "user", clientVersion: "1.0.30" }),
    InputError,
    "Claude Code 1.0.30 has no usable hooks; update it to 1.0.41 or newer",
  );
  assertThrows(
    () => planInstall(settingsWith({ [USER]: "{" }), { ...OPTIONS, scope: "user" }),
    InputError,
    `cannot edit "${USER}": line 1, column 2`,
  );
  const unreadable = settingsWith({}).map((file) => ({ ...file, problem: "Permission denied" }));
  assertThrows(() => planInstall(unreadable, { ...OPTIONS, scope: "user" }), InputError, "Permission denied");
});

Deno.test("planUninstall() plans every file but the administrator's when it holds an entry", () => {
  const managed = "/etc/claude-code/managed-settings.json";
  const ours = installHooks("{}", OPTIONS).text;
  const created = installHooks(undefined, OPTIONS).text;
  const settings = settingsWith({ [USER]: ours, [SHARED]: "{}", [PROJECT]: created, [managed]: ours });
  const changes = ["Stop", "SessionEnd", "PreCompact"].map((event) => ({ event, action: "removed" as const }));
  const user = { file: { scope: "user" as const, path: USER }, before: ours, after: "{}", changes };
  const project = { file: { scope: "project" as const, path: PROJECT }, before: created, after: undefined, changes };
  assertEquals(planUninstall(settings), { plans: [user, project], problems: [] });
  assertEquals(planUninstall(settings, { scope: "project" }).plans, [project]);
});

Deno.test("planUninstall() goes on when a file is broken, and tells of it and whether it may hold an entry", () => {
  const ours = installHooks("{}", OPTIONS).text;
  const settings = settingsWith({ [USER]: ours, [SHARED]: '{"imprint-hook"}', [PROJECT]: "{" });
  const { plans, problems } = planUninstall(settings);
  assertEquals(plans.map(({ file }) => file.path), [USER]);
  assertEquals(problems, [
    { file: { scope: "shared", path: SHARED }, found: "line 1, column 16: a colon is missing", mentions: true },
    {
      file: { scope: "project", path: PROJECT },
      found: "line 1, column 2: a closing brace is missing",
      mentions: false,
    },
  ]);
  const fromSource = settingsWith({ [USER]: '{ "args": ["run", "/srv/main.ts", "claude", "stop"] ' });
  assertEquals(planUninstall(fromSource).problems.map(({ mentions }) => mentions), [true]);
});
