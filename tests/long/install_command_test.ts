import { assert, assertEquals, assertMatch, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { installHooks, uninstallHooks } from "../../hooks/claude/settings.ts";
import { SCRIPT_FLAGS } from "../../lib/io/permissions.ts";
import { isSafeKey } from "../../lib/record/layout.ts";
import { conversation, snapshot } from "../import_test_support.ts";
import { checkoutMain, hasTerminal, personTest } from "../person_test_support.ts";
import { projectUrl } from "../project_files_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const FIXTURES = projectUrl("fixtures/claude/settings/");

function fixture(name: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    Deno.readFileSync(new URL(`${name}/before.json`, FIXTURES)),
  );
}

function read(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

// The others are run with the bundled script, which starts faster (install_test.ts).
for (const name of ["null_arrays", "old_path"]) {
  personTest(`install and uninstall claude round-trip when the settings are "${name}"`, async (machine) => {
    const before = fixture(name);
    Deno.writeTextFileSync(machine.settings, before);
    const answer = await machine.json(["install", "claude"]);
    const program = answer["program"] as [string, ...string[]];
    const installed = installHooks(before, { program }).text;
    assertStrictEquals(read(machine.settings), installed);
    const again = await machine.json(["install", "claude"]);
    assertEquals((again["edits"] as { outcome: string }[]).map(({ outcome }) => outcome), ["unchanged"]);
    assertStrictEquals(read(machine.settings), installed);
    for (const event of ["Stop", "SessionEnd", "PreCompact"]) {
      const own = machine.entries(event).filter(({ args }) => args?.includes("claude"));
      assertEquals(own.length, 1, event);
    }
    await machine.ok(["uninstall", "claude"]);
    const left = uninstallHooks(installed).text;
    // Entries that were ours before are not put back; everything else is, byte for byte.
    if (name !== "old_path") assertStrictEquals(left, before);
    assertStrictEquals(read(machine.settings), left);
  });
}

personTest(
  "install and uninstall claude leave settings alone that do not parse, and name the line",
  async (machine) => {
    Deno.writeTextFileSync(machine.settings, fixture("not_json"));
    const { code, stdout, stderr } = await machine.type(["install", "claude"]);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, `cannot edit "${machine.settings}": line 5, column 65: a comma is missing`);
    const uninstalled = await machine.type(["uninstall", "claude"]);
    assertEquals([uninstalled.code, uninstalled.stderr], [1, ""]);
    assertStringIncludes(uninstalled.stdout, "Nothing was taken out.");
    assertStringIncludes(
      uninstalled.stdout,
      `cannot read "${machine.settings}": line 5, column 65: a comma is missing`,
    );
    assertStrictEquals(read(machine.settings), fixture("not_json"));
  },
);

personTest("install claude makes the settings when there are none, and uninstall removes them", async (machine) => {
  const text = await machine.ok(["install", "claude"]);
  assertStringIncludes(text, "Claude Code will call imprint-hook after each turn.");
  assertMatch(text, /^past +no conversation is there yet$/m);
  assertEquals((Deno.statSync(machine.settings).mode ?? 0) & 0o777, 0o600);
  const removed = await machine.ok(["uninstall", "claude"]);
  assertMatch(removed, /settings\.json \(removed/);
  assertEquals(Array.from(Deno.readDirSync(`${machine.userHome}/.claude`), ({ name }) => name), ["projects"]);
  assertStringIncludes(
    await machine.ok(["uninstall", "claude"]),
    "No settings of Claude Code start imprint-hook here.",
  );
});

personTest("install claude follows a symlink and keeps it", async (machine) => {
  const target = `${machine.root}/dotfiles.json`;
  Deno.writeTextFileSync(target, fixture("comments"));
  Deno.symlinkSync(target, machine.settings);
  await machine.ok(["install", "claude"]);
  assert(Deno.lstatSync(machine.settings).isSymlink);
  assert(read(target).includes("session-end"));
  await machine.ok(["uninstall", "claude"]);
  assertStrictEquals(read(target), fixture("comments"));
  assert(Deno.lstatSync(machine.settings).isSymlink);
});

personTest("install claude refuses read-only settings and a directory that cannot be made", async (machine) => {
  Deno.writeTextFileSync(machine.settings, fixture("tabs"));
  Deno.chmodSync(machine.settings, 0o444);
  const readOnly = await machine.type(["install", "claude"]);
  assertEquals(readOnly.code, 1);
  assertStringIncludes(readOnly.stderr, "it is read-only");
  assertStrictEquals(read(machine.settings), fixture("tabs"));
  const project = machine.project("kettle");
  Deno.writeTextFileSync(`${project}/.claude`, "");
  const blocked = await machine.type(["install", "claude", "--project"], { cwd: project });
  assertEquals(blocked.code, 1);
  assertStringIncludes(blocked.stderr, "cannot write");
  assertStrictEquals(read(`${project}/.claude`), "");
});

personTest("install and uninstall claude --dry-run change nothing at all", async (machine) => {
  const talk = conversation(SESSION, machine.project("kettle"));
  talk.typed("one");
  machine.transcript(SESSION, talk.rows);
  Deno.writeTextFileSync(machine.settings, fixture("tabs"));
  const env = { XDG_STATE_HOME: `${machine.root}/xdg`, CLAUDE_CONFIG_DIR: `${machine.root}/elsewhere` };
  const before = snapshot(machine.root);
  const text = await machine.ok(["install", "claude", "--dry-run"]);
  assertStringIncludes(text, "Claude Code would call imprint-hook");
  assertStringIncludes(text, "(would be changed: Stop added, SessionEnd added, PreCompact added)");
  assertStringIncludes(text, "1 conversation of 1 would be learned now");
  await machine.ok(["install", "claude", "--dry-run"], { env });
  await machine.ok(["install", "claude", "--shared", "--dry-run"], { cwd: `${machine.root}/kettle` });
  assertEquals(snapshot(machine.root), before);
  await machine.ok(["install", "claude"]);
  const installed = snapshot(machine.root);
  assertStringIncludes(await machine.ok(["uninstall", "claude", "--dry-run"]), "would not call imprint-hook any more");
  assertEquals(snapshot(machine.root), installed);
});

personTest(
  "install claude --project writes the settings that are the person's alone, from any folder of it",
  async (machine) => {
    const project = machine.project("kettle");
    Deno.mkdirSync(`${project}/src/parts`, { recursive: true });
    const text = await machine.ok(["install", "claude", "--project"], { cwd: `${project}/src/parts` });
    const path = `${project}/.claude/settings.local.json`;
    assertStringIncludes(text, `Keep "${path}" out of git`);
    assertEquals(machine.entries("Stop", path).length, 1);
    assertEquals(Array.from(Deno.readDirSync(`${project}/.claude`), ({ name }) => name), ["settings.local.json"]);
    const home = await machine.type(["install", "claude", "--shared", "--yes"], { cwd: machine.userHome });
    assertEquals(home.code, 64);
    assertStringIncludes(home.stderr, "needs a project directory other than the home directory");
    await machine.ok(["uninstall", "claude", "--user"], { cwd: project });
    assertEquals(machine.entries("Stop", path).length, 1);
    await machine.ok(["uninstall", "claude"], { cwd: project });
    assertEquals(Array.from(Deno.readDirSync(project), ({ name }) => name).sort(), [".git", "src"]);
  },
);

personTest("install claude --shared says what it means, and writes nothing without a yes", async (machine) => {
  const project = machine.project("kettle");
  const path = `${project}/.claude/settings.json`;
  const refused = await machine.type(["install", "claude", "--shared"], { cwd: project });
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /colleagues get too.*no terminal to ask on.*--yes/s);
  assertEquals(Array.from(Deno.readDirSync(project), ({ name }) => name), [".git"]);
  const text = await machine.ok(["install", "claude", "--shared", "--yes"], {
    cwd: project,
    env: { IMPRINT_HOOK_HOME: `${machine.root}/own` },
  });
  assertStringIncludes(text, "each colleague needs imprint-hook on the PATH");
  assertStringIncludes(text, "the committed entry has no --home");
  assertEquals(machine.entries("Stop", path), [{
    type: "command",
    command: "imprint-hook",
    args: ["claude", "stop"],
    timeout: 20,
  }]);
  // It is there already: there is nothing to ask.
  await machine.ok(["install", "claude", "--shared"], { cwd: project });
});

personTest(
  `install claude --shared asks on a terminal${hasTerminal ? "" : " (ignored: no script)"}`,
  async (machine) => {
    const project = machine.project("kettle");
    const path = `${project}/.claude/settings.json`;
    for (const [answer, code] of [["n\n", 1], ["\n", 1], ["yes\n", 0]] as const) {
      const run = await machine.atTerminal(["install", "claude", "--shared"], { cwd: project, input: answer });
      assertStringIncludes(run.stdout, "each colleague needs imprint-hook");
      assertStringIncludes(run.stdout, "Write it? [y/N]");
      assertEquals([run.code, isThere(path)], [code, code === 0], run.stdout);
    }
  },
  !hasTerminal,
);

personTest("install claude refuses what cannot be meant, with what could be", async (machine) => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["install"], /expected CLIENT, got nothing \(CLIENT is claude, codex, copilot or cline\)/],
    [["install", "cluade"], /no client "cluade"; did you mean "claude"\?/],
    [["install", "claude", "--user", "--shared"], /--user and --shared exclude each other/],
    [["uninstall", "claude", "--project", "--shared"], /--project and --shared exclude each other/],
    [["install", "claude", "--sharde"], /did you mean "--shared"\?/],
  ];
  for (const [words, told] of cases) {
    const { code, stdout, stderr } = await machine.type(words);
    assertEquals([code, stdout], [64, ""], words.join(" "));
    assertMatch(stderr, told);
  }
  assert(!isThere(machine.settings));
});

personTest(
  "what install claude wires learns the turn, run exactly as it stands there (reports 17, 39: https://github.com/anthropics/claude-code/issues/88578, https://github.com/anthropics/claude-code/issues/32712)",
  async (machine) => {
    const main = checkoutMain();
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does it boil dry?");
    talk.reply("the sensor sends a null");
    const transcript = machine.transcript(SESSION, talk.rows);
    const answer = await machine.json(["install", "claude"], { main });
    const words = answer["program"] as string[];
    assertEquals([words[0]?.startsWith("/"), words[1], words.at(-1)], [true, "run", main]);
    assertMatch((answer["warnings"] as string[]).join("\n"), /runs from source, which takes longer/);
    const [stop] = machine.entries("Stop");
    assert(stop !== undefined && stop.args !== undefined);
    assert([stop.command, ...stop.args].every((word) => !word.includes("\\")), "Git Bash eats backslashes");
    const run = await machine.fire(stop, machine.stop(SESSION, transcript, { cwd: kettle }));
    assertEquals(run, { code: 0, stdout: "", stderr: "" });
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1]);
    // A session end that the client cancels loses nothing: Stop had it. One that comes tops up.
    talk.typed("and now?");
    machine.transcript(SESSION, talk.rows);
    const [end] = machine.entries("SessionEnd");
    assert(
      end !== undefined && end.timeout === 30,
      "the client gives all ends together 1.5 s unless a hook asks for more",
    );
    await machine.fire(end, machine.stop(SESSION, transcript, { hook_event_name: "SessionEnd", reason: "clear" }));
    assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text), [
      "why does it boil dry?",
      "and now?",
    ]);
    const [compact] = machine.entries("PreCompact");
    assert(compact !== undefined);
    await machine.fire(compact, machine.stop(SESSION, transcript, { hook_event_name: "PreCompact" }));
    assertEquals(machine.heartbeats().map((beat) => [beat["event"], beat["outcome"]]), [
      ["Stop", "learned"],
      ["SessionEnd", "learned"],
      ["PreCompact", "nothing-new"],
    ]);
  },
);

personTest(
  "what install claude wires runs through a shell too, at a path with spaces and quotes (report 18: https://github.com/anthropics/claude-code/issues/20551, https://github.com/anthropics/claude-code/issues/84822)",
  async (machine) => {
    const main = checkoutMain();
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does it boil dry?", { version: "2.1.138" });
    const transcript = machine.transcript(SESSION, talk.rows.map((row) => ({ ...row, version: "2.1.138" })));
    const home = `${machine.root}/my "own" home`;
    const answer = await machine.json(["install", "claude", "--home", home], { main });
    assertEquals([answer["clientVersion"], answer["home"]], ["2.1.138", home]);
    const [stop] = machine.entries("Stop");
    assert(stop !== undefined);
    assertEquals(stop.args, undefined);
    const run = await machine.fire(stop, machine.stop(SESSION, transcript));
    assertEquals(run, { code: 0, stdout: "", stderr: "" });
    assertEquals(machine.exchanges(kettle).length, 1);
    assert(isThere(`${home}/state/events.jsonl`));
    assertEquals(machine.heartbeats(), []);
    // The client was updated since: the same entry, in the form without a shell.
    machine.transcript(SESSION, talk.rows.map((row) => ({ ...row, version: "2.1.139" })));
    await machine.ok(["install", "claude", "--home", home], { main });
    const [entry, ...more] = machine.entries("Stop");
    assert(entry?.args?.includes(home) === true && more.length === 0);
    await machine.fire(entry, machine.stop(SESSION, transcript));
    assertEquals(machine.exchanges(kettle).length, 1);
  },
);

personTest("install claude wires the events that the client knows", async (machine) => {
  const talk = conversation(SESSION, machine.project("kettle"));
  talk.typed("one");
  machine.transcript(SESSION, talk.rows.map((row) => ({ ...row, version: "1.0.50" })));
  const answer = await machine.json(["install", "claude"]);
  assertEquals(answer["events"], ["Stop", "PreCompact"]);
  assertMatch((answer["warnings"] as string[]).join("\n"), /Claude Code 1\.0\.50 does not know SessionEnd/);
  assertEquals(machine.entries("SessionEnd"), []);
  machine.transcript(SESSION, talk.rows.map((row) => ({ ...row, version: "1.0.30" })));
  const { code, stderr } = await machine.type(["install", "claude"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "has no usable hooks");
});

personTest(
  "hooks that are wired twice store everything once (report 23: https://github.com/anthropics/claude-code/issues/3465, https://github.com/anthropics/claude-code/issues/9602)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    const transcript = machine.transcript(SESSION, talk.rows);
    const main = checkoutMain();
    await machine.ok(["install", "claude"], { main, cwd: kettle });
    const twice = await machine.ok(["install", "claude", "--project"], { main, cwd: kettle });
    assertMatch(twice, /Stop, SessionEnd, PreCompact: wired in ".*" and ".*"; nothing is stored twice/s);
    const entries = [...machine.entries("Stop"), ...machine.entries("Stop", `${kettle}/.claude/settings.local.json`)];
    assertEquals(entries.length, 2);
    const payload = machine.stop(SESSION, transcript);
    const runs = await Promise.all(
      [...entries, ...entries].map((entry) => machine.fire(entry, payload, { cwd: kettle })),
    );
    assertEquals(runs.map(({ code, stdout }) => [code, stdout]), Array(4).fill([0, ""]));
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1]);
    // And where no hook ran at all, the sweep finds it.
    const other = conversation("bbbbbbbb-0000-4000-8000-000000000002", kettle);
    other.typed("two");
    machine.transcript("bbbbbbbb-0000-4000-8000-000000000002", other.rows);
    await machine.ok(["learn"]);
    assertEquals(machine.exchanges(kettle).length, 2);
  },
);

personTest("install claude ends with what learn would add, and learn adds it", async (machine) => {
  const kettle = machine.project("kettle");
  for (const n of [1, 2, 3]) {
    const id = `aaaaaaaa-0000-4000-8000-00000000000${n}`;
    const talk = conversation(id, kettle, { prefix: `aaaa000${n}` });
    talk.typed(n === 3 ? "no-imprint" : `question ${n}`);
    machine.transcript(id, talk.rows);
  }
  const first = await machine.ok(["install", "claude"]);
  assertMatch(first, /^past +2 conversations of 3 would be learned now \(1 skipped\)$/m);
  assertMatch(first, /^learn them +.* learn$/m);
  assertMatch(first, /^see what was said +.* list --all --kind exchanges$/m);
  assertEquals(machine.exchanges(kettle), []);
  await machine.ok(["learn"]);
  const answer = await machine.json(["install", "claude"]);
  const { found, new: fresh, failed } = answer["past"] as Record<string, number>;
  assertEquals([found, fresh, failed], [3, 0, 0]);
});

personTest("install claude records a store that only a variable names, so that hooks accept it", async (machine) => {
  const store = `${machine.root}/claude-elsewhere`;
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  const folder = `${store}/projects/-kettle`;
  Deno.mkdirSync(folder, { recursive: true });
  const transcript = `${folder}/${SESSION}.jsonl`;
  Deno.writeTextFileSync(transcript, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const config = `${machine.userHome}/.config/imprint-hook/config.jsonc`;
  Deno.mkdirSync(`${machine.userHome}/.config/imprint-hook`, { recursive: true });
  Deno.writeTextFileSync(config, '{\n  // mine\n  "version": 1\n}\n');
  const env = { CLAUDE_CONFIG_DIR: store };
  const main = checkoutMain();
  const text = await machine.ok(["install", "claude"], { env, main });
  assertStringIncludes(text, `${store} (recorded)`);
  assertStringIncludes(text, "1 conversation of 1 would be learned now");
  assertEquals(
    read(config),
    `{\n  // mine\n  "version": 1,\n  "stores": [\n    { "client": "claude-code", "dir": "${store}" }\n  ]\n}\n`,
  );
  const recorded = read(config);
  await machine.ok(["install", "claude"], { env, main });
  assertStrictEquals(read(config), recorded);
  const [stop] = machine.entries("Stop", `${store}/settings.json`);
  assert(stop !== undefined && !isThere(machine.settings));
  await machine.fire(stop, machine.stop(SESSION, transcript));
  assertEquals(machine.heartbeats().map((beat) => beat["outcome"]), ["learned"]);
  assertEquals(machine.exchanges(kettle).length, 1);
});

const XDG = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] as const;

for (const names of [XDG, XDG.slice(2)]) {
  personTest(
    `install claude leads hooks where ${names.join(", ")} lead commands, and moves nothing`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(SESSION, kettle);
      talk.typed("turn 1 question");
      const transcript = machine.transcript(SESSION, talk.rows);
      const env = Object.fromEntries(names.map((name) => [name, `${machine.root}/${name.toLowerCase()}`]));
      const main = checkoutMain();
      await machine.ok(["pause", kettle], { env });
      const text = await machine.ok(["install", "claude"], { env, main });
      assertMatch(text, /^home +/m);
      assertStringIncludes(text, "nothing was moved");
      const [stop] = machine.entries("Stop");
      assert(stop?.args?.includes("--home") === true);
      // The client does not know the variables: the hook sees the pause all the same.
      const late = conversation(SESSION, kettle, { prefix: "aaaa0009" });
      late.typed("turn 2 question", { timestamp: new Date().toISOString() });
      machine.transcript(SESSION, [...talk.rows, ...late.rows]);
      await machine.fire(stop, machine.stop(SESSION, transcript));
      assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text), ["turn 1 question"]);
      // And the person's status sees the hook.
      const status = await machine.json(["status"], { env });
      assertEquals((status["runs"] as { event: string }[]).map(({ event }) => event), ["Stop"]);
      assertEquals(status["problems"], []);
      assertEquals(machine.heartbeats().length, names.includes("XDG_STATE_HOME") ? 0 : 1);
      await machine.ok(["install", "claude"], { env, main });
    },
  );
}

personTest("install claude names IMPRINT_HOOK_HOME in the entry, as a hook looks at no variable", async (machine) => {
  const home = `${machine.root}/own`;
  const env = { IMPRINT_HOOK_HOME: home };
  const answer = await machine.json(["install", "claude"], { env });
  assertEquals([answer["home"], answer["links"]], [home, []]);
  const [stop] = machine.entries("Stop");
  assertEquals(stop?.args?.slice(-4), ["claude", "stop", "--home", home]);
  const elsewhere = await machine.json(["status"]);
  assertMatch((elsewhere["problems"] as string[]).join("\n"), /run this command with --home/);
  assertEquals((await machine.json(["status"], { env }))["problems"], []);
});

personTest("install claude refuses to link over something else, and says what to do", async (machine) => {
  const env = { XDG_CONFIG_HOME: `${machine.root}/xdg` };
  Deno.mkdirSync(`${machine.root}/xdg/imprint-hook/state`, { recursive: true });
  const { code, stderr } = await machine.type(["install", "claude"], { env });
  assertEquals(code, 1);
  assertMatch(stderr, /something else is there; choose one directory for both with --home DIR/);
  assert(!isThere(machine.settings));
});

personTest(
  "install claude wires the bundled script where there is one, and status says when it is gone",
  async (machine) => {
    const main = checkoutMain();
    const dist = main.replace("main.ts", "dist");
    const script = `${dist}/imprint-hook.js`;
    Deno.mkdirSync(dist);
    try {
      Deno.writeTextFileSync(script, "");
      const { program, warnings } = await machine.json(["install", "claude"], { main });
      assertEquals((program as string[]).at(-1), script);
      assert(SCRIPT_FLAGS.every((flag) => (program as string[]).includes(flag)));
      assert(!(warnings as string[]).some((warning) => warning.includes("older than the sources")));
      // Below a temporary directory, and said so.
      assert((warnings as string[]).some((warning) => warning.includes("a directory that the system empties")));
      assertEquals((await machine.json(["status"], { main }))["problems"], []);
    } finally {
      Deno.removeSync(dist, { recursive: true });
    }
    const gone = (await machine.json(["status"], { main }))["problems"] as string[];
    assertEquals(gone, [`"${script}", which the hook starts, is gone; run "imprint-hook install claude" again`]);
  },
);

personTest("uninstall claude works whatever the configuration says, and tells what stays", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn"]);
  await machine.ok(["install", "claude"]);
  machine.configure({ version: 1, workspaces: 7 });
  assertEquals((await machine.type(["install", "claude"])).code, 1);
  const text = await machine.ok(["uninstall", "claude"]);
  assertStringIncludes(text, "does not call imprint-hook any more");
  for (const directory of [".config/imprint-hook", ".local/state/imprint-hook", ".local/share/imprint-hook"]) {
    assertStringIncludes(text, `${machine.userHome}/${directory}`);
  }
  const folder = `${kettle}/.umwelten/learnings/claude`;
  assertEquals(Array.from(Deno.readDirSync(folder)).filter(({ name }) => isSafeKey(name)).length, 1);
});

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
