import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  createLineBuffer,
  ELIDE_LINE_BYTES,
  ELIDE_SHORTER_BYTES,
  ELIDE_STRING_BYTES,
  MAX_LINE_BYTES,
} from "./elide.ts";
import { runs } from "../../tests/runs_test_support.ts";

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder();

function collect(line: Uint8Array, chunk = line.length): { text: string | undefined; elided: number } {
  const buffer = createLineBuffer();
  for (let at = 0; at < line.length; at += chunk) buffer.append(line.subarray(at, at + chunk));
  const content = buffer.content();
  return { text: content && TEXT.decode(content), elided: buffer.elided };
}

/** The rule itself, over the whole line: the oracle for valid JSON. */
function naive(line: string): string | undefined {
  if (UTF8.encode(line).length <= ELIDE_LINE_BYTES) return line;
  const without = (longest: number) =>
    line.replaceAll(/"((?:[^"\\]|\\[^])*)"/g, (whole, content) => {
      const bytes = UTF8.encode(content).length;
      return bytes > longest ? `"[elided ${bytes} bytes]"` : whole;
    });
  return [ELIDE_STRING_BYTES, ELIDE_SHORTER_BYTES].map(without)
    .find((short) => UTF8.encode(short).length <= MAX_LINE_BYTES);
}

const x = (bytes: number) => "x".repeat(bytes);

Deno.test("createLineBuffer() keeps every byte when the line has exactly 1 MiB", () => {
  const line = `{"a":"${x(ELIDE_LINE_BYTES - 8)}"}`;
  assertEquals(line.length, ELIDE_LINE_BYTES);
  assert(collect(UTF8.encode(line)).text === line);
});

Deno.test("createLineBuffer() replaces strings over 256 KiB when the line is over 1 MiB (report 38: https://github.com/pingdotgg/t3code/issues/7258)", () => {
  const kept = x(ELIDE_STRING_BYTES);
  const line = `{"a":"${x(700_000)}","b":"${kept}","c":"${x(ELIDE_STRING_BYTES + 1)}","d":"end"}`;
  for (const chunk of [line.length, 1_000_003, 262_144, 65_536, 4_099]) {
    const { text, elided } = collect(UTF8.encode(line), chunk);
    assert(text === `{"a":"[elided 700000 bytes]","b":"${kept}","c":"[elided 262145 bytes]","d":"end"}`);
    assertEquals(elided, 700_000 + 262_145);
  }
});

Deno.test("createLineBuffer() knows escapes when it looks for the end of a long string", () => {
  const hard = '\\"'.repeat(200_000) + "\\\\".repeat(200_000) + "\\u0022\\n" + "é".repeat(150_000);
  const line = `{"a":"${hard}","b":"\\\\","c":["\\"",{"d":null}]}`;
  const expected = `{"a":"[elided ${UTF8.encode(hard).length} bytes]","b":"\\\\","c":["\\"",{"d":null}]}`;
  for (const chunk of [line.length * 2, 1, 2, 3, 524_287]) {
    assertEquals(collect(UTF8.encode(line), chunk).text, expected, `chunks of ${chunk}`);
  }
});

Deno.test("createLineBuffer() gives a line up when it is over 2 MiB without its long strings", () => {
  const many = `[${Array.from({ length: 150 }, () => JSON.stringify(x(ELIDE_SHORTER_BYTES))).join()}]`;
  const numbers = `{"a":[${"1,".repeat(1_100_000)}1]}`;
  for (const line of [many, numbers]) {
    for (const chunk of [line.length, 65_536, 100_003]) assertEquals(collect(UTF8.encode(line), chunk).text, undefined);
  }
});

Deno.test("createLineBuffer() gives a line up by one byte more than 2 MiB and not by 2 MiB", () => {
  const strings = `"a":"${x(16_000)}",`.repeat(130);
  const fill = MAX_LINE_BYTES - strings.length - '{"z":""}'.length;
  for (const [more, kept] of [[0, true], [1, false]] as const) {
    const line = `{${strings}"z":"${x(fill + more)}"}`;
    for (const chunk of [line.length, 65_536, 7_919]) {
      assertEquals(collect(UTF8.encode(line), chunk).text?.length, kept ? MAX_LINE_BYTES : undefined);
    }
  }
});

Deno.test("createLineBuffer() takes strings over 16 KiB out of a line that is over 2 MiB otherwise, and of no other", () => {
  const [image, kept] = [x(200_000), x(ELIDE_SHORTER_BYTES)];
  const line = (images: number) => `{"text":"${kept}","images":[${`"${image}",`.repeat(images)}"${image}"]}`;
  const short = (images: number) => line(images).replaceAll(image, "[elided 200000 bytes]");
  for (const chunk of [9_000_000, 65_536, 7_919]) {
    assert(collect(UTF8.encode(line(8)), chunk).text === line(8));
    assert(collect(UTF8.encode(line(12)), chunk).text === short(12));
    assert(collect(UTF8.encode(line(30)), chunk).text === short(30));
  }
});

Deno.test("createLineBuffer() can be used again when a line was given up or ended inside a string", () => {
  const buffer = createLineBuffer();
  for (const line of [`{"a":[${"1,".repeat(1_100_000)}1]}`, `{"a":"${x(2_000_000)}`, `{"a":"${x(1_100_000)}\\`]) {
    buffer.append(UTF8.encode(line));
    buffer.content();
    buffer.clear();
    buffer.append(UTF8.encode('{"b":1}'));
    assertEquals(TEXT.decode(buffer.content()), '{"b":1}');
    assertEquals(buffer.elided, 0);
    buffer.clear();
  }
});

Deno.test("createLineBuffer() leaves a long string unclosed when the line ends inside of it", () => {
  assertEquals(collect(UTF8.encode(`{"a":"${x(2_000_000)}`), 65_536).text, '{"a":"[elided 2000000 bytes]');
});

Deno.test("createLineBuffer() finds the long string behind the stub of a killed write, whose quotes pair wrongly", () => {
  for (const stub of ['{"type":"us', '{"type":"a\\', '{"ty', '{"type":', '{"type":"user","n":[1,2']) {
    for (const unit of ["iVBORw0KGgo+/", '\\"iVBOR/0KG', "\\\\ABCDEFGH"]) {
      const image = unit.repeat(120_000);
      const line = `${stub}{"type":"user","image":"${image}","uuid":"u"}`;
      const expected = `${stub}{"type":"user","image":"[elided ${image.length} bytes]","uuid":"u"}`;
      for (const chunk of [line.length, 65_536]) assert(collect(UTF8.encode(line), chunk).text === expected);
    }
  }
});

Deno.test("createLineBuffer() keeps one NUL of a run when the line is over 1 MiB (report 32: https://github.com/anthropics/claude-code/issues/49876)", () => {
  const line = '{"a":1}' + "\0".repeat(1_100_000) + '{"b":"' + x(300_000) + '"}' + "\0".repeat(10);
  assertEquals(collect(UTF8.encode(line), 65_536).text, '{"a":1}\0{"b":"[elided 300000 bytes]"}\0');
});

Deno.test("createLineBuffer() knows an escape when it is what proves that the last quote opened a string", () => {
  const line = `{"t":"{"a":"\\"${x(1_100_000)}","b":1}`;
  assertEquals(collect(UTF8.encode(line), 65_536).text, '{"t":"{"a":"[elided 1100002 bytes]","b":1}');
});

Deno.test("createLineBuffer() takes a NUL for no sign of a string when a list of numbers follows", () => {
  const numbers = `{"n":[${"1,".repeat(150_000)}1],"x":1}`;
  assert(collect(UTF8.encode('{"a":1}' + "\0".repeat(1_100_000) + numbers), 65_536).text === '{"a":1}\0' + numbers);
});

/** Strings around the limit, full of quotes, backslashes and characters of several bytes. */
const longString = fc.tuple(
  fc.constantFrom("x", '"', "\\", "é", "🫖", "a\nb", '\\"', "\ud83d"),
  fc.constantFrom(
    10,
    ELIDE_SHORTER_BYTES,
    ELIDE_SHORTER_BYTES + 1,
    50_000,
    ELIDE_STRING_BYTES - 2,
    ELIDE_STRING_BYTES,
    ELIDE_STRING_BYTES + 1,
    600_000,
  ),
).map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
const longValue = fc.oneof(
  longString,
  fc.array(longString, { minLength: 1, maxLength: 4 }),
  fc.record({ type: fc.constant("user"), s: longString, n: fc.double({ noNaN: true }), t: longString }),
);

Deno.test("createLineBuffer() keeps JSON valid and the same when lines of megabytes are cut anywhere", () => {
  fc.assert(
    fc.property(
      fc.array(longValue, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1000, max: 3_000_000 }),
      (values, chunk) => {
        const line = JSON.stringify({ values });
        const { text } = collect(UTF8.encode(line), chunk);
        assert(text === naive(line), "differs from the rule");
        if (text !== undefined) JSON.parse(text);
      },
    ),
    { numRuns: runs(8, 40) },
  );
});

Deno.test("createLineBuffer() gives the same bytes when a line of megabytes is garbage and cut anywhere", () => {
  const part = fc.tuple(
    fc.constantFrom('{"a":', '"', "\\", '\\"', "x", "1,", "\0", "é", '","', "}{", "[]"),
    fc.constantFrom(1, 2, 3, 1000, 150_000, 400_000),
  ).map(([unit, count]) => unit.repeat(count));
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 1000, max: 3_000_000 }),
      (parts, chunk) => {
        const line = UTF8.encode(parts.join(""));
        const whole = collect(line);
        const cut = collect(line, chunk);
        assert(whole.text === cut.text && whole.elided === cut.elided);
        assert((whole.text ?? "").length <= MAX_LINE_BYTES);
      },
    ),
    { numRuns: runs(8, 40) },
  );
});
