import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { CLIENT_TEXTS, clientText } from "./client_texts.ts";
import { splitPreambles } from "./preambles.ts";
import { isMarkedTyped, type TextMarkers, typedRule, unknownKind } from "./typed_rule.ts";

const EVENT: TextMarkers = { source: "user_message", subagent: false, otherThread: false, review: false, kind: null };
const ITEM: TextMarkers = { ...EVENT, source: "message" };
const IDE = "# Context from my IDE setup:\n\n## Open tabs:\n- lid.ts\n\n";

const CASES: readonly (readonly [text: string, markers: TextMarkers, outcome: string])[] = [
  ["fill it", { ...EVENT, subagent: true }, "coordinator: 1 sub-agent thread"],
  ["fill it", { ...EVENT, otherThread: true }, "coordinator: 2 another thread"],
  ["fill it", { ...EVENT, otherThread: true, review: true }, "command: 2 another thread, in review"],
  ["fill it", { ...EVENT, review: true }, "command: 3 in review"],
  ["<skill>\ntea\n</skill>", EVENT, "skill: 4 skill"],
  ["<skill> is what I typed", EVENT, "<skill> is what I typed: 8 user_message"],
  ["<skill> is what stands there", ITEM, "skill: 4 skill"],
  ["fill it", { ...ITEM, kind: "user.text" }, "fill it: 9 message, no events in the thread"],
  ["fill it", { ...ITEM, kind: "unknown" }, "other: 5 kind unknown"],
  ["fill it", { ...ITEM, kind: "shell.user_command" }, "shell: 5 kind shell.user_command"],
  ["fill it", { ...ITEM, kind: "tea.time" }, "other: 5 kind tea.time"],
  // An event is the user's, whatever kind the item has.
  ["fill it", { ...EVENT, kind: "unknown" }, "fill it: 8 user_message"],
  ["<send_user_message_question_reply>[1]</send_user_message_question_reply>", EVENT, "answer [1]: 6 question reply"],
  ["<send_user_message_question_reply>[1]", EVENT, "answer [1]: 6 question reply"],
  [`${IDE}## My request for Codex:\n`, EVENT, "ide-context: 7 preamble without words"],
  [IDE, EVENT, "ide-context: 7 preamble without words"],
  [`${IDE}## My request for Codex:\nfill it`, EVENT, "fill it: 8 user_message, behind a preamble"],
  ["fill it", EVENT, "fill it: 8 user_message"],
  ["fill it", { ...EVENT, source: "UserMessage" }, "fill it: 8 UserMessage"],
  ["a < b && List<String>", EVENT, "a < b && List<String>: 8 user_message"],
  [
    "# AGENTS.md instructions are wrong, mend them",
    EVENT,
    "# AGENTS.md instructions are wrong, mend them: 8 user_message",
  ],
];

for (const [text, markers, outcome] of CASES) {
  Deno.test(`typedRule() gives "${outcome.replaceAll("\n", " ")}" for ${JSON.stringify(text.slice(0, 50))} (${markers.source}, ${markers.kind})`, () => {
    const verdict = typedRule(text, markers);
    const shown = verdict.author === "client"
      ? `${verdict.origin}: ${verdict.rule}`
      : `${verdict.author === "answer" ? "answer " : ""}${verdict.text}: ${verdict.rule}`;
    assertEquals(shown, outcome);
  });
}

Deno.test("typedRule() gives no text of the client's list to the user, as an event or as an item", () => {
  for (const { opens, closes, origin, raw } of CLIENT_TEXTS) {
    const inner = opens.endsWith(">") || opens.endsWith("=") ? "\ninside\n" : " for /srv/kettle>\ninside\n";
    const text = `${opens}${inner}${closes ?? ""}`;
    for (const markers of [EVENT, ITEM]) {
      const verdict = typedRule(text, markers);
      assert(verdict.author === "client", text);
      assertEquals([verdict.origin, verdict.raw], [origin, raw], text);
    }
  }
});

Deno.test("clientText() looks at the beginning only, and at whole names", () => {
  assertEquals(clientText("please read <skill>tea</skill>"), undefined);
  assertEquals(clientText("<skills>tea</skills>"), undefined);
  assertEquals(clientText("<hook_prompter>tea</hook_prompter>"), undefined);
  assertEquals(clientText('\n <hook_prompt hook_run_id="1">tea</hook_prompt>\n')?.whole, true);
  assertEquals(clientText(""), undefined);
});

const SPLITS: readonly (readonly [name: string, text: string, left: string, preambles: number])[] = [
  ["leaves a text without header alone", "fill\n## My request for Codex:\nit", "fill\n## My request for Codex:\nit", 0],
  [
    "keeps a marker that the user quotes behind an editor's context",
    `${IDE}## My request for Codex:\nwhat is\n## My request:\nin there?`,
    "what is\n## My request:\nin there?",
    1,
  ],
  [
    "takes the last marker behind a manifest of files",
    "# Files mentioned by the user:\n\n## a.md\n## My request:\nquoted\n\n## My request:\nfill it",
    "fill it",
    1,
  ],
  ["knows both markers", `${IDE}## My request:\nfill it`, "fill it", 1],
  [
    "takes the browser's element off",
    '<in-app-browser-context source="ambient-ui-state">\nhttps://kettle.example\n</in-app-browser-context>\nfill it',
    "fill it",
    1,
  ],
  [
    "takes several off",
    `<in-app-browser-context source="ambient-ui-state">x</in-app-browser-context>\n${IDE}## My request for Codex:\nfill it`,
    "fill it",
    2,
  ],
  [
    "leaves an element that does not end alone",
    '<in-app-browser-context source="ambient-ui-state">\nfill it',
    '<in-app-browser-context source="ambient-ui-state">\nfill it',
    0,
  ],
  ["wants the marker alone on its line", `${IDE}## My request for Codex: fill it`, "", 1],
  [
    "takes Windows' line ends",
    "# Context from my IDE setup:\r\n\r\n## My request for Codex:\r\nfill it\r\n",
    "fill it",
    1,
  ],
];

for (const [name, text, left, preambles] of SPLITS) {
  Deno.test(`splitPreambles() ${name}`, () => {
    const split = splitPreambles(text);
    assertEquals([split.text, split.preambles.length], [left, preambles]);
  });
}

Deno.test("splitPreambles() loses no letter of what the user wrote behind a marker", () => {
  const words = fc.string().filter((text) => text.trim() !== "" && !/^\s*(?:#|<in-app)/.test(text));
  fc.assert(fc.property(words, (text) => {
    assertEquals(splitPreambles(`${IDE}## My request for Codex:\n${text}`).text, text.trim());
  }));
});

Deno.test("splitPreambles() is quick on texts made to be slow", () => {
  const long = "# Files mentioned by the user:\n" + "## My request for Codex: \n".repeat(20_000) +
    "## My request".repeat(20_000);
  const start = performance.now();
  splitPreambles(long);
  clientText("<".repeat(500_000));
  // Quadratic time would be a minute; other programs run beside this one.
  assert(performance.now() - start < 5000);
});

Deno.test("unknownKind() names kinds that no table holds, and only these", () => {
  assertEquals(unknownKind("tea.time"), "content_item_kind=tea.time");
  for (const kind of [null, "user.text", "unknown", "agents_md.instructions"]) {
    assertEquals(unknownKind(kind), undefined);
  }
  assertEquals(isMarkedTyped(["agents_md.instructions", null]), false);
  assertEquals(isMarkedTyped([null, "user.text"]), true);
});
