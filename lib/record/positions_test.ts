import { assertEquals } from "@std/assert";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { readPositions } from "./positions.ts";
import { createQuestionHolders } from "./question_holders.ts";

const FOLDER = "/w/claude";
const A = "a".repeat(32);
const B = "b".repeat(32);
const row = (id: string, part: number, more: object = {}) =>
  JSON.stringify({ schema: 1, type: "exchange", id, rev: 0, part, client: "codex", sessionId: "s1", ...more });
const state = (id: string, name: string) =>
  JSON.stringify({ schema: 1, type: "exchange-state", id, rev: 0, sessionId: "s1", state: name, at: null });
const waiting = { answer: [{ uuid: null, provisional: true, at: null, text: "t" }] };

Deno.test("readPositions() tells where each exchange goes on", () => {
  const files = memoryFiles();
  put(
    files,
    `${FOLDER}/${A}/exchanges.jsonl`,
    [
      row("e1", 0),
      row("e2", 0, { copyOf: "s0" }),
      row("e1", 1, waiting),
      row("e1", 2, waiting),
      row("e3", 0, waiting),
      row("e3", 1, { replaces: [0], answer: [{ uuid: "a", at: null, text: "t" }] }),
      row("e4", 0),
      state("e4", "retracted"),
      state("e1", "rewound"),
      row("e9", 7, { rev: 1 }),
      "{torn",
    ].join("\n"),
  );
  const { revision, highest, positions, states } = readPositions(files, `${FOLDER}/${A}`, { committed: 0 });
  assertEquals([revision, highest], [0, 1]);
  assertEquals(Object.fromEntries(positions), {
    e1: { nextPart: 3, provisional: [1, 2] },
    e2: { nextPart: 1, copyOf: "s0" },
    e3: { nextPart: 2 },
  });
  assertEquals(Object.fromEntries(states), { e4: "retracted", e1: "rewound" });
  assertEquals([...readPositions(files, `${FOLDER}/${A}`, { committed: undefined }).positions.keys()], ["e9"]);
});

Deno.test("holderOf() names the other session that holds a question", () => {
  const files = memoryFiles();
  const question = { question: { uuid: "q", at: null, text: "t" } };
  put(files, `${FOLDER}/${A}/exchanges.jsonl`, [row("e1", 0, question), row("e2", 0)].join("\n"));
  put(files, `${FOLDER}/${B}/exchanges.jsonl`, [row("e3", 0, { ...question, sessionId: "s2" }), "{torn"].join("\n"));
  put(files, `${FOLDER}/seen.bin`, "x");
  const fromA = createQuestionHolders(files, FOLDER, { except: A });
  assertEquals(["e1", "e2", "e3", "e4"].map((id) => fromA.holderOf(id)), [undefined, undefined, "s2", undefined]);
  assertEquals(createQuestionHolders(files, FOLDER, { except: B }).holderOf("e1"), "s1");
  assertEquals(createQuestionHolders(files, "/none", { except: B }).holderOf("e1"), undefined);
});
