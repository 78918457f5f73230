import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { storeEquals } from "./canonical.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { parseExchangeRow } from "./parse_exchange_row.ts";
import { readExchanges } from "./read_exchanges.ts";

const ID = "0123456789abcdef0123456789abcdef";
const BASE = { schema: 1, type: "exchange", id: ID, rev: 0, part: 0, client: "codex", sessionId: "s1" };
const ask = (text: string, more: object = {}) => ({
  ...BASE,
  label: "typed",
  question: { uuid: "q", at: null, text },
  ...more,
});

function read(lines: readonly (object | string)[], committed?: number) {
  const files = memoryFiles();
  put(files, "/x", lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n") + "\n");
  return readExchanges(files, "/x", { committed });
}

Deno.test("readExchanges() has no exchanges where the file is missing", () => {
  const { exchanges, bad, size } = readExchanges(memoryFiles(), "/none", { committed: 0 });
  assertEquals([exchanges, bad, size], [[], 0, 0]);
});

Deno.test("readExchanges() counts bad rows and reads on", () => {
  const { exchanges, bad } = read([
    "{",
    "[]",
    "null",
    "7",
    '"x"',
    "",
    { ...BASE, schema: 2 },
    { ...BASE, rev: "0" },
    ask("Boil?"),
    '{"schema":1,"type":"ex',
  ]);
  assertEquals([exchanges.map((exchange) => exchange.question?.text), bad], [["Boil?"], 8]);
});

Deno.test("readExchanges() ignores fields and rows of later versions", () => {
  const { exchanges } = read([
    ask("Boil?", { mood: "calm", evidence: [{ uuid: "e", text: "t", origin: "new-kind", bytes: 1 }, 7, { text: 1 }] }),
    { schema: 1, type: "exchange-note", id: ID, rev: 0, sessionId: "s1" },
    { ...BASE, part: 1, client: "some-new-client", answer: [{ uuid: "a", text: "t" }] },
  ]);
  assertEquals(
    exchanges.map((exchange) => [exchange.question?.text, exchange.evidence.map(({ origin }) => origin)]) as unknown,
    [
      ["Boil?", ["other"]],
    ],
  );
});

Deno.test("readExchanges() shows the committed revision, or the highest where none is known", () => {
  const rows = [ask("old"), ask("newer", { rev: 1 }), ask("half written", { rev: 2 })];
  const texts = (committed?: number) => read(rows, committed).exchanges.map((exchange) => exchange.question?.text);
  assertEquals(texts(0), ["old"]);
  assertEquals(texts(1), ["newer"]);
  assertEquals(texts(), ["half written"]);
  const { revision, highest, uncommitted } = read(rows, 1);
  assertEquals([revision, highest, uncommitted], [1, 2, 1]);
});

Deno.test("readExchanges() gives what a new revision left out no place", () => {
  const rows = [ask("old"), ask("other", { id: "f".repeat(32) }), ask("old, again", { rev: 1 })];
  assertEquals(read(rows, 1).exchanges.map((exchange) => exchange.question?.text), ["old, again"]);
});

Deno.test("readExchanges() takes a message that stands there twice once, and pieces of a killed run together", () => {
  const piece = (part: number, index: number, text: string) => ({
    ...BASE,
    part,
    answer: [{ uuid: "a", at: null, text, chunk: [index, 3] }],
  });
  const rows = [
    ask("Boil?"),
    piece(1, 0, "one "),
    piece(2, 1, "two "),
    // killed; the next run writes all of it
    piece(3, 0, "one "),
    piece(4, 1, "two "),
    piece(5, 2, "three"),
    { ...BASE, part: 6, answer: [{ uuid: "a", at: null, text: "one two three" }] },
    ask("Boil?", { part: 7 }),
  ];
  const [exchange] = read(rows, 0).exchanges;
  assertEquals([exchange?.question?.text, exchange?.answers.map(({ text }) => text)], ["Boil?", ["one two three"]]);
});

Deno.test("readExchanges() never joins pieces of two writings when a run was killed while it wrote a reply anew", () => {
  const written = (text: string, count: number, to = count) =>
    Array.from(
      { length: to },
      (_, n) => ({ uuid: "a", at: null, text: `${text}${n} `, ...(count > 1 ? { chunk: [n, count] } : {}) }),
    );
  const table: readonly (readonly [string, readonly object[]])[] = [
    ["old0 old1 ", [...written("old", 2), ...written("new", 4, 3)]],
    ["old0 old1 ", [...written("old", 2), ...written("new", 4), ...written("newer", 5, 4)]],
    ["old0 ", [...written("old", 1), ...written("new", 3, 2)]],
    ["new0 new1 new2 new3 ", [...written("old", 3, 2), ...written("new", 4)]],
    ["new0 ", [...written("old", 3, 2), ...written("new", 1)]],
    ["new0 new1 new2 ", [...written("old", 3, 2), ...written("new", 4, 3)]],
    ["old0 old1 ", [...written("old", 3, 2), ...written("new", 3, 1)]],
    ["new1 new2 new3 ", [...written("old", 3, 2), ...written("new", 4).slice(1)]],
  ];
  for (const [text, answers] of table) {
    const rows = answers.map((answer, part) => ({ ...BASE, part, answer: [answer] }));
    assertEquals(read(rows).exchanges[0]?.answers.map((answer) => answer.text), [text], JSON.stringify(answers));
  }
});

Deno.test("readExchanges() drops a provisional reply that a real one follows even when nothing says that it is replaced", () => {
  const rows = [
    ask("Boil?", { answer: [{ uuid: "a", at: null, text: "real" }] }),
    { ...BASE, part: 1, answer: [{ uuid: null, provisional: true, at: null, text: "waiting" }] },
  ];
  const later = [...rows, { ...BASE, part: 2, answer: [{ uuid: "b", at: null, text: "came" }] }];
  assertEquals(read(rows).exchanges[0]?.answers.map(({ text, provisional }) => [text, provisional]), [
    ["real", false],
    ["waiting", true],
  ]);
  assertEquals(read(later).exchanges[0]?.answers.map(({ text }) => text), ["real", "came"]);
});

Deno.test("readExchanges() leaves the last state, and lets rows after a retraction live again", () => {
  const state = (name: string) => ({
    schema: 1,
    type: "exchange-state",
    id: ID,
    rev: 0,
    sessionId: "s1",
    state: name,
    at: null,
  });
  assertEquals(read([ask("Boil?"), state("withdrawn"), state("rewound")]).exchanges.map(({ state }) => state), [
    "rewound",
  ]);
  const [gone] = read([ask("Boil?"), state("retracted")]).exchanges;
  assertEquals([gone?.state, gone?.question, gone?.client], ["retracted", null, null]);
  const [back] = read([ask("Boil?"), state("retracted"), ask("Boil again?")]).exchanges;
  assertEquals([back?.state, back?.question?.text], [null, "Boil again?"]);
  assertEquals(read([state("rewound")]).exchanges, []);
});

Deno.test("parseExchangeRow() never throws and never lets a wrong type through", () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.dictionary(fc.constantFrom("uuid", "text", "chunk", "at"), fc.jsonValue())),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(ask("")), "answer", "evidence", "replaces", "state"), values),
      (row) => {
        const parsed = parseExchangeRow({ ...BASE, ...row });
        if (parsed?.type !== "exchange") return;
        for (const entry of [...parsed.answer ?? [], ...parsed.evidence ?? []]) {
          assertEquals(typeof entry.text, "string");
        }
        assertEquals(parseExchangeRow(JSON.parse(JSON.stringify(parsed))), parsed);
      },
    ),
  );
});

Deno.test("storeEquals() looks at ids, texts, labels and states, not at parts", () => {
  const one = read([ask("Boil?"), { ...BASE, part: 1, answer: [{ uuid: "a", at: null, text: "Yes." }] }]).exchanges;
  const same =
    read([ask("Boil?", { answer: [{ uuid: "a", at: "2026-10-26T09:00:00Z", text: "Yes." }], rules: "other" })])
      .exchanges;
  assertEquals(storeEquals(one, same), true);
  const OTHERS = [
    [ask("Boil!"), { ...BASE, part: 1, answer: [{ uuid: "a", at: null, text: "Yes." }] }],
    [ask("Boil?"), { ...BASE, part: 1, answer: [{ uuid: "b", at: null, text: "Yes." }] }],
    [ask("Boil?", { label: "queued" }), { ...BASE, part: 1, answer: [{ uuid: "a", at: null, text: "Yes." }] }],
    [ask("Boil?"), { ...BASE, part: 1, evidence: [{ uuid: "a", at: null, text: "Yes." }] }],
    [],
  ];
  for (const other of OTHERS) assertEquals(storeEquals(one, read(other).exchanges), false);
});
