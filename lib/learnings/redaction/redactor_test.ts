import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { allSamples, ALNUM, random, type Sample, survives } from "./redaction_test_support.ts";
import { createRedactor, REDACTION_RULES, shiftOffset } from "./redactor.ts";
import { runs } from "../../../tests/runs_test_support.ts";

const redactor = createRedactor({});
const SAMPLES = allSamples();

const SURROUNDINGS: readonly (readonly [string, string])[] = [
  ["", ""],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ['\\"', '\\"'],
  ['\\\\\\"', '\\\\\\"'],
  ["\\n", "\\n"],
  ["\\t", "\\r\\n"],
  ["\\u0022", "\\u0022"],
  ["%22", "%22"],
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
  ["<b>", "</b>"],
  ["\n", "\n"],
  ["\r\n", "\r\n"],
  ["密钥", "请看"],
  ["：", "。"],
  ["「", "」です"],
  ["\x1b[32m", "\x1b[0m"],
  [": ", "; "],
  [", ", ","],
  ["> ", "\n> "],
  ["**", "**"],
  ["\ud800", "\udc00"],
];

function textOf(sample: Sample): string {
  return sample.before + sample.secret + sample.after;
}

Deno.test("redact() leaves nothing of a secret, whatever stands around it", () => {
  for (const sample of SAMPLES) {
    for (const [before, after] of SURROUNDINGS) {
      const { text, count } = redactor.redact(before + textOf(sample) + after);
      const where = `${sample.type} between ${JSON.stringify([before, after])}: ${text}`;
      assert(count > 0, where);
      assert(!survives(sample.secret, text), where);
    }
  }
});

Deno.test("redact() names the type and keeps what stands around", () => {
  for (const sample of SAMPLES) {
    const { text, byType } = redactor.redact(`Look at this:\n\n${textOf(sample)}\n\nand that.`);
    assertEquals(byType[sample.type], 1, `${sample.type}: ${JSON.stringify(byType)} ${text}`);
    assertEquals(text, `Look at this:\n\n${sample.before}[redacted:${sample.type}]${sample.after}\n\nand that.`);
  }
});

Deno.test("redact() finds a secret at every place around the 8 KiB at which texts are cut", () => {
  const cut = 8192;
  const filler = "Put the kettle on, then look at lib/kettle.ts again. ".repeat(200);
  for (const [index, sample] of SAMPLES.entries()) {
    const whole = textOf(sample);
    const [before, after] = SURROUNDINGS[1 + index % (SURROUNDINGS.length - 1)]!;
    for (let at = cut - whole.length - 2; at <= cut + 2; at += runs(5, 1)) {
      const { text } = redactor.redact(
        filler.slice(0, at - before.length) + before + whole + after + filler.slice(0, 60),
      );
      const rest = text.slice(at - before.length, -60);
      assert(!survives(sample.secret, rest), `${sample.type} at ${at}: ${rest}`);
    }
  }
});

Deno.test("redact() changes nothing when it is done again", () => {
  for (const sample of SAMPLES) {
    for (const [before, after] of SURROUNDINGS) {
      const once = redactor.redact(before + textOf(sample) + after).text;
      assertEquals(redactor.redact(once).text, once);
    }
  }
});

Deno.test("redact() is idempotent and reports its spans exactly (property)", () => {
  const words = [{ text: "Acme Corp", as: "client" }, { text: "kettle", as: "project" }, { text: "水壶" }, {
    text: "key",
  }];
  const withWords = createRedactor({ words });
  const scraps = fc.oneof(
    fc.constantFrom(...SAMPLES.map(textOf)),
    fc.constantFrom(
      "<private>",
      "</private>",
      "`<private>`",
      "[redacted:password]",
      "[redacted:client]",
      "[redacted:nothing]",
    ),
    fc.constantFrom(
      "password",
      "token",
      "api key",
      "secret",
      "=",
      ": ",
      '"',
      "'",
      "`",
      "\\",
      "\n",
      " ",
      "://",
      "@",
      "a:b@",
      "-----BEGIN ",
    ),
    fc.constantFrom(
      "Acme Corp",
      "kettle",
      "kettles",
      "水壶",
      "ACME  CORP",
      "key",
      "monkey",
      "hunter2",
      "is",
      "curl -u",
      "Bearer",
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const texts = fc.array(scraps, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (original) => {
      for (const one of [redactor, withWords]) {
        const { text, spans, count, byType } = one.redact(original);
        assertEquals(one.redact(text).text, text);
        assertEquals(count, spans.length);
        assertEquals(Object.values(byType).reduce((sum, n) => sum + n, 0), count);
        let rebuilt = "";
        let end = 0;
        for (const span of spans) {
          assert(span.start >= end && span.end > span.start && span.end <= original.length);
          rebuilt += original.slice(end, span.start) + `[redacted:${span.type}]`;
          end = span.end;
        }
        assertEquals(rebuilt + original.slice(end), text);
      }
    }),
    { numRuns: runs(200, 1500) },
  );
});

Deno.test("shiftOffset() keeps places outside of what was replaced, and order (property)", () => {
  const texts = fc.array(fc.constantFrom("<private>x</private>", "plain ", "DB_PASSWORD=hunter2", " ", "\n"), {
    maxLength: 9,
  })
    .map((parts) => parts.join(""));
  fc.assert(fc.property(texts, (original) => {
    const redaction = redactor.redact(original);
    let last = 0;
    for (let offset = 0; offset <= original.length; offset++) {
      const shifted = shiftOffset(redaction, offset);
      assert(shifted >= last && shifted <= redaction.text.length);
      last = shifted;
      const outside = !redaction.spans.some(({ start, end }) => offset >= start && offset < end);
      if (outside) assertEquals(redaction.text[shifted], original[offset]);
    }
    assertEquals(shiftOffset(redaction, original.length), redaction.text.length);
  }));
});

Deno.test("shiftOffset() puts a place inside a replaced part at its marker's start", () => {
  const redaction = redactor.redact("a <private>secret</private> b");
  assertEquals([0, 2, 3, 26, 27, 28].map((offset) => shiftOffset(redaction, offset)), [0, 2, 2, 2, 20, 21]);
});

Deno.test("redact() returns the very text when there is nothing in it", () => {
  const text = "Put the kettle on.";
  assertEquals(redactor.redact(text), { text, count: 0, byType: {}, spans: [] });
  assertEquals(redactor.redact("").text, "");
});

Deno.test("redact() joins what overlaps, under the more telling type", () => {
  const token = ["gh", "p_", random(ALNUM, 36)].join("");
  assertEquals(redactor.redact(`GITHUB_TOKEN=${token}`).text, "GITHUB_TOKEN=[redacted:github-token]");
  assertEquals(
    redactor.redact(`https://x-access-token:${token}@github.com/mira/kettle`).text,
    "https://[redacted:url/credentials]@github.com/mira/kettle",
  );
  assertEquals(redactor.redact(`<private>${token}</private>`).byType, { private: 1 });
  assertEquals(redactor.redact(`Authorization: Bearer ${token}`).text, "Authorization: Bearer [redacted:github-token]");
});

Deno.test("redact() counts every secret", () => {
  const { count, byType } = redactor.redact(
    "DB_PASSWORD=hunter2\nSMTP_PASSWORD=hunter3\nclient_secret: 9f8Q7aZ2kL0m\n",
  );
  assertEquals({ count, byType }, { count: 3, byType: { password: 2, secret: 1 } });
});

Deno.test("redact() gives for a text that it has seen what it gave the first time", () => {
  const fresh = createRedactor({ words: [{ text: "Acme", as: "client" }] });
  const texts = [
    "/srv/kettle/lib/valve.ts",
    "for Acme",
    "DB_PASSWORD=hunter2",
    "",
    ...SAMPLES.map(({ before, secret, after }) => before + secret + after),
  ];
  const once = texts.map((text) => fresh.redact(text));
  for (let i = 0; i < 300; i++) fresh.redact(`/srv/kettle/${i}.ts`);
  for (let again = 0; again < 2; again++) assertEquals(texts.map((text) => fresh.redact(text)), once);
});

Deno.test("redact() trusts no marker that it would not have written", () => {
  const token = ["gh", "p_", random(ALNUM, 36)].join("");
  assertEquals(redactor.redact(`[redacted:${token}]`).text, "[redacted:[redacted:github-token]]");
});

Deno.test("REDACTION_RULES name each type once, with a page", () => {
  const types = REDACTION_RULES.map(({ type }) => type);
  assertEquals(types.length, new Set(types).size);
  for (const { type } of SAMPLES) assert(types.includes(type), type);
  for (const { type, source } of REDACTION_RULES) assert(source.startsWith("https://"), type);
});
