import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { conversation, type Row, snapshot, walk } from "../import_test_support.ts";
import { hasTerminal, type PersonMachine, personTest, sourceWords } from "../person_test_support.ts";

/** Kind, mode and content of everything below a directory, without the client's transcripts. */
function tree(directory: string, store: string): readonly string[] {
  const stat = Deno.lstatSync(directory);
  const mode = (stat.mode ?? 0) & 0o7777;
  if (stat.isSymlink) return [`${directory} -> ${Deno.readLinkSync(directory)}`];
  if (stat.isFile) {
    return [
      `${directory} ${mode.toString(8)} ${createHash("sha256").update(Deno.readFileSync(directory)).digest("hex")}`,
    ];
  }
  const names = directory === store ? [] : Array.from(Deno.readDirSync(directory), ({ name }) => name).sort();
  return [`${directory} ${mode.toString(8)}`, ...names.flatMap((name) => tree(`${directory}/${name}`, store))];
}

/** A home directory and projects as people have them. */
function settleIn(machine: PersonMachine): readonly [kettle: string, research: string, stove: string] {
  const [kettle, research, stove] = [machine.project("kettle"), machine.project("research"), machine.project("stove")];
  Deno.writeTextFileSync(machine.settings, '{\n  // mine\n  "model": "opus",\n  "hooks": { "Stop": null }\n}\n');
  Deno.mkdirSync(`${stove}/.claude`);
  Deno.writeTextFileSync(`${stove}/.claude/settings.json`, '{"hooks":{}}');
  Deno.mkdirSync(`${kettle}/.umwelten`, { mode: 0o755 });
  Deno.mkdirSync(`${machine.userHome}/.config`, { mode: 0o700 });
  Deno.writeTextFileSync(`${machine.userHome}/.config/other.toml`, "mine = true\n");
  return [kettle, research, stove];
}

/** One turn: what was typed and replied, and the hooks that ran. */
async function turn(
  machine: PersonMachine,
  { n, cwd, text }: { readonly n: number; readonly cwd: string; readonly text: string },
): Promise<void> {
  const session = `${String(n).padStart(8, "0")}-0000-4000-8000-000000000001`;
  const talk = conversation(session, cwd);
  talk.typed(text);
  talk.reply(`reply to ${text}`);
  const transcript = machine.transcript(session, talk.rows, { slug: `-week-${n}` });
  await machine.hook(["claude", "stop"], machine.stop(session, transcript, { cwd, last_assistant_message: "late" }));
  await machine.hook(["claude", "pre-compact"], machine.stop(session, transcript, { hook_event_name: "PreCompact" }));
  await machine.hook(
    ["claude", "session-end"],
    machine.stop(session, transcript, { hook_event_name: "SessionEnd", reason: "clear" }),
  );
}

async function week(machine: PersonMachine, [kettle, research, stove]: ReturnType<typeof settleIn>): Promise<void> {
  await machine.ok(["install", "claude"]);
  await machine.ok(["install", "claude", "--project"], { cwd: kettle });
  await machine.ok(["install", "claude", "--shared", "--yes"], { cwd: stove });
  for (const client of ["codex", "copilot"]) await machine.ok(["install", client]);
  await turn(machine, { n: 1, cwd: kettle, text: "Remember: descale it before every release" });
  await turn(machine, { n: 2, cwd: `${kettle}/lid`, text: "a secret\nno-imprint" });
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", research, "--workspace", "research"]);
  await machine.ok(["workspace", "exclude", "**/clients/**"]);
  await turn(machine, { n: 3, cwd: research, text: "why is the sky blue?" });
  await turn(machine, { n: 4, cwd: `${machine.root}/gone`, text: "in a directory that is not there" });
  await machine.ok(["pause", "--for", "2h"]);
  await turn(machine, { n: 5, cwd: stove, text: "not to be kept" });
  await machine.ok(["resume"]);
  await turn(machine, { n: 6, cwd: stove, text: "how hot does it get?" });
  await machine.ok(["workspace", "use", "research"]);
  await machine.ok(["learn"]);
  await machine.ok(["workspace", "use", "default"]);
  await machine.ok(["learn", "--relearn"]);
  const begin = {
    type: "command",
    command: Deno.execPath(),
    args: [...sourceWords(), "claude", "session-start"],
    timeout: 5,
  };
  const session = { hook_event_name: "SessionStart", source: "startup", cwd: kettle };
  await machine.fire(begin, machine.stop("session-of-tomorrow", "", session));
  await machine.ok(["list", "--all"]);
  await machine.ok(["status"]);
  await machine.type(["doctor"]);
}

personTest("uninstall --all --purge leaves home and projects as they were before install", async (machine) => {
  const projects = settleIn(machine);
  const before = tree(machine.root, machine.store);
  await week(machine, projects);
  assert(machine.exchanges(projects[0]).length > 0);
  const plan = await machine.ok(["uninstall", "--all", "--purge", "--dry-run"]);
  const during = tree(machine.root, machine.store);
  const told = await machine.ok(["uninstall", "--all", "--purge", "--yes"]);
  assertEquals(tree(machine.root, machine.store), before);
  // Every path is told first, and the rehearsal said the same.
  const paths = (text: string) => text.split("\n").filter((line) => /^(remove|edit) /.test(line));
  assertEquals(paths(told), paths(plan));
  const gone = during.map((line) => line.split(" ")[0] ?? "").filter((path) =>
    !before.some((line) => line.startsWith(`${path} `))
  );
  for (const path of gone) {
    // A directory that was made for a settings file goes with it.
    const isTold = paths(told).some((line) => {
      const named = line.slice(8);
      return path === named || path.startsWith(`${named}/`) || named.startsWith(`${path}/`);
    });
    assert(isTold, path);
  }
  assertStringIncludes(
    await machine.ok(["uninstall", "--all", "--purge", "--yes"]),
    "Nothing of imprint-hook is here.",
  );
  assertEquals(tree(machine.root, machine.store), before);
});

personTest("uninstall --all without --purge keeps what was learned, and says where it is", async (machine) => {
  const projects = settleIn(machine);
  await week(machine, projects);
  const [kettle, research] = projects;
  const learned = [kettle, research].map((project) => snapshot(`${project}/.umwelten`));
  const text = await machine.ok(["uninstall", "--all", "--yes"]);
  assertEquals([kettle, research].map((project) => snapshot(`${project}/.umwelten`)), learned);
  assertStringIncludes(text, "What was learned stays");
  for (const dir of [kettle, research]) assertStringIncludes(text, `  ${dir}/.umwelten/learnings`);
  const left = [...walk(machine.userHome)].filter((path) => !path.startsWith(machine.store));
  // Conversations without a project have their learnings in the program's own data.
  assert(
    left.every((path) =>
      !path.includes("imprint-hook") || path.includes("/data/work/") ||
      path.includes("/share/imprint-hook/work/")
    ),
    left.join("\n"),
  );
  assertEquals(
    Deno.readTextFileSync(machine.settings),
    '{\n  // mine\n  "model": "opus",\n  "hooks": { "Stop": null }\n}\n',
  );
});

personTest("uninstall --all says what is known no more afterwards", async (machine) => {
  const [kettle] = settleIn(machine);
  await machine.ok(["install", "claude"]);
  await turn(machine, { n: 1, cwd: kettle, text: "Remember: descale it before every release" });
  const lost = "With it goes what says what was forgotten";
  const text = async () => (await machine.ok(["uninstall", "--all", "--dry-run"])).replaceAll(/\s+/g, " ");
  assert(!(await text()).includes(lost));
  await machine.ok(["forget", "--match", "descale", "--purge"]);
  assertStringIncludes(await text(), lost);
});

personTest("uninstall --all --purge leaves what others wrote, and says so", async (machine) => {
  const [kettle] = settleIn(machine);
  await machine.ok(["install", "claude"]);
  await turn(machine, { n: 1, cwd: kettle, text: "Remember: descale it before every release" });
  const [preferences] = [...walk(kettle)].filter((path) => path.endsWith("preferences.jsonl"));
  assert(preferences !== undefined);
  const row = '{"id":"umwelten-1","kind":"preferences","payload":{"text":"theirs"}}\n';
  Deno.writeTextFileSync(preferences, row, { append: true });
  const session = preferences.replace(/\/[^/]+$/, "");
  const state = `${machine.userHome}/.local/state/imprint-hook`;
  Deno.writeTextFileSync(`${state}/my notes.txt`, "mine");
  // A colleague's session, as git brings it along.
  const theirs = `${kettle}/.umwelten/learnings/claude/${"ab".repeat(16)}`;
  Deno.mkdirSync(theirs);
  const meta = JSON.parse(Deno.readTextFileSync(`${session}/meta.json`)) as { imprintHook: Row };
  const colleague = {
    ...meta,
    imprintHook: { ...meta.imprintHook, transcripts: ["/home/ben/.claude/projects/x/y.jsonl"] },
  };
  Deno.writeTextFileSync(`${theirs}/meta.json`, JSON.stringify(colleague));
  const text = await machine.ok(["uninstall", "--all", "--purge", "--yes"]);
  assertEquals(Deno.readTextFileSync(preferences), row);
  assertEquals(Array.from(Deno.readDirSync(session), ({ name }) => name).sort(), ["meta.json", "preferences.jsonl"]);
  assert(!Deno.readTextFileSync(`${session}/meta.json`).includes("imprintHook"));
  assertEquals(JSON.parse(Deno.readTextFileSync(`${theirs}/meta.json`)), colleague);
  assertEquals(Array.from(Deno.readDirSync(state), ({ name }) => name), ["my notes.txt"]);
  assertStringIncludes(text, `In "${kettle}" stays what others wrote or what was imported: 1 row and 1 session.`);
  assertStringIncludes(text, `Not made by imprint-hook, so it stays:\n  ${state}/my notes.txt`);
  // What stays is still kept out of git.
  assert(Deno.statSync(`${kettle}/.umwelten/learnings/.gitignore`).isFile);
});

personTest("uninstall --all removes nothing without a yes, nor when settings cannot be edited", async (machine) => {
  settleIn(machine);
  await machine.ok(["install", "claude"]);
  await machine.ok(["pause"]);
  const before = snapshot(machine.root);
  const unasked = await machine.type(["uninstall", "--all"]);
  assertEquals(unasked.code, 1);
  assertMatch(unasked.stderr, /no terminal to ask on; nothing was changed; add --yes/);
  assertStringIncludes(unasked.stdout, `edit    ${machine.settings}`);
  for (const words of [["--purge"], ["claude", "--purge"], ["--all", "claude"], ["--all", "--user"]]) {
    assertEquals((await machine.type(["uninstall", ...words])).code, 64, words.join(" "));
  }
  assertEquals(snapshot(machine.root), before);
  Deno.writeTextFileSync(machine.settings, `${Deno.readTextFileSync(machine.settings)} }`);
  const broken = snapshot(machine.root);
  const failed = await machine.type(["uninstall", "--all", "--purge", "--yes"]);
  assertEquals([failed.code, failed.stdout], [1, ""]);
  assertMatch(failed.stderr, /cannot read ".*settings\.json".*it mentions imprint-hook.*nothing was removed/);
  assertEquals(snapshot(machine.root), broken);
});

personTest(
  `uninstall --all asks on a terminal${hasTerminal ? "" : " (ignored: no script)"}`,
  async (machine) => {
    await machine.ok(["install", "claude"]);
    for (const [input, code] of [["n\n", 1], ["\n", 1], ["y\n", 0]] as const) {
      const run = await machine.atTerminal(["uninstall", "--all"], { input });
      assertMatch(run.stdout, /remove {2}.*settings\.json[\s\S]*Go on\? \[y\/N\]/);
      assertEquals(run.code, code, run.stdout);
    }
  },
  !hasTerminal,
);

personTest("uninstall --all finds the home that a hook was told of, and takes its links away", async (machine) => {
  settleIn(machine);
  const before = tree(machine.root, machine.store);
  const env = { XDG_STATE_HOME: `${machine.root}/xdg/state`, XDG_CONFIG_HOME: `${machine.root}/xdg/config` };
  await machine.ok(["install", "claude"], { env });
  await machine.ok(["pause"], { env });
  assert(Deno.lstatSync(`${machine.root}/xdg/config/imprint-hook/state`).isSymlink);
  await machine.ok(["uninstall", "--all", "--purge", "--yes"], { env });
  assertEquals(tree(machine.root, machine.store), before);
  const home = `${machine.root}/own home`;
  await machine.ok(["install", "claude", "--home", home]);
  await machine.ok(["pause", "--home", home]);
  await machine.ok(["uninstall", "--all", "--purge", "--yes"]);
  assertEquals(tree(machine.root, machine.store), before);
});
