import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createSkimmer } from "../../lib/jsonl/skim.ts";
import { feedSession, type Skimming } from "../../lib/transcript/feed.ts";
import type { SessionEvent } from "../../lib/types.ts";
import { claude } from "./client.ts";
import { someRow } from "./rows_arbitrary_test_support.ts";
import { unread } from "./unread.ts";

const FILLER = "kettle, pot and cup. ".repeat(20);
const REFUSED = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nno";
const DENIED =
  "Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit). The user said:\nno";
/** Beginnings of long strings, those among them that make a refusal of it or nearly do. */
const someLong = fc.tuple(
  fc.constantFrom(
    "",
    "\n",
    "     1\u2192",
    "Error: ",
    "<tool_use_error>",
    "\n".repeat(24),
    "\ud83d",
    "\u8336".repeat(30),
  ),
  fc.constantFrom("", REFUSED, DENIED, "The user doesn't know", "ok", "no-imprint\n"),
).map(([before, text]) => before + text + FILLER);
const someText = fc.oneof(someLong, fc.constantFrom("x", "", REFUSED));
const seldomLong = fc.oneof({ weight: 9, arbitrary: fc.constant("x") }, someLong);
const someValue = fc.oneof(someText, fc.constantFrom(3, null, [], {}));
const someBlock = fc.oneof(
  fc.record({ type: fc.constantFrom("thinking", "text"), thinking: someValue, signature: someText, text: someValue }),
  fc.record({ type: fc.constant("image"), source: fc.record({ type: fc.constant("base64"), data: someText }) }),
  fc.record({
    type: fc.constant("tool_use"),
    id: fc.constantFrom("toolu_1", "toolu_2"),
    name: fc.constantFrom("Write", "Edit", "Bash", "TodoWrite", "TaskUpdate"),
    input: fc.record({
      file_path: someText,
      content: someText,
      old_string: someText,
      command: someText,
      subject: someText,
      taskId: fc.constant("1"),
      todos: fc.array(fc.record({ content: someText, status: fc.constant("pending") }), { maxLength: 2 }),
    }),
  }),
  fc.record({
    type: fc.constant("tool_result"),
    content: fc.oneof(
      someValue,
      fc.array(
        fc.record({ type: fc.constantFrom("text", "image"), text: someValue, source: fc.record({ data: someText }) }),
        {
          maxLength: 3,
        },
      ),
    ),
    tool_use_id: fc.constantFrom("toolu_1", "toolu_2"),
    is_error: fc.constantFrom(true, false, undefined),
  }),
);
const someResult = fc.oneof(
  someText,
  fc.record({ stdout: someText, stderr: someText }),
  fc.record({ type: fc.constant("text"), file: fc.record({ content: someText, base64: someText }) }),
  fc.record({ content: someValue, originalFile: someText }),
  fc.record({ answers: fc.dictionary(fc.constantFrom("content", "tea?"), someText), content: someText }),
  fc.record({ task: fc.record({ id: fc.constant("1"), subject: someText, content: someText }) }),
);
const longRow = fc.record({
  uuid: fc.constantFrom("u1", "u2", "u3", null),
  parentUuid: fc.constantFrom("u1", "u2", null),
  type: fc.constantFrom("user", "assistant", "attachment", "progress", "system", "queue-operation"),
  subtype: fc.constantFrom("local_command", "other"),
  operation: fc.constantFrom("enqueue", "remove"),
  content: seldomLong,
  cwd: fc.oneof(fc.constant("/srv/kettle"), fc.record({ content: seldomLong })),
  message: fc.record({ id: fc.constant("m"), content: fc.oneof(someValue, fc.array(someBlock, { maxLength: 3 })) }),
  toolUseResult: fc.option(someResult, { nil: undefined }),
  attachment: fc.option(
    fc.record({
      type: fc.constantFrom("queued_command", "file", "environment"),
      prompt: someValue,
      content: fc.oneof(someText, fc.record({ file: fc.record({ content: someText }) })),
      snapshot: fc.record({ workingDirectory: someText, content: someText }),
    }),
    { nil: undefined, freq: 4 },
  ),
  data: fc.constantFrom(undefined, {
    type: "agent_progress",
    message: {
      type: "user",
      message: { content: [{ type: "tool_result", content: REFUSED + FILLER, is_error: true }] },
    },
  }),
});

/** What comes of lines. */
function fed(lines: string, skimming?: Skimming) {
  const bytes = new TextEncoder().encode(lines);
  const events: SessionEvent[] = [];
  const reader = claude.createReader({ sessionId: "s" });
  const { counts } = feedSession(
    {
      size: bytes.length,
      read(into, at) {
        const part = bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
    },
    claude,
    {
      sessionId: "s",
      from: 0,
      reader,
      current: true,
      isFinal: () => true,
      onEvent: (event) => events.push(event) > 0,
      ...(skimming === undefined ? {} : { skimming }),
      onHold: () => {},
      onRelease: () => {},
    },
  );
  return { events, counts, ignored: reader.counts, flags: reader.flags };
}

Deno.test("unread changes nothing that is read of any rows", () => {
  const skimming = { skimmer: createSkimmer(unread), unread };
  const someLine = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(longRow, someRow).map((row) => JSON.stringify(row)) },
    { weight: 1, arbitrary: longRow.map((row) => JSON.stringify(row).slice(0, -40)) },
    { weight: 1, arbitrary: longRow.map((row) => JSON.stringify(row).replace("kettle", "ket\ttle")) },
  );
  fc.assert(
    fc.property(fc.array(someLine, { minLength: 1, maxLength: 12 }), (lines) => {
      assertEquals(fed(lines.join("\n"), skimming), fed(lines.join("\n")));
    }),
    { numRuns: 300 },
  );
});

Deno.test("unread changes no evidence of any row when all that was cut of it is counted", () => {
  const skimmer = createSkimmer(unread);
  let counted = 0;
  fc.assert(
    fc.property(longRow, (row) => {
      const text = JSON.stringify(row);
      const cut = skimmer.skim(new TextEncoder().encode(text));
      if (cut === undefined) return;
      const record = JSON.parse(new TextDecoder().decode(cut));
      if (unread.count(record, skimmer.beginningOf) !== skimmer.count) return;
      counted++;
      assertEquals(claude.evidence(record), claude.evidence(JSON.parse(text)));
    }),
    { numRuns: 3000 },
  );
  assert(counted > 20, `only ${counted}`);
});

Deno.test("unread counts what the client writes most of", () => {
  const skimmer = createSkimmer(unread);
  const user = (block: object, toolUseResult: unknown) => ({
    type: "user",
    message: { role: "user", content: [{ tool_use_id: "toolu_1", type: "tool_result", ...block }] },
    toolUseResult,
  });
  const assistant = (block: object) => ({ type: "assistant", message: { id: "m", content: [block] } });
  const rows = [
    user({ content: FILLER, is_error: false }, { stdout: FILLER, stderr: "" }),
    user({ content: FILLER }, { type: "text", file: { filePath: "/srv/a", content: FILLER } }),
    user({ content: [{ type: "text", text: FILLER }] }, FILLER),
    assistant({ type: "thinking", thinking: FILLER, signature: FILLER }),
    assistant({ type: "tool_use", id: "t", name: "Write", input: { file_path: "/srv/a", content: FILLER } }),
    assistant({ type: "tool_use", id: "t", name: "Edit", input: { old_string: FILLER, new_string: FILLER } }),
    { type: "attachment", attachment: { type: "file", content: { type: "text", file: { content: FILLER } } } },
  ];
  for (const row of rows) {
    const cut = skimmer.skim(new TextEncoder().encode(JSON.stringify(row)));
    assert(cut !== undefined, JSON.stringify(row));
    const record = JSON.parse(new TextDecoder().decode(cut));
    assertEquals(unread.count(record, skimmer.beginningOf), skimmer.count, JSON.stringify(row));
  }
});
