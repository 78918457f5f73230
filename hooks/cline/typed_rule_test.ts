import { assertEquals } from "@std/assert";
import { authorOf } from "./typed_rule.ts";

const wrapped = (text: string) => `<user_input mode="act">${text}</user_input>`;

/** What a message's content and metadata are taken for. */
const AUTHORS: readonly (readonly [string, unknown, Record<string, unknown>, string | undefined])[] = [
  ["unwraps what the client put around the words", wrapped("add paging"), {}, "user: add paging"],
  ["takes a mode notice away", `<mode_notice>plan now</mode_notice>\n${wrapped("add paging")}`, {}, "user: add paging"],
  [
    "takes a mode notice within the wrapper away (3.0.65)",
    '<user_input mode="plan"><mode_notice>switched</mode_notice>\nadd paging</user_input>',
    {},
    "user: add paging",
  ],
  [
    "finds no words in a notice that a wrapper holds alone",
    wrapped("<mode_notice>x</mode_notice>"),
    {},
    "system-reminder",
  ],
  ["finds no words in a mode notice alone", "<mode_notice>plan now</mode_notice>", {}, "system-reminder"],
  [
    "shows a command as it was typed",
    '<user_command slash="review">the diff</user_command>',
    {},
    "command: /review the diff",
  ],
  [
    "keeps a wrapper in the middle",
    "why is <user_input>x</user_input> escaped?",
    {},
    "user: why is <user_input>x</user_input> escaped?",
  ],
  ["keeps a wrapper that is not closed", '<user_input mode="act">add', {}, 'user: <user_input mode="act">add'],
  [
    "joins text blocks and leaves attachments out",
    [
      { type: "text", text: wrapped("look at this") },
      { type: "text", text: '<file_content path="a.ts">x</file_content>' },
      { type: "image" },
    ],
    {},
    "user: look at this",
  ],
  ["gives a resumption to the client", "[TASK RESUMPTION] go on", {}, "system-reminder"],
  ["gives a reminder without a mark to the client", "[SYSTEM] Use a tool or end the task.", {}, "system-reminder"],
  ["keeps such a word that was typed", wrapped("[SYSTEM] is what it says"), {}, "user: [SYSTEM] is what it says"],
  [
    "gives the sentence behind an approved plan to the client",
    wrapped("The user approved switching to act mode. Continue with the approved plan now."),
    {},
    "system-reminder",
  ],
  [
    "leaves a hook's context beside the words out",
    [{ type: "text", text: wrapped("look") }, { type: "text", text: '<hook_context source="x">y</hook_context>' }],
    {},
    "user: look",
  ],
  [
    "finds no words in what stands between the client's blocks",
    [{ type: "text", text: '<hook_context source="x">y</hook_context>' }, { type: "text", text: " " }],
    {},
    "hook",
  ],
  ["reads a role in any case", "status", { displayRole: " Status" }, "system-reminder"],
  ["gives a hook's context to the client", '<hook_context source="x">y</hook_context>', {}, "hook"],
  ["gives a compaction to the client", "the story so far", { kind: "auto_compaction" }, "compact-summary"],
  ["gives a loop notice to the client", "you repeat yourself", { kind: "loop_detection_notice" }, "system-reminder"],
  ["gives what is shown as status to the client", "status", { displayRole: "status" }, "system-reminder"],
  ["gives a kind that it does not know to the client", "go on", { kind: "overflow_truncation" }, "other"],
  ["gives a kind that is no text to the client", "go on", { kind: 3 }, "other"],
  ["gives a role that it does not know to the client", "go on", { displayRole: "notice" }, "other"],
  ["gives what is shown as a tool's to the client", "go on", { displayRole: "tool" }, "system-reminder"],
  ["leaves what is shown as the user's to the user", wrapped("add"), { displayRole: "User", kind: "" }, "user: add"],
  [
    "takes only what the wrapper holds where a file follows in one text",
    `${wrapped("look")}\n\n<file_content path="a.ts">milk </user_input></file_content>`,
    {},
    "user: look",
  ],
  ["takes only what the wrapper holds where text follows", `${wrapped("look")} milk`, {}, "user: look"],
  [
    "takes only what a command's wrapper holds",
    '<user_command slash="review">the diff</user_command>\n<file_content path="a.ts">milk</file_content>',
    {},
    "command: /review the diff",
  ],
  ["keeps the user's own end of a wrapper", wrapped("why </user_input> here?"), {}, "user: why </user_input> here?"],
  ["gives a message outside of the user's run to the client", "go on", { userRunSpan: 0 }, "other"],
  [
    "gives a reminder to the client that names the wrapper",
    `[SYSTEM] Answer ${wrapped("add paging")}`,
    { userRunSpan: 0 },
    "other",
  ],
  [
    "gives a reminder to the client behind a wrapper",
    `${wrapped("add paging")} is not done yet`,
    { userRunSpan: 0 },
    "other",
  ],
  [
    "hears what was typed while the agent worked (3.0.65)",
    [{ type: "text", text: wrapped("use the small pot") }],
    { userRunSpan: 0 },
    "queued: use the small pot",
  ],
  [
    "gives what the client shows as its own to the client",
    wrapped("go"),
    { userRunSpan: 0, kind: "loop_notice" },
    "other",
  ],
  [
    "gives the sentence behind an approved plan to the client while the agent works",
    wrapped("The user approved switching to act mode. Continue with the approved plan now."),
    { userRunSpan: 0 },
    "system-reminder",
  ],
  ["makes nothing of tool results", [{ type: "tool_result", tool_use_id: "t", content: "ok" }], {}, undefined],
];

for (const [name, content, metadata, expected] of AUTHORS) {
  Deno.test(`authorOf() ${name}`, () => {
    const found = authorOf({ role: "user", content, metadata });
    const told = found === undefined
      ? undefined
      : found.author === "client"
      ? found.origin
      : `${found.command ? "command" : found.queued ? "queued" : "user"}: ${found.text}`;
    assertEquals(told, expected);
  });
}
