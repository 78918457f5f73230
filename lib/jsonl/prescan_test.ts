import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeLine } from "./decode.ts";
import { createPrescan, type PrescanQuestions } from "./prescan.ts";

const UTF8 = new TextEncoder();

/** The test for lines, of lines as texts. */
function prescanOf(questions: PrescanQuestions): (line: string) => boolean {
  const mayAddBytes = createPrescan(questions);
  return (line) => mayAddBytes(UTF8.encode(line));
}

const known = new Set(["/srv/kettle", "C:\\kettle", "/srv/é", 'a"b\\']);
const mayAdd = prescanOf({
  needles: ['"type":"relocated"', "no-imprint", "https://x/y"],
  keyed: [{ key: "cwd", known }],
});

const table: readonly { readonly name: string; readonly line: string; readonly expected: boolean }[] = [
  { name: "nothing of interest is there", line: '{"type":"user","text":"cwd"}', expected: false },
  { name: "the value is known", line: '{"cwd":"/srv/kettle","n":1}', expected: false },
  { name: "the value is new", line: '{"cwd":"/srv/kettle/web","n":1}', expected: true },
  { name: "the value is new and empty", line: '{"cwd":""}', expected: true },
  {
    name: "white space surrounds the colon and the value is known",
    line: '{ "cwd" : \t"/srv/kettle" }',
    expected: false,
  },
  { name: "white space surrounds the colon and the value is new", line: '{ "cwd"\t:  "/srv" }', expected: true },
  { name: "a known Windows path has escaped backslashes", line: '{"cwd":"C:\\\\kettle"}', expected: false },
  { name: "a new Windows path has escaped backslashes", line: '{"cwd":"C:\\\\kettle\\\\web"}', expected: true },
  { name: "a known value ends in quotes and backslashes", line: '{"cwd":"a\\"b\\\\","n":1}', expected: false },
  { name: "a known value is written as it is", line: '{"cwd":"/srv/é"}', expected: false },
  { name: "a known value is written with escapes above ASCII", line: '{"cwd":"/srv/\\u00e9"}', expected: false },
  { name: "the second of two values is new", line: '{"cwd":"/srv/kettle","to":{"cwd":"/srv"}}', expected: true },
  { name: "the key is a value", line: '{"key":"cwd","cwd2":"/x"}', expected: false },
  { name: "the key stands inside a string of JSON", line: '{"text":"{\\"cwd\\":\\"/x\\"}"}', expected: false },
  {
    name: "the value is null, a number, true or false",
    line: '{"cwd":null,"a":{"cwd":-1},"b":{"cwd":true},"c":{"cwd": false}}',
    expected: false,
  },
  { name: "the value is a list", line: '{"cwd":["/srv/kettle"]}', expected: true },
  { name: "the line ends inside of the value", line: '{"cwd":"/srv/kettle', expected: true },
  { name: "the line ends behind the colon", line: '{"cwd":', expected: true },
  { name: "the value has a broken escape", line: '{"cwd":"/srv\\kettle"}', expected: true },
  { name: "a needle is there", line: '{"text":"no-imprint"}', expected: true },
  { name: "a needle with a colon is written with white space", line: '{"type" : "relocated"}', expected: true },
  { name: "a needle's key has another value", line: '{"type":"user","text":"relocated"}', expected: false },
  { name: "the key is written with escapes", line: '{"c\\u0077d":"/x"}', expected: true },
  { name: "a needle is written with escapes", line: '{"text":"no\\u002dimprint"}', expected: true },
  { name: "a needle with slashes is written with escapes", line: '{"text":"https:\\/\\/x\\/y"}', expected: true },
  { name: "control characters are written with escapes", line: '{"text":"\\u001b[0m \\u0000"}', expected: false },
  { name: "a NUL stands between key and colon, which is no JSON", line: '{"cwd"\0:"/x"}', expected: false },
  { name: "a NUL stands in a value", line: '{"cwd":"/srv\0/kettle"}', expected: true },
  { name: "a value is known but for a byte order mark", line: '{"cwd":"\ufeff/srv/kettle"}', expected: true },
  { name: "the line ends inside of the key", line: '{"cwd', expected: false },
  { name: "nothing is there", line: "", expected: false },
];
for (const { name, line, expected } of table) {
  Deno.test(`createPrescan() says ${expected} when ${name}`, () => assertEquals(mayAdd(line), expected));
}

Deno.test("createPrescan() asks the known values at each line when the caller adds one", () => {
  const seen = new Set<string>();
  const isNew = prescanOf({ keyed: [{ key: "cwd", known: seen }] });
  assertEquals(isNew('{"cwd":"/x"}'), true);
  seen.add("/x");
  assertEquals(isNew('{"cwd":"/x"}'), false);
});

Deno.test("createPrescan() finds a needle that overlaps a key", () => {
  const both = prescanOf({
    needles: ['wd":"/srv/k', '"cwd":"/home'],
    keyed: [{ key: "cwd", known: new Set(["/srv/k", "/home"]) }],
  });
  assertEquals(both('{"cwd":"/srv/k"}'), true);
  assertEquals(both('{"cwd":"/home"}'), true);
  assertEquals(both('{"cwd":"/srv/"}'), true);
});

Deno.test("createPrescan() takes characters of needles and keys literally", () => {
  const special = prescanOf({ needles: ["a.b*", "[x]$^", "\\\\d"], keyed: [{ key: "k+(", known: new Set() }] });
  assertEquals(["aXbb", "x", "5", "kk("].map(special), [false, false, false, false]);
  assertEquals(["a.b*", "[x]$^", "\\\\d", '"k+(":"v"'].map(special), [true, true, true, true]);
});

Deno.test("createPrescan() says false to every line when nothing is asked", () => {
  assertEquals(prescanOf({})('{"cwd":"/x"}'), false);
});

/** Calls `found` with each string under a key `cwd`, at any depth. */
function strings(value: unknown, found: (cwd: string) => void): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "cwd" && typeof child === "string") found(child);
    strings(child, found);
  }
}

/** JSON as different writers spell it. */
const spelled = fc.tuple(
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.oneof(fc.constantFrom("/srv/kettle", "C:\\kettle", 'a"b\\', "/srv/é"), fc.string({ unit: "binary" })), {
    maxLength: 3,
  }),
  fc.constantFrom("", "  ", "\t"),
  fc.constantFrom(/[^ -~]/g, /[<>&\u2028]/g, /[cw/-]/g, /[^\s\S]/g),
  fc.array(fc.nat(), { maxLength: 2 }),
).map(([value, directories, indent, escaped, nuls]) => {
  const line = JSON.stringify({ value, list: directories.map((cwd) => ({ cwd, n: [value] })) }, null, indent)
    .replaceAll("\n", " ")
    .replaceAll(escaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return nuls.map((at) => at % (line.length + 1)).reduce((text, at) => `${text.slice(0, at)}\0${text.slice(at)}`, line);
});

Deno.test("createPrescan() misses no new value however the line is spelled", () => {
  fc.assert(
    fc.property(spelled, (line) => {
      const expected = new Set<string>();
      for (const record of decodeLine({ text: line, terminated: true }).records) {
        strings(record, (cwd) => expected.add(cwd));
      }
      if ([...expected].some((cwd) => !known.has(cwd))) assert(mayAdd(line), line);
    }),
    { numRuns: 500 },
  );
});

Deno.test("createPrescan() ends in time when 4 MiB are made of what it looks for", () => {
  const start = performance.now();
  for (
    const unit of ['"cwd"', '"cwd":', '"cwd":"/srv/kettle",', '"cwd":"\\"', "no-imprin", '"cwd" ', '"', "\\", "\\u00"]
  ) {
    const text = unit.repeat(4 * 1024 * 1024 / unit.length);
    mayAdd(text);
    mayAdd(`"cwd":"${text}`);
  }
  assert(performance.now() - start < 10_000);
});
