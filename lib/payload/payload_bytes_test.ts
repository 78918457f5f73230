import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { parsePayloadBytes, parsePayloadText, type PayloadFlag } from "./payload_bytes.ts";

const PAYLOAD = {
  session_id: "s1",
  transcript_path: "C:\\Users\\mira\\s1.jsonl",
  cwd: "/srv/kettle",
  text: "häkelt 表 😀",
};
const JSON_TEXT = JSON.stringify(PAYLOAD);

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
}

Deno.test("parsePayloadBytes() reads the value when the bytes are dressed up in some way", () => {
  const cases: readonly [string, Uint8Array, readonly PayloadFlag[]][] = [
    ["plain", utf8(JSON_TEXT), []],
    ["line feed behind it", utf8(`${JSON_TEXT}\n`), []],
    ["white space and NULs around it", utf8(`\r\n ${JSON_TEXT}\r\n\0\0`), []],
    ["byte-order mark", utf8(`\ufeff${JSON_TEXT}`), ["bom"]],
    ["mark behind white space", utf8(`\n\ufeff${JSON_TEXT}`), []],
    ["second value behind it", utf8(`${JSON_TEXT}\n{"session_id":"s2"}`), ["trailing-data"]],
    ["text behind it", utf8(`${JSON_TEXT} bye }`), ["trailing-data"]],
    ["UTF-16LE", utf16(JSON_TEXT, true), ["utf-16"]],
    ["UTF-16LE with mark", utf16(`\ufeff${JSON_TEXT}\r\n`, true), ["bom", "utf-16"]],
    ["UTF-16LE cut in the last unit", utf16(JSON_TEXT, true).slice(0, -1), ["utf-16"]],
    ["UTF-16BE", utf16(JSON_TEXT, false), ["utf-16"]],
    ["UTF-16BE with mark", utf16(`\ufeff${JSON_TEXT}`, false), ["bom", "utf-16"]],
  ];
  for (const [name, bytes, flags] of cases) {
    assertEquals(parsePayloadBytes(bytes), { value: PAYLOAD, flags }, name);
  }
});

Deno.test("parsePayloadBytes() keeps what is ASCII when the text is in a legacy code page", () => {
  // "häkelt" as Windows-1252.
  const bytes = Uint8Array.from('{"session_id":"s1","text":"h\u00e4kelt"}', (character) => character.charCodeAt(0));
  const value = { session_id: "s1", text: "h\ufffdkelt" };
  assertEquals(parsePayloadBytes(bytes), { value, flags: ["not-utf-8"] });
});

Deno.test("parsePayloadBytes() finds session and event when a code page breaks a string", () => {
  // In cp932 the second byte of a letter can be a backslash, which then escapes the closing quote.
  const text =
    '{"session_id":"s1","transcript_path":"/t/s1.jsonl","cwd":"/srv/\u0095\\","hook_event_name":"Stop","x":1}';
  const parsed = parsePayloadBytes(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const value = { session_id: "s1", transcript_path: "/t/s1.jsonl", hook_event_name: "Stop" };
  assertEquals(parsed, { value, flags: ["not-utf-8", "cut-off"] });
});

Deno.test("parsePayloadText() keeps the members in front of the damage when the value breaks off", () => {
  const head = '{"session_id":"s1","hook_event_name":"Stop","stop_hook_active":false';
  const value = { session_id: "s1", hook_event_name: "Stop", stop_hook_active: false };
  for (const rest of [',"last_assistant_message":"the ke', ',"a":{"b":[1,', ',"a":tru', ",", ',"a":"b\\"}']) {
    assertEquals(parsePayloadText(head + rest), { value, flags: ["cut-off"] }, rest);
  }
});

Deno.test("parsePayloadText() believes no member when it stands inside somebody's text", () => {
  const message = 'say ,"session_id":"s9","hook_event_name":"Stop" twice';
  const whole = JSON.stringify({ last_assistant_message: message, tail: 1 });
  const parsed = parsePayloadText(whole.slice(0, whole.indexOf('","tail"')));
  assertEquals(parsed, { problem: "not-json" });
});

Deno.test("parsePayloadBytes() says what is wrong when there is nothing to read", () => {
  const cases: readonly [string, "empty" | "not-json"][] = [
    ["", "empty"],
    [" \r\n\t", "empty"],
    ["\ufeff\n", "empty"],
    ["\0\0\0", "empty"],
    ["hello", "not-json"],
    ["{", "not-json"],
    ["{}}x{"[0] + "'a':1}", "not-json"],
    ["[1,2", "not-json"],
    ["}{", "not-json"],
    ['"open', "not-json"],
  ];
  for (const [text, problem] of cases) assertEquals(parsePayloadBytes(utf8(text)), { problem }, JSON.stringify(text));
});

Deno.test("parsePayloadText() repairs no backslash when a path comes unescaped", () => {
  const parsed = parsePayloadText(
    '{"session_id":"s1","transcript_path":"C:\\Users\\mira\\s1.jsonl","hook_event_name":"Stop"}',
  );
  assertEquals(parsed, { value: { session_id: "s1", hook_event_name: "Stop" }, flags: ["cut-off"] });
});

Deno.test("parsePayloadBytes() returns any JSON value when anything follows it", () => {
  const containers = fc.oneof(fc.object({ maxDepth: 2 }), fc.array(fc.jsonValue())).map((value) =>
    JSON.parse(JSON.stringify(value))
  );
  const endings = fc.constantFrom("", "\n", " {", '"', "}", "]", "null", "\0");
  fc.assert(fc.property(containers, endings, (value, ending) => {
    const parsed = parsePayloadBytes(utf8(JSON.stringify(value) + ending));
    assert("value" in parsed);
    assertStrictEquals(JSON.stringify(parsed.value), JSON.stringify(value));
  }));
});

Deno.test("parsePayloadBytes() never throws when the bytes are arbitrary", () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.tuple(fc.nat(JSON_TEXT.length), fc.uint8Array({ maxLength: 6 })).map(([at, bytes]) => {
      const text = utf8(JSON_TEXT);
      return new Uint8Array([...text.slice(0, at), ...bytes, ...text.slice(at)]);
    }),
  );
  fc.assert(fc.property(noise, (bytes) => {
    const parsed = parsePayloadBytes(bytes);
    assert("value" in parsed !== "problem" in parsed);
  }));
});

Deno.test("parsePayloadBytes() reads 10 MB when the last message is that long, whole or cut off", () => {
  const message = 'quoted "text", {braces} \\ and a b\u00fcgel '.repeat(250_000);
  const text = JSON.stringify({ session_id: "s1", hook_event_name: "Stop", last_assistant_message: message });
  const whole = parsePayloadBytes(utf8(text));
  assert("value" in whole && whole.flags.length === 0);
  const cut = parsePayloadBytes(utf8(text.slice(0, -2)));
  assertEquals(cut, { value: { session_id: "s1", hook_event_name: "Stop" }, flags: ["cut-off"] });
});
