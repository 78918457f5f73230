import { assert, assertEquals } from "@std/assert";
import { disk } from "../lib/io/disk.ts";
import type { Files } from "../lib/io/files.ts";
import { readMeta } from "../lib/record/meta.ts";
import { keepPause } from "../lib/record/pauses.ts";
import { commandTest } from "./command_test_support.ts";
import { conversation, hasCorpus, type Machine, machineTest, type Row, SHARED } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const SECRET = /turn [1-9] (?:question|answer)/;

/** A machine with the workspace `research` rooted in its own project. */
function withResearch(machine: Machine): { readonly kettle: string; readonly research: string } {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
  return { kettle, research };
}

function fiveTurns(cwd: string) {
  const talk = conversation(SESSION, cwd);
  for (let turn = 1; turn <= 5; turn++) {
    talk.typed(`turn ${turn} question, remember: nothing`);
    talk.reply(`turn ${turn} answer`);
  }
  return talk;
}

machineTest("importTranscript() keeps a conversation out that touched another workspace's root", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const talk = fiveTurns(kettle);
  talk.typed("turn 6 question", { cwd: `${research}/notes` });
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals([report.outcome, report.verdict?.kind, report.verdict?.other], ["skipped", "claimed", "research"]);
  assert(!SECRET.test(machine.everything(kettle) + machine.everything(research) + machine.everything(machine.home)));
});

for (const [name, sixth] of [["enters another workspace's root", "cwd"], ["holds no-imprint", "opt-out"]] as const) {
  machineTest(`importTranscript() takes five stored turns back when the sixth ${name}`, async (machine) => {
    const { kettle, research } = withResearch(machine);
    const talk = fiveTurns(kettle);
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assert(SECRET.test(machine.everything(kettle)), "five turns are stored");
    if (sixth === "cwd") talk.typed("turn 6 question", { cwd: research });
    else talk.typed("wait\nno-imprint");
    const report = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals([report.outcome, report.removed], ["skipped", 1]);
    assertEquals(report.verdict?.kind, sixth === "cwd" ? "claimed" : "opted-out");
    const everything = machine.everything(kettle) + machine.everything(research) + machine.everything(machine.home);
    assert(!SECRET.test(everything), "no text of any turn is left");
    const again = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals([again.outcome, again.removed], ["skipped", 0]);
  });

  machineTest(
    `importTranscript() finishes taking back in the next run when killed while the sixth ${name}`,
    async (machine) => {
      const { kettle, research } = withResearch(machine);
      for (let n = 1;; n++) {
        const talk = fiveTurns(kettle);
        await machine.learn(machine.transcript(SESSION, talk.rows));
        if (sixth === "cwd") talk.typed("turn 6 question", { cwd: research });
        else talk.typed("no-imprint");
        const transcript = machine.transcript(SESSION, talk.rows);
        const faulty = failingAt(n);
        let died = false;
        try {
          await machine.learn(transcript, { files: faulty });
        } catch {
          died = true;
        }
        await machine.learn(transcript);
        const everything = machine.everything(kettle) + machine.everything(research) + machine.everything(machine.home);
        assert(!SECRET.test(everything), `text is left after a crash at write ${n}`);
        if (!died) {
          assert(n > 4, `${n} writes`);
          return;
        }
        Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
      }
    },
  );
}

/** A disk on which the n-th change, and every later one, fails. */
function failingAt(n: number): Files {
  let left = n;
  const change = <A extends unknown[], R>(fn: (...args: A) => R) => (...args: A): R => {
    if (--left <= 0) throw new Error("the power is gone");
    return fn(...args);
  };
  return {
    ...disk,
    append: change(disk.append),
    replace: change(disk.replace),
    remove: change(disk.remove),
    removeTree: change(disk.removeTree),
    rename: change(disk.rename),
    makeDirectory: change(disk.makeDirectory),
  };
}

machineTest("importTranscript() learns a session whole again when it becomes learnable again", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const talk = fiveTurns(kettle);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  talk.typed("turn 6 question", { cwd: research });
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript);
  machine.configure({ version: 1, workspaces: { default: {} } });
  const report = await machine.learn(transcript);
  assertEquals([report.outcome, report.exchanges.new], ["learned", 6]);
  assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1, 1, 1, 1, 1, 0]);
});

machineTest("importTranscript() removes nothing when only the configuration changed, and hides it", async (machine) => {
  const [kettle] = [machine.project("kettle")];
  const talk = fiveTurns(kettle);
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript);
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [kettle] } } });
  const report = await machine.learn(transcript);
  assertEquals([report.outcome, report.verdict?.kind, report.removed], ["skipped", "claimed", 0]);
  assert(SECRET.test(machine.everything(kettle)), "what was stored stays");
});

machineTest("importTranscript() from another workspace leaves what the first one stored", async (machine) => {
  const { research } = withResearch(machine);
  const talk = fiveTurns(research);
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript, { workspace: "research" });
  const before = machine.everything(research);
  const report = await machine.learn(transcript, { workspace: "default" });
  assertEquals([report.outcome, report.verdict?.kind, report.removed], ["skipped", "claimed", 0]);
  assertEquals(machine.everything(research), before);
});

machineTest(
  "importTranscript() for a hook moves a session whole when it enters one workspace's root",
  async (machine) => {
    const { kettle, research } = withResearch(machine);
    const talk = fiveTurns(kettle);
    const hook = { asker: { kind: "hook" }, namedByPerson: false } as const;
    const first = await machine.learn(machine.transcript(SESSION, talk.rows), hook);
    assertEquals([first.verdict?.kind, first.workspace], ["unclaimed", "default"]);
    talk.typed("turn 6 question", { cwd: research });
    const moved = await machine.learn(machine.transcript(SESSION, talk.rows), hook);
    assertEquals([moved.verdict?.kind, moved.workspace, moved.removed, moved.exchanges.new], [
      "owned",
      "research",
      1,
      6,
    ]);
    assert(!SECRET.test(machine.everything(kettle)), "nothing is left where it was");
    assertEquals(machine.exchanges(research).length, 6);
  },
);

machineTest("importTranscript() reads what is typed beside a dozen screenshots, an opt-out too", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = fiveTurns(kettle);
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(200_000) } };
  const typed = (text: string) =>
    talk.typed(text, { message: { role: "user", content: [{ type: "text", text }, ...Array(12).fill(image)] } });
  typed("turn 6 question");
  talk.reply("turn 6 answer");
  assertEquals((await machine.learn(machine.transcript(SESSION, talk.rows))).exchanges.new, 6);
  typed("turn 7 question\nno-imprint");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals([report.verdict?.kind, report.removed], ["opted-out", 1]);
  assert(!SECRET.test(machine.everything(kettle)));
});

machineTest("importTranscript() stores nothing by a configuration that was changed meanwhile", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const transcript = machine.transcript(SESSION, fiveTurns(kettle).rows);
  const files: Files = {
    ...disk,
    lock(path, options) {
      const workspaces = { default: {}, research: { roots: [research, kettle] } };
      machine.configure({ version: 1, active: "default", workspaces });
      return disk.lock(path, options);
    },
  };
  const report = await machine.learn(transcript, { files });
  assertEquals([report.outcome, report.reason], ["skipped", "configuration-changed"]);
  assert(!SECRET.test(machine.everything(kettle)));
  assertEquals((await machine.learn(transcript)).verdict?.kind, "claimed");
});

machineTest("importTranscript() remembers whose a worktree was that it learned nothing of", async (machine) => {
  const { research } = withResearch(machine);
  const tree = `${machine.root}/tree`;
  const link = `${research}/.git/worktrees/tree`;
  for (const directory of [tree, link]) Deno.mkdirSync(directory, { recursive: true });
  Deno.writeTextFileSync(`${tree}/.git`, `gitdir: ${link}\n`);
  Deno.writeTextFileSync(`${link}/gitdir`, `${tree}/.git\n`);
  Deno.writeTextFileSync(`${link}/commondir`, "../..\n");
  const talk = fiveTurns(tree);
  const learn = () => machine.learn(machine.transcript(SESSION, talk.rows), { workspace: "default" });
  assertEquals((await learn()).verdict?.kind, "claimed");
  for (const directory of [tree, link]) Deno.removeSync(directory, { recursive: true });
  assertEquals((await learn()).verdict?.kind, "claimed", "it is gone");
  talk.typed("turn 6 question");
  assertEquals((await learn()).verdict?.kind, "claimed", "the conversation went on");
  Deno.removeSync(`${machine.home}/state/transcripts`, { recursive: true });
  assertEquals((await learn()).verdict?.kind, "claimed", "the state is lost");
  assert(!SECRET.test(machine.everything(machine.home)));
});

machineTest(
  "importTranscript() skips what is excluded, a program's, or without evidence, and says so",
  async (machine) => {
    const kettle = machine.project("kettle");
    machine.configure({ version: 1, exclude: ["**/kettle"] });
    const talk = fiveTurns(kettle);
    const excluded = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals([excluded.verdict?.kind, excluded.verdict?.glob], ["excluded", "**/kettle"]);
    machine.configure({ version: 1 });
    const program = conversation("bbbbbbbb-0000-4000-8000-000000000002", kettle);
    program.typed("turn 1 question", {
      origin: undefined,
      promptSource: "sdk",
      turnOrigin: "sdk",
      entrypoint: "sdk-cli",
    });
    program.reply("turn 1 answer");
    const transcript = machine.transcript("bbbbbbbb-0000-4000-8000-000000000002", program.rows);
    const swept = await machine.learn(transcript, { namedByPerson: false });
    assertEquals([swept.outcome, swept.verdict?.kind], ["skipped", "automation"]);
    const named = await machine.learn(transcript, { namedByPerson: true });
    assertEquals([named.outcome, machine.exchanges(kettle)[0]?.label], ["learned", "sdk"]);
    const nowhere = conversation("cccccccc-0000-4000-8000-000000000003", kettle);
    nowhere.typed("turn 1 question", { cwd: undefined });
    const path = machine.transcript("cccccccc-0000-4000-8000-000000000003", nowhere.rows);
    assertEquals((await machine.learn(path)).verdict?.kind, "no-evidence");
    machine.configure({ version: 1, inbox: "default" });
    assertEquals((await machine.learn(path)).verdict?.kind, "inbox");
  },
);

machineTest("importTranscript() treats a fork by where its words were spoken", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const original = conversation(SESSION, research);
  original.typed("turn 1 question");
  original.reply("turn 1 answer");
  machine.transcript(SESSION, original.rows, { slug: "-research" });
  const FORK = "ffffffff-0000-4000-8000-000000000009";
  // As 2.1.332 writes it: same ids, session and directory rewritten, the origin only on the assistant's rows.
  const rows = original.rows.map((row) => ({
    ...row,
    sessionId: FORK,
    cwd: kettle,
    ...(row["type"] === "assistant" ? { requestSessionId: SESSION } : {}),
  }));
  const fork = machine.transcript(FORK, rows);
  const claimed = await machine.learn(fork);
  assertEquals([claimed.verdict?.kind, claimed.verdict?.other], ["claimed", "research"]);
  Deno.removeSync(`${machine.store}/-research`, { recursive: true });
  assertEquals((await machine.learn(fork)).verdict?.kind, "claimed", "its origin is gone, where it lay is known");
  Deno.removeSync(`${machine.home}/state/transcripts`, { recursive: true });
  assertEquals((await machine.learn(fork)).verdict?.kind, "unplaceable-cwd", "nobody knows: mixed");
});

machineTest(
  "importTranscript() holds each message of an original and its copies once, in any order and at once",
  async (machine) => {
    const kettle = machine.project("kettle");
    const ids = {
      original: SESSION,
      fork: "bbbbbbbb-0000-4000-8000-000000000002",
      branch: "cccccccc-0000-4000-8000-000000000003",
    };
    const talk = conversation(ids.original, kettle);
    talk.typed("turn 1 question");
    talk.reply("turn 1 answer");
    talk.typed("turn 2 question");
    const shared = [...talk.rows];
    talk.reply("turn 2 answer in the original");
    const copyOf = (
      sessionId: string,
      extra: (row: Record<string, unknown>) => Record<string, unknown>,
      answer: string,
    ) => {
      const copy = conversation(sessionId, kettle);
      copy.rows.push(...shared.map((row) => ({ ...row, sessionId, ...extra(row) })));
      copy.row({
        type: "assistant",
        parentUuid: shared.at(-1)?.["uuid"],
        message: { id: "msg_x", role: "assistant", model: "sample", content: [{ type: "text", text: answer }] },
      });
      return copy.rows;
    };
    const paths = {
      original: machine.transcript(ids.original, talk.rows),
      fork: machine.transcript(ids.fork, copyOf(ids.fork, () => ({}), "turn 2 answer in the fork")),
      branch: machine.transcript(
        ids.branch,
        copyOf(
          ids.branch,
          (row) => ({ forkedFrom: { sessionId: ids.original, messageUuid: row["uuid"] } }),
          "turn 2 answer in the branch",
        ),
      ),
    };
    const orders = [
      ["original", "fork", "branch"],
      ["branch", "fork", "original"],
      ["fork", "original", "branch"],
    ] as const;
    const lines = () => machine.everything(kettle).split("\n").filter((line) => line.startsWith("{")).join("\n");
    const count = (text: string) => lines().split(`"text":"${text}`).length - 1;
    const check = () => {
      for (const text of ["turn 1 question", "turn 1 answer", "turn 2 question"]) assertEquals(count(text), 1, text);
      for (const where of ["original", "fork", "branch"]) {
        assertEquals(
          count(`turn 2 answer in the ${where}`),
          1,
          where,
        );
      }
    };
    for (const order of orders) {
      for (const name of order) await machine.learn(paths[name]);
      check();
      Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    }
    await Promise.all(Object.values(paths).map((path) => machine.learn(path)));
    check();

    // The one that holds the shared messages is taken back: the others get theirs.
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    for (const name of orders[1]) await machine.learn(paths[name]);
    machine.configure({ version: 1, workspaces: { default: {}, other: { roots: [machine.project("other")] } } });
    const rows = Deno.readTextFileSync(paths.branch).trimEnd().split("\n").map((line) => JSON.parse(line));
    const strayed = { ...rows.at(-1), uuid: "dddddddd-0000-4000-8000-000000000001", cwd: `${machine.root}/other` };
    const taken = await machine.learn(machine.transcript(ids.branch, [...rows, strayed]));
    assertEquals([taken.verdict?.kind, taken.removed], ["claimed", 1]);
    assertEquals(count("turn 2 answer in the branch"), 0);
    for (const text of ["turn 1 question", "turn 1 answer", "turn 2 question"]) assertEquals(count(text), 1, text);
    for (const where of ["original", "fork"]) assertEquals(count(`turn 2 answer in the ${where}`), 1, where);
  },
);

machineTest("importTranscript() of a conversation in two projects keeps it whole or out", async (machine) => {
  const id = "e0378f7c-f404-40a6-bae8-b0dbaa35aefd";
  const text = Deno.readTextFileSync(`${SHARED}corpus/claude/flop-labs__technocore-chat/W5GVW90Y0V/${id}.jsonl`);
  const cwds = [...new Set([...text.matchAll(/"cwd":"([^"]+)"/g)].map(([, cwd]) => cwd ?? ""))];
  assertEquals(cwds.length, 2);
  const transcript = machine.transcript(id, [], { text });
  const workDir = machine.project("out");
  machine.configure({ version: 1, workspaces: { default: {}, other: { roots: [cwds[1]] } } });
  assertEquals((await machine.learn(transcript, { workDir })).verdict?.kind, "claimed");
  machine.configure({ version: 1 });
  assertEquals((await machine.learn(transcript, { workDir })).verdict?.kind, "unclaimed");
  machine.configure({ version: 1, active: "both", workspaces: { default: {}, both: { roots: cwds } } });
  assertEquals((await machine.learn(transcript, { workDir })).verdict?.kind, "owned");
}, !hasCorpus());

machineTest(
  "importTranscript() keeps a conversation out that touched files another workspace claims",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    const talk = fiveTurns(kettle);
    const edit = {
      type: "tool_use",
      id: "t1",
      name: "Edit",
      input: { file_path: `${research}/a.ts`, old_string: "a", new_string: "b" },
    };
    talk.row({ type: "assistant", message: { id: "msg_e", role: "assistant", model: "sample", content: [edit] } });
    const transcript = machine.transcript(SESSION, talk.rows);
    const config = (claimFiles: boolean) => ({
      version: 1,
      workspaces: { default: {}, research: { roots: [research], claimFiles } },
    });
    machine.configure(config(true));
    const report = await machine.learn(transcript);
    assertEquals([report.verdict?.kind, report.verdict?.reason], ["claimed", "claimed-files"]);
    machine.configure(config(false));
    assertEquals((await machine.learn(transcript)).verdict?.kind, "unclaimed");
  },
);

machineTest("importTranscript() never stores what was said during a pause, not even afterwards", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = fiveTurns(kettle);
  const product = await machine.product();
  const at = (n: number) => String(talk.rows[n]?.["timestamp"]);
  // Turn 2 and the question of turn 3 lie in the pause; the answer to turn 3 comes after it.
  keepPause(product.files, product.homes.data, { dir: kettle, from: at(2), until: at(4) });
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript);
  const texts = machine.exchanges(kettle).map(({ question, answers }) => [question?.text.slice(0, 6), answers.length]);
  assertEquals(texts, [["turn 1", 1], ["turn 4", 1], ["turn 5", 1]]);
  assert(!/turn [23]/.test(machine.everything(kettle) + machine.everything(machine.home)));
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  keepPause(product.files, product.homes.data, { dir: null, from: "2026-01-01T00:00:00.000Z", until: null });
  const report = await machine.learn(transcript);
  assertEquals([report.outcome, report.verdict?.kind], ["skipped", "paused"]);
});

machineTest("importTranscript() learns a session that starts in a worktree of its project", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.rows.push({
    type: "worktree-state",
    sessionId: SESSION,
    worktreeSession: { originalCwd: kettle, worktreePath: kettle },
  });
  talk.typed("turn 1 question");
  assertEquals((await machine.learn(machine.transcript(SESSION, talk.rows))).verdict?.kind, "unclaimed");
});

machineTest("importTranscript() takes copied messages out of the original when its copy opts out", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("turn 1 question");
  talk.reply("turn 1 answer");
  const shared = [...talk.rows];
  talk.typed("kept question");
  talk.reply("kept answer");
  const original = machine.transcript(SESSION, talk.rows);
  await machine.learn(original);
  const FORK = "ffffffff-0000-4000-8000-000000000009";
  const fork = conversation(FORK, kettle, { prefix: "eeeeeeee" });
  fork.rows.push(...shared.map((row) => ({ ...row, sessionId: FORK })));
  fork.typed("no-imprint");
  const report = await machine.learn(machine.transcript(FORK, fork.rows));
  assertEquals(report.verdict?.kind, "opted-out");
  const told = () =>
    machine.exchanges(kettle).flatMap(({ question, answers }) => [question?.text, ...answers.map(({ text }) => text)]);
  assertEquals(told().filter((text) => text !== undefined), ["kept question", "kept answer"]);
  assert(!SECRET.test(machine.everything(kettle)));
  await machine.learn(original);
  assertEquals(told().filter((text) => text !== undefined), ["kept question", "kept answer"], "nothing comes back");
});

machineTest(
  "importTranscript() leaves an unclaimed session with the workspace that learned it first",
  async (machine) => {
    const kettle = machine.project("kettle");
    const config = (active: string) => ({ version: 1, active, workspaces: { default: {}, research: {} } });
    machine.configure(config("default"));
    const talk = fiveTurns(kettle);
    await machine.learn(machine.transcript(SESSION, talk.rows));
    machine.configure(config("research"));
    talk.typed("turn 6 question");
    const transcript = machine.transcript(SESSION, talk.rows);
    const swept = await machine.learn(transcript);
    assertEquals([swept.outcome, swept.reason, swept.exchanges.new], ["skipped", "learned-elsewhere", 0]);
    const hooked = await machine.learn(transcript, { asker: { kind: "hook" }, namedByPerson: false });
    assertEquals([hooked.outcome, hooked.workspace, hooked.exchanges.new], ["learned", "default", 1]);
  },
);

machineTest("importTranscript() keeps a Codex thread out whose repository is another workspace's", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  Deno.writeTextFileSync(`${research}/.git/config`, '[remote "origin"]\n\turl = git@example.org:mira/kettle.git\n');
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const id = "0198f3a2-7c11-7d02-9b40-3f6f0b7d9a10";
  const at = "2026-10-26T09:00:00.000Z";
  const line = (type: string, payload: Row) => ({ timestamp: at, type, payload });
  const rows = [
    line("session_meta", {
      id,
      timestamp: at,
      cwd: kettle,
      originator: "codex_cli_rs",
      cli_version: "0.138.0",
      source: "cli",
      git: { repository_url: "https://example.org/mira/kettle.git" },
    }),
    line("event_msg", { type: "user_message", message: "turn 1 question", images: [] }),
    line("response_item", {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "turn 1 answer" }],
    }),
  ];
  const transcript = machine.transcript(`rollout-2026-10-26T09-00-00-${id}`, rows);
  const report = await machine.learn(transcript);
  assertEquals([report.verdict?.kind, report.verdict?.reason], ["claimed", "same-remote"]);
  assert(!SECRET.test(machine.everything(kettle)));
});

/** A disk on which nothing below a directory can be written. */
function readOnlyBelow(directory: string): Files {
  const refused = (path: string): boolean => path === directory || path.startsWith(`${directory}/`);
  const refuse = (path: string): void => {
    if (refused(path)) throw new Deno.errors.PermissionDenied(`Permission denied (os error 13): "${path}"`);
  };
  const change = <A extends unknown[], R>(fn: (path: string, ...rest: A) => R) => (path: string, ...rest: A): R => {
    refuse(path);
    return fn(path, ...rest);
  };
  return {
    ...disk,
    append: change(disk.append),
    replace: change(disk.replace),
    create: change(disk.create),
    remove: change(disk.remove),
    removeTree: change(disk.removeTree),
    makeDirectory: change(disk.makeDirectory),
    lock: change(disk.lock),
  };
}

for (
  const [name, prepare] of [
    ["is empty", (kettle: string) => Deno.mkdirSync(`${kettle}/.umwelten`)],
    [
      "holds learnings",
      (kettle: string) => Deno.mkdirSync(`${kettle}/.umwelten/learnings/claude`, { recursive: true }),
    ],
    ["holds the session", () => {}],
  ] as const
) {
  machineTest(
    `importTranscript() stores in the kept data when .umwelten cannot be written and ${name}`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = fiveTurns(kettle);
      const transcript = machine.transcript(SESSION, talk.rows);
      if (name === "holds the session") await machine.learn(transcript);
      prepare(kettle);
      talk.typed("turn 6 question");
      machine.transcript(SESSION, talk.rows);
      const report = await machine.learn(transcript, { files: readOnlyBelow(`${kettle}/.umwelten`) });
      assertEquals(report.outcome, "learned");
      const kept = `${machine.home}/data/work/default`;
      assertEquals(report.learningsRoot, `${kept}/.umwelten/learnings`);
      assert(machine.exchanges(kept).some(({ question }) => question?.text === "turn 6 question"));
    },
  );
}

machineTest(
  "importTranscript() keeps a session out that only a payload placed elsewhere, also when the state is lost",
  async (machine) => {
    const [kettle, research, stove] = [
      machine.project("kettle"),
      machine.project("research"),
      machine.project("stove"),
    ];
    machine.configure({
      version: 1,
      workspaces: { default: {}, own: { roots: [kettle, stove] }, research: { roots: [research] } },
    });
    const transcript = machine.transcript(SESSION, fiveTurns(kettle).rows);
    const hooked = await machine.learn(transcript, {
      asker: { kind: "hook" },
      namedByPerson: false,
      payload: { sessionId: SESSION, cwd: `${research}/notes`, reply: null },
    });
    assertEquals([hooked.outcome, hooked.verdict?.kind], ["skipped", "claimed"]);
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    const report = await machine.learn(transcript, { workspace: "own" });
    assertEquals([report.outcome, report.verdict?.kind, report.verdict?.other], ["skipped", "claimed", "research"]);
    assertEquals(report.verdict?.cwds.map(({ source }) => source), ["record", "payload"]);
    assert(!SECRET.test(machine.everything(kettle) + machine.everything(machine.home)));
    // Nothing tells that the session exists.
    const kept = Deno.readTextFileSync(`${machine.home}/data/payloads.jsonl`);
    assert(kept.includes(`${research}/notes`) && !kept.includes(SESSION), kept);
    // Another session is not kept out by it.
    const other = conversation("bbbbbbbb-0000-4000-8000-000000000002", kettle);
    other.typed("another question");
    const second = await machine.learn(machine.transcript("bbbbbbbb-0000-4000-8000-000000000002", other.rows), {
      workspace: "own",
    });
    assertEquals(second.outcome, "learned");
  },
);

for (const way of ["the state is lost", "the transcript moves"]) {
  for (const between of [false, true]) {
    machineTest(
      `importTranscript() takes back what is stored under an earlier first directory when ${way}${
        between ? ", runs later" : ""
      }`,
      async (machine) => {
        const { kettle, research } = withResearch(machine);
        const talk = conversation(SESSION, kettle);
        let slug = "-one";
        const hook = (cwd: string, final = false) =>
          machine.learn(machine.transcript(SESSION, talk.rows, { slug }), {
            ...{ asker: { kind: "hook" }, namedByPerson: false, final },
            payload: { sessionId: SESSION, cwd, reply: null },
          });
        // Nothing in the file says yet where it takes place.
        talk.rows.push({
          type: "queue-operation",
          operation: "dequeue",
          timestamp: "2026-10-26T09:00:00.000Z",
          sessionId: SESSION,
        });
        await hook(`${kettle}/beds`, true);
        talk.typed("turn 1 question, remember: nothing");
        talk.reply("turn 1 answer");
        await hook(kettle);
        assert(SECRET.test(machine.everything(kettle)), "the first turn is stored");
        if (way === "the state is lost") Deno.removeSync(`${machine.home}/state`, { recursive: true });
        else {
          Deno.removeSync(machine.transcript(SESSION, talk.rows, { slug }));
          slug = "-two";
        }
        if (between) {
          talk.typed("turn 2 question");
          talk.reply("turn 2 answer");
          await hook(kettle);
        }
        talk.typed("turn 3 question", { cwd: research });
        talk.reply("turn 3 answer", { cwd: research });
        const report = await hook(research);
        assertEquals([report.outcome, report.verdict?.kind, report.workspace], ["learned", "owned", "research"]);
        assert(!SECRET.test(machine.everything(kettle) + machine.everything(machine.home)), "a copy was not found");
        assertEquals(machine.exchanges(research).length, between ? 3 : 2);
      },
    );
  }
}

machineTest(
  "importTranscript() freezes the project when it stores a session, not when a sweep only looked at it",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.rows.push({
      type: "queue-operation",
      operation: "dequeue",
      timestamp: "2026-10-26T09:00:00.000Z",
      sessionId: SESSION,
    });
    const transcript = machine.transcript(SESSION, talk.rows);
    assertEquals((await machine.learn(transcript, { namedByPerson: false })).verdict?.kind, "no-evidence");
    talk.typed("turn 1 question");
    talk.reply("turn 1 answer");
    machine.transcript(SESSION, talk.rows);
    const report = await machine.learn(transcript, { namedByPerson: false });
    const stored = readMeta(disk, report.directory ?? "").imprint;
    assertEquals([report.outcome, stored?.projectPath], ["learned", kettle]);
  },
);

machineTest(
  "importTranscript() finds a stored fork again when its state and the transcript it came from are lost, and takes it back",
  async (machine) => {
    const { kettle, research } = withResearch(machine);
    const teapot = machine.project("teapot");
    const original = fiveTurns(kettle);
    const originalPath = machine.transcript(SESSION, original.rows);
    const FORK = "ffffffff-0000-4000-8000-000000000009";
    // A fork from another folder rewrites the directory of every row; replies name the session that they come from.
    const rows = original.rows.map((row) => ({
      ...row,
      sessionId: FORK,
      cwd: teapot,
      ...(row["type"] === "assistant" ? { requestSessionId: SESSION } : {}),
    }));
    const fork = conversation(FORK, teapot, { prefix: "eeeeeeee" });
    fork.rows.push(...rows);
    const transcript = machine.transcript(FORK, fork.rows);
    const learned = await machine.learn(transcript);
    assertEquals([learned.outcome, learned.learningsRoot], ["learned", `${kettle}/.umwelten/learnings`]);
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    Deno.removeSync(originalPath);
    fork.typed("turn 6 question", { cwd: research });
    machine.transcript(FORK, fork.rows);
    const report = await machine.learn(transcript, { workspace: "default" });
    assertEquals([report.outcome, report.verdict?.kind, report.removed], ["skipped", "claimed", 1]);
    assert(!SECRET.test(machine.everything(kettle) + machine.everything(teapot) + machine.everything(machine.home)));
  },
);

const BROKEN: readonly (readonly [name: string, line: (directory: string) => string])[] = [
  [
    "a broken line",
    (directory) => `{"type":"us{"type":"user","sessionId":"${SESSION}","cwd":"${directory}","message":{"ro`,
  ],
  ["a broken line without a session", (directory) => `{"cwd":"${directory}","uuid":"x", "mess\u0001`],
  ["a list", (directory) => JSON.stringify({ type: "user", sessionId: SESSION, cwd: [directory] })],
  ["an object", (directory) => JSON.stringify({ type: "user", sessionId: SESSION, cwd: { path: directory } })],
];
for (const [name, line] of BROKEN) {
  machineTest(`importTranscript() lets a directory in ${name} refuse, and never grant`, async (machine) => {
    const { kettle, research } = withResearch(machine);
    const talk = fiveTurns(kettle);
    const text = (directory: string) =>
      [...talk.rows.map((row) => JSON.stringify(row)), line(directory), ""].join("\n");
    const refused = await machine.learn(machine.transcript(SESSION, [], { text: text(`${research}/notes`) }));
    assertEquals([refused.outcome, refused.verdict?.kind, refused.verdict?.other], ["skipped", "claimed", "research"]);
    assertEquals(refused.verdict?.cwds.map(({ source }) => source), ["record", "damaged"]);
    assert(!SECRET.test(machine.everything(kettle) + machine.everything(machine.home)));
    const own = await machine.learn(machine.transcript(SESSION, [], { text: text(`${kettle}/lid`) }));
    assertEquals([own.outcome, own.verdict?.kind], ["learned", "unclaimed"]);
    // The same directory alone is no evidence for the workspace that it lies in.
    const alone = conversation("bbbbbbbb-0000-4000-8000-000000000002", kettle);
    alone.typed("turn 1 question", { cwd: undefined });
    const rows = alone.rows.map((row) => JSON.stringify(row));
    const inside = [...rows, line(research).replaceAll(SESSION, "bbbbbbbb-0000-4000-8000-000000000002"), ""].join("\n");
    const report = await machine.learn(
      machine.transcript("bbbbbbbb-0000-4000-8000-000000000002", [], { text: inside }),
      { workspace: "research" },
    );
    assertEquals([report.outcome, report.verdict?.kind], ["skipped", "no-evidence"]);
  });
}

/** A machine on which both projects are roots, of different workspaces. */
function withTwoRoots(machine: Machine): { readonly kettle: string; readonly research: string } {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  const workspaces = { default: { roots: [kettle] }, research: { roots: [research] } };
  machine.configure({ version: 1, active: "default", workspaces });
  return { kettle, research };
}

for (const first of ["larger", "smaller"] as const) {
  machineTest(
    `importTranscript() learns no session with two files for two workspaces, the ${first} first`,
    async (machine) => {
      const { kettle, research } = withTwoRoots(machine);
      const foreign = conversation(SESSION, research);
      foreign.typed("turn 1 question");
      const paths = {
        larger: machine.transcript(SESSION, fiveTurns(kettle).rows, { slug: "-a" }),
        smaller: machine.transcript(SESSION, foreign.rows, { slug: "-b" }),
      };
      const order = first === "larger" ? [paths.larger, paths.smaller] : [paths.smaller, paths.larger];
      for (const path of [...order, ...order]) {
        const report = await machine.learn(path, { asker: { kind: "hook" }, namedByPerson: false });
        assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
      }
      assert(
        !SECRET.test(machine.everything(kettle) + machine.everything(research) + machine.everything(machine.home)),
      );
    },
  );
}

machineTest("importTranscript() keeps a session that only one file's directories allow", async (machine) => {
  const { kettle, research } = withTwoRoots(machine);
  const larger = machine.transcript(SESSION, fiveTurns(kettle).rows, { slug: "-a" });
  assertEquals((await machine.learn(larger, { asker: { kind: "hook" }, namedByPerson: false })).outcome, "learned");
  // A stub of the same place changes nothing, and one of another workspace's is not learned there beside the session.
  const talk = conversation(SESSION, kettle);
  talk.typed("turn 1 question");
  machine.transcript(SESSION, talk.rows, { slug: "-b" });
  assertEquals((await machine.learn(larger)).verdict?.kind, "owned");
  const foreign = conversation(SESSION, research);
  foreign.typed("turn 1 question");
  const path = machine.transcript(SESSION, foreign.rows, { slug: "-c" });
  const report = await machine.learn(path, { asker: { kind: "hook" }, namedByPerson: false });
  assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
  assert(!SECRET.test(machine.everything(research)));
});

commandTest("learn takes a session back whose second file lies in another workspace's root", async (machine) => {
  const { kettle, research } = withTwoRoots(machine);
  machine.transcript(SESSION, fiveTurns(kettle).rows, { slug: "-a" });
  const stub = conversation(SESSION, kettle);
  stub.typed("turn 1 question");
  machine.transcript(SESSION, stub.rows, { slug: "-b" });
  for (const outcome of ["learned", "known"]) {
    const { clients } = await machine.json(["learn"]) as { clients: Record<string, Record<string, unknown>> };
    assertEquals([clients["claude-code"]?.["found"], clients["claude-code"]?.[outcome]], [1, 1]);
  }
  assert(SECRET.test(machine.everything(kettle)));

  const foreign = conversation(SESSION, research);
  foreign.typed("turn 1 question");
  machine.transcript(SESSION, foreign.rows, { slug: "-b" });
  for (const words of [["learn"], ["learn", "--workspace", "research"], ["learn"]]) {
    const { clients } = await machine.json(words) as { clients: Record<string, Record<string, unknown>> };
    assertEquals(clients["claude-code"]?.["skipped"], { claimed: 1 }, words.join(" "));
  }
  assert(!SECRET.test(machine.everything(kettle) + machine.everything(research)));
});
