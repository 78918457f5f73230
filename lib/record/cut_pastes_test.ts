import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { completes } from "./cut_pastes.ts";

/** Nine line breaks. */
const LOG = Array.from({ length: 10 }, (_, n) => `${n} the sensor sends a null, and the lid opens`).join("\n");
/** Three. */
const CODE = Array.from({ length: 4 }, (_, n) => `    const lid${n} = ${"open(kettle, lid) || ".repeat(5)}null;`).join(
  "\n",
);
const [L, C] = ["[Pasted text #1 +9 lines]", "[Pasted text #2 +3 lines]"];
const tag = (text: string) => `<pasted_content id="ab12">\n${text}\n</pasted_content id="ab12">`;

/** Lines of the history, and texts of the transcript that they are, or are not. */
const TABLE: readonly (readonly [what: string, line: string, text: string, expected: boolean])[] = [
  ["two pastes stand side by side", `${L}${C}`, `${LOG}${CODE}`, true],
  ["a blank is between two", `see ${L} ${C}?`, `see ${LOG} ${CODE}?`, true],
  ["two are joined by a blank line", `see ${L} ${C}?`, `see\n\n${LOG}\n\n${CODE}\n\n?`, true],
  ["three stand side by side", `${L}${C}${L}`, `${LOG}${CODE}${LOG}`, true],
  ["what stands between two stands in them as well", `${L}, ${C}`, `${LOG}, ${CODE}`, true],
  ["that is within the first words of a paste", `${L} the ${C}`, `${LOG} the ${CODE}`, true],
  ["two of three are beside each other", `${L} or ${C}${L}?`, `${LOG} or ${CODE}${LOG}?`, true],
  ["of two side by side one is there", `${L}${C}`, CODE, false],
  ["of two side by side the longer is there", `${L}[Pasted text #2 +19 lines]`, LOG, false],
  ["nothing is between two", `${L} or ${C}`, `${LOG}${CODE}`, false],
  ["the order differs", `a ${L} or ${C} b`, `b ${LOG} or ${CODE} a`, false],
  ["blank lines stand around a paste", `see ${L} and tell`, `see\n\n${LOG}\n\nand tell`, true],
  ["blank lines stand where the line has no white space", `see:${L}and`, `see:\n\n${LOG}\n\nand`, true],
  ["the tags are kept", `see ${L} and tell`, `see\n\n${tag(LOG)}\n\nand tell`, true],
  ["the tags of two are kept", `${L}${C}`, `${tag(LOG)}\n\n${tag(CODE)}`, true],
  ["a short paste is set apart", `see:a\nb${L}`, `see:\n\na\nb\n\n${LOG}`, true],
  ["a paste ends with a line break", `see ${L}and`, `see ${LOG}\nand`, true],
  ["white space in what was typed differs", `see  this\n${L}  and\ttell`, `see this ${LOG} and tell`, true],
  ["line ends differ", `see\r\n${L}\rand`, `see\n${LOG.replaceAll("\n", "\r\n")}\nand`, true],
  ["accents are written in two ways", `cafe\u0301 ${L} \u00e9t`, `caf\u00e9 ${LOG} e\u0301t`, true],
  ["a word goes on", `see ${L}`, `seen${LOG}`, false],
  ["a word is divided", `some one ${L}`, `someone ${LOG}`, false],
  ["words are joined", `someone ${L}`, `some one ${LOG}`, false],
  ["the paste has many more lines", `see ${L}`, `see ${`${LOG}\n`.repeat(9)}`, false],
  ["marks were cut out with the middle", "see [...Truncated text #3 +2 lines...]", `see ${`${LOG}\n`.repeat(9)}`, true],
  [
    "the line breaks are white space around the paste",
    `see ${L} so`,
    `see\n\n\n\n\n${"o".repeat(900)}\n\n\n\n\nso`,
    false,
  ],
  ["nothing was cut out", "why this?", "why this?", true],
  ["nothing was cut out, but set apart", "why:a\nb", "why:\n\na\nb", true],
  ["nothing was cut out, and words differ", "why this?", "why that?", false],
  ["nothing was cut out, and a word is divided", "go on", "goon", false],
  ["nothing was cut out, and words are joined", "goon", "go on", false],
  ["nothing was cut out, and there is more", "go on", "go on then", false],
  ["nothing was cut out, and there is less", "go on then", "go on", false],
];

for (const [what, line, text, expected] of TABLE) {
  Deno.test(`completes() is ${expected} when ${what}`, () => assertEquals(completes(text, line), expected));
}

Deno.test("completes() tells at once when texts are long and repeat themselves", () => {
  const began = performance.now();
  const often = `[Pasted text #1 +9 lines] ${"a, ".repeat(20)}b `.repeat(50);
  assertEquals(completes("a,\n".repeat(330_000), often), false);
  const long = `[Pasted text #1]${"a".repeat(9000)} a[Pasted text #2]`;
  assertEquals(completes("a".repeat(1_000_000), long), false);
  const milliseconds = performance.now() - began;
  assertEquals(milliseconds < 10_000, true, `${milliseconds} ms`);
});

const words = fc.stringMatching(/^[a-c,]{0,6}(?: [a-c,]{1,6}){0,2}$/);
const pasted = fc.record({
  rows: fc.array(fc.stringMatching(/^ {0,3}[a-c,]{1,8}(?: [a-c,]{1,8}){0,3} {0,2}$/), { minLength: 1, maxLength: 30 }),
  end: fc.constantFrom("", "\n", "  "),
});
/** What was typed in front of a paste, the paste, and what the line has between the two and the next words. */
const part = fc.record({
  words,
  pasted,
  before: fc.constantFrom("", " ", "\n"),
  after: fc.constantFrom("", " ", "\n"),
});

/** The line, the text as clients joined it before and after they set pastes apart. */
function told(
  parts: readonly { words: string; pasted: { rows: string[]; end: string }; before: string; after: string }[],
  end: string,
) {
  const filler = "w".repeat(256);
  let [line, raw, apart] = ["", "", ""];
  parts.forEach((each, n) => {
    const content = [...each.pasted.rows, filler].join("\n") + each.pasted.end;
    const breaks = content.split("\n").length - 1;
    line += `${each.words}${each.before}[Pasted text #${n + 1} +${breaks} lines]${each.after}`;
    raw += `${each.words}${each.before}${content}${each.after}`;
    apart += `${each.words.trim()}\n\n${content.trim()}\n\n`;
  });
  return { line: line + end, raw: raw + end, apart: apart + end.trim() };
}

Deno.test("completes() knows every text again from which pastes were cut, and none with other words around them", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), words, (parts, end) => {
      const { line, raw, apart } = told(parts, end);
      assertEquals(completes(raw, line), true, "as it was");
      assertEquals(completes(apart, line), true, "set apart");
      assertEquals(completes(`x${raw}`, `y${line}`), false, "begins otherwise");
      assertEquals(completes(`${raw} x`, `${line} y`), false, "ends otherwise");
      const typed = parts.map(({ words, before, after }) => words + before + after).join("") + end;
      assertEquals(completes(typed, line), false, "without the pastes");
    }),
  );
});
