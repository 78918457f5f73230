import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type BridgeCall, type Envelope, readCall, readReply, type Reply } from "./envelope.ts";
import { readEnvelope } from "./envelope_schema.ts";

const CALL: BridgeCall = {
  bridge: 1,
  op: "stop",
  client: "claude-code",
  requestId: "5f0c0000-1111",
  origin: { env: "windows", home: "C:\\Users\\mira", stores: [] },
  payload: {
    hook_event_name: "Stop",
    session_id: "aaaaaaaa-0000-4000-8000-000000000001",
    transcript_path: "c:\\Users\\mira\\.claude\\projects\\p\\s.jsonl",
    cwd: "c:\\w",
  },
  transcript: { mode: "path", size: 48211, mtimeMs: 1_790_000_000_000 },
};
const BATCH: Envelope = { bridge: 1, op: "batch", requestId: "5f0c0000-2222", deadlineMs: 8000, calls: [CALL] };

Deno.test("readEnvelope() takes one call or several, with a mark and CRLF around", () => {
  const single = { ...CALL, deadlineMs: 8000 };
  for (const envelope of [single, BATCH]) {
    assertEquals(readEnvelope(`\ufeff${JSON.stringify(envelope)}\r\n`) as unknown, envelope);
  }
  const wsl = { ...single, origin: { env: "wsl", distro: "Ubuntu", home: null, stores: ["/home/mira/.codex"] } };
  assertEquals(readEnvelope(JSON.stringify(wsl)) as unknown, wsl);
});

Deno.test("readEnvelope() refuses other versions, unsafe names and what is too much", () => {
  const wrong: readonly unknown[] = [
    null,
    [],
    { ...BATCH, bridge: 2 },
    { ...BATCH, deadlineMs: 0 },
    { ...BATCH, requestId: "../../x" },
    { ...CALL },
    { ...CALL, deadlineMs: 1, payload: { ...CALL.payload, session_id: "../x" } },
    { ...CALL, deadlineMs: 1, client: "nobody" },
    { ...CALL, deadlineMs: 1, origin: { env: "wsl", distro: "a b", home: null, stores: [] } },
    { ...CALL, deadlineMs: 1, transcript: { mode: "inline", base64: "A".repeat(12 * 1024 * 1024) } },
    { ...BATCH, calls: Array.from({ length: 501 }, () => CALL) },
  ];
  for (const envelope of wrong) assertEquals(readEnvelope(JSON.stringify(envelope)), undefined);
});

Deno.test("readCall() and readReply() give back what was written, and nothing for anything else", () => {
  assertEquals(readCall(JSON.stringify(CALL)), CALL);
  const reply: Reply = {
    bridge: 1,
    requestId: "a",
    results: [{ requestId: "b", status: "skipped", reason: "claimed" }],
    ms: 3,
  };
  assertEquals(readReply(JSON.stringify(reply)), { requestId: reply.requestId, results: reply.results });
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    assertEquals([readCall(text), readReply(text), readEnvelope(text)], [undefined, undefined, undefined]);
  }));
});
