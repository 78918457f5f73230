import { assertEquals } from "@std/assert";
import {
  eventsOf,
  queuedCommand,
  queueOperation,
  typedByHuman,
  typedOf,
  typedTexts,
  user,
} from "./rows_test_support.ts";

Deno.test("reader() recovers a prompt that only the queue holds when the version is 2.1.42 or older", () => {
  const seen = { type: "progress", version: "2.1.42" };
  const enqueue = (content: string) => queueOperation("enqueue", { content, timestamp: "2026-02-01T10:00:00.000Z" });
  const remove = queueOperation("remove", { timestamp: "2026-02-01T10:05:00.000Z" });
  const [typed] = typedOf([seen, enqueue("also the lid"), remove]);
  assertEquals(typed?.text, "also the lid");
  assertEquals([typed?.label, typed?.uuid, typed?.cwd, typed?.at], ["queued", null, null, "2026-02-01T10:00:00.000Z"]);
  assertEquals(typed?.key, "q:5e55a000-0000-4000-8000-000000000001:2026-02-01T10:00:00.000Z:e219f2a1b4fe9354");

  const none: readonly (readonly unknown[])[] = [
    [seen, enqueue("a")],
    [seen, enqueue("a"), queueOperation("dequeue"), remove],
    [seen, enqueue("a"), queueOperation("popAll", { content: "a" }), remove],
    [seen, enqueue("/exit"), remove],
    [seen, enqueue(" <task-notification>x</task-notification>"), remove],
    [seen, enqueue("[Request interrupted by user]"), remove],
    [seen, queueOperation("enqueue"), remove],
    [seen, remove],
    [enqueue("a"), remove],
    [{ ...seen, version: "2.1.43" }, enqueue("a"), remove],
    [seen, { ...seen, version: "2.1.43" }, enqueue("a"), remove],
    [{ ...seen, version: "2.1.227" }, seen, enqueue("a"), remove],
    [enqueue("a"), { ...seen, version: "2.2.0" }, remove],
    [
      seen,
      queuedCommand("b", { commandMode: "prompt" }, { version: "2.1.42", isSidechain: true }),
      enqueue("a"),
      remove,
    ],
  ];
  for (const rows of none) assertEquals(typedTexts(rows), [], JSON.stringify(rows));
});

Deno.test("reader() pairs queue operations by text, then by age", () => {
  const seen = { type: "progress", version: "2.1.20" };
  const enqueue = (content: string) => queueOperation("enqueue", { content });
  assertEquals(
    typedTexts([
      seen,
      enqueue("one"),
      enqueue("two"),
      queueOperation("remove", { content: "two" }),
      queueOperation("popAll"),
    ]),
    ["two"],
  );
  assertEquals(typedTexts([seen, enqueue("one"), enqueue("two"), queueOperation("remove"), queueOperation("remove")]), [
    "one",
    "two",
  ]);
  // The notification was delivered without a dequeue; the remove is the prompt's.
  const note = "<task-notification>\nx\n</task-notification>";
  assertEquals(
    typedTexts([seen, enqueue(note), user(note, { version: "2.1.20" }), enqueue("go on"), queueOperation("remove")]),
    ["go on"],
  );
});

Deno.test("reader() starts nothing for a row that repeats a counted queue record within 200 records", () => {
  const seen = { type: "progress", version: "2.1.20" };
  const queue = [seen, queueOperation("enqueue", { content: "and  sugar" }), queueOperation("remove")];
  const row = () => user("and sugar\n", { version: "2.1.20" });
  const filler = (count: number) => Array.from({ length: count }, () => ({ type: "progress", version: "2.1.20" }));
  assertEquals(typedTexts([...queue, row()]), ["and  sugar"]);
  assertEquals(typedTexts([...queue, ...filler(199), row()]), ["and  sugar"]);
  assertEquals(typedTexts([...queue, ...filler(200), row()]), ["and  sugar", "and sugar\n"]);
  assertEquals(typedTexts([...queue, queuedCommand("and sugar", {}, { version: "2.1.43" })]), ["and  sugar"]);
  assertEquals(typedTexts([...queue, user("and milk")]), ["and  sugar", "and milk"]);
  assertEquals(eventsOf([...queue, row()]).filter(({ type }) => type === "link").length, 1);
});

Deno.test("reader() starts nothing for an unmarked row that repeats an attachment, and something for a typed one", () => {
  const attachment = queuedCommand("continue", { origin: { kind: "human" }, source_uuid: "s1" });
  assertEquals(typedTexts([attachment, user("continue", { promptSource: "queued" })]), ["continue"]);
  assertEquals(typedTexts([attachment, user("continue")]), ["continue"]);
  assertEquals(typedTexts([attachment, typedByHuman("continue")]), ["continue", "continue"]);
});

Deno.test("reader() keys a queued prompt by source_uuid, delivery_id or the record's id", () => {
  const keyOf = (attachment: Record<string, unknown>, extra = {}) =>
    typedOf([queuedCommand("go", attachment, extra)])[0]?.key;
  assertEquals(keyOf({ source_uuid: "s1", delivery_id: "d1" }, { uuid: "u1" }), "s1");
  assertEquals(keyOf({ delivery_id: "d1" }, { uuid: "u1" }), "d1");
  assertEquals(keyOf({}, { uuid: "u1" }), "u1");
  const twice = [queuedCommand("go", { source_uuid: "s1" }), queuedCommand("go", { source_uuid: "s1" })];
  assertEquals(typedOf(twice).map(({ key }) => key), ["s1", "s1"]);
});
