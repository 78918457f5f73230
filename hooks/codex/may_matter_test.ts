import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { codexEvidence } from "./evidence.ts";
import { mayMatter } from "./may_matter.ts";
import { arbitraryRows } from "./rows_arbitrary_test_support.ts";
import { read } from "./rows_test_support.ts";

const HEAD = '{"timestamp":"2026-11-02T09:00:00.000Z","ordinal":3,';
const IDLE =
  `${HEAD}"type":"response_item","payload":{"type":"reasoning","summary":[{"type":"summary_text","text":"tea"}],"encrypted_content":"AAAA"}}`;

Deno.test("mayMatter() leaves out token counts and reasoning, whatever stands in their texts", () => {
  const idle = [
    IDLE,
    IDLE.replace("tea", 'he said \\"payload\\" and \\"type\\":\\"message\\"'),
    '{"timestamp":"2026-11-02T09:00:00.000Z","type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":{"plan_type":null}}}',
    `${HEAD}"type":"event_msg","payload":{"type":"agent_reasoning","text":"tea"}}`,
    `${HEAD}"type":"token_usage_record","payload":{"thread_id":"t"}}`,
  ];
  const item = `${HEAD}"type":"event_msg","payload":{"type":"item_completed","thread_id":"t","turn_id":"u","item":`;
  idle.push(
    `${item}{"type":"CommandExecution","parsed_cmd":[{"type":"unknown"}],"aggregated_output":"\\u001b[1m \\"type\\":\\"message\\""}}}`,
    `${item}{"type":"Reasoning","id":"r","summary_text":["tea"]}}}`,
  );
  for (const line of idle) {
    JSON.parse(line);
    assertEquals(mayMatter(line), false, line);
  }
});

Deno.test("mayMatter() reads everything else, and idle lines that hide something", () => {
  const lines = [
    `${HEAD}"type":"event_msg","payload":{"type":"user_message","message":"tea"}}`,
    IDLE.replace('"encrypted_content"', '"type":"message","role":"user","encrypted_content"'),
    `${IDLE.slice(0, -1)},"payload":{"type":"message"}}`,
    `${IDLE.slice(0, -1)},"type":"turn_context"}`,
    IDLE.slice(0, -9) + IDLE,
    IDLE.replace("tea", "\\u0074ea"),
    IDLE.replace('"timestamp"', '"at"'),
    `${HEAD}"type":"event_msg","payload":{"type":"item_completed","thread_id":"t","turn_id":"u","item":{"type":"Plan","text":"x"}}}`,
    `${HEAD}"type":"event_msg","payload":{"type":"item_completed","thread_id":"t","turn_id":"u","item":{"type":"Reasoning","type":"UserMessage"}}}`,
    `${HEAD}"type":"event_msg","payload":{"type":"item_completed","thread_id":"t","turn_id":"u","item":{"type":"Reasoning"},"item":{}}}`,
    "",
    "{",
  ];
  for (const line of lines) assert(mayMatter(line), line);
});

Deno.test("mayMatter() changes neither events nor evidence", () => {
  const idle = [JSON.parse(IDLE), {
    timestamp: "2026-11-02T09:00:00.000Z",
    type: "event_msg",
    payload: { type: "token_count" },
  }];
  fc.assert(fc.property(arbitraryRows, fc.array(fc.nat(80), { maxLength: 8 }), (rows, places) => {
    const all = [...rows];
    for (const place of places) all.splice(place % (all.length + 1), 0, idle[place % 2]);
    const kept = all.filter((row) => mayMatter(JSON.stringify(row) ?? ""));
    assertEquals(read(kept), read(all));
    const left = all.filter((row) => !mayMatter(JSON.stringify(row) ?? ""));
    assertEquals(left.flatMap((row) => codexEvidence(row).directories), []);
  }));
});
