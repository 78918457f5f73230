import { assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import type { ReadSettings } from "./settings_files.ts";
import { installHooks } from "./settings_hooks.ts";
import { describeFinding, inspectSettings, installedEntries, type SettingsFinding } from "./settings_inspect.ts";

const OPTIONS = { program: ["/opt/imprint-hook"] } as const;
const USER = "/home/mira/.claude/settings.json";
const PROJECT = "/srv/kettle/.claude/settings.local.json";

function user(value: unknown): ReadSettings {
  return { scope: "user", path: USER, text: typeof value === "string" ? value : JSON.stringify(value) };
}

const WIRED = installHooks("{}", OPTIONS).text;

/** Settings that are in order but for what is on Stop. */
function withStop(...groups: readonly unknown[]): ReadSettings {
  const value = JSON.parse(WIRED);
  value.hooks.Stop = groups;
  return user(value);
}

function kinds(settings: readonly ReadSettings[], clientVersion?: string): readonly string[] {
  return inspectSettings(settings, clientVersion === undefined ? {} : { clientVersion }).map(({ kind }) => kind);
}

Deno.test("inspectSettings() finds nothing when install has just run", () => {
  assertEquals(inspectSettings([user(WIRED)]), []);
  assertEquals(inspectSettings([user(WIRED)], { clientVersion: "2.1.332" }), []);
  const shell = installHooks("{}", { ...OPTIONS, clientVersion: "2.1.100" }).text;
  assertEquals(inspectSettings([user(shell)], { clientVersion: "2.1.100" }), []);
});

Deno.test("inspectSettings() finds nothing when there is no file or no entry", () => {
  assertEquals(
    inspectSettings([{ scope: "user", path: USER, text: undefined }, user({ model: "opus" }), user("")]),
    [],
  );
});

Deno.test("inspectSettings() finds what is wrong when an entry does not run as meant", () => {
  const stop = { type: "command", command: "/opt/imprint-hook", args: ["claude", "stop"], timeout: 20 };
  const path = USER;
  const event = "Stop";
  const cases: readonly [ReadSettings, readonly SettingsFinding[]][] = [
    [withStop({ hooks: [{ ...stop, timeout: 20000 }] }), [{ kind: "milliseconds", path, event, timeout: 20000 }]],
    [withStop({ hooks: [{ ...stop, if: "Bash(*)" }] }), [{ kind: "never-runs", path, event, because: "if" }]],
    [withStop(stop), [{ kind: "never-runs", path, event, because: "shape" }]],
    [withStop({ matcher: "x", hooks: [stop] }), []],
    [withStop({ hooks: [stop] }, { hooks: [stop] }), [{ kind: "repeated", path, event, count: 2 }]],
    [withStop({ hooks: [{ type: "command", command: "imprint-hook claude stop" }] }), [
      { kind: "form", path, event, form: "shell" },
    ]],
    [withStop({ hooks: [{ type: "command", command: "cd /x && imprint-hook claude stop" }] }), [
      { kind: "compound", path, event },
    ]],
    [withStop(), [{ kind: "missing-event", path, event }]],
  ];
  for (const [settings, findings] of cases) assertEquals(inspectSettings([settings]), [...findings]);
});

Deno.test("inspectSettings() finds a matcher when the client heeds it on that event", () => {
  const value = JSON.parse(WIRED);
  value.hooks.PreCompact[0].matcher = "auto";
  assertEquals(kinds([user(value)]), ["never-runs"]);
});

Deno.test("inspectSettings() finds the form when the client's version does not run it as meant", () => {
  assertEquals(kinds([user(WIRED)], "2.1.138"), ["form", "form", "form"]);
  const shell = installHooks("{}", { ...OPTIONS, clientVersion: "2.1.138" }).text;
  assertEquals(kinds([user(shell)], "2.1.139"), ["form", "form", "form"]);
});

Deno.test("inspectSettings() asks for no event when the client's version does not know it", () => {
  const text = installHooks("{}", { ...OPTIONS, clientVersion: "1.0.48" }).text;
  assertEquals(kinds([user(text)], "1.0.48"), []);
  assertEquals(kinds([user(text)], "1.0.85"), ["missing-event"]);
});

Deno.test("inspectSettings() finds a duplicate when several files wire an event", () => {
  const project: ReadSettings = { scope: "project", path: PROJECT, text: WIRED };
  const findings = inspectSettings([user(WIRED), project]);
  assertEquals(findings[0], { kind: "duplicate", event: "Stop", paths: [USER, PROJECT] });
  assertStrictEquals(findings.length, 3);
});

Deno.test("inspectSettings() finds the switches that turn hooks off when they stand where they count", () => {
  const managed: ReadSettings = { scope: "managed", path: "/etc/m.json", text: '{"allowManagedHooksOnly": true}' };
  assertEquals(inspectSettings([user({ disableAllHooks: true }), managed]), [
    { kind: "hooks-disabled", path: USER },
    { kind: "managed-hooks-only", path: "/etc/m.json" },
  ]);
  assertEquals(kinds([user({ disableAllHooks: false, allowManagedHooksOnly: true })]), []);
});

Deno.test("inspectSettings() tells of a file when it can't be read", () => {
  const denied: ReadSettings = { scope: "project", path: PROJECT, text: undefined, problem: "Permission denied" };
  assertEquals(inspectSettings([user('{"a" 1}'), denied]), [
    { kind: "unreadable", path: USER, found: "line 1, column 6: a colon is missing" },
    { kind: "unreadable", path: PROJECT, found: "Permission denied" },
  ]);
});

Deno.test("installedEntries() lists program, form and time when entries are of any form", () => {
  const text = installHooks("{}", { program: ["deno", "run", "/opt/imprint-hook.js"], home: "/srv/h" }).text;
  const entries = installedEntries([
    user(text),
    user("{"),
    withStop({ hooks: [{ type: "command", command: "imprint-hook" }] }),
  ]);
  assertEquals(entries[1], {
    scope: "user",
    path: USER,
    event: "SessionEnd",
    form: "exec",
    command: "deno",
    program: "/opt/imprint-hook.js",
    args: ["claude", "session-end", "--home", "/srv/h"],
    timeout: 30,
  });
  const rest = entries.slice(3).map(({ form, timeout }) => `${form} ${timeout}`);
  assertEquals(rest, ["shell null", "exec 30", "exec 20"]);
});

Deno.test("describeFinding() names file and way out when given any kind", () => {
  const path = "/home/mira/\x1b[31m/settings.json";
  const event = "Stop";
  const findings: readonly SettingsFinding[] = [
    { kind: "unreadable", path, found: "line 1, column 6: a colon is missing" },
    { kind: "hooks-disabled", path },
    { kind: "managed-hooks-only", path },
    { kind: "duplicate", event, paths: [path, path] },
    { kind: "repeated", path, event, count: 2 },
    { kind: "milliseconds", path, event, timeout: 20000 },
    { kind: "never-runs", path, event, because: "if" },
    { kind: "never-runs", path, event, because: "matcher" },
    { kind: "never-runs", path, event, because: "shape" },
    { kind: "compound", path, event },
    { kind: "missing-event", path, event },
    { kind: "form", path, event, form: "exec" },
    { kind: "form", path, event, form: "shell" },
  ];
  const sentences = findings.map(describeFinding);
  for (const sentence of sentences) assertStringIncludes(sentence, '"/home/mira/\\x1b[31m/settings.json"');
  assertStrictEquals(new Set(sentences).size, findings.length);
});
