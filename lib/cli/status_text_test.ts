import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Layout, layoutFor, width } from "./screen.ts";
import { type Status, statusText } from "./status_text.ts";

const NOW = new Date("2026-10-26T12:00:00.000Z");
const HOMES = {
  config: "/home/mira/.config/imprint-hook",
  configFile: "/home/mira/.config/imprint-hook/config.jsonc",
  state: "/home/mira/.local/state/imprint-hook",
  data: "/home/mira/.local/share/imprint-hook",
};
const QUIET: Status = {
  schema: 1,
  version: "0.1.0",
  homes: HOMES,
  hooks: [],
  problems: [],
  since: null,
  runs: [],
  failures: [],
  flush: { stops: 0, misses: 0, inARow: 0 },
  pauses: [],
  gone: [],
  reviewed: [],
};
const HOOK: Omit<Status["hooks"][number], "event"> = {
  client: "claude-code",
  title: "Claude Code",
  path: "/home/mira/.claude/settings.json",
  program: "/usr/local/bin/imprint-hook",
  args: [],
  starts: [],
  home: null,
  gone: [],
  sameHome: true,
  install: "imprint-hook install claude",
};
const BUSY: Status = {
  ...QUIET,
  hooks: ["Stop", "SessionEnd", "PreCompact"].map((event) => ({ ...HOOK, event })),
  problems: ['"/srv/tools/imprint-hook.js", which the hook starts, is gone; run "imprint-hook install claude" again'],
  since: "2026-10-20T08:00:00.000Z",
  runs: ["Stop", "SessionEnd", ""].map((event) => ({
    client: "claude-code",
    event,
    runs: 1234,
    outcomes: { learned: 1200, skipped: 30, failed: 4 },
    reasons: { claimed: 30 },
    medianMs: 23,
    p95Ms: 141,
    last: "2026-10-26T11:59:00.000Z",
  })),
  failures: [{
    at: "2026-10-26T11:00:00.000Z",
    client: "claude-code",
    event: "Stop",
    words: "the transcript lies in no store of the client that is known",
    advice: 'run "imprint-hook install claude" where CLAUDE_CONFIG_DIR is set, so that the store is recorded',
    count: 3,
    goodSince: 12,
  }],
  flush: { stops: 1234, misses: 40, inARow: 2 },
  pauses: [{ dir: "/srv/kettle", from: "2026-10-26T10:00:00.000Z", until: null }],
  gone: [
    { workDir: "/srv/kettle", exists: true, conversations: 3, restorable: 2 },
    { workDir: "/srv/teapot", exists: false, conversations: 1, restorable: 1 },
    { workDir: "/srv/cup", exists: true, conversations: null, restorable: 0 },
  ],
};

function layout(
  columns: number,
  more: { readonly plain?: boolean; readonly term?: string; readonly noColor?: boolean } = {},
) {
  const { plain = false, term = "xterm", noColor = false } = more;
  return layoutFor({ columns, term, noColor, plain });
}

function text(status: Status, shape: Layout): string {
  return statusText(status, { layout: shape, now: NOW });
}

for (const columns of [80, 120]) {
  Deno.test(`statusText() fits when the terminal has ${columns} columns`, () => {
    for (const status of [QUIET, BUSY]) {
      for (const line of text(status, layout(columns, { noColor: true })).split("\n")) {
        assert(width(line) <= columns, `${width(line)}: ${line}`);
      }
    }
  });
}

Deno.test("statusText() is key: value lines when the terminal is narrow, dumb or told to be plain", () => {
  const shapes = [layout(40), layout(120, { plain: true }), layout(120, { term: "dumb" })];
  const [narrow, plain, dumb] = shapes.map((shape) => text(BUSY, { ...shape, color: false }));
  const words = (shown = "") => shown.split(/\s+/);
  // Only a narrow screen has lines to break.
  assertEquals([plain, words(dumb)], [dumb, words(narrow)]);
  assert((narrow ?? "").split("\n").every((line) => width(line) <= 40 || !line.includes(" ")));
  assertMatch(
    narrow ?? "",
    /^hook: claude-code Stop\nruns: 1234\nlearned: 1200\nskipped: 30\nfailed: 4\nms: 23\/141\nlast: /m,
  );
  assertMatch(plain ?? "", /^wired: Claude Code at Stop, SessionEnd, PreCompact \(\/home/m);
});

Deno.test("statusText() uses colour for headings only, and none when it must not", () => {
  const coloured = text(BUSY, layout(100));
  // deno-lint-ignore no-control-regex -- what colours are made of
  const stripped = coloured.replaceAll(/\u001b\[[01]m/g, "");
  assert(coloured !== stripped);
  assertEquals(text(BUSY, layout(100, { noColor: true })), stripped);
});

Deno.test("statusText() says how each thing is, in words", () => {
  const told = text(BUSY, layout(400, { noColor: true }));
  for (
    const words of [
      'paused  conversations in "/srv/kettle", until resumed, since',
      "which the hook starts, is gone",
      "claude-code Stop, 3 times: the transcript lies in no store of the client that is known. 12 runs since then went well.",
      "Late replies: at 40 of 1234 Stops the reply was not in the transcript in time, 2 in a row.",
      "/srv/kettle: 3 stored conversations are gone; 1 cannot be had again, as the transcript is gone too.",
      "/srv/teapot: 1 stored conversation is gone; the directory too.",
      "/srv/cup: what was stored there is gone.",
      '"imprint-hook learn" learns again what the transcripts still hold.',
      "claude-code (no payload)",
    ]
  ) assertStringIncludes(told, words);
});

Deno.test("statusText() says what to do first when nothing is wired or nothing has run", () => {
  const shape = layout(400, { noColor: true });
  assertStringIncludes(text(QUIET, shape), '"imprint-hook install claude" wires Claude Code');
  assertStringIncludes(text({ ...BUSY, runs: [], failures: [] }, shape), "the first one runs after the next turn");
});
