import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { exchangeIdOf } from "../record/ids.ts";
import type { Json, SessionEvent, TypedEvent } from "../types.ts";
import { type BuilderState, createExchangeBuilder } from "./builder.ts";
import type { ExchangeChange } from "./changes.ts";

const id = (key: string) => exchangeIdOf("claude-code", key);

function typed(key: string, parent: string | null = null): SessionEvent[] {
  const event: TypedEvent = {
    type: "typed",
    key,
    uuid: key,
    parent,
    at: null,
    label: "typed",
    text: `question ${key}`,
    quoted: [],
    cwd: "/srv/kettle",
  };
  return [{ type: "link", uuid: key, parent }, event];
}

function reply(key: string, parent: string | null = null): SessionEvent[] {
  return [{ type: "link", uuid: key, parent }, { type: "reply", key, at: null, msg: null, text: `answer ${key}` }];
}

const evidence = (key: string): SessionEvent[] => [
  { type: "evidence", key, at: null, origin: "task-notification", raw: "task-notification", text: "done" },
];

function build(events: readonly SessionEvent[], state?: BuilderState) {
  const builder = createExchangeBuilder("claude-code", state);
  return { builder, changes: events.flatMap((event) => builder.push(event)) };
}

/** `question q1 | answer a1 > q1 | state rewound q1` and so on. */
function outline(changes: readonly ExchangeChange[], keys: readonly string[]): string[] {
  const name = (exchangeId: string) => keys.find((key) => id(key) === exchangeId) ?? "?";
  return changes.map((change) => {
    switch (change.type) {
      case "question":
        return `question ${name(change.exchangeId)}`;
      case "state":
        return `${change.state} ${name(change.exchangeId)}`;
      case "provisional":
        return `provisional > ${name(change.exchangeId)}`;
      default:
        return `${change.type} ${change.uuid} > ${name(change.exchangeId)}`;
    }
  });
}

/** Questions are taken back. */
const rewind = (keys: readonly string[], open: string | null): SessionEvent[] => [{
  type: "rewind",
  at: null,
  keys,
  open,
}];

const CASES: readonly {
  readonly name: string;
  readonly events: readonly SessionEvent[];
  readonly expect: readonly string[];
  readonly lost?: number;
}[] = [
  {
    name: "replies and evidence join the question typed before them",
    events: [typed("q1"), reply("a1", "q1"), evidence("n1"), reply("a2", "a1"), typed("q2", "a2"), reply("a3", "q2")]
      .flat(),
    expect: ["question q1", "answer a1 > q1", "evidence n1 > q1", "answer a2 > q1", "question q2", "answer a3 > q2"],
  },
  {
    name: "replies before the first question are counted and not stored",
    events: [reply("a1"), evidence("n1"), typed("q1"), reply("a2", "q1")].flat(),
    expect: ["question q1", "answer a2 > q1"],
    lost: 1,
  },
  {
    name: "a prompt with the parent of an answered one rewinds it",
    events: [typed("q1"), reply("a1", "q1"), typed("q2", "a1"), reply("a2", "q2"), typed("q3", "a1")].flat(),
    expect: ["question q1", "answer a1 > q1", "question q2", "answer a2 > q2", "rewound q2", "question q3"],
  },
  {
    name: "a prompt with the parent of an unanswered one withdraws it",
    events: [typed("q1"), reply("a1", "q1"), typed("q2", "a1"), typed("q3", "a1"), reply("a3", "q3")].flat(),
    expect: ["question q1", "answer a1 > q1", "question q2", "withdrawn q2", "question q3", "answer a3 > q3"],
  },
  {
    name: "a prompt whose parent lies before an earlier prompt rewinds all from there",
    events: [
      typed("q1"),
      reply("a1", "q1"),
      reply("b1", "a1"),
      typed("q2", "b1"),
      reply("a2", "q2"),
      typed("q3", "a2"),
      reply("a3", "q3"),
      typed("q4", "a1"),
    ].flat(),
    expect: [
      "question q1",
      "answer a1 > q1",
      "answer b1 > q1",
      "question q2",
      "answer a2 > q2",
      "question q3",
      "answer a3 > q3",
      "rewound q2",
      "rewound q3",
      "question q4",
    ],
  },
  {
    name: "a parent that is null or not in the file proves nothing",
    events: [typed("q1"), reply("a1", "q1"), typed("q2", "gone"), reply("a2"), typed("q3", "gone"), typed("q4")].flat(),
    expect: ["question q1", "answer a1 > q1", "question q2", "answer a2 > q2", "question q3", "question q4"],
  },
  {
    name: "two prompts in a row, the second a child of the first, rewind nothing",
    events: [typed("q1"), reply("a1", "q1"), typed("q2", "a1"), typed("q3", "q2"), reply("a2", "q3")].flat(),
    expect: ["question q1", "answer a1 > q1", "question q2", "question q3", "answer a2 > q3"],
  },
  {
    name: "history written again (report 26: https://github.com/Clawdi-AI/clawdi/issues/81) rewinds nothing",
    events: [
      typed("q1"),
      reply("a1", "q1"),
      typed("q2", "a1"),
      reply("a2", "q2"),
      typed("q1"),
      reply("a1", "q1"),
      typed("q2", "a1"),
      reply("a2", "q2"),
      reply("a3", "a2"),
    ].flat(),
    expect: [
      "question q1",
      "answer a1 > q1",
      "question q2",
      "answer a2 > q2",
      "question q1",
      "answer a1 > q1",
      "question q2",
      "answer a2 > q2",
      "answer a3 > q2",
    ],
  },
  {
    name: "a rewind ends the questions it names, and what follows joins the one that is left",
    events: [
      typed("q1"),
      reply("a1"),
      typed("q2"),
      reply("a2"),
      typed("q3"),
      rewind(["q2", "q3"], "q1"),
      reply("a3"),
      typed("q4"),
    ]
      .flat(),
    expect: [
      "question q1",
      "answer a1 > q1",
      "question q2",
      "answer a2 > q2",
      "question q3",
      "rewound q2",
      "withdrawn q3",
      "answer a3 > q1",
      "question q4",
    ],
  },
  {
    name: "a rewind to the beginning leaves no question open",
    events: [typed("q1"), reply("a1"), rewind(["q1"], null), reply("a2"), typed("q2"), reply("a3")].flat(),
    expect: ["question q1", "answer a1 > q1", "rewound q1", "question q2", "answer a3 > q2"],
    lost: 1,
  },
  {
    name: "a rewind tells nothing twice, and nothing of questions that are not known",
    events: [typed("q1"), typed("q2"), rewind(["q2"], "q1"), rewind(["q2", "q9"], "q1"), reply("a1")].flat(),
    expect: ["question q1", "question q2", "withdrawn q2", "answer a1 > q1"],
  },
  {
    name: "a rewind that is read again leaves later questions alone",
    events: [
      typed("q1"),
      reply("a1"),
      typed("q2"),
      reply("a2"),
      rewind(["q2"], "q1"),
      typed("q3"),
      reply("a3"),
      typed("q1"),
      typed("q2"),
      rewind(["q2"], "q1"),
      typed("q3"),
      reply("b3"),
    ].flat(),
    expect: [
      "question q1",
      "answer a1 > q1",
      "question q2",
      "answer a2 > q2",
      "rewound q2",
      "question q3",
      "answer a3 > q3",
      "question q1",
      "question q2",
      "question q3",
      "answer b3 > q3",
    ],
  },
  {
    name: "a cycle of parents (report 52) proves nothing and ends",
    events: [typed("q1", "a1"), reply("a1", "q1"), typed("q2", "q2"), reply("a2", "q2")].flat(),
    expect: ["question q1", "answer a1 > q1", "question q2", "answer a2 > q2"],
  },
];

for (const { name, events, expect, lost } of CASES) {
  Deno.test(`createExchangeBuilder() pairs: ${name}`, () => {
    const { builder, changes } = build(events);
    assertEquals(outline(changes, ["q1", "q2", "q3", "q4"]), expect);
    assertEquals(builder.repliesWithoutQuestion, lost ?? 0);
  });
}

const someEvents = fc.array(
  fc.record({
    kind: fc.constantFrom("typed", "reply", "evidence", "rewind"),
    key: fc.nat(30),
    parent: fc.option(fc.nat(30)),
  }),
  { maxLength: 120 },
).map((steps) =>
  steps.flatMap(({ kind, key, parent }): SessionEvent[] => {
    const parentKey = parent === null ? null : `r${parent}`;
    if (kind === "typed") return typed(`r${key}`, parentKey);
    if (kind === "rewind") return rewind([`r${key}`], parentKey);
    return kind === "reply" ? reply(`r${key}`, parentKey) : evidence(`r${key}`);
  })
);

Deno.test("createExchangeBuilder() gives the same changes in one run and in many", () => {
  fc.assert(fc.property(someEvents, fc.array(fc.nat(200), { maxLength: 5 }), (events, cuts) => {
    const whole = build(events);
    const parts: ExchangeChange[] = [];
    let state: BuilderState | undefined;
    let from = 0;
    for (const cut of [...cuts.toSorted((a, b) => a - b), events.length]) {
      const to = Math.min(cut, events.length);
      const part = build(events.slice(from, Math.max(from, to)), state);
      parts.push(...part.changes);
      state = JSON.parse(JSON.stringify(part.builder.state() as unknown as Json));
      from = Math.max(from, to);
    }
    assertEquals(parts, whole.changes);
    assertEquals(state, JSON.parse(JSON.stringify(whole.builder.state())));
  }));
});

Deno.test("createExchangeBuilder() loses no message and opens an exchange on typed messages only", () => {
  fc.assert(fc.property(someEvents, (events) => {
    const { builder, changes } = build(events);
    const typedKeys = events.filter((event) => event.type === "typed").map((event) => id(event.key));
    const questions = changes.filter((change) => change.type === "question").map((change) => change.exchangeId);
    assertEquals(questions, typedKeys);
    const answers = changes.filter((change) => change.type === "answer").length;
    assertEquals(answers + builder.repliesWithoutQuestion, events.filter((event) => event.type === "reply").length);
    for (const change of changes) {
      assert(questions.includes(change.exchangeId), "a change names an exchange that was opened");
    }
  }));
});
