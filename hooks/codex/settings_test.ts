import { assert, assertEquals, assertStrictEquals, assertStringIncludes, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { InputError } from "../../lib/errors.ts";
import type { SettingsMachine } from "../../lib/installer.ts";
import { disk } from "../../lib/io/disk.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { codexInstaller } from "./installer.ts";
import { windowsLine } from "../../lib/settings/windows_line.ts";
import { codexHandlers, type CodexHookOptions } from "./settings_handler.ts";
import { installHooksJson, uninstallHooksJson } from "./settings_json.ts";
import { installHooksToml, uninstallHooksToml } from "./settings_toml.ts";
import { configValue } from "./settings_files.ts";
import { ownHooks } from "./settings_value.ts";

const FIXTURES = new URL("../../fixtures/codex/settings/", import.meta.url);
const PROGRAM = ["/home/mira/.local/bin/imprint-hook"] as const;
const OPTIONS = { program: PROGRAM, os: "linux" } as const;

/** A machine whose home is a directory of this test's. */
function machineIn(home: string, codexHome?: string): SettingsMachine {
  return {
    files: disk,
    os: "linux",
    home,
    project: `${home}/kettle`,
    environment: (name) => name === "CODEX_HOME" ? codexHome : undefined,
  };
}

function read(path: string | URL): string {
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(Deno.readFileSync(path));
}

function there(path: string | URL): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function install(machine: SettingsMachine) {
  const plan = codexInstaller.planInstall(machine, { scope: "user", program: PROGRAM });
  return { plan, applied: plan.edits.map((edit) => edit.apply()) };
}

function uninstall(machine: SettingsMachine) {
  return codexInstaller.planUninstall(machine, {}).edits.map((edit) => edit.apply());
}

diskTest(
  "install codex and uninstall codex round-trip every settings file, or refuse it and leave it alone",
  async () => {
    const cases = [...Deno.readDirSync(FIXTURES)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
      .sort();
    assert(cases.length >= 24);
    for (const name of cases) {
      const type = there(new URL(`${name}/before.json`, FIXTURES)) ? "json" : "toml";
      const fixture = (stage: string) => new URL(`${name}/${stage}.${type}`, FIXTURES);
      await withTemporaryDirectory((home) => {
        const machine = machineIn(home);
        const path = `${home}/.codex/${type === "json" ? "hooks.json" : "config.toml"}`;
        Deno.mkdirSync(`${home}/.codex`);
        Deno.copyFileSync(fixture("before"), path);
        const before = read(fixture("before"));
        if (!there(fixture("installed"))) {
          assertThrows(() => install(machine), InputError, `cannot edit "${path}"`, name);
          assertStrictEquals(read(path), before, name);
          return;
        }
        assertEquals(install(machine).applied, [{ path, outcome: "written" }], name);
        assertStrictEquals(read(path), read(fixture("installed")), name);
        assertEquals(install(machine).applied, [{ path, outcome: "unchanged" }], name);
        assertEquals(codexInstaller.entries(machine).filter(({ args }) => args[0] === "codex").length >= 2, true, name);
        uninstall(machine);
        const left = there(fixture("uninstalled")) ? read(fixture("uninstalled")) : before;
        assertStrictEquals(read(path), left, name);
        assertEquals(uninstall(machine), [], name);
        // Nothing else was made in the client's home.
        assertEquals([...Deno.readDirSync(`${home}/.codex`)].map((entry) => entry.name), [path.slice(home.length + 8)]);
      });
    }
  },
);

diskTest(
  "install codex makes a hooks.json where there is none, in CODEX_HOME, and uninstall codex removes it",
  async () => {
    await withTemporaryDirectory((home) => {
      const machine = machineIn(home, `${home}/agents`);
      const path = `${home}/agents/hooks.json`;
      const { plan, applied } = install(machine);
      assertEquals(applied, [{ path, outcome: "created" }]);
      assertEquals(plan.events, ["Stop", "SessionEnd"]);
      const { hooks } = JSON.parse(read(path));
      assertEquals(hooks.Stop[0].hooks[0].timeout, 10);
      assertEquals(hooks.SessionEnd[0].hooks[0].timeout, 3);
      assertEquals(uninstall(machine), [{ path, outcome: "removed" }]);
      assertEquals([...Deno.readDirSync(`${home}/agents`)], []);
    });
  },
);

diskTest(
  "install codex names the one step that is left: to trust the hooks (report 14: https://github.com/openai/codex/issues/46210, https://github.com/openai/codex/issues/35306, https://github.com/openai/codex/issues/42959, https://github.com/openai/codex/issues/21639)",
  async () => {
    await withTemporaryDirectory(async (home) => {
      const { trustHash } = await import("./trust.ts");
      const machine = machineIn(home);
      const path = `${home}/.codex/hooks.json`;
      const [step, ...others] = install(machine).plan.steps;
      assertEquals(others, []);
      assertStringIncludes(step ?? "", `"Hooks need review", trust Stop and SessionEnd of "${path}"`);
      const trust = ownHooks(JSON.parse(read(path)), "linux").map((hook) =>
        `[hooks.state."${path}:${hook.event === "Stop" ? "stop" : "session_end"}:0:0"]\ntrusted_hash = "${
          trustHash(hook)
        }"\n`
      );
      Deno.writeTextFileSync(`${home}/.codex/config.toml`, trust.join("\n"));
      // Installed again, by the same program: nothing changes, and the trust holds.
      const again = install(machine);
      assertEquals(again.applied.map(({ outcome }) => outcome), ["unchanged"]);
      assertStringIncludes(again.plan.steps[0] ?? "", "You trust both hooks already");
      Deno.writeTextFileSync(`${home}/.codex/config.toml`, `[features]\nhooks = false\n\n${trust.join("\n")}`);
      assertEquals(install(machine).plan.warnings.some((warning) => warning.includes("switches every hook off")), true);
    });
  },
);

diskTest("install codex keeps the trust of hooks that stand beside its own: it moves none", async () => {
  const before = read(new URL("other_hooks_on_stop/before.json", FIXTURES));
  const places = (text: string) => {
    const groups: { hooks: { command: string }[] }[] = JSON.parse(text).hooks.Stop;
    return groups.map(({ hooks }) => hooks.map(({ command }) => command));
  };
  const after = places(installHooksJson(before, OPTIONS).text);
  await Promise.resolve();
  assertEquals(after.slice(0, 2), places(before));
  assertEquals(after.length, 3);
});

Deno.test("codexHandlers() gives the same bytes whenever it is asked, and neither version nor temporary path of its own", () => {
  const [one, other] = [codexHandlers(OPTIONS), codexHandlers(OPTIONS)];
  assertEquals(JSON.stringify(one), JSON.stringify(other));
  assertEquals(one.map(({ handler }) => handler.command), [
    '"/home/mira/.local/bin/imprint-hook" codex stop',
    '"/home/mira/.local/bin/imprint-hook" codex session-end',
  ]);
});

Deno.test("codexHandlers() writes a command line for both systems that may share one hooks.json (report 20: https://github.com/rullerzhou-afk/clawd-on-desk/issues/544, https://github.com/rullerzhou-afk/clawd-on-desk/pull/594)", () => {
  const windows = codexHandlers({
    program: ["C:\\Program Files\\imprint-hook.exe"],
    os: "windows",
    home: "D:\\my home",
  });
  assertEquals(windows.map(({ handler }) => handler.command), [
    "imprint-hook codex stop",
    "imprint-hook codex session-end",
  ]);
  assertEquals(
    windows[0]?.handler.commandWindows,
    '& "C:\\Program Files\\imprint-hook.exe" codex stop --home "D:\\my home"',
  );
  // Installed on the one side, then on the other: each keeps what the other wrote, so that its trust holds.
  const both: readonly CodexHookOptions[] = [
    { program: ["C:\\Program Files\\imprint-hook.exe"], os: "windows" },
    OPTIONS,
  ];
  for (const order of [both, both.toReversed()]) {
    let text: string | undefined;
    for (const options of order) text = installHooksJson(text, options).text;
    const [stop] = JSON.parse(text ?? "").hooks.Stop[0].hooks;
    assertEquals([stop.command, stop.commandWindows], [
      '"/home/mira/.local/bin/imprint-hook" codex stop',
      '& "C:\\Program Files\\imprint-hook.exe" codex stop',
    ]);
    for (const options of order) assertEquals(installHooksJson(text, options).changes, []);
  }
});

// A quoted path alone is printed by PowerShell instead of started; unquoted words suit cmd as well.
const LINES: readonly (readonly [words: readonly string[], line: string])[] = [
  [["C:\\tools\\imprint-hook.exe", "codex", "stop"], "C:\\tools\\imprint-hook.exe codex stop"],
  [["C:\\my tools\\imprint-hook.exe", "codex"], '& "C:\\my tools\\imprint-hook.exe" codex'],
  [["C:\\$a\\it's\\imprint-hook.exe", "codex"], "& 'C:\\$a\\it''s\\imprint-hook.exe' codex"],
  [["C:\\d\\deno.exe", "run", "--allow-env=HOME,TMP", "-R"], 'C:\\d\\deno.exe run "--allow-env=HOME,TMP" -R'],
];

for (const [words, line] of LINES) {
  Deno.test(`windowsLine() writes ${line} (report 19: https://github.com/open-gsd/gsd-core/issues/4557, https://github.com/pbakaus/impeccable/issues/848, https://github.com/eneskirca/nodeterm/issues/685)`, () => {
    assertStrictEquals(windowsLine(words), line);
  });
}

Deno.test("codexHandlers() names the program by its absolute path and starts no shell script (report 21: https://github.com/max-sixty/worktrunk/issues/4007, https://github.com/Sungmin-Cho/deep-work/issues/51)", () => {
  for (const { handler } of codexHandlers({ program: ["C:\\tools\\imprint-hook.exe"], os: "windows" })) {
    assert(handler.commandWindows.startsWith("C:\\tools\\imprint-hook.exe codex "));
    assertEquals(
      /\b(?:bash|sh|cmd|powershell)\b|[;|<>]|&&/.test(`${handler.command} ${handler.commandWindows}`),
      false,
    );
  }
});

diskTest(
  "install codex writes inline where the person has inline hooks and no hooks.json, and stays where it is",
  async () => {
    await withTemporaryDirectory((home) => {
      const machine = machineIn(home);
      Deno.mkdirSync(`${home}/.codex`);
      const config = `${home}/.codex/config.toml`;
      Deno.writeTextFileSync(config, read(new URL("inline_hooks/before.toml", FIXTURES)));
      assertEquals(install(machine).applied, [{ path: config, outcome: "written" }]);
      Deno.writeTextFileSync(`${home}/.codex/hooks.json`, '{"hooks":{"PreToolUse":[]}}');
      assertEquals(install(machine).applied, [{ path: config, outcome: "unchanged" }]);
      // Trust alone is no inline hook.
      uninstall(machine);
      Deno.writeTextFileSync(config, '[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:00"\n');
      assertEquals(install(machine).applied, [{ path: `${home}/.codex/hooks.json`, outcome: "written" }]);
      // Both: said, and both are taken out.
      Deno.writeTextFileSync(config, installHooksToml(read(config), OPTIONS).text);
      assertEquals(install(machine).plan.warnings.some((warning) => warning.includes("it is wired in")), true);
      assertEquals(uninstall(machine).length, 2);
      assertStrictEquals(read(config), '[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:00"\n');
    });
  },
);

diskTest("uninstall codex says which file it cannot edit, and edits the other one", async () => {
  await withTemporaryDirectory((home) => {
    const machine = machineIn(home);
    install(machine);
    Deno.writeTextFileSync(`${home}/.codex/config.toml`, "# imprint-hook\nmodel = \n");
    const { edits, problems } = codexInstaller.planUninstall(machine, {});
    assertEquals(edits.map(({ outcome }) => outcome), ["removed"]);
    assertEquals(problems.length, 1);
    assertStringIncludes(problems[0] ?? "", `cannot edit "${home}/.codex/config.toml": line 2`);
  });
});

const tables = fc.constantFrom(
  'model = "o"\n',
  "# a comment\n",
  "\n",
  "\n\n",
  '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "make lint"\n',
  '[[hooks.SessionEnd]]\nmatcher = "other"\n[[hooks.SessionEnd.hooks]]\ntype = "command"\ncommand = "imprint-hook learn"\n',
  '[hooks.state."/home/mira/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:00"\n',
  '[tui]\nstatus = [\n  "model",\n  "[[hooks.Stop]]",\n]\n',
  '[notes]\ntext = """\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "imprint-hook codex stop"\n"""\n',
  '[[hooks.Stop]] # ours\n[[ hooks . Stop . hooks ]]\ntype="command"\ncommand="make"',
);
const configs = fc.tuple(
  fc.uniqueArray(tables, { selector: (one) => /\[[\w.]+(?=\])/.exec(one)?.[0] ?? one }),
  fc.boolean(),
)
  .map(([pieces, crlf]) => pieces.join("").replaceAll("\n", crlf ? "\r\n" : "\n"))
  .filter((text) => "value" in configValue(text));

Deno.test("uninstallHooksToml() restores any text byte for byte when installHooksToml() changed it last", () => {
  let refused = 0;
  fc.assert(
    fc.property(configs, (text) => {
      let installed: string;
      try {
        installed = installHooksToml(text, OPTIONS).text;
      } catch (error) {
        assert(error instanceof SettingsTextError);
        refused++;
        return;
      }
      assertEquals(installHooksToml(installed, OPTIONS).changes, []);
      assertStrictEquals(uninstallHooksToml(installed).text, text);
    }),
    { numRuns: 500 },
  );
  assert(refused < 100, `${refused} of 500 refused`);
});

Deno.test("uninstallHooksToml() leaves what Codex wrote behind our entries, and says the same as before", () => {
  const trust = '\n[hooks.state."/home/mira/.codex/config.toml:stop:0:0"]\ntrusted_hash = "sha256:00"\n';
  const [before, after] = ['model = "o"\n', `model = "o"\n${trust}`];
  const { text } = installHooksToml(before, OPTIONS);
  assertStrictEquals(uninstallHooksToml(text + trust).text, after);
  for (const line of ["# mine\n", "[tui]\n"]) {
    assertStrictEquals(uninstallHooksToml(text + line).text.includes(line), true);
  }
});

Deno.test("installHooksJson() and uninstallHooksJson() change nothing when there is nothing to do", () => {
  const { text } = installHooksJson(undefined, OPTIONS);
  assertStrictEquals(installHooksJson(text, OPTIONS).text, text);
  assertEquals(uninstallHooksJson(undefined), { text: undefined, changes: [] });
  assertEquals(uninstallHooksJson("{}"), { text: "{}", changes: [] });
});

Deno.test("installHooksToml() and uninstallHooksToml() refuse a text with hundreds of our entries when each would cost reading it again", () => {
  const handler = '[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "imprint-hook codex stop"\n';
  const text = (entries: number) => `[[hooks.Stop]]\n${handler.repeat(entries)}`;
  const options = { program: ["/opt/imprint-hook"], os: "linux" } as const;
  assertEquals(uninstallHooksToml(text(16)).text, "");
  for (const edit of [() => installHooksToml(text(17), options), () => uninstallHooksToml(text(300))]) {
    const error = assertThrows(edit, SettingsTextError);
    assertStringIncludes(error.message, "entries of it start imprint-hook; take them out by hand");
  }
});
