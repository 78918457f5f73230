/**
 * Settings texts of every shape and layout, without an entry of ours, for property tests.
 *
 * @module
 */
import fc from "fast-check";

const piece = fc.constantFrom(" ", "\n", "\t", "  ", "/* c, { */", '// c: "[,\n', "/* a\n b */", "\n\n");
const trivia = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.constantFrom(" ", "\n", "\n  ", "\n\t", "\n    ") },
  { weight: 2, arbitrary: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")) },
);

function list(brackets: "[]" | "{}", items: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  return items.chain((texts) =>
    fc.tuple(fc.array(trivia, { minLength: texts.length * 2 + 2, maxLength: texts.length * 2 + 2 }), fc.boolean()).map(
      ([gaps, trailing]) => {
        const body = texts.map((text, i) => {
          const comma = i < texts.length - 1 || trailing ? "," : "";
          return `${gaps[2 * i]}${text}${gaps[2 * i + 1]}${comma}`;
        });
        return `${brackets[0]}${body.join("")}${gaps.at(-1)}${brackets[1]}`;
      },
    )
  );
}

function object(members: fc.Arbitrary<readonly (readonly [string, string])[]>): fc.Arbitrary<string> {
  const colon = fc.constantFrom(": ", ":", " : ", ":\n");
  return fc.tuple(members, colon).chain(([pairs, between]) =>
    list("{}", fc.constant(pairs.map(([key, value]) => `${JSON.stringify(key)}${between}${value}`)))
  );
}

/** Members with distinct keys out of those given, each there or not. */
function members(
  values: Readonly<Record<string, fc.Arbitrary<string>>>,
): fc.Arbitrary<readonly (readonly [string, string])[]> {
  return fc.shuffledSubarray(Object.keys(values)).chain((keys) =>
    fc.tuple(...keys.map((key) => (values[key] ?? fc.constant("0")).map((value) => [key, value] as const)))
  );
}

const other = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
const handler = object(members({
  type: fc.constant('"command"'),
  command: fc.constantFrom(
    '"make lint"',
    '"echo imprint-hook claude stop"',
    '"python3 /srv/kettle/hooks/imprint-hook-notes.py"',
    '"imprint-hook learn --since today"',
  ),
  timeout: fc.constantFrom("5", "600"),
}));
const handlers = fc.oneof(list("[]", fc.array(handler, { maxLength: 2 })), fc.constant("null"));
const group = fc.oneof(
  { weight: 5, arbitrary: object(members({ matcher: fc.constantFrom('""', '"clear"'), hooks: handlers })) },
  { weight: 1, arbitrary: fc.constant("null") },
);
const groups = fc.oneof(
  { weight: 2, arbitrary: list("[]", fc.array(group, { maxLength: 2 })) },
  { weight: 1, arbitrary: fc.constant("null") },
);
const hooks = fc.oneof(
  {
    weight: 5,
    arbitrary: object(
      members({ Stop: groups, SessionEnd: groups, PreCompact: groups, PostToolUse: groups, Odd: other }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("null", "{}", "{ }", "{\n}", "{\r\n  }") },
);
const root = object(members({ hooks, model: other, permissions: other, "": other }));
const blank = fc.tuple(trivia, fc.constantFrom("", "", "// end")).map((parts) => parts.join(""));

/** A settings text; undefined: no file. */
export const settingsTexts: fc.Arbitrary<string | undefined> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.constantFrom("", "\ufeff"), trivia, root, blank, fc.boolean()).map(
      ([mark, before, text, after, crlf]) => withEol(mark + before + text + after, crlf),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("", "\ufeff"), blank, fc.boolean()).map(([mark, text, crlf]) =>
      withEol(mark + text, crlf)
    ),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

function withEol(text: string, crlf: boolean): string {
  return crlf ? text.replaceAll(/\r?\n/g, "\r\n") : text;
}
