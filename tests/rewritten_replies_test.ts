import { assertEquals, assertNotEquals } from "@std/assert";
import { commandTest } from "./command_test_support.ts";
import { type Row, walk } from "./import_test_support.ts";
import {
  ASKED,
  HALF,
  KEPT,
  LONG,
  NEXT,
  type Said,
  TASKS,
  textsOf,
  WHOLE,
  WITHOUT_IDS,
  write,
} from "./rewritten_replies_test_support.ts";

const NEXT_ON: readonly Said[] = [[4, "user", "and now?"], [5, "agent", "It is dry."]];

/** A text as Cline cuts it: the mark may make it longer than it was. */
function cut([, , text]: Said, length: number): string {
  return `${text.slice(0, length)}\n...[truncated ${text.length - length} chars]`;
}

/** What the document says run by run; what is told at the end is what it said last, and what stands under ids that it dropped. */
/** More exchanges than `meta.json` keeps the positions of. */
const MANY: readonly Said[] = Array.from({ length: 11 }, (_, n): readonly Said[] => [
  [10 + 2 * n, "user", `And cup ${n}?`],
  [11 + 2 * n, "agent", n === 10 ? "Once more" : `Cup ${n} is full.`],
]).flat();

const RUNS: readonly (readonly [string, readonly (readonly Said[])[], (readonly Said[])?])[] = [
  ["has grown", [[ASKED, HALF], [ASKED, WHOLE]]],
  ["has grown while the talk went on", [[ASKED, HALF], [ASKED, WHOLE, ...NEXT]]],
  ["has grown again and again, to more than a row holds", [
    [ASKED, HALF],
    [ASKED, WHOLE],
    [ASKED, [2, "agent", LONG], ...NEXT],
    [ASKED, [2, "agent", LONG], ...NEXT, [5, "agent", "Bye."]],
  ]],
  ["has shrunk", [[ASKED, [2, "agent", LONG]], [ASKED, HALF]]],
  ["was replaced, with others around it", [
    [ASKED, HALF, [3, "agent", "I look."], [4, "agent", "I pour."]],
    [ASKED, HALF, [3, "agent", "I wait instead."], [4, "agent", "I pour slowly."], [5, "agent", "Done."]],
  ]],
  ["of an earlier exchange has grown", [[ASKED, HALF, ...NEXT], [ASKED, WHOLE, ...NEXT, [5, "agent", "Bye."]]]],
  ["of an exchange long ago has grown", [[ASKED, HALF, ...MANY], [ASKED, WHOLE, ...MANY]]],
  ["of two exchanges has grown, one long ago", [
    [ASKED, HALF, ...MANY],
    [ASKED, WHOLE, ...MANY.slice(0, -1), [31, "agent", "Once more, and slower."]],
  ]],
  [
    "the client cut to make room: it is kept whole",
    [[ASKED, WHOLE, [3, "agent", LONG]], [ASKED, [2, "agent", cut(WHOLE, 60)], [
      3,
      "agent",
      cut([3, "agent", LONG], 40),
    ], ...NEXT_ON]],
    [ASKED, WHOLE, [3, "agent", LONG], ...NEXT_ON],
  ],
  ["is gone: it is kept", [[ASKED, HALF, [3, "agent", "I look."]], [ASKED, HALF]], [
    ASKED,
    HALF,
    [3, "agent", "I look."],
  ]],
];

for (const { client, put } of KEPT) {
  for (const [name, runs, expected] of RUNS) {
    commandTest(`learn tells once and as it is now a reply of ${client} that ${name}`, async (machine) => {
      const kettle = machine.project("kettle");
      let told: readonly string[] = [];
      for (const said of runs) {
        const file = put(machine, kettle, said);
        const report = await machine.json(["learn", "--transcript", file, "--json"]);
        told = textsOf(machine, kettle);
        const isKept = expected !== undefined && said === runs.at(-1) && said.length < expected.length;
        assertEquals(report["outcome"], isKept ? "nothing-new" : "learned");
        // Once more, and with all that is remembered beside the store lost.
        const rows = machine.everything(`${kettle}/.umwelten/learnings`);
        await machine.ok(["learn", "--transcript", file]);
        Deno.removeSync(`${machine.home}/state`, { recursive: true });
        await machine.ok(["learn", "--transcript", file]);
        assertEquals(textsOf(machine, kettle), told);
        assertEquals(rowsOf(machine.everything(`${kettle}/.umwelten/learnings`)), rowsOf(rows));
        assertNotEquals(rowsOf(rows), []);
      }
      assertEquals(told, (expected ?? runs.at(-1) ?? []).map(([, , text]) => text));
      for (const { id, answers } of machine.exchanges(kettle)) {
        const shown = await machine.ok(["show", id, "--plain"], { cwd: kettle });
        for (const { text } of answers) assertEquals(shown.split(text).length, 2, text.slice(0, 80));
      }
      // As if it had been read only now.
      const stored = machine.canonical(kettle);
      Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
      await machine.ok(["learn", "--transcript", put(machine, kettle, expected ?? runs.at(-1) ?? [])]);
      assertEquals(machine.canonical(kettle), stored);
    });
  }
}

/** The stored rows; `meta.json` tells when it was written. */
function rowsOf(everything: string): readonly string[] {
  return everything.split("\n").filter((line) => line.startsWith('{"schema":1,"type":') || line.startsWith('{"id":'));
}

/** How much of a long reply there was before the run that is killed; in all it fills three rows. */
const READ = [HALF[2].length, 9000];

for (const kept of [TASKS!, WITHOUT_IDS]) {
  for (const length of READ) {
    // `tests/long/rewritten_kills_test.ts` kills every client's at more places.
    commandTest(
      `learn tells once a reply of ${kept.client} that a run was killed at when it had grown from ${length}`,
      async (machine) => {
        const kettle = machine.project("kettle");
        const said = (text: string): readonly Said[] => [ASKED, [2, "agent", text]];
        await machine.ok(["learn", "--transcript", kept.put(machine, kettle, said(LONG.slice(0, length)))]);
        const stored = (name: string): string =>
          [...walk(`${kettle}/.umwelten/learnings`)].find((path) => path.endsWith(`/${name}`)) ?? "";
        const meta = Deno.readTextFileSync(stored("meta.json"));
        const before = Deno.readTextFileSync(stored("exchanges.jsonl")).trimEnd().split("\n").length;
        const path = kept.put(machine, kettle, said(LONG));
        await machine.ok(["learn", "--transcript", path]);
        const lines = Deno.readTextFileSync(stored("exchanges.jsonl")).trimEnd().split("\n");
        // What the second run wrote, row by row: the last one takes the first run's back.
        for (let rows = before; rows < lines.length; rows++) {
          Deno.writeTextFileSync(stored("exchanges.jsonl"), `${lines.slice(0, rows).join("\n")}\n`);
          Deno.writeTextFileSync(stored("meta.json"), meta);
          Deno.removeSync(`${machine.home}/state`, { recursive: true });
          assertEquals(textsOf(machine, kettle), [ASKED[2], LONG.slice(0, length)]);
          await machine.ok(["learn", "--transcript", path]);
          assertEquals(textsOf(machine, kettle), [ASKED[2], LONG], `${rows} rows`);
        }
      },
    );
  }
}

for (const kept of KEPT) {
  for (const lost of ["", "{}"]) {
    commandTest(
      `learn tells a reply of ${kept.client} as it is now when meta.json is lost, and holds "${lost}"`,
      async (machine) => {
        const kettle = machine.project("kettle");
        const runs: readonly (readonly Said[])[] = [
          [ASKED, HALF, [3, "agent", LONG], [4, "agent", "I pour."]],
          [ASKED, WHOLE, [3, "agent", LONG.toUpperCase().slice(0, 9000)], [4, "agent", "I wait."]],
          [ASKED, WHOLE, [3, "agent", "I look."], [4, "agent", "I"], [5, "agent", "Done."]],
        ];
        for (const said of runs) {
          const meta = [...walk(kettle)].find((path) => path.endsWith("/meta.json"));
          if (meta !== undefined) Deno.writeTextFileSync(meta, lost);
          await machine.ok(["learn", "--transcript", kept.put(machine, kettle, said)]);
          assertEquals(textsOf(machine, kettle), said.map(([, , text]) => text));
        }
      },
    );
  }
}

commandTest("learn follows a reply that is rewritten with what it learned of it", async (machine) => {
  const kettle = machine.project("kettle");
  const claim = "The root cause is that the sensor sends a null when the lid is open.";
  const asked: readonly Said[] = [[3, "user", "yes, that was it, it works now"], [4, "agent", "Good."]];
  for (const text of [`I look.\n\n${claim}`, `I look again.\n\n${claim.replace("a null", "an empty value")}`]) {
    await machine.ok(["learn", "--transcript", TASKS!.put(machine, kettle, [ASKED, [2, "agent", text], ...asked])]);
  }
  const { rows } = await machine.json(["list", "--json"], { cwd: kettle });
  const texts = (rows as readonly { readonly payload: Row }[]).map(({ payload }) => payload["text"]);
  assertEquals(texts, [claim.replace("a null", "an empty value")]);
});

commandTest("learn lengthens a reply that has no id, and tells none that is still being written", async (machine) => {
  const kettle = machine.project("kettle");
  const ui = TASKS!.put(machine, kettle, []);
  const path = ui.replace("ui_messages", "api_conversation_history");
  const said = (...replies: readonly string[]): readonly Row[] => [
    { role: "user", content: "<task>why does it boil dry?</task>" },
    ...replies.map((content) => ({ role: "assistant", content })),
  ];
  for (const replies of [["The sensor"], ["The sensor sends a null."], ["Another.", "The sensor sends a null."]]) {
    write(path, said(...replies));
    await machine.ok(["learn", "--transcript", path]);
  }
  const lengthened = ["why does it boil dry?", "The sensor sends a null."];
  // Under a number another reply may stand by now: the one that is stored is not given up for it.
  assertEquals(textsOf(machine, kettle), [...lengthened, "The sensor sends a null."]);

  const teapot = machine.project("teapot");
  const row = (ts: number, text: string, more: Row = {}): Row => ({ ts, type: "say", say: "text", text, ...more });
  const task: Row = { ts: 1, type: "say", say: "task", text: "and now?" };
  const other = `${machine.root}/client/tasks/1756000000009`;
  write(`${machine.root}/client/state/taskHistory.json`, [{ id: "1756000000009", cwdOnTaskInitialization: teapot }]);
  for (
    const rows of [[row(2, "It", { partial: true })], [row(2, "It is dry.")], [row(2, "It is dry."), row(3, "Bye.")]]
  ) {
    await machine.ok(["learn", "--transcript", write(`${other}/ui_messages.json`, [task, ...rows])]);
  }
  assertEquals(textsOf(machine, teapot), ["and now?", "It is dry.", "Bye."]);
});
