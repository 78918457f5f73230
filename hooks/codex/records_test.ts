import { assertEquals } from "@std/assert";
import { asUuid, birthOf, codexLine, itemText, messageContent, userEventContent, userItemContent } from "./records.ts";

const UUID = "01a22907-7716-7453-a69a-8b3a67a8d08e";

Deno.test("codexLine() reads the envelope of every form, and nothing else", () => {
  const at = "2026-11-02T09:00:00.000Z";
  const cases: readonly (readonly [unknown, string | undefined])[] = [
    [{ timestamp: at, type: "event_msg", payload: { type: "task_started" } }, "event_msg"],
    [{ timestamp: at, ordinal: 7, type: "world_state", payload: {} }, "world_state"],
    [{ id: UUID, timestamp: at, instructions: null }, "session_meta"],
    [{ type: "function_call", name: "shell", arguments: "{}" }, "response_item"],
    [{ record_type: "state" }, undefined],
    [{ record_type: "state", type: "message" }, undefined],
    [{ type: "user", message: {} }, undefined],
    [{ id: UUID, timestamp: at, role: "user" }, undefined],
    [{ payload: {} }, undefined],
    [null, undefined],
    [[], undefined],
    ["text", undefined],
  ];
  for (const [record, type] of cases) assertEquals(codexLine(record)?.type, type, JSON.stringify(record));
  assertEquals(codexLine({ timestamp: at, ordinal: 7, type: "x", payload: {} })?.ordinal, 7);
  assertEquals(codexLine({ timestamp: at, ordinal: "7", type: "x", payload: {} })?.ordinal, null);
  assertEquals(codexLine({ timestamp: "soon", type: "x", payload: {} })?.at, null);
});

Deno.test("asUuid() takes UUIDs of any version and case; birthOf() dates version 7 only", () => {
  assertEquals(asUuid(UUID.toUpperCase()), UUID);
  for (const other of ["rollout-4", "auto-compact-0", `${UUID}0`, "", 7, null]) assertEquals(asUuid(other), null);
  assertEquals(birthOf(UUID), "01a229077716");
  assertEquals(birthOf("6ecb8519-b54b-4804-9a9c-5473ebcf92f6"), null);
  assertEquals(birthOf(null), null);
});

Deno.test("messageContent() reads texts with their kinds and counts what is none", () => {
  const content = [{ type: "input_text", text: "one" }, { type: "input_image", image_url: "data:" }, {
    type: "text",
    text: "t\ud83d",
  }, 7];
  const passthrough = { turn_id: UUID, content_item_kinds: ["user.text", "user.image"] };
  assertEquals(messageContent({ content, internal_chat_message_metadata_passthrough: passthrough }), {
    texts: [{ text: "one", kind: "user.text" }, { text: "t\ufffd", kind: null }],
    attachments: ["input_image"],
    turn: UUID,
  });
  assertEquals(messageContent({ content: "one" }), {
    texts: [{ text: "one", kind: null }],
    attachments: [],
    turn: undefined,
  });
  assertEquals(messageContent({ content: null }), { texts: [], attachments: [], turn: undefined });
});

Deno.test("userItemContent() and userEventContent() read what was sent, in parts", () => {
  const content = [{ type: "text", text: "one" }, { type: "local_image", path: "/srv/a.png" }, {
    type: "text",
    text: "two",
  }, { type: "skill" }];
  assertEquals(userItemContent({ content }), { text: "one\n\ntwo", parts: ["local_image", "skill"] });
  assertEquals(userItemContent({ content: 7 }), { text: "", parts: [] });
  assertEquals(
    userEventContent({ message: "one", images: ["data:"], local_images: [], audio: null, local_audio: [1, 2] }),
    {
      text: "one",
      parts: ["image", "local_audio", "local_audio"],
    },
  );
  assertEquals(userEventContent({ message: 7 }), { text: "", parts: [] });
});

Deno.test("itemText() reads a plan's text and an answer's parts", () => {
  assertEquals(itemText({ text: "# Lid" }), "# Lid");
  assertEquals(itemText({ content: [{ type: "Text", text: "a" }, { type: "Text", text: "b" }, {}] }), "a\n\nb");
  assertEquals(itemText({}), "");
});
