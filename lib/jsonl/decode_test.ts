import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeLine, type JsonRecord } from "./decode.ts";

const decode = (text: string) => decodeLine({ text, terminated: true });
const user = '{"type":"user","message":{"role":"user","content":"fill the {\\"kettle\\"} \\\\"},"uuid":"u1"}';
const reply =
  '{"parentUuid":"u1","message":{"content":[{"type":"text","text":"done {","n":[1,{"a":{}}]}]},"uuid":"u2"}';
const [USER, REPLY] = [JSON.parse(user), JSON.parse(reply)];

const table: readonly {
  readonly name: string;
  readonly text: string;
  readonly records: readonly JsonRecord[];
  readonly lost?: number;
}[] = [
  { name: "one record", text: user, records: [USER] },
  { name: "white space around it", text: ` \t${user}  `, records: [USER] },
  { name: "NULs and white space around it", text: ` \0${user}\0 \0`, records: [USER] },
  { name: "nothing", text: "", records: [] },
  { name: "only white space and NULs", text: " \t \0 ", records: [] },
  {
    name: "both records glued on one line (report 30: https://github.com/anthropics/claude-code/issues/52387)",
    text: user + reply,
    records: [USER, REPLY],
  },
  {
    name: "three records with spaces and NULs between",
    text: `${user} ${reply}\0\0${user}`,
    records: [USER, REPLY, USER],
  },
  {
    name:
      "the record behind the stub of a killed write (report 30: https://github.com/anthropics/claude-code/issues/52387)",
    text: '{"type":"us' + user,
    records: [USER],
    lost: 11,
  },
  { name: "the record behind two stubs", text: '{"type":"us{"parentUuid":' + user, records: [USER], lost: 25 },
  { name: "the record before a stub", text: user + '{"type":"us', records: [USER], lost: 11 },
  {
    name: "the records around a stub",
    text: user + '{"type":"us' + reply + user,
    records: [USER, REPLY, USER],
    lost: 11,
  },
  { name: "the record between two stubs", text: '{"type":"us' + user + '{"par', records: [USER], lost: 16 },
  {
    name: "the records between three stubs",
    text: '{"ty' + user + '{"type":"us' + reply + '{"p',
    records: [USER, REPLY],
    lost: 18,
  },
  { name: "a record behind NULs inside of a stub", text: '{"type":"us\0\0\0' + user, records: [USER], lost: 11 },
  { name: "a record behind something that is no JSON", text: "2026-10-26 INFO " + user, records: [USER], lost: 15 },
  {
    name:
      "a string with NULs inside, marked like other bytes that are no text (report 36: https://github.com/anthropics/claude-code/issues/94408)",
    text: '{"type":"user","output":"a\0\0b"}',
    records: [{ type: "user", output: "a\ufffdb" }],
  },
  {
    name: "lone surrogates as they are (report 35: https://github.com/anthropics/claude-code/issues/61301)",
    text: '{"text":"\\ud83d"}',
    records: [{ text: "\ud83d" }],
  },
  {
    name:
      "a message of numeric keys, which is for the reader to judge (report 34: https://github.com/anthropics/claude-code/issues/24663)",
    text: '{"type":"user","message":{"0":"h","1":"i"}}',
    records: [{ type: "user", message: { 0: "h", 1: "i" } }],
  },
  {
    name: "nothing of a malformed line (report 33: https://github.com/anthropics/claude-code/issues/50347)",
    text: '{"type":"user","message":{"role":"user","content":"bad \\x escape"},"uuid":"u1"}',
    records: [],
    lost: 79,
  },
  { name: "nothing of a stub", text: '{"type":"user","message":{"role":"us', records: [], lost: 36 },
  {
    name: "no part of a lost record",
    text: '{"message":{"usage":{"n":1},"content":[{"type":"text","text":"he',
    records: [],
    lost: 64,
  },
  {
    name: "no part of a lost record before a whole one",
    text: '{"a":{"b":{"n":1},"c":{"n":2}' + user,
    records: [USER],
    lost: 29,
  },
  {
    name: "no part of a lost record at the end of a line",
    text: '{"parentUuid":null,"message":{"role":"user"}',
    records: [],
    lost: 44,
  },
  {
    name: "a record behind a stub cut at a colon",
    text: '{"type":"user","message":' + user,
    records: [USER],
    lost: 25,
  },
  {
    name: "no part of a lost record written with white space",
    text: '{"a": {"b": 1}, "c": [{"d": 1}, {"e": 1}], "f": "x',
    records: [],
    lost: 50,
  },
  { name: "no object inside of other writing", text: 'took {"n":1} ms', records: [], lost: 15 },
  {
    name: "no part of a stub before a record with the same keys",
    text: '{"a":{"a":1}{"a":2}',
    records: [{ a: 2 }],
    lost: 12,
  },
  { name: "no list", text: `[${user}]`, records: [], lost: user.length + 2 },
  { name: "no number", text: "12", records: [], lost: 2 },
  { name: "no null", text: "null", records: [], lost: 4 },
  { name: "no string", text: '"{}"', records: [], lost: 4 },
  { name: "no other writing", text: "né 🫖", records: [], lost: 8 },
];
for (const { name, text, records, lost = 0 } of table) {
  Deno.test(`decodeLine() reads ${name}`, () => {
    assertEquals(decode(text), { records, bad: lost > 0 ? 1 : 0, lostBytes: lost, torn: false });
  });
}

Deno.test("decodeLine() leaves a last line without line feed for the next run when it does not parse", () => {
  for (const text of ['{"type":"us', user + '{"type', '{"a":{"b":1}', "12", "[]", "tru", '{"type":"us' + user]) {
    assertEquals(decodeLine({ text, terminated: false }), { records: [], bad: 0, lostBytes: 0, torn: true });
  }
});

Deno.test("decodeLine() reads a last line without line feed when it is whole", () => {
  assertEquals(decodeLine({ text: user, terminated: false }), { records: [USER], bad: 0, lostBytes: 0, torn: false });
  assertEquals(decodeLine({ text: user + reply, terminated: false }).records, [USER, REPLY]);
  assertEquals(decodeLine({ text: "", terminated: false }), { records: [], bad: 0, lostBytes: 0, torn: false });
});

const record = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }).map((value) => ({ type: "user", value }));

Deno.test("decodeLine() reads a record whatever stub stands before it", () => {
  fc.assert(fc.property(record, record, fc.nat(), (lost, kept, cut) => {
    const text = JSON.stringify(lost);
    const stub = text.slice(0, cut % text.length);
    const { records, lostBytes } = decode(stub + JSON.stringify(kept));
    assertEquals(records.at(-1), JSON.parse(JSON.stringify(kept)));
    if (records.length === 1) {
      assertEquals(lostBytes, new TextEncoder().encode(stub.replace(/[ \t\r\n\0]+$/, "")).length);
    }
  }));
});

Deno.test("decodeLine() reads all records glued on one line", () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), fc.constantFrom("", " ", "\0"), (records, glue) => {
      const text = records.map((value) => JSON.stringify(value)).join(glue);
      const expected = records.map((value) => JSON.parse(JSON.stringify(value)));
      assertEquals(decode(text), { records: expected, bad: 0, lostBytes: 0, torn: false });
    }),
  );
});

const jsonLike = fc.array(fc.constantFrom(...'{}[]":,\\ 1a\0é'.split(""), '{"a":', '{"a":1}', '"}'), { maxLength: 60 })
  .map((parts) => parts.join(""));

Deno.test("decodeLine() never throws and accounts for every byte when the text is anything", () => {
  fc.assert(fc.property(fc.oneof(jsonLike, fc.string({ unit: "binary" })), fc.boolean(), (text, terminated) => {
    const { records, bad, lostBytes, torn } = decodeLine({ text, terminated });
    assertEquals(bad, lostBytes > 0 ? 1 : 0);
    assert(!(terminated && torn));
    assert(!torn || records.length === 0);
    for (const value of records) assert(typeof value === "object" && value !== null && !Array.isArray(value));
    assert(lostBytes <= new TextEncoder().encode(text).length);
  }));
});

Deno.test("decodeLine() gives up the rest when a line holds more records than any client writes", () => {
  const { records, lostBytes } = decode("{}".repeat(30_000));
  assertEquals([records.length, lostBytes], [20_000, 20_000]);
});

// A line has at most 2 MiB (elide.ts); twice that leaves no doubt. The bound is generous: measured 0.01 to 0.5 s each.
const SIZE = 4 * 1024 * 1024;
const UNITS = [
  '{"',
  '{"{"',
  '{"a":',
  '{"a":1',
  '{"a":x',
  '1{"a":',
  'x{"a":',
  '{"a":1}x',
  "}",
  '"}',
  "{",
  "[",
  '"',
  "\\",
  '"\\',
  "{ ",
  "\0",
  '{"a":"',
];
for (const unit of UNITS) {
  Deno.test(`decodeLine() ends in time when 4 MiB of ${JSON.stringify(unit)} are one line`, () => {
    const text = unit.repeat(SIZE / unit.length);
    const start = performance.now();
    decode(text);
    decode(`{"a":"${text}"}`);
    assert(performance.now() - start < 10_000);
  });
}
