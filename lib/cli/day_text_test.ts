import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Day, dayText } from "./day_text.ts";
import { layoutFor, width } from "./screen.ts";

const NOW = new Date(2026, 9, 26, 12);
const at = (hour: number): string => new Date(2026, 9, 26, hour).toISOString();

const EMPTY: Day = {
  schema: 1,
  today: "2026-10-26",
  stored: 0,
  sessions: [],
  learnings: [],
  loops: [],
  pauses: [],
  lastProblem: null,
  wired: false,
  problems: [],
};
const LOOP = {
  id: "3fa9c1d2aa",
  kind: "open_loops",
  at: new Date(2026, 9, 20, 9).toISOString(),
  text: "release note for the guard in readSensor, which the next version needs",
  foreign: false,
} as const;
const FULL: Day = {
  ...EMPTY,
  stored: 40,
  sessions: Array.from({ length: 9 }, (_, n) => ({
    project: n === 1 ? "/home/mira/other/kettle" : "/srv/kettle",
    workspace: "default",
    exchanges: n + 1,
    last: at(11),
    question: "The kettle service boils dry when the sensor sends a null. Where should we catch that? ".repeat(3),
  })),
  learnings: [{ ...LOOP, kind: "preferences", at: at(9), text: "run the heat tests before every commit" }],
  loops: Array.from({ length: 12 }, () => LOOP),
  pauses: [{ dir: null, from: at(8), until: at(14) }],
  lastProblem: {
    at: at(10),
    client: "claude-code",
    event: "Stop",
    words: "another run held the working directory for 5 s; the next run learns what this one did not",
    count: 1,
    goodSince: 3,
  },
  wired: true,
};

function text(day: Day, columns: number, more: { readonly plain?: boolean; readonly term?: string } = {}): string {
  const { plain = false, term = "xterm" } = more;
  return dayText(day, { layout: layoutFor({ columns, term, noColor: true, plain }), now: NOW });
}

for (const columns of [80, 120]) {
  Deno.test(`dayText() fits on a screen of ${columns} columns`, () => {
    for (const day of [EMPTY, FULL]) {
      const lines = text(day, columns).split("\n");
      for (const line of lines) assert(width(line) <= columns, `${width(line)}: ${line}`);
      assert(lines.length <= 40, `${lines.length} lines`);
    }
  });
}

Deno.test("dayText() is key: value lines when the terminal is narrow, dumb or told to be plain", () => {
  const narrow = text(FULL, 40);
  const plain = text(FULL, 120, { plain: true });
  // Only a narrow screen has lines to break.
  assertEquals([text(FULL, 120, { term: "dumb" }), plain.split(/\s+/)], [plain, narrow.split(/\s+/)]);
  assertMatch(narrow, /^last: 11:00\nproject: \/srv\/kettle\nexchanges: 1\nbegan with: The kettle/m);
});

Deno.test("dayText() tells the day: conversations, learnings, what is open, the last problem, pauses", () => {
  const told = text(FULL, 200);
  for (
    const words of [
      ": 9 conversations, 45 exchanges, 1 learning",
      "Conversations (7 of 9)",
      "Learned today",
      "Open (7 of 12)",
      "2026-10-20  3fa9c1d2  open_loops  release note",
      "Last problem",
      "3 runs since then went well.",
      "Paused: every conversation, until 2026-10-26 14:00 (imprint-hook resume).",
      "/home/mira/other/kettle",
    ]
  ) assertStringIncludes(told, words);
  const one = { ...FULL, sessions: FULL.sessions.slice(0, 1) };
  assertMatch(text(one, 200), /^11:00 +kettle +1 +The kettle/m);
});

Deno.test("dayText() says what to do first when nothing is stored", () => {
  assertStringIncludes(text(EMPTY, 200), '"imprint-hook install claude" wires Claude Code');
  assertStringIncludes(text({ ...EMPTY, wired: true }, 200), "the next turn is learned");
  assertStringIncludes(text({ ...EMPTY, stored: 3, wired: true }, 200), '"imprint-hook list" lists this project');
});

Deno.test("dayText() marks what comes from somewhere else", () => {
  assertStringIncludes(text({ ...FULL, loops: [{ ...LOOP, foreign: true }] }, 200), "open_loops (foreign)");
});
