/**
 * Arbitrary transcript rows for property tests.
 *
 * @module
 */
import fc from "fast-check";
import { commandText, queueOperation } from "./rows_test_support.ts";

/** Rows that exercise every part of the state; ids repeat on purpose. */
const someText = fc.constantFrom(
  "boil",
  "pour  it",
  "pour it",
  "[Request interrupted by user]",
  "<task-notification>x</task-notification>",
  "<system-reminder>x</system-reminder>go",
  "<local-command-stdout>x</local-command-stdout>",
  "<bash-stdout>x</bash-stdout>",
  commandText("brew", "green"),
  commandText("clear"),
  "a < b\ud800",
  "",
);
const someId = fc.constantFrom("u1", "u2", "u3", "u4", undefined, null, 5);
const common = {
  uuid: someId,
  parentUuid: someId,
  version: fc.constantFrom(undefined, "2.1.20", "2.1.42", "2.1.227"),
  isSidechain: fc.constantFrom(undefined, false, true),
  isMeta: fc.constantFrom(undefined, undefined, true),
  promptSource: fc.constantFrom(undefined, "typed", "sdk", "system"),
  entrypoint: fc.constantFrom(undefined, "cli", "sdk-cli"),
  origin: fc.constantFrom(undefined, { kind: "human" }, { kind: "peer" }),
};
const toolId = fc.constantFrom("toolu_1", "toolu_2");
const REFUSED = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nno";
const someBlocks = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("text"), text: someText }),
    fc.record({ type: fc.constant("image") }),
    fc.record({
      type: fc.constant("tool_result"),
      tool_use_id: toolId,
      content: fc.constantFrom("ok", REFUSED, undefined, [{ type: "text", text: REFUSED }]),
      is_error: fc.constantFrom(true, false, undefined),
    }),
    fc.record({
      type: fc.constant("tool_use"),
      id: toolId,
      name: fc.constantFrom("Bash", "ExitPlanMode", "TodoWrite", "TaskUpdate"),
      input: fc.constantFrom({}, { command: "ls" }, { todos: [{ content: "x", status: "pending" }] }, {
        taskId: "1",
        status: "completed",
      }),
    }),
  ),
  { maxLength: 3 },
);
const content = fc.oneof(someText, someBlocks);
/** One row. */
export const someRow = fc.oneof(
  {
    weight: 5,
    arbitrary: content.chain((value) =>
      fc.record({ type: fc.constant("user"), message: fc.constant({ content: value }), ...common })
    ),
  },
  {
    weight: 2,
    arbitrary: content.chain((value) =>
      fc.record({ type: fc.constant("assistant"), message: fc.constant({ id: "m", content: value }), ...common })
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      operation: fc.constantFrom("enqueue", "enqueue", "remove", "dequeue", "popAll"),
      content: fc.constantFrom("boil", "pour it", undefined),
    })
      .map(({ operation, content }) => queueOperation(operation, content === undefined ? {} : { content })),
  },
  {
    weight: 1,
    arbitrary: content.chain((value) =>
      fc.record({
        type: fc.constant("attachment"),
        attachment: fc.record({
          type: fc.constant("queued_command"),
          prompt: fc.constant(value),
          source_uuid: fc.constantFrom(undefined, "s1"),
          origin: common.origin,
        }),
        ...common,
      })
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("progress", "system", "mode", "summary"),
      subtype: fc.constantFrom(undefined, "local_command", "compact_boundary"),
      content: someText,
      ...common,
    }),
  },
);
