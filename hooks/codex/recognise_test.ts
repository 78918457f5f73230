import { assertEquals } from "@std/assert";
import { codex } from "./client.ts";
import { isSubagentThread, recognisesCodex, threadOf } from "./recognise.ts";
import { FORMS, thread, uuid7 } from "./rows_test_support.ts";

for (const form of FORMS) {
  Deno.test(`recognisesCodex() knows a ${form} thread by its first lines, wherever it lies`, () => {
    const talk = thread({ form });
    talk.typed("one");
    assertEquals(recognisesCodex(talk.rows.slice(0, 1)), true);
    assertEquals(recognisesCodex(talk.rows), true);
    assertEquals(threadOf(talk.rows), talk.id);
    assertEquals(isSubagentThread(talk.rows), false);
  });
}

Deno.test("recognisesCodex() knows no other program's lines", () => {
  const others: readonly unknown[][] = [
    [],
    [{ type: "user", sessionId: "s", uuid: "u", message: { role: "user", content: "hi" } }],
    [{ type: "session.start", data: { sessionId: "s" }, id: "e", parentId: null }],
    [{ type: "message", role: "user", content: "hi" }],
    [{ id: "7", timestamp: "2026-11-02T09:00:00.000Z", text: "a note" }, {
      type: "message",
      role: "user",
      content: "hi",
    }],
    [{ created_at: "2026-11-02T09:00:00.000Z", role: "user", message: "hi" }],
    [{ type: "event_msg", payload: {} }],
    [{ type: "turn_context", payload: {} }],
    [{ type: "world_state", payload: { full: true } }],
    [{ session_id: "s", ts: 1, text: "typed" }],
    [7, null, "x"],
  ];
  for (const sample of others) assertEquals(recognisesCodex(sample), false, JSON.stringify(sample));
});

Deno.test("isSubagentThread() goes by the first session_meta", () => {
  const meta = (payload: Record<string, unknown>) => ({ type: "session_meta", payload: { id: uuid7(1), ...payload } });
  const cases: readonly (readonly [Record<string, unknown>, boolean])[] = [
    [{ source: "cli" }, false],
    [{ source: { subagent: "review" } }, true],
    [{ source: { subagent: { thread_spawn: { depth: 1 } } } }, true],
    [{ source: { subAgent: "compact" } }, true],
    [{ source: { custom: "kettle" } }, false],
    [{ source: "cli", thread_source: "subagent" }, true],
    [{ source: "cli", parent_thread_id: uuid7(0) }, true],
    [{ source: "cli", parent_thread_id: uuid7(0), forked_from_id: uuid7(0) }, false],
    [{ source: "cli", forked_from_id: uuid7(0) }, false],
  ];
  for (const [payload, expected] of cases) {
    assertEquals(isSubagentThread([meta(payload)]), expected, JSON.stringify(payload));
    assertEquals(isSubagentThread([meta({ source: "cli" }), meta(payload)]), false, "the first line counts");
  }
  assertEquals(isSubagentThread([]), false);
});

Deno.test("sessionOf() takes the content's word, then the name's, then the name", () => {
  const named = `/home/mira/.codex/sessions/2026/11/02/rollout-2026-11-02T09-00-00-${uuid7(0)}.jsonl`;
  const of = (path: string, sample: readonly unknown[]) => codex.sessionOf?.(path, () => sample);
  assertEquals(of(named, thread({ id: uuid7(9) }).rows), uuid7(9));
  assertEquals(of(named, []), uuid7(0));
  assertEquals(of(named.replace(".jsonl", `_${uuid7(5)}.jsonl.zst`), []), uuid7(0));
  assertEquals(of("C:\\Users\\mira\\kettle.jsonl", []), "kettle");
});
