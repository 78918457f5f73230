import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { claude } from "./client.ts";
import { mayMatter } from "./may_matter.ts";
import { someRow } from "./rows_arbitrary_test_support.ts";
import { eventsOf } from "./rows_test_support.ts";

const SESSION = "5e55a000-0000-4000-8000-000000000001";

Deno.test("mayMatter() skips no line that the reader or the evidence would use", () => {
  const anyRow = fc.oneof(
    someRow,
    fc.record({
      type: fc.constantFrom(
        "mode",
        "file-history-snapshot",
        "api-request",
        "summary",
        "last-prompt",
        "ai-title",
        "new",
      ),
      sessionId: fc.constantFrom(undefined, SESSION),
      cwd: fc.constantFrom(undefined, undefined, "/srv/kettle"),
      version: fc.constantFrom(undefined, undefined, "2.1.20"),
      message: fc.constantFrom(undefined, { role: "user", content: "boil" }),
      requestSessionId: fc.constantFrom(undefined, undefined, "other"),
      forkedFrom: fc.constantFrom(undefined, undefined, { sessionId: "other" }),
      snapshot: fc.constantFrom(undefined, { cwd: "/x" }, { type: "user" }),
    }),
  );
  let skipped = 0;
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 10 }), fc.nat(9), (rows, at) => {
      const kept = rows.filter((row) => mayMatter(JSON.stringify(row)));
      skipped += rows.length - kept.length;
      const parsed = (list: readonly unknown[]) => list.map((row) => JSON.parse(JSON.stringify(row)));
      assertEquals(eventsOf(parsed(kept)), eventsOf(parsed(rows)));
      const row = rows[at];
      if (row === undefined || mayMatter(JSON.stringify(row))) return;
      assertEquals(eventsOf([row]), []);
      const { directories, originSessions } = claude.evidence(row);
      assertEquals([...directories, ...originSessions], []);
    }),
    { numRuns: 1000 },
  );
  assert(skipped > 50);
});

Deno.test("mayMatter() reads a book-keeping line when a second type, a directory or an escape could hide in it", () => {
  const head = '{"type":"mode","sessionId":"s"';
  assertEquals(mayMatter(`${head}}`), false);
  for (
    const tail of [
      ',"cwd":"/srv/kettle"}',
      ',"cwd" : "/srv/kettle"}',
      ',"type":"user","message":{"content":"x"}}',
      ',"type" : "user"}',
      ',"\\u0063wd":"/srv/kettle"}',
      ',"forkedFrom":{"sessionId":"o"}}',
    ]
  ) assertEquals(mayMatter(head + tail), true, tail);
  assertEquals(mayMatter('{"type":"user"'), true);
  assertEquals(mayMatter('{ "type":"mode"}'), true);
  assertEquals(mayMatter(`{"type":"${"m".repeat(100)}"}`), true);
  assertEquals(mayMatter(""), true);
});
