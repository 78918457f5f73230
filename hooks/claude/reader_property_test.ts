import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Json, RecordReader, SessionEvent } from "../../lib/types.ts";
import { claude } from "./client.ts";
import { clientElement } from "./client_elements.ts";
import { someRow } from "./rows_arbitrary_test_support.ts";
import { commandText, queueOperation } from "./rows_test_support.ts";

const SESSION = "5e55a000-0000-4000-8000-000000000001";

function create(state?: Json): RecordReader {
  return claude.createReader(state === undefined ? { sessionId: SESSION } : { sessionId: SESSION, state });
}

const same = (text: string) => text;

function readAll(rows: readonly unknown[], reader: RecordReader = create()): SessionEvent[] {
  return [...rows.flatMap((row) => reader.read(row)), ...reader.finish()];
}

Deno.test("reader() gives the same events in any number of runs when each goes on from the last one's state", () => {
  fc.assert(
    fc.property(fc.array(someRow, { maxLength: 25 }), fc.array(fc.nat(25), { maxLength: 4 }), (rows, cuts) => {
      const inOneRun = create();
      const whole = readAll(rows, inOneRun);
      const events: SessionEvent[] = [];
      let reader = create();
      let held: { readonly at: number; readonly events: number; readonly state: Json } | undefined;
      let left = [...cuts];
      for (let at = 0; at < rows.length; at++) {
        if (left.includes(at)) {
          left = left.filter((cut) => cut !== at);
          // As the caller does: the cursor stays before what is held, with the state of that place.
          const state: Json = held?.state ?? reader.snapshot(same);
          if (held !== undefined) {
            assertEquals(create(reader.snapshot(same)).snapshot(same), reader.snapshot(same));
            events.length = held.events;
            at = held.at;
            held = undefined;
          }
          reader = create(JSON.parse(JSON.stringify(state)));
        }
        if (!reader.holds(rows[at])) held = undefined;
        else held ??= { at, events: events.length, state: reader.snapshot(same) };
        events.push(...reader.read(rows[at]));
      }
      events.push(...reader.finish());
      assertEquals(events, whole);
      assertEquals(reader.flags, inOneRun.flags);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("reader() never throws and keeps a small state when records are arbitrary JSON", () => {
  const reader = create();
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.anything(), someRow), (record) => {
      reader.holds(record);
      for (const event of reader.read(record)) assert(typeof event.type === "string");
      claude.evidence(record);
      claude.recognises([record]);
      assert(JSON.stringify(reader.snapshot(same)).length < 400_000);
    }),
    { numRuns: 2000 },
  );
  reader.finish();
});

Deno.test("reader() never throws when known fields hold arbitrary values", () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("prompt", "user", true, null, undefined, [null], { content: [null] }),
  );
  const keys = [
    "uuid",
    "parentUuid",
    "sessionId",
    "message",
    "attachment",
    "toolUseResult",
    "origin",
    "promptSource",
    "isMeta",
    "timestamp",
    "version",
    "cwd",
    "content",
    "operation",
    "subtype",
    "data",
    "snapshot",
    "worktreeSession",
    "forkedFrom",
  ];
  const row = fc.dictionary(fc.constantFrom(...keys), value).chain((fields) =>
    fc.constantFrom(
      "user",
      "assistant",
      "attachment",
      "system",
      "queue-operation",
      "progress",
      "relocated",
      "worktree-state",
    )
      .map((type) => ({ ...fields, type }))
  );
  const message = fc.record({
    content: fc.array(fc.dictionary(fc.constantFrom("type", "text", "content", "input", "id", "name"), value)),
  });
  fc.assert(
    fc.property(row, message, (fields, inner) => {
      for (
        const record of [fields, { ...fields, message: inner }, {
          ...fields,
          attachment: { type: "queued_command", prompt: inner.content },
        }]
      ) {
        const events = readAll([record, record]);
        claude.evidence(record);
        for (const event of events) {
          if ("text" in event) assertEquals(event.text, event.text.toWellFormed());
        }
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("createReader() starts afresh when the state is arbitrary JSON", () => {
  fc.assert(fc.property(fc.jsonValue(), (state) => {
    const reader = create(state as Json);
    reader.read({ type: "user", message: { content: "boil" }, uuid: "u1" });
    assertEquals(typeof reader.flags.automation, "boolean");
    JSON.stringify(reader.snapshot(same));
  }));
});

Deno.test("reader() never opens on text that begins with a client element and ends with it", () => {
  fc.assert(
    fc.property(fc.array(someRow, { maxLength: 12 }), (rows) => {
      for (const event of readAll(rows)) {
        if (event.type !== "typed") continue;
        const name = /^\s*<\/?([\w-]+)/.exec(event.text)?.[1];
        assert(name === undefined || clientElement(name) === undefined, event.text);
        assert(!event.text.trim().startsWith("[Request interrupted"), event.text);
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("reader() gives every message of a session its own key unless the client repeats an id", () => {
  fc.assert(
    fc.property(fc.array(someRow, { maxLength: 12 }), (rows) => {
      const named = rows.map((row, index) => {
        const attachment = "attachment" in row
          ? { attachment: { ...row.attachment as Record<string, unknown>, source_uuid: `s${index}` } }
          : {};
        return {
          ...row,
          ...attachment,
          uuid: `r${index}`,
          timestamp: `2026-02-01T10:00:00.${String(index).padStart(3, "0")}Z`,
        };
      });
      const keys = readAll(named).flatMap((event) =>
        event.type === "link" || event.type === "signal" || event.type === "rewind" ? [] : [event.key]
      );
      assertEquals(new Set(keys).size, keys.length);
    }),
    { numRuns: 500 },
  );
});

Deno.test("snapshot() keeps no text but queued prompts, and those redacted", () => {
  const reader = create();
  const secret = "hunter2-hunter2";
  for (
    const row of [
      { type: "user", uuid: "a", version: "2.1.20", message: { content: `${secret} typed` } },
      { type: "user", uuid: "c", message: { content: commandText("brew", secret) } },
      { type: "progress", toolUseID: secret },
      { type: "attachment", uuid: "b", isSidechain: true, attachment: { type: "x", prompt: secret } },
      queueOperation("enqueue", { content: `${secret} queued` }),
    ]
  ) reader.read(row);
  const json = JSON.stringify(reader.snapshot((text) => text.replaceAll(secret, "[redacted]")));
  assert(!json.includes(secret));
  const afterwards = create();
  afterwards.read({ type: "progress", version: "2.1.20" });
  afterwards.read(queueOperation("enqueue", { content: `${secret} queued` }));
  const next = create(afterwards.snapshot((text) => text.replaceAll(secret, "[redacted]")));
  const [typed] = next.read(queueOperation("remove"));
  assert(typed?.type === "typed");
  assertEquals(typed.text, "[redacted] queued");
  const unbroken = afterwards.read(queueOperation("remove"))[0];
  assert(unbroken?.type === "typed");
  assertEquals(typed.key, unbroken.key);
});

Deno.test("snapshot() stays bounded when a session queues and calls without end", () => {
  const reader = create();
  reader.read({ type: "progress", version: "2.1.20" });
  for (let n = 0; n < 500; n++) {
    reader.read(queueOperation("enqueue", { content: `${n} ${"x".repeat(20_000)}` }));
    reader.read({
      type: "assistant",
      uuid: `a${n}`,
      message: { content: [{ type: "tool_use", id: `${n}${"y".repeat(5_000)}`, name: "z".repeat(5_000), input: {} }] },
    });
  }
  assert(JSON.stringify(reader.snapshot(same)).length < 400_000);
});
