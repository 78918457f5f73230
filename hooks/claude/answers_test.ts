import { assertEquals } from "@std/assert";
import { answersOf, assistant, eventsOf, newId, toolResult, typedTexts, user } from "./rows_test_support.ts";

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file " +
  "edit, the new_string was NOT written to the file).";
const NOTE = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention.";

Deno.test("reader() gives answers to questions with what was asked and the user's notes", () => {
  const result = {
    questions: [{ question: "Which tea?" }],
    answers: { "Which tea?": "green", "How hot?": ["80", "not boiling"], "Empty?": "", "Bad?": { x: 1 } },
    annotations: { "Which tea?": { notes: "the Japanese one" } },
  };
  const answers = answersOf([user([toolResult("The user answered: ...")], { toolUseResult: result })]);
  assertEquals(answers.map(({ kind, asked, text }) => [kind, asked, text]), [
    ["question", "Which tea?", "green\n\nthe Japanese one"],
    ["question", "How hot?", "80, not boiling"],
  ]);
  assertEquals(new Set(answers.map(({ key }) => key)).size, 2);
});

Deno.test("reader() finds the user's reason in the wrappers of every version", () => {
  const cases: readonly (readonly [unknown, string | null])[] = [
    [`${REFUSED} To tell you how to proceed, the user said:\nuse the small pot`, "use the small pot"],
    [`${REFUSED} To tell you how to proceed, the user said:\nuse\n\nboth${NOTE}`, "use\n\nboth"],
    [`${REFUSED} The user provided the following reason for the rejection:  not now`, "not now"],
    [[{ type: "text", text: `${REFUSED} To tell you how to proceed, the user said:\nas text block` }], "as text block"],
    [`Error: ${REFUSED} To tell you how to proceed, the user said:\nwith prefix`, "with prefix"],
    [`${REFUSED} STOP what you are doing and wait for the user to tell you how to proceed.${NOTE}`, null],
    [`${REFUSED} To tell you how to proceed, the user said:\n${NOTE}`, null],
    ["Permission to use Bash with command rm has been denied.", null],
    [`cat log\n${REFUSED} To tell you how to proceed, the user said:\nquoted in output`, null],
    [undefined, null],
  ];
  const call = assistant([{ type: "tool_use", id: "toolu_1", name: "Edit", input: { file_path: "/srv/kettle/a.ts" } }]);
  for (const [content, reason] of cases) {
    const answers = answersOf([call, user([toolResult(content, { is_error: true })], { toolUseResult: "Error: x" })]);
    assertEquals(
      answers.map(({ kind, asked, text }) => [kind, asked, text]),
      reason === null ? [] : [["refusal", "Edit", reason]],
    );
  }
  const quiet = user([toolResult(`${REFUSED} To tell you how to proceed, the user said:\nx`, { is_error: false })]);
  assertEquals(answersOf([quiet]), []);
});

Deno.test("reader() tells a refused plan from a refused tool call", () => {
  const call = assistant([{ type: "tool_use", id: "toolu_1", name: "ExitPlanMode", input: { plan: "1. boil" } }]);
  const text = `${REFUSED} To tell you how to proceed, the user said:\nask me first`;
  const rows = [call, user([toolResult(text, { is_error: true })])];
  assertEquals(answersOf(rows).map(({ kind, text }) => [kind, text]), [["plan", "ask me first"]]);
  assertEquals(typedTexts(rows), []);
});

Deno.test("reader() takes given answers, not the client's words, when the user asks to talk first", () => {
  const text = `${REFUSED} To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n` +
    `    This means they may have more.\n\n    Questions asked:\n- "Which tea?"\n  Answer: green\n- "How hot?"\n` +
    `  (No answer provided)${NOTE}`;
  const answers = answersOf([user([toolResult(text, { is_error: true })])]);
  assertEquals(answers.map(({ kind, asked, text }) => [kind, asked, text]), [["question", "Which tea?", "green"]]);
});

Deno.test("reader() finds the reason of a refusal inside a sub-agent's progress", () => {
  const text = "Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit, the " +
    "new_string was NOT written to the file). The user said:\nsplit the file";
  const message = { type: "user", message: { role: "user", content: [toolResult(text, { is_error: true })] } };
  const row = { type: "progress", uuid: newId(), parentUuid: null, data: { type: "agent_progress", message } };
  const events = eventsOf([row, { ...row, uuid: newId(), data: { type: "hook_progress", message } }]);
  assertEquals(events.map(({ type }) => type), ["link", "user-answer", "link"]);
  assertEquals(answersOf([row]).map(({ key, text }) => [key, text]), [[row.uuid, "split the file"]]);
});
