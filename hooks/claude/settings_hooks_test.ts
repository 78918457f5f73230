import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { installHooks, uninstallHooks } from "./settings_hooks.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";

const OPTIONS = { program: ["/opt/imprint-hook"] } as const;

interface Entry {
  readonly matcher?: string;
  readonly hooks?: readonly Record<string, unknown>[];
}

function listOf(text: string | undefined, event: string): readonly Entry[] {
  return (JSON.parse(text ?? "{}").hooks ?? {})[event] ?? [];
}

function settings(event: string, groups: readonly unknown[]): string {
  return JSON.stringify({ hooks: { [event]: groups } });
}

const OURS = { type: "command", command: "/opt/imprint-hook", args: ["claude", "stop"], timeout: 20 };

Deno.test("installHooks() writes a file of its own when there is none", () => {
  const { text, changes } = installHooks(undefined, { ...OPTIONS, home: "/srv/imprint home" });
  const groups = ["stop", "session-end", "pre-compact"].map((subcommand) => {
    const timeout = subcommand === "session-end" ? 30 : 20;
    const args = ["claude", subcommand, "--home", "/srv/imprint home"];
    return [{ hooks: [{ type: "command", command: "/opt/imprint-hook", args, timeout }] }];
  });
  const [Stop, SessionEnd, PreCompact] = groups;
  assertEquals(JSON.parse(text), { hooks: { Stop, SessionEnd, PreCompact } });
  assertStrictEquals(text.endsWith("\n"), true);
  assertEquals(changes, ["Stop", "SessionEnd", "PreCompact"].map((event) => ({ event, action: "added" })));
});

Deno.test("installHooks() writes a quoted shell line when the client knows no exec form", () => {
  const { text } = installHooks("{}", { program: ["/opt/my tools/imprint-hook"], clientVersion: "2.1.138" });
  const command = '"/opt/my tools/imprint-hook" claude stop';
  assertEquals(listOf(text, "Stop"), [{ hooks: [{ type: "command", command, timeout: 20 }] }]);
});

Deno.test("installHooks() wires fewer events when the client's version does not know all", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["1.0.41", ["Stop"]],
    ["1.0.48", ["Stop", "PreCompact"]],
    ["1.0.85", ["Stop", "SessionEnd", "PreCompact"]],
    ["2.1.332", ["Stop", "SessionEnd", "PreCompact"]],
  ];
  for (const [clientVersion, events] of cases) {
    assertEquals(Object.keys(JSON.parse(installHooks("{}", { ...OPTIONS, clientVersion }).text).hooks), events);
  }
});

Deno.test("installHooks() changes the form in place when the client got newer", () => {
  const old = installHooks('{\n\t"a": 1\n}\n', { ...OPTIONS, clientVersion: "2.1.100" }).text;
  const { text, changes } = installHooks(old, OPTIONS);
  assertEquals(listOf(text, "Stop"), [{ hooks: [{ ...OURS }] }]);
  assertEquals(changes.map(({ action }) => action), ["updated", "updated", "updated"]);
  assertStrictEquals(uninstallHooks(text).text, '{\n\t"a": 1\n}\n');
});

Deno.test("installHooks() mends the entry when something keeps it from running", () => {
  const cases: readonly [string, readonly unknown[]][] = [
    ["milliseconds", [{ hooks: [{ ...OURS, timeout: 20000 }] }]],
    ["too short a time", [{ hooks: [{ ...OURS, timeout: 1 }] }]],
    ["a condition", [{ hooks: [{ ...OURS, if: "Bash(git *)", once: true, shell: "powershell" }] }]],
    ["a failure that blocks", [{ hooks: [{ ...OURS, onFailure: "block" }] }]],
    ["no type", [{ hooks: [{ command: "/opt/imprint-hook", args: ["claude", "stop"], timeout: 20 }] }]],
    ["no group", [{ ...OURS }]],
    ["twice in a group", [{ hooks: [{ ...OURS }, { ...OURS }] }]],
    ["twice in the list", [{ hooks: [{ ...OURS }] }, { hooks: [{ ...OURS, command: "imprint-hook" }] }]],
  ];
  for (const [name, groups] of cases) {
    const { text } = installHooks(settings("Stop", groups), OPTIONS);
    const found = listOf(text, "Stop").flatMap(({ hooks }) => hooks ?? []);
    assertEquals(found.map((hook) => Object.fromEntries(Object.entries(hook).sort())), [
      Object.fromEntries(Object.entries(OURS).sort()),
    ], name);
  }
});

Deno.test("installHooks() takes the entry out of its group when the matcher selects", () => {
  const other = { type: "command", command: "make stop" };
  const end = { type: "command", command: "imprint-hook", args: ["claude", "session-end"], timeout: 30 };
  const wanted = { ...end, command: "/opt/imprint-hook" };
  for (
    const [matcher, expected] of [
      ["clear", [{ matcher: "clear", hooks: [other] }, { hooks: [wanted] }]],
      ["", [{ matcher: "", hooks: [other, wanted] }]],
      ["*", [{ matcher: "*", hooks: [other, wanted] }]],
    ] as const
  ) {
    const { text } = installHooks(settings("SessionEnd", [{ matcher, hooks: [other, end] }]), OPTIONS);
    assertEquals(listOf(text, "SessionEnd"), [...expected]);
  }
});

Deno.test("installHooks() keeps keys of the user when it updates the entry", () => {
  const own = { ...OURS, timeout: 120, statusMessage: "Remembering", async: true };
  const { text } = installHooks(settings("Stop", [{ hooks: [{ ...own, command: "/old/imprint-hook" }] }]), OPTIONS);
  assertEquals(listOf(text, "Stop"), [{ hooks: [own] }]);
});

Deno.test("installHooks() keeps comments inside the entry when it updates it", () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[{"type":"command", // mine\n "command":"imprint-hook stop" /* by hand */ }]}]}}';
  const updated = installHooks(text, OPTIONS).text;
  for (const comment of ["// mine\n", "/* by hand */"]) assertStrictEquals(updated.includes(comment), true);
  assertEquals(installHooks(updated, OPTIONS).changes, []);
});

Deno.test("installHooks() takes an entry out when its event is not wired, and brings session start up to date", () => {
  const hooks = [{ hooks: [{ type: "command", command: "imprint-hook claude session-start" }] }];
  const text = JSON.stringify({ hooks: { SessionStart: hooks, SubagentStop: hooks } });
  const installed = installHooks(text, OPTIONS);
  assertEquals(listOf(installed.text, "SessionStart"), [{
    hooks: [{ type: "command", command: "/opt/imprint-hook", args: ["claude", "session-start"], timeout: 10 }],
  }]);
  assertEquals(listOf(installed.text, "SubagentStop"), []);
  assertEquals(uninstallHooks(installed.text).text, "{}");
});

Deno.test("installHooks() wires session start when context is asked for, and uninstallHooks() takes it out", () => {
  const before = '{"model":"opus"}';
  assertEquals("SessionStart" in JSON.parse(installHooks(before, OPTIONS).text).hooks, false);
  const { text, changes } = installHooks(before, { ...OPTIONS, withContext: true });
  assertEquals(changes.map(({ event }) => event), ["Stop", "SessionEnd", "PreCompact", "SessionStart"]);
  assertEquals(installHooks(text, { ...OPTIONS, withContext: true }).changes, []);
  assertEquals(installHooks(text, OPTIONS).changes, []);
  assertEquals(uninstallHooks(text).text, before);
});

Deno.test("installHooks() edits the effective list when a name is there twice", () => {
  const text = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"imprint-hook"}]}]},"hooks":{"Stop":[]}}';
  const installed = installHooks(text, OPTIONS).text;
  assertEquals(listOf(installed, "Stop"), [{ hooks: [OURS] }]);
  assertEquals(installHooks(installed, OPTIONS).changes, []);
});

Deno.test("installHooks() and uninstallHooks() name line and column when the text is no JSON", () => {
  const cases: readonly [string, string][] = [
    ['{\n  "a": 1,\n  "b" 2\n}', "line 3, column 7: a colon is missing"],
    ['\ufeff{"a": }', "line 1, column 7: a value is missing"],
    ["{\r\n}\r\n}", "line 3, column 1: something follows the end of the settings"],
    ['{"a": "x\n"}', "line 1, column 7: a string is not closed"],
    ['{"a": 1 /* x', "line 1, column 9: a comment is not closed"],
    ["{'a': 1}", "line 1, column 2: this is no JSON value"],
    ["[".repeat(100_000), "line 1, column 1: this is nested too deeply"],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => installHooks(text, OPTIONS), SettingsTextError, message);
    assertThrows(() => uninstallHooks(text), SettingsTextError, message);
  }
});

Deno.test("installHooks() names line and column when the settings have another shape", () => {
  const cases: readonly [string, string][] = [
    ["[]", "line 1, column 1: the settings are to be an object, found array"],
    ["null", "line 1, column 1: the settings are to be an object, found null"],
    ['{"hooks": []}', 'line 1, column 11: "hooks" is to be an object, found array'],
    ['{"hooks": {\n"PreCompact": {}}}', 'line 2, column 15: "hooks"."PreCompact" is to be an array, found object'],
    ['{"hooks": {"Stop": "imprint-hook"}}', 'line 1, column 20: "hooks"."Stop" is to be an array, found string'],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => installHooks(text, OPTIONS), SettingsTextError, message);
    assertEquals(uninstallHooks(text), { text, changes: [] });
  }
});

Deno.test("uninstallHooks() leaves other hooks, comments and compound lines when they are beside an entry", () => {
  const compound = { type: "command", command: "imprint-hook claude stop; make lint" };
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [compound, OURS] }, { hooks: [OURS] }] } });
  const { text: left, changes } = uninstallHooks(text);
  assertEquals(JSON.parse(left ?? ""), { hooks: { Stop: [{ hooks: [compound] }] } });
  assertEquals(changes, [{ event: "Stop", action: "removed" }]);
  const commented = '{\n  "hooks": {\n    // Zora wants a bell here\n    "Stop": [{ "hooks": [' + JSON.stringify(OURS) +
    " ] } // soon\n    ]\n  }\n}\n";
  const kept = uninstallHooks(commented).text ?? "";
  for (const comment of ["// Zora wants a bell here\n", "// soon\n"]) assertStrictEquals(kept.includes(comment), true);
});

Deno.test("uninstallHooks() keeps the line break that ends a comment when the entry behind it goes", () => {
  const text = `{"hooks":{"Stop":[1, // one\n {"hooks":[${JSON.stringify(OURS)}]} ]}}`;
  assertStrictEquals(uninstallHooks(text).text, '{"hooks":{"Stop":[1 // one\n ]}}');
});

Deno.test("installHooks() leaves one entry when what it starts, or how, is another than before", () => {
  const script = ["/usr/bin/deno", "run", "--quiet", "--deny-net", "/srv/tools/imprint-hook.js"] as const;
  const source = ["/usr/bin/deno", "run", "--deny-net", "/srv/it's my $tools/main.ts"] as const;
  const all = [["/opt/imprint-hook"], ["/opt/imprint-hook-0.1.0"], script, source].flatMap((program) =>
    [undefined, '/srv/my "own" home'].flatMap((home) =>
      ["2.1.138", "2.1.139"].map((clientVersion) => ({
        program: program as [string, ...string[]],
        clientVersion,
        ...(home === undefined ? {} : { home }),
      }))
    )
  );
  for (const before of all) {
    for (const after of all) {
      const { text } = installHooks(installHooks('{ "model": "opus" }', before).text, after);
      for (const [event, fresh] of Object.entries(JSON.parse(installHooks(undefined, after).text).hooks)) {
        assertEquals(listOf(text, event), fresh as Entry[], JSON.stringify([before, after]));
      }
      assertEquals(installHooks(text, after).changes, []);
      assertEquals(JSON.parse(uninstallHooks(text).text ?? ""), { model: "opus" });
    }
  }
});
