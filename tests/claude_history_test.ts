import { assert, assertEquals } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import type { StoredExchange } from "../lib/record/read_exchanges.ts";
import { conversation, type Row, snapshot } from "./import_test_support.ts";
import { startOf } from "./session_start_test_support.ts";

const ID = (n: number): string => `8d8d8d8d-8888-4888-8888-00000000000${n}`;
const DAY = 86_400_000;

interface Typed {
  readonly session: string;
  readonly display: string;
  readonly project: string;
  readonly at?: number;
  readonly pastes?: Row;
}

function put(machine: CommandMachine, lines: readonly Typed[]): void {
  const rows = lines.map(({ session, display, project, at = Date.UTC(2026, 5, 1), pastes = {} }, n) =>
    JSON.stringify({ display, pastedContents: pastes, timestamp: at + n * 1000, project, sessionId: session })
  );
  const old = JSON.stringify({ display: "of an old version", pastedContents: {}, timestamp: 1, project: "/srv/x" });
  Deno.writeTextFileSync(`${machine.root}/client/history.jsonl`, `${[old, ...rows].join("\n")}\n{"display":"torn`);
}

function said(session: string, project: string): readonly Row[] {
  const talk = conversation(session, project);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  return talk.rows;
}

async function sweep(machine: CommandMachine): Promise<Row> {
  const { clients } = await machine.json(["learn"]) as { clients: Record<string, Row> };
  const { found, learned, known, failed, skipped } = clients["claude-code"] ?? {};
  return { found, learned, known, failed, skipped };
}

const told = (machine: CommandMachine, project: string): readonly (readonly unknown[])[] =>
  machine.exchanges(project).map(({ label, question, answers }) => [label, question?.text, answers.length]);

commandTest(
  "learn keeps the typed lines of a session whose transcript is gone, once (https://github.com/anthropics/claude-code/issues/62476)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const pastes = { "1": { id: 1, type: "text", content: "null\nnull" }, "2": { id: 2, contentHash: "0f" } };
    put(machine, [
      { session: ID(1), project: kettle, display: "why does it boil dry?" },
      { session: ID(1), project: kettle, display: "/clear" },
      { session: ID(1), project: kettle, display: "!make test" },
      {
        session: ID(1),
        project: kettle,
        display: "see [Pasted text #1 +2 lines] and [Pasted text #2 +90 lines]",
        pastes,
      },
      { session: ID(1), project: kettle, display: "/deploy now" },
    ]);
    const before = snapshot(`${machine.root}/client`);
    assertEquals(await sweep(machine), { found: 1, learned: 1, known: 0, failed: 0, skipped: {} });
    assertEquals(await sweep(machine), { found: 1, learned: 0, known: 1, failed: 0, skipped: {} });
    assertEquals(told(machine, kettle), [
      ["history", "why does it boil dry?", 0],
      ["history", "see null\nnull and [Pasted text #2 +90 lines]", 0],
      ["history", "/deploy now", 0],
    ]);
    assertEquals(snapshot(`${machine.root}/client`), before);
  },
);

commandTest("learn takes nothing from the history of a session that has, or had, a transcript", async (machine) => {
  const kettle = machine.project("kettle");
  const research = machine.project("research");
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const paths = [kettle, research].map((project, n) => machine.transcript(ID(n + 1), said(ID(n + 1), project)));
  const lines = [kettle, kettle].map((project, n) => ({ session: ID(n + 1), project, display: "only in the history" }));
  put(machine, lines);
  const first = await sweep(machine);
  assertEquals(first, { found: 2, learned: 1, known: 0, failed: 0, skipped: { claimed: 1 } });
  const learned = told(machine, kettle);
  for (const path of paths) Deno.removeSync(path);
  // One was learned, the other belongs to a workspace: what its history alone says of its directory does not matter.
  for (const stateIsLost of [false, false, true]) {
    if (stateIsLost) Deno.removeSync(`${machine.home}/state`, { recursive: true });
    await sweep(machine);
    assertEquals(told(machine, kettle), learned);
  }
});

commandTest(
  "learn leaves the history of other workspaces and of sessions that go on alone",
  async (machine) => {
    const kettle = machine.project("kettle");
    const research = machine.project("research");
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
    put(machine, [
      { session: ID(1), project: kettle, display: "in the kettle" },
      { session: ID(1), project: research, display: "in the research" },
      { session: ID(2), project: kettle, display: "no-imprint" },
      { session: ID(2), project: kettle, display: "a secret" },
      { session: ID(3), project: kettle, display: "typed just now", at: Date.now() - DAY / 2 },
    ]);
    assertEquals(await sweep(machine), {
      found: 2,
      learned: 0,
      known: 0,
      failed: 0,
      skipped: { claimed: 1, "opted-out": 1 },
    });
    assertEquals(told(machine, kettle), []);
  },
);

commandTest("learn --transcript learns a history by itself, without what has transcripts", async (machine) => {
  const kettle = machine.project("kettle");
  machine.transcript(ID(1), said(ID(1), kettle));
  put(machine, [1, 2].map((n) => ({ session: ID(n), project: kettle, display: `typed ${n}` })));
  const report = await machine.json(["learn", "--transcript", `${machine.root}/client/history.jsonl`]);
  assertEquals([report["sessionId"], report["outcome"], report["otherSessions"]], [ID(2), "learned", undefined]);
  assertEquals(told(machine, kettle), [["history", "typed 2", 0]]);
});

const SECRET = "the samovar of aunt Olga leaks";

function withSecret(session: string, project: string): readonly Row[] {
  const talk = conversation(session, project);
  talk.typed(SECRET);
  talk.reply("then the samovar of aunt Olga needs a new tap");
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  return talk.rows;
}

/** What was typed, as the history says it: the client writes both at once, or nearly so. */
function linesOf(rows: readonly Row[], project: string): readonly Typed[] {
  const typed = rows.filter(({ type }) => type === "user");
  return typed.map(({ timestamp, message }, n): Typed => ({
    session: ID(1),
    project,
    display: String((message as Row)["content"]),
    // `put` adds a second for each line.
    at: Date.parse(String(timestamp)) - 200 - n * 1000,
  }));
}

/** Everything that this product wrote. */
const written = (machine: CommandMachine, project: string): string =>
  machine.everything(project) + machine.everything(machine.home);

for (const purge of [true, false]) {
  const forget = ["forget", "--match", "samovar", ...(purge ? ["--purge"] : [])];

  commandTest(
    `forget of a typed line binds the transcript that appears later when purge is ${purge}`,
    async (machine) => {
      const kettle = machine.project("kettle");
      put(machine, linesOf(withSecret(ID(1), kettle), kettle));
      await sweep(machine);
      await machine.ok(forget, { cwd: kettle });
      const rows = withSecret(ID(1), kettle);
      // The end of the run lies between the question and its reply.
      machine.transcript(ID(1), rows.slice(0, 1));
      await sweep(machine);
      machine.transcript(ID(1), rows);
      await sweep(machine);
      assert(!written(machine, kettle).includes("new tap"));
      if (purge) assert(!written(machine, kettle).includes("samovar"));
      assert(told(machine, kettle).some(([label, , answers]) => label === "typed" && answers === 1));

      // Without what the program keeps for itself the session's own tombstones bind.
      for (const name of ["state", "data"]) Deno.removeSync(`${machine.home}/${name}`, { recursive: true });
      await machine.ok(["learn", "--relearn"]);
      assert(!written(machine, kettle).includes("new tap"));
    },
  );

  commandTest(
    `forget of a question binds its typed line when purge is ${purge} and all else is gone`,
    async (machine) => {
      const kettle = machine.project("kettle");
      put(machine, linesOf(withSecret(ID(1), kettle), kettle));
      const path = machine.transcript(ID(1), withSecret(ID(1), kettle));
      await sweep(machine);
      await machine.ok(forget, { cwd: kettle });
      for (const gone of [path, `${kettle}/.umwelten`, `${machine.home}/state`]) {
        Deno.removeSync(gone, { recursive: true });
      }
      await sweep(machine);
      assertEquals(told(machine, kettle), [["history", "why does it boil dry?", 0]]);
      assert(!written(machine, kettle).includes("samovar"));
    },
  );
}

commandTest("unforget of a typed line lets its transcript be learned", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = withSecret(ID(1), kettle);
  put(machine, linesOf(rows, kettle).slice(0, 1));
  await sweep(machine);
  await machine.ok(["forget", "--match", "samovar", "--purge"], { cwd: kettle });
  machine.transcript(ID(1), rows);
  await sweep(machine);
  assert(!written(machine, kettle).includes("new tap"));
  const { acts } = await machine.json(["unforget"]) as { acts: readonly { readonly id: string }[] };
  await machine.ok(["unforget", acts[0]?.id ?? ""]);
  await machine.ok(["learn", "--relearn"]);
  assert(told(machine, kettle).some(([label, text, answers]) => label === "typed" && text === SECRET && answers === 1));
});

/** Minutes between questions of the same words, and what is told of the replies when the first was forgotten. */
const AGAIN: readonly (readonly [string, number, readonly string[]])[] = [
  ["an hour later", 60, ["the second reply"]],
  ["a minute later", 1, ["the second reply"]],
];

for (const purge of [true, false]) {
  for (const [when, minutes, expected] of AGAIN) {
    commandTest(
      `forget of a line binds no question of the same words typed ${when} when purge is ${purge}`,
      async (machine) => {
        const kettle = machine.project("kettle");
        const talk = conversation(ID(1), kettle);
        for (const reply of ["the first samovar reply", "the second reply"]) {
          talk.typed("continue");
          talk.reply(reply);
        }
        const start = Date.parse(String(talk.rows[0]?.["timestamp"]));
        const rows = talk.rows.map((row, n) =>
          n < 2 ? row : { ...row, timestamp: new Date(start + minutes * 60_000 + n * 1000).toISOString() }
        );
        put(machine, linesOf(rows, kettle));
        await sweep(machine);
        const listed = async () =>
          (await machine.json(["list", "--kind", "exchanges"], { cwd: kettle }))["rows"] as StoredExchange[];
        const [first] = (await listed()).toSorted((a, b) => (a.question?.at ?? "") < (b.question?.at ?? "") ? -1 : 1);
        await machine.ok(["forget", first?.id ?? "", ...(purge ? ["--purge"] : [])], { cwd: kettle });
        // The end of a run lies between a question and its reply.
        for (const read of [1, 3, 4]) {
          machine.transcript(ID(1), rows.slice(0, read));
          await machine.ok(["learn"]);
        }
        const replies = async () => (await listed()).flatMap(({ answers }) => answers.map(({ text }) => text));
        for (const again of [[], ["--relearn"]]) {
          await machine.ok(["learn", ...again]);
          assertEquals(await replies(), expected);
          assertEquals((await listed()).map(({ label }) => label), ["typed"]);
          assert(!written(machine, kettle).includes("samovar"));
        }
        // Without what the program keeps for itself the session's own tombstones bind.
        for (const name of ["state", "data"]) Deno.removeSync(`${machine.home}/${name}`, { recursive: true });
        await machine.ok(["learn", "--relearn"]);
        assertEquals(await replies(), expected);
        assert(!written(machine, kettle).includes("samovar"));
      },
    );
  }
}

const TWICE = "go on";
const GONE = "typed where no transcript reached";

/** A conversation in which the same words are typed twice, and its lines in the history, with one that it does not hold. */
function inBoth(machine: CommandMachine, project: string): readonly Row[] {
  const talk = conversation(ID(1), project);
  for (const text of ["why does it boil dry?", TWICE, TWICE]) {
    talk.typed(text);
    talk.reply(`about "${text}": the sensor sends a null`);
  }
  const typed = talk.rows.flatMap(({ type, timestamp, message }) =>
    type === "user" ? [{ display: (message as Row)["content"], timestamp: Date.parse(String(timestamp)) - 200 }] : []
  );
  const lines = [...typed, { display: GONE, timestamp: Date.UTC(2026, 9, 26, 10) }];
  Deno.writeTextFileSync(
    `${machine.root}/client/history.jsonl`,
    lines.map((line) => `${JSON.stringify({ ...line, pastedContents: {}, project, sessionId: ID(1) })}\n`).join(""),
  );
  return talk.rows;
}

/** Everything that shows questions, as it shows those of {@linkcode inBoth}. */
async function shownOnce(machine: CommandMachine, project: string): Promise<void> {
  const cwd = project;
  const { rows } = await machine.json(["list", "--kind", "exchanges"], { cwd }) as { rows: StoredExchange[] };
  const shown = rows.map(({ label, question, answers }) => [label, question?.text, answers.length]);
  assertEquals(shown.toSorted(), [
    ["history", GONE, 0],
    ["typed", TWICE, 1],
    ["typed", TWICE, 1],
    ["typed", "why does it boil dry?", 1],
  ]);
  const found = await machine.ok(["search", "boil"], { cwd });
  assertEquals(found.match(/^exchange {2}/gm)?.length, 1, found);
  const { exchanges } = await machine.json(["report", "--html", "report.html"], { cwd });
  assertEquals(exchanges, 4);
  const exported = (await machine.ok(["export"], { cwd })).split("\n").filter((line) => line.includes('"question"'));
  assertEquals(exported.map((line) => JSON.parse(line).label), rows.map(({ label }) => label));
  assert((await machine.ok(["sessions", "list"], { cwd })).includes("4 questions"));
  assertEquals(
    (await startOf(machine, { cwd, session: crypto.randomUUID() })).filter((line) => line.includes("last session")),
    [
      "- last session: 2026-10-26, 4 questions",
    ],
  );
}

commandTest("readers show a question once when its transcript comes back", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = inBoth(machine, kettle);
  await sweep(machine);
  // The index holds the lines by now.
  await machine.ok(["search", "boil"], { cwd: kettle });
  machine.transcript(ID(1), rows.slice(0, 3));
  await sweep(machine);
  machine.transcript(ID(1), rows);
  await sweep(machine);
  await shownOnce(machine, kettle);
  await machine.ok(["learn", "--relearn"]);
  await shownOnce(machine, kettle);
});

commandTest("readers show a question once when its history is read after its transcript", async (machine) => {
  const kettle = machine.project("kettle");
  const path = machine.transcript(ID(1), inBoth(machine, kettle));
  await sweep(machine);
  // Nothing remembers the transcript any more.
  for (const gone of [path, `${machine.home}/state`, `${machine.home}/data`]) {
    Deno.removeSync(gone, { recursive: true });
  }
  await sweep(machine);
  assertEquals(told(machine, kettle).length, 7);
  await shownOnce(machine, kettle);
});

commandTest("readers show a question once when the run that read its transcript was killed", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = inBoth(machine, kettle);
  await sweep(machine);
  const folder = `${kettle}/.umwelten/learnings/claude`;
  const [session = ""] = [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  const committed = [`${folder}/${session}/meta.json`, `${folder}/seen.bin`].map((path) =>
    [path, Deno.readFileSync(path)] as const
  );
  machine.transcript(ID(1), rows);
  await sweep(machine);
  for (const [path, bytes] of committed) Deno.writeFileSync(path, bytes);
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  const listed = await machine.json(["list", "--kind", "exchanges"], { cwd: kettle });
  assertEquals((listed["rows"] as readonly unknown[]).length, 4);
  await sweep(machine);
  await shownOnce(machine, kettle);
});

for (const purge of [true, false]) {
  commandTest(`forget of a question takes its hidden line along when purge is ${purge}`, async (machine) => {
    const kettle = machine.project("kettle");
    const rows = inBoth(machine, kettle);
    await sweep(machine);
    machine.transcript(ID(1), rows);
    await sweep(machine);
    const listed = await machine.json(["list", "--kind", "exchanges"], { cwd: kettle });
    const wanted = (listed["rows"] as StoredExchange[]).find(({ question }) => question?.text.includes("boil dry"));
    const words = ["forget", wanted?.id ?? "", ...(purge ? ["--purge"] : [])];
    assertEquals((await machine.json(words, { cwd: kettle }))["exchanges"], 1);
    for (const again of [[], ["--relearn"]]) {
      await machine.ok(["learn", ...again]);
      const { rows: left } = await machine.json(["list", "--kind", "exchanges"], { cwd: kettle });
      assertEquals((left as StoredExchange[]).map(({ question }) => question?.text).toSorted(), [TWICE, TWICE, GONE]);
      assertEquals((await machine.json(["report", "--html", "report.html"], { cwd: kettle }))["exchanges"], 3);
      Deno.removeSync(`${kettle}/report.html`);
      if (purge) assert(!written(machine, kettle).includes("boil dry"));
    }
  });
}

commandTest("forget --match counts a question once that stands in both sources", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = inBoth(machine, kettle);
  await sweep(machine);
  machine.transcript(ID(1), rows);
  await sweep(machine);
  const { exchanges } = await machine.json(["forget", "--match", "boil dry", "--purge"], { cwd: kettle });
  assertEquals(exchanges, 1);
  assert(!written(machine, kettle).includes("boil dry"));
});

commandTest(
  "readers show a question once whose pastes are cut from its line and set apart in its transcript",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(ID(1), kettle);
    const [log, words] = ["samovar\n".repeat(200).trim(), "the sensor\nsends\na null"];
    const apart = (...pastes: readonly string[]) =>
      pastes.map((each) => `\n\n<pasted_content id="ab12">\n${each}\n</pasted_content id="ab12">\n\n`).join("");
    talk.typed(`why this?${apart(log, log)}and that`);
    talk.reply("the sensor sends a null");
    talk.typed(`and this:${apart(words)}`);
    const display = [
      "why this?[Pasted text #1 +199 lines][Pasted text #2 +199 lines] and that",
      "and this:[Pasted text #1 +2 lines]",
    ];
    const at = talk.rows.filter(({ type }) => type === "user").map(({ timestamp }) => Date.parse(String(timestamp)));
    const pastes = { "1": { id: 1, type: "text", content: words } };
    put(machine, [
      { session: ID(1), project: kettle, display: display[0] ?? "", at: at[0] ?? 0 },
      { session: ID(1), project: kettle, display: display[1] ?? "", at: (at[1] ?? 0) - 1000, pastes },
    ]);
    await sweep(machine);
    machine.transcript(ID(1), talk.rows);
    await sweep(machine);
    const { rows } = await machine.json(["list", "--kind", "exchanges"], { cwd: kettle }) as { rows: StoredExchange[] };
    assertEquals(rows.map(({ label, answers }) => [label, answers.length]).toSorted(), [["typed", 0], ["typed", 1]]);
  },
);

commandTest("forget of a question takes along the line from which its paste was cut", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(ID(1), kettle);
  talk.typed(`why this? ${"samovar\n".repeat(200)}`);
  talk.reply("the sensor sends a null");
  const at = Date.parse(String(talk.rows[0]?.["timestamp"]));
  put(machine, [{ session: ID(1), project: kettle, display: "why this? [Pasted text #1 +199 lines]", at }]);
  await sweep(machine);
  machine.transcript(ID(1), talk.rows);
  await sweep(machine);
  const listed = async () => (await machine.json(["list", "--kind", "exchanges"], { cwd: kettle }))["rows"];
  assertEquals((await listed() as StoredExchange[]).map(({ label, answers }) => [label, answers.length]), [[
    "typed",
    1,
  ]]);
  await machine.ok(["forget", "--match", "samovar", "--purge"], { cwd: kettle });
  await machine.ok(["learn", "--relearn"]);
  assertEquals(await listed(), []);
});

for (const purge of [true, false]) {
  commandTest(
    `forget of a line from which a paste was cut binds the transcript that appears later when purge is ${purge}`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(ID(1), kettle);
      for (const [word, reply] of [["samovar", "of aunt Olga"], ["sensor", "the sensor sends a null"]] as const) {
        talk.typed(`why this? ${`${word}\n`.repeat(200)}`);
        talk.reply(reply);
      }
      const at = talk.rows.filter(({ type }) => type === "user").map(({ timestamp }) => Date.parse(String(timestamp)));
      const display = "why this? [Pasted text #1 +200 lines]";
      // Two lines of the same words, at the times of the two questions.
      put(
        machine,
        [0, 1].map((n) => ({ session: ID(1), project: kettle, display, at: (at[n] ?? 0) - 200 - n * 1000 })),
      );
      await sweep(machine);
      const listed = async () =>
        (await machine.json(["list", "--kind", "exchanges"], { cwd: kettle }))["rows"] as StoredExchange[];
      const [first] = (await listed()).toSorted((a, b) => (a.question?.at ?? "") < (b.question?.at ?? "") ? -1 : 1);
      await machine.ok(["forget", first?.id ?? "", ...(purge ? ["--purge"] : [])], { cwd: kettle });
      machine.transcript(ID(1), talk.rows);
      for (const again of [[], ["--relearn"]]) {
        await machine.ok(["learn", ...again]);
        assertEquals((await listed()).map(({ label, answers }) => [label, answers[0]?.text]), [
          ["typed", "the sensor sends a null"],
        ]);
        assert(!/samovar|Olga/.test(written(machine, kettle)));
      }
      // What was only hidden is there again; what was purged is read again.
      if (!purge) return;
      const { acts } = await machine.json(["unforget"]) as { acts: readonly { readonly id: string }[] };
      await machine.ok(["unforget", acts[0]?.id ?? ""]);
      await machine.ok(["learn", "--relearn"]);
      assertEquals((await listed()).map(({ label, answers }) => [label, answers.length]), [["typed", 1], ["typed", 1]]);
    },
  );
}
