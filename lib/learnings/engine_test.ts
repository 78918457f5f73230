import { assertEquals } from "@std/assert";
import type { Json, Label, SessionEvent, TaskItem } from "../types.ts";
import { createLearningEngine, type FamilyDraft } from "./engine.ts";
import { explicitPreferences } from "./explicit_preference.ts";
import type { Rule } from "./rule.ts";

const PREFERENCES: readonly { readonly text: string; readonly expect: readonly string[]; readonly why: string }[] = [
  { why: "first line", text: "Remember: run the heat tests first", expect: ["run the heat tests first"] },
  { why: "a later line of a short prompt", text: "Fine.\nplease remember: no tabs", expect: ["no tabs"] },
  { why: "several", text: "remember: a rule\nremember: another rule", expect: ["a rule", "another rule"] },
  { why: "first line of a long prompt", text: `remember: x y\n${"z".repeat(600)}`, expect: ["x y"] },
  { why: "later line of a long prompt", text: `look\nremember: x y\n${"z".repeat(600)}`, expect: [] },
  { why: "later line of a prompt of many lines", text: "a\nb\nc\nd\ne\nf\nremember: x", expect: [] },
  { why: "a code block", text: "see\n```\nremember: x y\n```", expect: [] },
  { why: "a quotation", text: "> remember: x y", expect: [] },
  { why: "a question about remembering", text: "do you remember: was it x?", expect: [] },
  { why: "nothing behind the colon", text: "remember:   ", expect: [] },
  { why: "no word behind the colon", text: "remember: 12 --", expect: [] },
  { why: "another word", text: "I remember: it was slow", expect: [] },
  { why: "other languages pass unharmed", text: "erinnere dich: keine Tabs", expect: [] },
];

for (const { why, text, expect } of PREFERENCES) {
  Deno.test(`explicitPreferences() gives ${expect.length} when the text has: ${why}`, () => {
    assertEquals(explicitPreferences({ text, quoted: [] }), expect);
  });
}

Deno.test("explicitPreferences() reads no pasted text when a paste stands beside typed words", () => {
  const text = "see this\nremember: pasted rule\nremember: my rule";
  assertEquals(explicitPreferences({ text, quoted: [{ start: 9, end: 31 }] }), ["my rule"]);
});

function typed(text: string, label: Label = "typed"): SessionEvent {
  return { type: "typed", key: "q", uuid: "q", parent: null, at: null, label, text, quoted: [], cwd: null };
}

Deno.test("createLearningEngine() takes preferences from the user's own words only", () => {
  const found = (label: Label) =>
    createLearningEngine().push({ event: typed("remember: no tabs", label), exchangeId: "e" }).length;
  const labels: readonly Label[] = [
    "typed",
    "queued",
    "unmarked",
    "recovered",
    "sdk",
    "accepted-suggestion",
    "command",
  ];
  assertEquals(labels.map(found), [1, 1, 1, 1, 0, 0, 0]);
});

Deno.test("createLearningEngine() takes a preference back when its exchange is left, also in a later run", () => {
  const first = createLearningEngine();
  const [given] = first.push({ event: typed("remember: no tabs"), exchangeId: "e" });
  const second = createLearningEngine(JSON.parse(JSON.stringify(first.state())) as Json);
  const [back] = second.leave("e", null);
  assertEquals(back?.retracted, true);
  assertEquals([back?.source, back?.counter, back?.family], [given?.source, given?.counter, given?.family]);
});

const tasks = (key: string, ...items: readonly (readonly [string, TaskItem["status"]])[]): SessionEvent => ({
  type: "signal",
  key,
  at: "2026-10-26T09:00:00.000Z",
  signal: { type: "tasks", items: items.map(([title, status], i) => ({ id: String(i), title, status })) },
});
const task = (key: string, id: string, status: TaskItem["status"], title?: string): SessionEvent => ({
  type: "signal",
  key,
  at: null,
  signal: { type: "task", id, status, ...(title === undefined ? {} : { title }) },
});

function loops(runs: readonly (readonly SessionEvent[])[]): string[][] {
  let state: Json | undefined;
  return runs.map((events) => {
    const engine = createLearningEngine(state);
    for (const event of events) engine.push({ event, exchangeId: "e" });
    const drafts: readonly FamilyDraft[] = engine.settle(false);
    state = JSON.parse(JSON.stringify(engine.state())) as Json;
    return drafts.map((draft) => `${draft.status} ${draft.text} (${draft.source})`);
  });
}

Deno.test("createLearningEngine() makes open loops of the last state of a task list", () => {
  assertEquals(
    loops([[
      tasks("t1", ["Guard the sensor", "in_progress"], ["Write a note", "pending"]),
      tasks("t2", ["Guard the sensor", "completed"], ["Write a note", "pending"]),
    ]]),
    [["closed Guard the sensor (t1)", "open Write a note (t1)"]],
  );
});

Deno.test("createLearningEngine() closes an open loop when a later run finishes or drops the task", () => {
  assertEquals(
    loops([
      [tasks("t1", ["Guard the sensor", "pending"], ["Write a note", "pending"])],
      [],
      [tasks("t2", ["Guard the sensor", "completed"])],
    ]),
    [["open Guard the sensor (t1)", "open Write a note (t1)"], [], [
      "closed Guard the sensor (t1)",
      "closed Write a note (t1)",
    ]],
  );
});

Deno.test("createLearningEngine() follows tasks that are changed one by one", () => {
  assertEquals(
    loops([
      [task("c1", "1", "pending", "Guard the sensor"), task("c2", "2", "pending", "Write a note")],
      [task("u1", "1", "completed"), task("u2", "7", "completed")],
    ]),
    [["open Guard the sensor (c1)", "open Write a note (c2)"], ["closed Guard the sensor (c1)"]],
  );
});

Deno.test("createLearningEngine() starts anew when the state that it is given is none", () => {
  for (const state of [null, 3, "x", [], { "task-list": [1, null, {}] }] as const) {
    assertEquals(createLearningEngine(state).settle(false), []);
  }
});

Deno.test("createLearningEngine() hands each rule what it reads, and says what none of them does", () => {
  const seen: string[] = [];
  const rule = (family: string, reads: Rule["reads"]): Rule => ({
    family,
    rules: [],
    reads,
    start: () => ({
      push: ({ event }) => {
        seen.push(`${family} ${event.type}`);
        return [];
      },
      settle: () => [],
      state: () => null,
    }),
  });
  const engine = createLearningEngine(undefined, [rule("a", ["typed", "tasks"]), rule("b", ["typed"])]);
  const interrupt: SessionEvent = { type: "signal", key: "i", at: null, signal: { type: "interrupt" } };
  const link: SessionEvent = { type: "link", uuid: "l", parent: null };
  const evidence: SessionEvent = { type: "evidence", key: "v", at: null, origin: "hook", raw: "hook", text: "x" };
  const events = [typed("no tabs"), tasks("t"), interrupt, link, evidence];
  for (const event of events) engine.push({ event, exchangeId: null });
  assertEquals(seen, ["a typed", "b typed", "a signal"]);
  // An interrupt tells where the conversation stands, whether a rule reads it or not.
  assertEquals(events.map((event) => engine.reads(event)), [true, true, true, false, false]);
});

/** A rule that notes what it is handed, and a conversation for it: one letter a reply. */
function listener(seen: string[]): Rule {
  return {
    family: "listener",
    rules: [],
    reads: ["reply", "user-answer"],
    start: () => ({
      push({ event }) {
        if ("text" in event) seen.push(event.text);
        return [];
      },
    }),
  };
}
const reply = (text: string): SessionEvent => ({ type: "reply", key: text, at: null, msg: null, text });
const answer = (key: string, text: string): SessionEvent => {
  return { type: "user-answer", key, at: null, kind: "question", asked: "Which?", text };
};

/** Runs one after the other; `(` holds, `)` releases, everything else is an event. @returns what the rule saw, by run */
function runsOf(...runs: readonly (readonly (SessionEvent | "(" | ")")[])[]): readonly string[] {
  let state: Json | undefined;
  return runs.map((steps) => {
    const seen: string[] = [];
    const engine = createLearningEngine(state, [listener(seen)]);
    for (const step of steps) {
      if (step === "(") engine.hold();
      else if (step === ")") engine.release();
      else engine.push({ event: step, exchangeId: "e" });
    }
    state = JSON.parse(JSON.stringify(engine.state())) as Json;
    return seen.join("");
  });
}
const [a, b, c, d] = [reply("a"), reply("b"), reply("c"), reply("d")] as const;

Deno.test("createLearningEngine() hands a rule nothing twice when what was held is read again", () => {
  assertEquals(runsOf([a, "(", b, c], [b, c, d]), ["abc", "d"]);
});

Deno.test("createLearningEngine() hands a rule everything when what was held is released, and not read again", () => {
  assertEquals(runsOf([a, "(", b, ")", c], [d]), ["abc", "d"]);
  assertEquals(runsOf(["(", a, ")", b, "(", c], [c, d]), ["abc", "d"], "only what the last hold is about");
});

Deno.test("createLearningEngine() holds over several runs", () => {
  assertEquals(runsOf(["(", a], ["(", a, b], ["(", a, b, c], [a, b, c, d]), ["a", "b", "c", "d"]);
  assertEquals(runsOf(["(", a], ["(", a, b, ")"], [c]), ["a", "b", "c"]);
});

Deno.test("createLearningEngine() holds once more what was held already", () => {
  const engine = createLearningEngine(undefined, [listener([])]);
  engine.hold();
  engine.push({ event: a, exchangeId: "e" });
  engine.hold();
  const seen: string[] = [];
  const next = createLearningEngine(JSON.parse(JSON.stringify(engine.state())) as Json, [listener(seen)]);
  for (const event of [a, b]) next.push({ event, exchangeId: "e" });
  assertEquals(seen, ["b"]);
});

Deno.test("createLearningEngine() tells the held answers of one dialog apart", () => {
  const dialog = [answer("q", "x"), answer("q", "y")] as const;
  assertEquals(runsOf(["(", ...dialog], [...dialog, a]), ["xy", "a"]);
});

Deno.test("createLearningEngine() forgets what was held when it does not come again", () => {
  // The file was read from its beginning: what was held comes in its own place, everything else before it.
  assertEquals(runsOf(["(", b], [a, b, c]), ["b", "ac"]);
});

Deno.test("createLearningEngine() makes one learning of a line to remember, whatever phrases stand in it", () => {
  for (
    const text of ["Remember: never push to main", "remember: let's do it tomorrow", "Remember: we decided on MQTT"]
  ) {
    const drafts = createLearningEngine().push({ event: typed(text), exchangeId: "e" });
    assertEquals(drafts.map(({ rule }) => rule), ["preference.explicit"], text);
  }
  const beside = createLearningEngine().push({
    event: typed("Remember: no tabs\nnever push to main"),
    exchangeId: "e",
  });
  assertEquals(beside.map(({ rule }) => rule), ["preference.explicit", "wish.always-never"]);
});
