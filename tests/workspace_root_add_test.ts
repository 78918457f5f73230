import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openIndex } from "../lib/cli/search/index_of.ts";
import { searchIndexFolder } from "../lib/import/search_index.ts";
import { changingHands } from "../lib/import/changing_hands.ts";
import { moveSessions } from "../lib/import/move_sessions.ts";
import { readableSessions } from "../lib/import/readable_sessions.ts";
import { disk } from "../lib/io/disk.ts";
import type { Files } from "../lib/io/files.ts";
import { isSafeKey } from "../lib/record/layout.ts";
import { readLearnings } from "../lib/record/learnings_store.ts";
import { readMeta } from "../lib/record/meta.ts";
import { commandTest } from "./command_test_support.ts";
import { conversation, type Machine, machineTest, type Row } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

/** Two turns, of each of which a preference is learned. */
function talkIn(cwd: string, sessionId = SESSION) {
  const talk = conversation(sessionId, cwd);
  for (const turn of ["one", "two"]) {
    talk.typed(`remember: always rinse the kettle before turn ${turn} of ${sessionId.slice(0, 4)}`);
    talk.reply(`Noted for turn ${turn}.`);
  }
  return talk;
}

/** Session directories below a working directory. */
function sessionsIn(workDir: string): readonly string[] {
  const folder = `${workDir}/.umwelten/learnings/claude`;
  return (disk.list(folder) ?? []).filter(isSafeKey).map((key) => `${folder}/${key}`);
}

/** Session, its workspace, and the workspaces that its learnings name. */
async function storedIn(machine: Machine, workDir: string): Promise<readonly unknown[]> {
  const key = await (await machine.product()).sealKey();
  return sessionsIn(workDir).map((directory) => {
    const { learnings } = readLearnings(disk, directory, { key });
    const { imprint, raw } = readMeta(disk, directory);
    assertEquals([raw["learningsRoot"], imprint?.workDir], [directory, workDir]);
    assert(learnings.every(({ foreign }) => !foreign), "every seal is valid");
    const named = new Set(learnings.map(({ row }) => row.provenance.workspace));
    return [imprint?.sessionId, imprint?.workspace, ...named];
  });
}

async function shownTo(machine: Machine, workspace: string): Promise<readonly string[]> {
  return readableSessions(await machine.product(), { kind: "all", workspace }).sessions.map(({ meta }) =>
    meta.sessionId
  );
}

commandTest("workspace root add hands over what another workspace stored, where it lies", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkIn(kettle);
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript);
  await machine.ok(["workspace", "add", "research"]);
  const before = machine.canonical(kettle);
  const dry = await machine.json(["workspace", "root", "add", kettle, "--workspace", "research", "--dry-run"]);
  assertEquals((dry["sessions"] as Row[]).map(({ sessionId, outcome }) => [sessionId, outcome]), [[
    SESSION,
    "not-moved",
  ]]);
  assertEquals(await storedIn(machine, kettle), [[SESSION, "default", "default"]]);

  const text = await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research"]);
  assertStringIncludes(text, "1 stored conversation changed hands:");
  assertStringIncludes(text, `${SESSION} of workspace "default", in "${sessionsIn(kettle)[0]}" as before`);
  assertEquals(await storedIn(machine, kettle), [[SESSION, "research", "research"]]);
  assertEquals(machine.canonical(kettle), before);
  assertEquals([await shownTo(machine, "default"), await shownTo(machine, "research")], [[], [SESSION]]);

  const again = await machine.json(["workspace", "root", "add", kettle, "--workspace", "research"]);
  assertEquals([again["outcome"], again["sessions"]], ["unchanged", []]);
  const learned = await machine.learn(transcript, { asker: { kind: "hook" }, namedByPerson: false });
  assertEquals([learned.outcome, learned.workspace], ["nothing-new", "research"]);
  talk.typed("and the last turn");
  const more = await machine.learn(machine.transcript(SESSION, talk.rows), { asker: { kind: "hook" } });
  assertEquals([more.exchanges.new, more.exchanges.total, sessionsIn(kettle).length], [1, 3, 1]);
});

commandTest("workspace root add moves what lies in another working directory", async (machine) => {
  const top = machine.directory("research");
  const kettle = machine.project("research/kettle");
  await machine.learn(machine.transcript(SESSION, talkIn(kettle).rows));
  await machine.ok(["workspace", "add", "research"]);
  const [from] = sessionsIn(kettle);
  const before = machine.canonical(kettle);
  const { sessions } = await machine.json(["workspace", "root", "add", top, "--workspace", "research"]);
  // The root lies in a temporary directory without a repository of its own: nothing is kept there.
  const target = `${machine.home}/data/work/research`;
  const [to] = sessionsIn(target);
  assertEquals(sessions, [{
    client: "claude-code",
    sessionId: SESSION,
    from: { workspace: "default", directory: from },
    outcome: "moved",
    to: { directory: to },
  }]);
  assertEquals([sessionsIn(kettle), machine.canonical(target)], [[], before]);
  assertEquals(await storedIn(machine, target), [[SESSION, "research", "research"]]);
  assert(!/rinse/.test(machine.everything(kettle)), "nothing is left where it was");
});

commandTest("workspace root add --no-move hides from everybody, and moves when asked again", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkIn(kettle).rows));
  await machine.ok(["workspace", "add", "research"]);
  const text = await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research", "--no-move"]);
  assertStringIncludes(text, '1 stored conversation belongs to "research" now:');
  assertEquals([await shownTo(machine, "default"), await shownTo(machine, "research")], [[], []]);
  for (const scope of [["--all"], ["--all", "--workspace", "default"], ["--in", kettle]]) {
    for (const kind of ["preferences", "exchanges"]) {
      const list = await machine.ok(["list", "--kind", kind, ...scope]);
      assert(!/rinse/.test(list), `list --kind ${kind} ${scope.join(" ")}`);
      assertStringIncludes(list, "1 stored conversation");
    }
  }
  const key = await (await machine.product()).sealKey();
  const [learning] = readLearnings(disk, sessionsIn(kettle)[0] ?? "", { key }).learnings;
  const shown = await machine.run(["show", learning?.row.id ?? "", "--in", kettle]);
  assertEquals([shown.code, shown.stdout], [1, ""], "show");
  assertStringIncludes(await machine.ok(["workspace", "list"]), "0, 1 not shown");
  await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research"]);
  assertEquals(await shownTo(machine, "research"), [SESSION]);
});

commandTest("workspace root add hides what touched others' roots too, and leaves what is shared", async (machine) => {
  const [kettle, garden, common] = [machine.project("kettle"), machine.project("garden"), machine.project("common")];
  const mixed = talkIn(kettle);
  mixed.typed("over there", { cwd: garden });
  await machine.learn(machine.transcript(SESSION, mixed.rows));
  await machine.learn(machine.transcript(OTHER, talkIn(common, OTHER).rows));
  for (const name of ["research", "garden"]) await machine.ok(["workspace", "add", name]);
  await machine.ok(["workspace", "root", "add", garden, "--workspace", "garden", "--no-move"]);
  const { sessions, hidden } = await machine.json(["workspace", "root", "add", kettle, "--workspace", "research"]);
  assertEquals(sessions, []);
  assertEquals((hidden as Row[]).map(({ sessionId, verdict }) => [sessionId, verdict]), [[SESSION, "claimed"]]);
  assertEquals(await storedIn(machine, kettle), [[SESSION, "default", "default"]]);
  await machine.ok(["workspace", "share", "default", "research", common]);
  const shared = await machine.json(["workspace", "root", "add", common, "--workspace", "research"]);
  assertEquals([shared["sessions"], shared["hidden"]], [[], []]);
  assertEquals(await shownTo(machine, "default"), [OTHER]);
});

commandTest("workspace root add leaves a copy alone that the workspace has already", async (machine) => {
  const top = machine.directory("research");
  const kettle = machine.project("research/kettle");
  const transcript = machine.transcript(SESSION, talkIn(kettle).rows);
  await machine.learn(transcript);
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", top, "--workspace", "research", "--no-move"]);
  await machine.learn(transcript, { workspace: "research" });
  const before = machine.everything(kettle);
  const { sessions } = await machine.json(["workspace", "root", "add", top, "--workspace", "research"]);
  assertEquals((sessions as Row[]).map(({ outcome }) => outcome), ["occupied"]);
  assertEquals(machine.everything(kettle), before);
  assertEquals(await shownTo(machine, "research"), [SESSION]);
});

commandTest("workspace root add gives forks the messages that lay in the moved original", async (machine) => {
  const [kettle, spout] = [machine.project("kettle"), machine.directory("kettle/spout")];
  const original = talkIn(spout);
  await machine.learn(machine.transcript(SESSION, original.rows));
  const fork = conversation(OTHER, kettle);
  fork.rows.push(...original.rows.map((row) => ({ ...row, sessionId: OTHER, cwd: kettle })));
  fork.typed("only in the fork", { parentUuid: original.last });
  await machine.learn(machine.transcript(OTHER, fork.rows));
  assertEquals(machine.exchanges(kettle).length, 3, "each message once");
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", spout, "--workspace", "research"]);
  assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text.slice(0, 8)).sort(), [
    "only in ",
    "remember",
    "remember",
  ]);
  assertEquals(machine.exchanges(spout).length + machine.exchanges(`${machine.home}/data/work/research`).length, 2);
});

commandTest("workspace root add keeps rows that others wrote as they are", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkIn(kettle).rows));
  const file = `${sessionsIn(kettle)[0]}/facts.jsonl`;
  const foreign =
    '{"id":"f1","kind":"facts","payload":{"text":"a stranger says"},"provenance":{"workspace":"default"}}';
  Deno.writeTextFileSync(file, `${foreign}\nnot json\n${foreign}`);
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research"]);
  assertEquals(Deno.readTextFileSync(file).trimEnd(), `${foreign}\nnot json\n${foreign}`);
});

commandTest(
  "workspace remove says where the learnings are, and a workspace of that name shows them again",
  async (machine) => {
    const kettle = machine.project("kettle");
    await machine.ok(["workspace", "add", "research"]);
    await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research"]);
    await machine.learn(machine.transcript(SESSION, talkIn(kettle).rows), { workspace: "research" });
    const before = machine.everything(kettle);
    const text = await machine.ok(["workspace", "remove", "research"]);
    assertStringIncludes(text, "1 conversation, not shown while");
    assertStringIncludes(text, `  ${kettle}/.umwelten/learnings`);
    assertEquals([machine.everything(kettle), await shownTo(machine, "default")], [before, []]);
    await machine.ok(["workspace", "add", "research"]);
    assertEquals(await shownTo(machine, "research"), [SESSION]);
  },
);

/** A disk that dies at the n-th change: an append and a replacement leave half of their bytes. */
function dyingAt(n: number, options: { readonly rename?: boolean } = {}): Files {
  let left = n;
  const change = <A extends unknown[], R>(fn: (...args: A) => R) => (...args: A): R => {
    if (--left <= 0) throw new Error("the power is gone");
    return fn(...args);
  };
  const rename = options.rename === false
    // Another file system: a directory can only be renamed beside itself.
    ? (from: string, to: string): void => {
      if (from.slice(0, from.lastIndexOf("/")) !== to.slice(0, to.lastIndexOf("/"))) throw new Error("os error 18");
      disk.rename(from, to);
    }
    : disk.rename;
  return {
    ...disk,
    append: change(disk.append),
    replace: change(disk.replace),
    remove: change(disk.remove),
    removeTree: change((path: string) => {
      // A tree goes file by file.
      for (const name of disk.list(path) ?? []) if (left > 0) change(disk.removeTree)(`${path}/${name}`);
      disk.removeTree(path);
    }),
    rename: change(rename),
    makeDirectory: change(disk.makeDirectory),
  };
}

for (const [how, rename] of [["by one rename", true], ["across file systems", false]] as const) {
  machineTest(`moveSessions() ${how} is finished by the next run, wherever it was killed`, async (machine) => {
    for (let n = 1;; n++) {
      const kettle = machine.project(`run${n}/kettle`);
      const top = `${machine.root}/run${n}`;
      const sessionId = `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`;
      machine.configure({ version: 1 });
      const transcript = machine.transcript(sessionId, talkIn(kettle, sessionId).rows);
      await machine.learn(transcript);
      const before = machine.canonical(kettle);
      machine.configure({ version: 1, workspaces: { [`w${n}`]: { roots: [top] } } });
      const product = await machine.product();
      const sealKey = await product.sealKey();
      (await openIndex(product, kettle, { sealKey })).close();
      assert(disk.stat(searchIndexFolder(product)) !== undefined);
      const find = () => changingHands(product, { workspace: `w${n}`, root: top }).movable;
      const target = `${machine.home}/data/work/w${n}`;
      let died = false;
      const first = await moveSessions({ ...product, files: dyingAt(n, { rename }) }, find());
      if (first.moved.some(({ outcome }) => outcome === "failed")) died = true;
      // Nobody sees it twice, and never the wrong workspace.
      assertEquals(readableSessions(product, { kind: "all", workspace: "default" }).sessions, []);
      assert(readableSessions(product, { kind: "all", workspace: `w${n}` }).sessions.length <= 1);
      const second = await moveSessions({ ...product, files: dyingAt(Infinity, { rename }) }, find());
      assert(second.moved.every(({ outcome }) => outcome === "moved"), `${n}: ${JSON.stringify(second.moved)}`);
      assertEquals([sessionsIn(kettle), machine.canonical(target)], [[], before], `killed at change ${n}`);
      assertEquals(await storedIn(machine, target), [[sessionId, `w${n}`, `w${n}`]]);
      assertEquals(
        disk.stat(searchIndexFolder(product)),
        undefined,
        "its words do not stay in the old project's index",
      );
      assertEquals((await machine.learn(transcript, { workspace: `w${n}` })).outcome, "nothing-new");
      if (!died) {
        assert(n > 8, `${n} changes`);
        return;
      }
    }
  });
}

machineTest("moveSessions() leaves a session alone whose working directory is busy", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkIn(kettle).rows));
  machine.configure({ version: 1, workspaces: { research: { roots: [kettle] } } });
  const product = await machine.product();
  const { movable } = changingHands(product, { workspace: "research", root: kettle });
  const busy: Files = { ...disk, lock: () => Promise.resolve(undefined) };
  const { moved } = await moveSessions({ ...product, files: busy }, movable);
  assertEquals(moved.map(({ outcome }) => outcome), ["busy"]);
  assertEquals(await storedIn(machine, kettle), [[SESSION, "default", "default"]]);
});
