import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { EvidenceOrigin, Label } from "../../lib/types.ts";
import { CLIENT_ELEMENTS } from "./client_elements.ts";
import { CLIENT_SENTENCES } from "./client_sentences.ts";
import { NO_MARKERS, readMarkers, unknownMarkers } from "./markers.ts";
import { queuedRule, typedRule, type Verdict } from "./typed_rule.ts";

/** One line of the table: the row's markers, its text, and what comes out. */
interface Line {
  readonly markers: Record<string, unknown>;
  readonly text?: string;
  readonly author: Verdict["author"];
  readonly rule: string;
  readonly label?: Label;
  readonly origin?: EvidenceOrigin;
  readonly clean?: string;
}

const human = { origin: { kind: "human" } };
const words = "warm the kettle to 80 degrees";
const notification = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";

const table: readonly Line[] = [
  // 1
  { markers: { isSidechain: true, ...human }, author: "client", rule: "1 side chain or sub-agent" },
  { markers: { agentId: "a77" }, author: "client", rule: "1 side chain or sub-agent" },
  { markers: { agentId: "", isSidechain: false }, author: "typed", rule: "16 unmarked" },
  // 3
  { markers: { isMeta: true, ...human }, author: "client", rule: "3 isMeta", origin: "other" },
  { markers: { isMeta: false }, author: "typed", rule: "16 unmarked" },
  {
    markers: { isCompactSummary: true, isVisibleInTranscriptOnly: true },
    author: "client",
    rule: "3 isCompactSummary",
    origin: "compact-summary",
  },
  { markers: { repeatsCompactSummary: true }, author: "client", rule: "3 repeatsCompactSummary" },
  { markers: { isVisibleInTranscriptOnly: true }, author: "client", rule: "3 isVisibleInTranscriptOnly" },
  { markers: { turnCompanion: true, isMeta: true }, author: "client", rule: "3 turnCompanion", origin: "skill" },
  {
    markers: { scheduledTaskId: "cron-1", isMeta: true },
    author: "client",
    rule: "3 scheduledTaskId",
    origin: "scheduled",
  },
  { markers: { scheduledTaskId: "" }, author: "typed", rule: "16 unmarked" },
  // A wrong type, or a role, that is not known to be a person's is the client's.
  { markers: { isMeta: "true", ...human }, author: "client", rule: "3 isMeta", origin: "other" },
  { markers: { isMeta: 1 }, author: "client", rule: "3 isMeta" },
  { markers: { isCompactSummary: {} }, author: "client", rule: "3 isCompactSummary", origin: "compact-summary" },
  { markers: { isMeta: null, turnCompanion: "" }, author: "typed", rule: "16 unmarked" },
  { markers: { isSidechain: "true" }, author: "client", rule: "1 side chain or sub-agent" },
  { markers: { agentId: 7 }, author: "client", rule: "1 side chain or sub-agent" },
  { markers: { message: { role: "system" }, ...human }, author: "client", rule: "3 message.role", origin: "other" },
  { markers: { message: { role: "assistant" } }, author: "client", rule: "3 message.role" },
  { markers: { message: { role: ["user"] } }, author: "client", rule: "3 message.role" },
  { markers: { message: { role: "user" } }, author: "typed", rule: "16 unmarked" },
  { markers: { message: {} }, author: "typed", rule: "16 unmarked" },
  { markers: { queueSkipAttachments: true }, author: "client", rule: "3 queueSkipAttachments" },
  {
    markers: { isMeta: true, promptSource: "system", origin: { kind: "channel", server: "phone" } },
    author: "client",
    rule: "3 isMeta",
    origin: "channel",
  },
  {
    markers: { isMeta: true, promptSource: "system", turnOrigin: "scheduled" },
    author: "client",
    rule: "3 isMeta",
    origin: "scheduled",
  },
  {
    markers: { isMeta: true },
    text: "[Image: source: /tmp/a.png]",
    author: "client",
    rule: "3 isMeta",
    origin: "image-note",
  },
  {
    markers: { isMeta: true },
    text: "Stop hook feedback:\nrun it",
    author: "client",
    rule: "3 isMeta",
    origin: "hook",
  },
  // 4 and 5
  { markers: { promptSource: "system", ...human }, author: "client", rule: "4 promptSource system" },
  {
    markers: { promptSource: "system" },
    text: notification,
    author: "client",
    rule: "4 promptSource system",
    origin: "task-notification",
  },
  { markers: { rowSource: "harness", ...human }, author: "client", rule: "5 rowSource harness" },
  {
    markers: { rowSource: "harness" },
    text: "[Request interrupted by user]",
    author: "client",
    rule: "5 rowSource harness",
    origin: "interrupt",
  },
  // 6
  {
    markers: { origin: { kind: "task-notification" } },
    author: "client",
    rule: "6 origin task-notification",
    origin: "task-notification",
  },
  {
    markers: { origin: { kind: "task-notification", subkind: "scheduled-trigger" } },
    author: "client",
    rule: "6 origin task-notification",
    origin: "scheduled",
  },
  {
    markers: { origin: { kind: "task-notification", subkind: "peer-send-message" } },
    author: "client",
    rule: "6 origin task-notification",
    origin: "peer",
  },
  { markers: { origin: { kind: "peer", from: "lid" } }, author: "client", rule: "6 origin peer", origin: "peer" },
  {
    markers: { origin: { kind: "coordinator" } },
    author: "client",
    rule: "6 origin coordinator",
    origin: "coordinator",
  },
  { markers: { origin: { kind: "observer" } }, author: "client", rule: "6 origin observer", origin: "other" },
  {
    markers: { origin: { kind: "auto-continuation" } },
    author: "client",
    rule: "6 origin auto-continuation",
    origin: "other",
  },
  {
    markers: { origin: { kind: "from-2031" }, promptSource: "typed" },
    author: "client",
    rule: "6 origin from-2031",
    origin: "other",
  },
  { markers: { origin: {} }, author: "client", rule: "6 origin ", origin: "other" },
  { markers: { origin: { kind: 7 } }, author: "client", rule: "6 origin number", origin: "other" },
  { markers: { origin: null }, author: "typed", rule: "16 unmarked" },
  // 7
  {
    markers: human,
    text: "<command-message>tea</command-message>\n<command-name>/tea</command-name>",
    author: "command",
    rule: "7 command",
  },
  { markers: {}, text: "<command-name>/clear</command-name>", author: "command", rule: "7 command" },
  // 8 and 8b
  {
    markers: { turnOrigin: "human" },
    text: "<bash-stdout>done</bash-stdout><bash-stderr></bash-stderr>",
    author: "client",
    rule: "8 bash mode or command output",
    origin: "command-output",
  },
  {
    markers: {},
    text: "<bash-input>ls</bash-input>",
    author: "client",
    rule: "8 bash mode or command output",
    origin: "shell",
  },
  {
    markers: human,
    text: "<local-command-stdout>Bye!</local-command-stdout>",
    author: "client",
    rule: "8 bash mode or command output",
    origin: "command-output",
  },
  {
    markers: { ...human, promptSource: "sdk" },
    text: "<ci-monitor-event>PR 7 has a comment</ci-monitor-event>",
    author: "client",
    rule: "8b client element",
    origin: "other",
  },
  {
    markers: { promptSource: "typed" },
    text: notification,
    author: "client",
    rule: "8b client element",
    origin: "task-notification",
  },
  {
    markers: { promptSource: "sdk" },
    text: "[Request interrupted by user]",
    author: "client",
    rule: "8b interrupt marker",
  },
  // 9
  { markers: human, author: "typed", rule: "9 origin human", label: "typed", clean: words },
  { markers: { ...human, promptSource: "queued" }, author: "typed", rule: "9 origin human", label: "queued" },
  { markers: { ...human, promptSource: "sdk" }, author: "typed", rule: "9 origin human", label: "typed" },
  {
    markers: { ...human, promptSource: "suggestion_accepted" },
    author: "typed",
    rule: "9 origin human",
    label: "accepted-suggestion",
  },
  { markers: { ...human, promptSource: "voice" }, author: "typed", rule: "9 origin human", label: "typed" },
  { markers: { origin: "human" }, author: "typed", rule: "9 origin human", label: "typed" },
  {
    markers: human,
    text: "<ci-monitor-event>red</ci-monitor-event>\nplease look",
    author: "typed",
    rule: "9 origin human",
    clean: "please look",
  },
  { markers: human, text: "This session is being continued in my notebook", author: "typed", rule: "9 origin human" },
  { markers: human, text: "[Request interrupted by user] what is that?", author: "typed", rule: "9 origin human" },
  {
    markers: { ...human, projectsUserTurn: true },
    text:
      '<wake><project>p</project><thread><message from="lid">no</message><message from="human">a &lt; b &amp;amp; c</message></thread></wake>',
    author: "typed",
    rule: "9 origin human, wake",
    clean: "a < b &amp; c",
  },
  {
    markers: human,
    text: '<wake><thread><message from="lid">pour</message></thread></wake>',
    author: "client",
    rule: "9 wake without a human message",
    origin: "coordinator",
  },
  {
    markers: human,
    text: '<relay from="coordinator">pour</relay> now',
    author: "client",
    rule: "9 relay wrapper",
    origin: "peer",
  },
  {
    markers: human,
    text: '<wake><message from="human">&lt;relay from="x"&gt;pour&lt;/relay&gt;</message></wake>',
    author: "client",
    rule: "9 relay wrapper",
  },
  // 10 to 12
  { markers: { promptSource: "typed" }, author: "typed", rule: "10 promptSource typed", label: "typed" },
  { markers: { promptSource: "queued" }, author: "typed", rule: "10 promptSource queued", label: "queued" },
  {
    markers: { promptSource: "typed", origin: { kind: "unclassified" } },
    author: "typed",
    rule: "10 promptSource typed",
  },
  {
    markers: { promptSource: "suggestion_accepted" },
    author: "typed",
    rule: "11 promptSource suggestion_accepted",
    label: "accepted-suggestion",
  },
  { markers: { promptSource: "sdk", turnOrigin: "sdk" }, author: "typed", rule: "12 promptSource sdk", label: "sdk" },
  { markers: { promptSource: "voice" }, author: "client", rule: "12 unknown promptSource voice", origin: "other" },
  { markers: { rowSource: "cloud" }, author: "client", rule: "12 unknown rowSource cloud", origin: "other" },
  { markers: { rowSource: "cloud", ...human }, author: "typed", rule: "9 origin human" },
  // 13
  {
    markers: { turnOrigin: "task_notification" },
    author: "client",
    rule: "13 turnOrigin task_notification",
    origin: "task-notification",
  },
  { markers: { turnOrigin: "scheduled" }, author: "client", rule: "13 turnOrigin scheduled", origin: "scheduled" },
  { markers: { turnOrigin: "peer" }, author: "client", rule: "13 turnOrigin peer", origin: "peer" },
  { markers: { turnOrigin: "system" }, author: "client", rule: "13 turnOrigin system", origin: "other" },
  { markers: { turnOrigin: "robot" }, author: "client", rule: "13 turnOrigin robot", origin: "other" },
  { markers: { turnOrigin: "human" }, author: "typed", rule: "16 unmarked", label: "unmarked" },
  { markers: { turnOrigin: "peer", promptSource: "typed" }, author: "typed", rule: "10 promptSource typed" },
  // 14
  {
    markers: {},
    text: "  [Request interrupted by user for tool use]",
    author: "client",
    rule: "8b interrupt marker",
    origin: "interrupt",
  },
  {
    markers: {},
    text: "\ufeffThis session is being continued from a previous conversation.",
    author: "client",
    rule: "14 This session is being continued",
    origin: "compact-summary",
  },
  { markers: {}, text: notification, author: "client", rule: "8b client element", origin: "task-notification" },
  { markers: {}, text: `${notification}\nand go on`, author: "typed", rule: "16 unmarked", clean: "and go on" },
  {
    markers: {},
    text: `${notification}\nRead the output file to retrieve the result: /tmp/tasks/b1.output`,
    author: "client",
    rule: "8b client element",
  },
  { markers: {}, text: "<task-notification>cut off", author: "client", rule: "8b client element" },
  { markers: { origin: { kind: "unclassified" } }, text: notification, author: "client", rule: "8b client element" },
  {
    markers: {},
    text: "<system-reminder>date</system-reminder>\nStop hook feedback: run it",
    author: "client",
    rule: "14 Stop hook feedback:",
    origin: "hook",
  },
  ...["TeammateIdle", "TaskCreated", "TaskCompleted"].map((event): Line => ({
    markers: {},
    text: `${event} hook feedback:\nthe heat test is missing`,
    author: "client",
    rule: `14 ${event} hook feedback:`,
    origin: "hook",
  })),
  {
    markers: {},
    text: "what does TeammateIdle hook feedback: mean?",
    author: "typed",
    rule: "16 unmarked",
  },
  // 16
  { markers: {}, author: "typed", rule: "16 unmarked", label: "unmarked", clean: words },
  { markers: { origin: { kind: "unclassified" } }, author: "typed", rule: "16 unmarked", label: "unmarked" },
  { markers: {}, text: "what does <system-reminder> mean?", author: "typed", rule: "16 unmarked" },
];

Deno.test("typedRule() follows the ordered table when markers and text are combined", () => {
  for (const line of table) {
    const verdict = typedRule(line.text ?? words, readMarkers(line.markers));
    const where = JSON.stringify(line);
    assertEquals(verdict.author, line.author, where);
    assertEquals(verdict.rule, line.rule, where);
    if (line.label !== undefined) assertEquals<unknown>(verdict.author === "typed" && verdict.label, line.label, where);
    if (line.origin !== undefined) {
      assertEquals<unknown>(verdict.author === "client" && verdict.origin, line.origin, where);
    }
    if (line.clean !== undefined) assertEquals(verdict.author === "typed" && verdict.clean.text, line.clean, where);
  }
});

Deno.test("typedRule() calls every known sentence the client's when nothing is marked", () => {
  for (const { start, origin } of CLIENT_SENTENCES) {
    const verdict = typedRule(`${start} more`, NO_MARKERS);
    assertEquals(verdict.author === "client" && verdict.origin, origin, start);
    assertEquals(typedRule(`${start} more`, readMarkers(human)).author, "typed", start);
  }
});

Deno.test("unknownMarkers() counts fields of a wrong type and roles that are not the user's", () => {
  const odd = { isMeta: "true", turnCompanion: true, isSidechain: 1, agentId: "a7", message: { role: "system" } };
  assertEquals(unknownMarkers(readMarkers(odd)), ["isMeta=true", "message.role=system", "isSidechain=number"]);
  assertEquals(unknownMarkers(readMarkers({ isMeta: true, scheduledTaskId: "c1", message: { role: "user" } })), []);
});

const someMarkers = fc.record({
  origin: fc.constantFrom(
    undefined,
    { kind: "human" },
    { kind: "peer" },
    { kind: "unclassified" },
    { kind: "new" },
    null,
    3,
  ),
  promptSource: fc.constantFrom(undefined, "typed", "queued", "sdk", "system", "suggestion_accepted", "new", null),
  turnOrigin: fc.constantFrom(undefined, "human", "sdk", "peer", "scheduled", "system", "new"),
  rowSource: fc.constantFrom(undefined, "local", "harness", "recorded", "new"),
  isMeta: fc.constantFrom(undefined, true, false),
  isSidechain: fc.constantFrom(undefined, true, false),
}, { requiredKeys: [] });

Deno.test("typedRule() never calls a whole client element typed whatever the markers say", () => {
  const elements = CLIENT_ELEMENTS.filter(({ origin, name }) => origin !== "command" && name !== "wake");
  fc.assert(fc.property(fc.constantFrom(...elements), someMarkers, fc.string(), (element, markers, body) => {
    const attributes = element.needs === undefined ? "" : ` ${element.needs}"x"`;
    const inner = body.replaceAll("<", "(");
    const text = `<${element.name}${attributes}>${inner}</${element.name}>`;
    assertEquals(typedRule(text, readMarkers(markers)).author, "client");
    assertEquals(
      queuedRule(text, { markers: readMarkers(markers), mode: "prompt", forwarded: false }).author,
      "client",
    );
  }));
});

Deno.test("typedRule() calls text typed only when a marker or the absence of all of them says so", () => {
  fc.assert(fc.property(someMarkers, (markers) => {
    const verdict = typedRule(words, readMarkers(markers));
    const { origin, promptSource, isMeta, isSidechain, rowSource, turnOrigin } = markers;
    const kind = typeof origin === "object" && origin !== null ? origin.kind : origin;
    const silent = kind === undefined || kind === null || kind === "unclassified";
    const stated = kind === "human" ||
      (silent && ["typed", "queued", "sdk", "suggestion_accepted"].includes(promptSource ?? ""));
    const nothing = silent && (promptSource ?? null) === null && rowSource !== "new" &&
      [undefined, "human", "sdk"].includes(turnOrigin);
    const barred = isMeta === true || isSidechain === true || rowSource === "harness" || promptSource === "system";
    assertEquals(verdict.author === "typed", !barred && (stated || nothing));
    assert(/^\d/.test(verdict.rule));
  }));
});

Deno.test("queuedRule() takes prompts and leaves what agents and the client queued", () => {
  const queued = (text: string, row: Record<string, unknown>, mode?: string, forwarded = false) =>
    queuedRule(text, { markers: readMarkers(row), mode, forwarded });
  for (const row of [{}, human, { origin: { kind: "unclassified" } }]) {
    const verdict = queued(words, row);
    assertEquals([verdict.author, verdict.rule], ["typed", "queued_command"]);
    assertEquals(verdict.author === "typed" && verdict.label, "queued");
  }
  assertEquals(queued(words, human, "prompt").author, "typed");
  assertEquals(queued(words, human, "task-notification").rule, "queued_command mode task-notification");
  assertEquals(queued(words, human, "bash").author === "client", true);
  assertEquals(queued(words, human, "from-2031").rule, "queued_command mode from-2031");
  assertEquals(queued(words, human, "prompt", true).rule, "queued_command forwardedIntent");
  assertEquals(queued(words, { isMeta: true, ...human }, "prompt").rule, "3 isMeta");
  assertEquals(queued(words, { isSidechain: true }).rule, "1 side chain or sub-agent");
  assertEquals(queued(words, { origin: { kind: "peer" } }).rule, "6 origin peer");
  assertEquals(queued(words, { origin: { kind: "new" } }).rule, "6 origin new");
  assertEquals(queued(notification, {}, "prompt").rule, "8b client element");
  assertEquals(queued(notification, human, "prompt").rule, "8b client element");
  assertEquals(queued("Another Claude session sent a message: pour", {}).rule, "14 Another Claude session sent");
  assertEquals(queued("Another Claude session sent a message: pour", human).author, "typed");
});

Deno.test("typedRule() takes a whole element for the client's when unseen characters stand before or behind it", () => {
  for (const unseen of ["\u200b", "\ufeff\u200b ", "\n\u2060", "\u202e", "\u200d\u200c"]) {
    for (const markers of [{}, human, { promptSource: "typed" }, { promptSource: "queued", ...human }]) {
      for (const text of [`${unseen}${notification}`, `${notification}${unseen}`, `${notification}\n${unseen}\n`]) {
        const { author, rule } = typedRule(text, readMarkers(markers));
        assertEquals([author, rule], ["client", "8b client element"], JSON.stringify([unseen, markers]));
        const queued = queuedRule(text, { markers: readMarkers(markers), mode: "prompt", forwarded: false });
        assertEquals(queued.author, "client");
      }
      const stopped = typedRule(`[Request interrupted by user]${unseen}`, readMarkers(markers));
      assertEquals([stopped.author, stopped.rule], ["client", "8b interrupt marker"]);
    }
    // With words beside it, or in front of the user's own markup, they change nothing.
    for (const text of [`${unseen}${notification}\nand go on`, `${unseen}<Lid open />`, `${unseen}warm it`]) {
      assertEquals(typedRule(text, NO_MARKERS).author, "typed", JSON.stringify(text));
    }
  }
});
