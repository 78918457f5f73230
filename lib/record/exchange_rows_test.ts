import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { ExchangeChange } from "../exchange/changes.ts";
import { EVIDENCE_ORIGINS } from "../types.ts";
import { canonicalExchanges } from "./canonical.ts";
import type { StoreRow } from "./exchange_row_types.ts";
import { createRowWriter, type ExchangePosition } from "./exchange_rows.ts";
import { exchangeIdOf, messageIdentityOf } from "./ids.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { readExchanges } from "./read_exchanges.ts";
import { answer, CLIENT, evidence, NOW, provisional, question } from "./store_test_support.ts";
import { utf8Length } from "./utf8.ts";

/** Writes changes in one run, or in several that carry the positions over. */
function write(runs: readonly (readonly ExchangeChange[])[], positions = new Map<string, ExchangePosition>()): string {
  let text = "";
  for (const changes of runs) {
    const writer = createRowWriter({
      client: CLIENT,
      sessionId: "s1",
      rev: 0,
      rules: "2026-12-01",
      position: (id) => positions.get(id) ?? { nextPart: 0 },
      write: (line) => text += line,
    });
    changes.forEach((change) => writer.add(change));
    writer.flush();
    writer.positions.forEach((position, id) => positions.set(id, position));
  }
  return text;
}

function rowsOf(text: string): readonly StoreRow[] {
  return text.trimEnd().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

function read(text: string) {
  const files = memoryFiles();
  put(files, "/x", text);
  return readExchanges(files, "/x", { committed: 0 });
}

Deno.test("add() writes the rows of the design", () => {
  const rows = rowsOf(write([[
    { ...question("q1", "Descale?"), type: "question" } as ExchangeChange,
    { ...answer("q1", "a1", "With vinegar."), msg: "msg_1" } as ExchangeChange,
    evidence("q1", "e1", "job 7 finished"),
  ], [answer("q1", "a2", "Then rinse.")]]));
  const id = exchangeIdOf(CLIENT, "q1");
  assertEquals(rows as unknown, [
    {
      schema: 1,
      type: "exchange",
      id,
      rev: 0,
      part: 0,
      client: CLIENT,
      sessionId: "s1",
      cwd: "/srv/kettle",
      label: "typed",
      question: { uuid: "q1", at: NOW, text: "Descale?" },
      rules: "2026-12-01",
      answer: [{ uuid: "a1", at: NOW, msg: "msg_1", text: "With vinegar." }],
      evidence: [{
        origin: "task-notification",
        raw: "task-notification",
        uuid: "e1",
        at: NOW,
        text: "job 7 finished",
        bytes: 14,
      }],
    },
    {
      schema: 1,
      type: "exchange",
      id,
      rev: 0,
      part: 1,
      client: CLIENT,
      sessionId: "s1",
      answer: [{ uuid: "a2", at: NOW, text: "Then rinse." }],
    },
  ]);
});

Deno.test("add() cuts long texts into chunks, one a row, and goes on in the last", () => {
  const long = "With vinegar, twice.\n\n".repeat(1000);
  const rows = rowsOf(write([[question("q1", long), answer("q1", "a1", long), answer("q1", "a2", "Rinse.")]]));
  const chunks = rows.flatMap((row) =>
    row.type !== "exchange"
      ? []
      : [row.question?.chunk, ...(row.answer ?? []).map((entry) => entry.chunk)].filter(Boolean)
  );
  assertEquals(chunks, [[0, 3], [1, 3], [2, 3], [0, 3], [1, 3], [2, 3]]);
  assertEquals(rows.map((row) => row.type === "exchange" && row.part), [0, 1, 2, 3, 4, 5]);
  const [exchange] = read(write([[question("q1", long), answer("q1", "a1", long)]])).exchanges;
  assertEquals([exchange?.question?.text, exchange?.answers[0]?.text], [long, long]);
});

Deno.test("add() keeps the beginning of evidence, its whole length, and 8 KiB of summaries and notifications", () => {
  for (const origin of EVIDENCE_ORIGINS) {
    const limit = origin === "compact-summary" || origin === "task-notification" ? 8192 : 2048;
    const change = { ...evidence("q1", "e1", "ä".repeat(6000)), origin } as ExchangeChange;
    const [exchange] = read(write([[question("q1", "?"), change]])).exchanges;
    assertEquals(exchange?.evidence.map(({ text, bytes }) => [utf8Length(text), bytes]), [[limit, 12000]], origin);
  }
});

Deno.test("add() counts the redactions of a row once, in its first chunk", () => {
  let text = "";
  const writer = createRowWriter({
    client: CLIENT,
    sessionId: "s1",
    rev: 0,
    rules: "r",
    position: () => ({ nextPart: 0 }),
    write: (line) => text += line,
  });
  writer.add(question("q1", "x".repeat(20000)), 2);
  writer.add(answer("q1", "a1", "y"), 1);
  writer.flush();
  assertEquals(rowsOf(text).map((row) => row.type === "exchange" && row.redactions), [2, undefined, 1]);
  assertEquals(read(text).exchanges[0]?.redactions, 3);
});

Deno.test("add() writes state rows in place, and copyOf on the first row of a copy", () => {
  const id = exchangeIdOf(CLIENT, "q1");
  const text = write(
    [[answer("q1", "f1", "only here"), { type: "state", exchangeId: id, state: "rewound", at: NOW }]],
    new Map([[id, { nextPart: 0, copyOf: "original" }]]),
  );
  assertEquals(rowsOf(text).map((row) => row.type === "exchange" ? row.copyOf : row.type), [
    "original",
    "exchange-state",
  ]);
  const [exchange] = read(text).exchanges;
  assertEquals([exchange?.copyOf, exchange?.state, exchange?.question], ["original", "rewound", null]);
});

Deno.test("drop() writes a row that replaces and holds nothing", () => {
  const positions = new Map<string, ExchangePosition>();
  let text = write([[question("q1", "?"), provisional("q1", "soon")]], positions);
  const writer = createRowWriter({
    client: CLIENT,
    sessionId: "s1",
    rev: 0,
    rules: "r",
    position: (id) => positions.get(id) ?? { nextPart: 0 },
    write: (line) => text += line,
  });
  writer.drop(exchangeIdOf(CLIENT, "q1"), [1]);
  assertEquals(rowsOf(text).map((row) => row.type === "exchange" && row.replaces), [undefined, undefined, [1]]);
  assertEquals(read(text).exchanges[0]?.answers, []);
});

Deno.test("add() replaces a provisional reply by the next one, provisional or real, in later runs too", () => {
  const CASES: readonly (readonly [
    string,
    readonly (readonly ExchangeChange[])[],
    readonly (readonly [string | null, string])[],
  ])[] = [
    ["real", [[provisional("q1", "soon")], [answer("q1", "a1", "now")]], [["a1", "now"]]],
    ["again provisional", [[provisional("q1", "soon")], [provisional("q1", "sooner")]], [[null, "sooner"]]],
    [
      "both",
      [[provisional("q1", "x")], [answer("q1", "a1", "y"), provisional("q1", "z")], [answer("q1", "a2", "z")]],
      [
        ["a1", "y"],
        ["a2", "z"],
      ],
    ],
    ["between", [[answer("q1", "a1", "y"), provisional("q1", "z")], [answer("q1", "a2", "w".repeat(9000))]], [
      ["a1", "y"],
      ["a2", "w".repeat(9000)],
    ]],
  ];
  for (const [name, runs, expected] of CASES) {
    const [exchange] = read(write([[question("q1", "?")], ...runs])).exchanges;
    assertEquals(exchange?.answers.map(({ uuid, text }) => [uuid, text]) as unknown, expected, name);
  }
});

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("word ", "ä", "🍵\n", "x"), fc.integer({ min: 1000, max: 6000 })).map((
      [s, n],
    ) => s.repeat(n)),
  },
);

/** Conversations in file order: each message once, everything inside an exchange that was opened. */
const conversations: fc.Arbitrary<readonly ExchangeChange[]> = fc.array(
  fc.record({ kind: fc.constantFrom("question", "answer", "evidence", "user-answer"), text: anyText }),
  { maxLength: 25 },
).map((messages) => {
  let open = "q0";
  const changes: ExchangeChange[] = [question(open, "first")];
  messages.forEach(({ kind, text }, index) => {
    const key = `m${index}`;
    if (kind === "question") changes.push(question(open = key, text));
    else if (kind === "answer") changes.push(answer(open, key, text));
    else if (kind === "evidence") changes.push(evidence(open, key, text));
    else {
      changes.push({
        type: "user-answer",
        exchangeId: exchangeIdOf(CLIENT, open),
        identity: messageIdentityOf(CLIENT, key),
        uuid: key,
        at: null,
        kind: "plan",
        asked: text,
        text,
      });
    }
  });
  return changes;
});

Deno.test("readExchanges() gives back what add() was given, however the runs are cut", () => {
  fc.assert(
    fc.property(conversations, fc.array(fc.nat(25), { maxLength: 4 }), (changes, cuts) => {
      const sorted = [0, ...cuts.toSorted((a, b) => a - b), changes.length];
      const runs = sorted.slice(1).map((cut, index) => changes.slice(sorted[index], cut));
      const text = write(runs);
      const { exchanges, bad } = read(text);
      assertEquals(bad, 0);
      const given = (type: ExchangeChange["type"], id: string) =>
        changes.filter((change) => change.type === type && change.exchangeId === id)
          .map((change) => "uuid" in change ? [change.uuid, change.text] : []);
      for (const exchange of exchanges) {
        assertEquals([[exchange.question?.uuid, exchange.question?.text]], given("question", exchange.id) as unknown);
        assertEquals(exchange.answers.map(({ uuid, text }) => [uuid, text]), given("answer", exchange.id) as unknown);
        assertEquals(
          exchange.userAnswers.map(({ uuid, text }) => [uuid, text]),
          given("user-answer", exchange.id) as unknown,
        );
        assertEquals(
          exchange.evidence.map(({ uuid }) => uuid) as unknown,
          given("evidence", exchange.id).map(([uuid]) => uuid),
        );
      }
      assertEquals(exchanges.map(({ id }) => id), [...new Set(changes.map((change) => change.exchangeId))]);
      assertEquals(canonicalExchanges(exchanges), canonicalExchanges(read(write([changes])).exchanges));
    }),
    { numRuns: 60 },
  );
});

Deno.test("add() never puts more than 8 KiB of text into a row", () => {
  fc.assert(
    fc.property(conversations, (changes) => {
      for (const row of rowsOf(write([changes]))) {
        if (row.type !== "exchange") continue;
        const texts = [row.question?.text, ...(row.answer ?? []).map((entry) => entry.text)];
        for (const entry of row.answersByUser ?? []) texts.push(entry.asked, entry.text);
        for (const entry of row.evidence ?? []) texts.push(entry.text);
        const bytes = texts.reduce((sum, text) => sum + utf8Length(text ?? ""), 0);
        assert(bytes <= 8192, `${bytes}`);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("add() holds no more than one row, however long an exchange stays open", () => {
  let lines = 0;
  let longest = 0;
  const writer = createRowWriter({
    client: CLIENT,
    sessionId: "s1",
    rev: 0,
    rules: "r",
    position: () => ({ nextPart: 0 }),
    write: (line) => {
      lines++;
      longest = Math.max(longest, line.length);
    },
  });
  writer.add(question("q1", "?"));
  for (let i = 0; i < 5000; i++) writer.add(answer("q1", `a${i}`, i % 50 === 0 ? "x".repeat(3000) : ""));
  assert(lines > 40 && longest < 40_000, `${lines} rows, longest ${longest}`);
});
