import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { Json, SessionEvent } from "../../lib/types.ts";
import { createCodexReader } from "./reader.ts";
import { arbitraryRows } from "./rows_arbitrary_test_support.ts";
import { read } from "./rows_test_support.ts";

/** Reads as the pipeline does over several runs: the cursor stays before a line that is held. */
function readInRuns(rows: readonly unknown[], cuts: readonly number[]): SessionEvent[] {
  const events: SessionEvent[] = [];
  let state: Json | undefined;
  let from = 0;
  const ends = [...new Set([...cuts.map((cut) => Math.min(cut, rows.length)), rows.length])].sort((a, b) => a - b);
  for (const end of ends) {
    const reader = createCodexReader({ sessionId: "thread", ...(state === undefined ? {} : { state }) });
    let held: { readonly at: number; readonly state: Json } | undefined;
    for (let at = from; at < end; at++) {
      if (!reader.holds(rows[at])) held = undefined;
      else held ??= { at, state: reader.snapshot((text) => text) };
      events.push(...reader.read(rows[at]));
    }
    if (end === rows.length) events.push(...reader.finish());
    state = JSON.parse(JSON.stringify(held?.state ?? reader.snapshot((text) => text)));
    from = held?.at ?? Math.max(from, end);
  }
  return events;
}

/** A line that is read again says the same again: the store keeps each message once. */
function once(events: readonly SessionEvent[]): readonly string[] {
  return [...new Set(events.map((event) => JSON.stringify(event)))];
}

Deno.test("reader() says the same in one run and in many", () => {
  fc.assert(
    fc.property(arbitraryRows, fc.array(fc.nat(120), { maxLength: 6 }), (rows, cuts) => {
      assertEquals(once(readInRuns(rows, cuts)), once(read(rows)));
    }),
    { numRuns: 400 },
  );
});

Deno.test("reader() never throws and keeps little, whatever the lines are", () => {
  const anything = fc.array(fc.oneof(fc.jsonValue(), fc.anything()), { maxLength: 30 });
  fc.assert(fc.property(anything, (rows) => {
    const reader = createCodexReader({ sessionId: "thread" });
    for (const row of rows) {
      reader.holds(row);
      reader.read(row);
    }
    reader.finish();
    assert(JSON.stringify(reader.snapshot((text) => text)).length < 100_000);
  }));
});

Deno.test("reader() takes any state that another program left", () => {
  fc.assert(fc.property(arbitraryRows, fc.jsonValue(), (rows, state) => {
    const reader = createCodexReader({ sessionId: "thread", state: state as Json });
    for (const row of rows) reader.read(row);
    reader.finish();
  }));
});

Deno.test("reader() gives each question its own key, and opens none with a text that the client writes", () => {
  fc.assert(fc.property(arbitraryRows, (rows) => {
    const typed = read(rows).filter((event) => event.type === "typed");
    assertEquals(new Set(typed.map(({ key }) => key)).size, typed.length);
    for (const { text } of typed) {
      assert(!/^<(?:skill|turn_aborted)>/.test(text), text);
      assert(!text.startsWith("# Context from my IDE setup:"), text);
      assert(text.isWellFormed());
    }
  }));
});

Deno.test("reader() holds a bounded number of lines", () => {
  fc.assert(fc.property(arbitraryRows, (rows) => {
    const reader = createCodexReader({ sessionId: "thread" });
    let run = 0;
    for (const row of rows) {
      run = reader.holds(row) ? run + 1 : 0;
      reader.read(row);
      assert(run <= 256, `${run} lines held`);
    }
  }));
});
