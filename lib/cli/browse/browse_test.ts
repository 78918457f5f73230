import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { width } from "../screen.ts";
import { conversationLines } from "./conversation.ts";
import { createKeyReader, type Key } from "./keys.ts";
import { browseKey, browseStart, type BrowseState, opened } from "./state.ts";
import { frameOf, pageOf, viewLines } from "./view.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const ITEMS = ["kettle", "tea", "garden", "Tea again"].map((head, index) => ({ head, digest: `${index} questions` }));

/** State and last action after some keys, as they come from a terminal. */
function pressed(text: string, from: BrowseState = browseStart(ITEMS), page = 2) {
  const reader = createKeyReader();
  let state = from;
  let action = "none";
  for (const key of [...reader.push(bytes(text)), ...(reader.waits ? reader.flush() : [])]) {
    ({ state, action } = browseKey(state, key, page));
    if (action === "open") state = opened(state, ["one", "two", "three tea", "four", "five tea"]);
  }
  return { state, action };
}

const KEYS: readonly (readonly [text: string, keys: readonly Key[]])[] = [
  ["\x1b[A\x1b[B\x1bOA\x1bOB", [{ key: "up" }, { key: "down" }, { key: "up" }, { key: "down" }]],
  [
    "\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[1~\x1b[4~",
    ["page-up", "page-down", "home", "end", "home", "end"].map((key) => ({ key }) as Key),
  ],
  ["j\r\x7f\x03", [{ text: "j" }, { key: "enter" }, { key: "backspace" }, { key: "interrupt" }]],
  ["\u00e4\u{1f375}", [{ text: "\u00e4" }, { text: "\u{1f375}" }]],
  // Keys that mean nothing here, and answers of the terminal, are no text.
  ["\x1b[15~\x1b[1;5C\x1b[?1;2c\x00x", [{ text: "x" }]],
  ["\x1bx", [{ key: "escape" }, { text: "x" }]],
];
for (const [text, keys] of KEYS) {
  Deno.test(`createKeyReader() reads ${JSON.stringify(text)} in any pieces`, () => {
    const all = bytes(text);
    for (let size = 1; size <= all.length; size++) {
      const reader = createKeyReader();
      const read: Key[] = [];
      for (let at = 0; at < all.length; at += size) read.push(...reader.push(all.subarray(at, at + size)));
      assertEquals([read, reader.waits], [[...keys], false], `pieces of ${size}`);
    }
  });
}

Deno.test("createKeyReader() takes an escape alone for one when nothing follows", () => {
  const reader = createKeyReader();
  assertEquals([reader.push(bytes("\x1b")), reader.waits, reader.flush(), reader.waits], [[], true, [
    { key: "escape" },
  ], false]);
});

const WALKS: readonly (readonly [keys: string, chosen: number, action: string])[] = [
  ["jj", 2, "none"],
  ["\x1b[B\x1b[B\x1b[A", 1, "none"],
  ["k", 0, "none"],
  ["jjjjjj", 3, "none"],
  ["G", 3, "none"],
  ["Gg", 0, "none"],
  [" ", 2, "none"],
  [" b", 0, "none"],
  ["/tea\r", 1, "none"],
  // The search goes around, whatever the case.
  ["/tea\rn", 3, "none"],
  ["/tea\rnn", 1, "none"],
  ["/tea\rN", 3, "none"],
  ["/tes\x7fa\r", 1, "none"],
  ["/q\r", 0, "none"],
  ["/tea\x1b", 0, "none"],
  ["n", 0, "none"],
  ["q", 0, "quit"],
  ["Q", 0, "quit"],
  ["\x03", 0, "quit"],
  ["j\x1b", 1, "none"],
  ["j\rq", 1, "none"],
  ["j\rqq", 1, "quit"],
  ["j\r\x1bj", 2, "none"],
];
for (const [keys, chosen, action] of WALKS) {
  Deno.test(`browseKey() of ${JSON.stringify(keys)} chooses item ${chosen}, then ${action}`, () => {
    const end = pressed(keys);
    assertEquals([end.state.chosen, end.action], [chosen, action]);
  });
}

const SCROLLS: readonly (readonly [keys: string, top: number])[] = [
  ["\r", 0],
  ["\rj", 1],
  ["\rG", 3],
  ["\rGg", 0],
  ["\r/tea\r", 2],
  ["\r/tea\rn", 4],
];
for (const [keys, top] of SCROLLS) {
  Deno.test(`browseKey() of ${JSON.stringify(keys)} shows line ${top} of a conversation first`, () => {
    assertEquals(pressed(keys).state.top, top);
  });
}

Deno.test("browseKey() opens nothing in an empty list and says when nothing is found", () => {
  assertEquals(pressed("\r", browseStart([])).action, "none");
  assertEquals(pressed("/xyz\r").state.note, 'Nothing holds "xyz".');
  assertEquals(pressed("n").state.note, "Nothing was searched for yet: / searches.");
});

Deno.test("viewLines() shows each item with its digest, the chosen one marked and not by colour alone", () => {
  const { state } = pressed("j");
  assertEquals(viewLines(state, { columns: 40, rows: 6, color: false }), [
    "Conversation 2 of 4",
    "  kettle",
    "    0 questions",
    "> tea",
    "    1 questions",
    "up/down move  enter open  / search  n/N…",
  ]);
  assertEquals(viewLines(state, { columns: 40, rows: 6, color: true })[3], "\x1b[7m> tea\x1b[0m");
  assertEquals(viewLines(pressed("/te").state, { columns: 40, rows: 6, color: false }).at(-1), "/te_");
  assertEquals(viewLines(pressed("j\rj").state, { columns: 40, rows: 4, color: false }), [
    "Line 2 of 5: tea",
    "two",
    "three tea",
    "up/down scroll  / search  n/N next  q b…",
  ]);
});

Deno.test("viewLines() fills any screen exactly and never writes beyond its edge", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 }).map((part) => part.replaceAll(/[\p{C}\p{Z}]/gu, " "));
  const items = fc.array(fc.record({ head: text, digest: text }), { maxLength: 9 });
  const keys = fc.string({ unit: fc.constantFrom(..."jkgGnN /\rqtea "), maxLength: 12 });
  fc.assert(
    fc.property(
      items,
      keys,
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 30 }),
      (list, typed, columns, rows) => {
        const size = { columns, rows, color: false };
        const { state } = pressed(typed, browseStart(list), pageOf(browseStart(list), size));
        const lines = viewLines(state, size);
        assert(lines.length === rows || (rows < 2 && lines.length === 1), `${lines.length} lines`);
        for (const line of lines) assert(width(line) <= Math.max(1, columns), `${JSON.stringify(line)} in ${columns}`);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("frameOf() erases each line before it writes it", () => {
  assertEquals(frameOf(["one", "two"]), "\x1b[H\x1b[2Kone\r\n\x1b[2Ktwo");
});

Deno.test("conversationLines() breaks lines at spaces and lets nothing steer the terminal", () => {
  const messages = [{ role: "user", at: null, text: "one two three four\n\x1b[2Jfive" }];
  assertEquals(conversationLines(messages, { columns: 12, earlier: false }), [
    "-- user",
    "one two",
    "three four",
    "\\x1b[2Jfive",
  ]);
  assertEquals(conversationLines([], { columns: 12, earlier: false }), ["Nothing was said."]);
  assertEquals(conversationLines(messages, { columns: 12, earlier: true })[0]?.startsWith("Only the last 1"), true);
  const text = "\u6771\u4eac".repeat(40);
  for (const line of conversationLines([{ role: "user", at: null, text }], { columns: 15, earlier: false })) {
    assert(width(line) <= 15);
  }
});
