import { assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import type { Json } from "../../types.ts";
import { type Change, changed, type JsonPath } from "./jsonc_edit.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly changes: readonly Change[];
  readonly expected: string;
}

const CASES: readonly Case[] = [
  {
    name: "sets a value in its place",
    text: '{\n  // who learns\n  "active": "default", // for now\n  "inbox": null\n}\n',
    changes: [{ type: "set", path: ["active"], value: "research" }],
    expected: '{\n  // who learns\n  "active": "research", // for now\n  "inbox": null\n}\n',
  },
  {
    name: "makes the objects on the way",
    text: '{\n  "version": 1\n}\n',
    changes: [{ type: "append", path: ["workspaces", "research", "roots"], value: "/home/mira/research" }],
    expected: '{\n  "version": 1,\n  "workspaces": {\n    "research": { "roots": ["/home/mira/research"] }\n  }\n}\n',
  },
  {
    name: "adds behind a comment on the last line, with tabs and CR LF",
    text: '{\r\n\t"version": 1 // the only one\r\n}\r\n',
    changes: [{ type: "set", path: ["active"], value: "research" }],
    expected: '{\r\n\t"version": 1, // the only one\r\n\t"active": "research"\r\n}\r\n',
  },
  {
    name: "keeps a trailing comma",
    text: '{\n    "exclude": [\n        "**/clients/**", // theirs\n    ],\n}\n',
    changes: [{ type: "append", path: ["exclude"], value: "**/secret/**" }],
    expected: '{\n    "exclude": [\n        "**/clients/**", // theirs\n        "**/secret/**",\n    ],\n}\n',
  },
  {
    name: "adds to a list on one line",
    text: '{ "exclude": ["a"] }',
    changes: [{ type: "append", path: ["exclude"], value: "b" }],
    expected: '{ "exclude": ["a", "b"] }',
  },
  {
    name: "adds to a list on one line with a trailing comma",
    text: '{ "exclude": ["a",] }',
    changes: [{ type: "append", path: ["exclude"], value: "b" }],
    expected: '{ "exclude": ["a", "b",] }',
  },
  {
    name: "adds to an object that holds only comments",
    text: "{\n  // nothing yet\n}\n",
    changes: [{ type: "set", path: ["active"], value: "research" }],
    expected: '{\n  // nothing yet\n  "active": "research"\n}\n',
  },
  {
    name: "fills an empty object on one line",
    text: "{}\n",
    changes: [{ type: "set", path: ["active"], value: "research" }],
    expected: '{\n  "active": "research"\n}\n',
  },
  {
    name: "breaks up a line that gets too long",
    text: `{\n  "exclude": ["${"a".repeat(50)}", "b"]\n}\n`,
    changes: [{ type: "append", path: ["exclude"], value: "c".repeat(50) }],
    expected: `{\n  "exclude": [\n    "${"a".repeat(50)}",\n    "b",\n    "${"c".repeat(50)}"\n  ]\n}\n`,
  },
  {
    name: "leaves a long line with comments in it as it is",
    text: `{\n  "exclude": ["${"a".repeat(60)}" /* first */, "b"]\n}\n`,
    changes: [{ type: "append", path: ["exclude"], value: "c".repeat(50) }],
    expected: `{\n  "exclude": ["${"a".repeat(60)}" /* first */, "b", "${"c".repeat(50)}"]\n}\n`,
  },
  {
    name: "edits the last of two keys of one name, as readers take it",
    text: '{ "active": "a", "active": "b" }',
    changes: [{ type: "set", path: ["active"], value: "c" }],
    expected: '{ "active": "a", "active": "c" }',
  },
  ...removals(),
];

function removals(): readonly Case[] {
  const one = (name: string, text: string, index: number, expected: string): Case => ({
    name: `removes ${name}`,
    text: `{ "exclude": ${text} }`,
    changes: [{ type: "remove", path: ["exclude", index] }],
    expected: `{ "exclude": ${expected} }`,
  });
  return [
    one("the first item of a line", '["a", "b"]', 0, '["b"]'),
    // jsonc-parser 3.3.1 itself makes ["ab"] of this one.
    one("the last item of a line", '["a", "b"]', 1, '["a"]'),
    one("the last item of a line without spaces", '["a","b"]', 1, '["a"]'),
    one("the last item before a trailing comma", '["a", "b",]', 1, '["a",]'),
    one("a middle item", '["a", "b", "c"]', 1, '["a", "c"]'),
    one("the only item", '["a"]', 0, "[]"),
    one("the only item on a line of its own", '[\n  "a",\n]', 0, "[]"),
    one("an item with its line", '[\n  "a",\n  "b",\n  "c"\n]', 1, '[\n  "a",\n  "c"\n]'),
    one("the last item with its line", '[\n  "a",\n  "b"\n]', 1, '[\n  "a"\n]'),
    one(
      "the last item, not the comments",
      '[\n  "a", // first\n  "b" // second\n]',
      1,
      '[\n  "a" // first\n  // second\n]',
    ),
    one("an item of several lines", '[\n  {\n    "dir": "/a"\n  },\n  "b"\n]', 0, '[\n  "b"\n]'),
    one("nothing behind the end", '["a"]', 3, '["a"]'),
    {
      name: "removes a key with its line and leaves the comment above",
      text: '{\n  "version": 1,\n  // for the laboratory\n  "inbox": "research",\n  "active": "default"\n}\n',
      changes: [{ type: "remove", path: ["inbox"] }],
      expected: '{\n  "version": 1,\n  // for the laboratory\n  "active": "default"\n}\n',
    },
    {
      name: "removes a key on one line",
      text: '{ "inbox": "research", "active": "default" }',
      changes: [{ type: "remove", path: ["active"] }],
      expected: '{ "inbox": "research" }',
    },
    {
      name: "removes nothing where nothing is",
      text: '{ "active": "default" }',
      changes: [{ type: "remove", path: ["workspaces", "research", "roots", 0] }],
      expected: '{ "active": "default" }',
    },
  ];
}

for (const { name, text, changes, expected } of CASES) {
  Deno.test(`changed() ${name}`, () => assertEquals(changed(text, changes), expected));
}

Deno.test("changed() names line and column when the text does not parse", () => {
  const told = assertThrows(
    () => changed('{\n  "a": 1\n  "b": 2\n}', [{ type: "set", path: ["a"], value: 2 }]),
    SyntaxError,
  ) as unknown as Error;
  assertEquals(told.message, "line 3, column 3: a comma is missing");
});

Deno.test("changed() throws when a path leads through a text", () => {
  assertThrows(() => changed('{ "a": "x" }', [{ type: "append", path: ["a", "b"], value: 1 }]), TypeError);
});

/** A value and how to lay it out: where comments, line breaks and trailing commas go. */
interface Style {
  readonly eol: string;
  readonly unit: string;
  readonly multi: readonly boolean[];
  readonly comments: readonly number[];
  readonly trailing: boolean;
}

/** Writes a value in a style, with numbered comments in the gaps. */
function written(value: Json, style: Style): string {
  let gap = 0;
  let containers = 0;
  const next = <T>(list: readonly T[], index: number): T | undefined =>
    list.length === 0 ? undefined : list[index % list.length];
  const comment = (multi: boolean): string => {
    const kind = next(style.comments, gap++) ?? 0;
    return kind === 1 ? ` /* c${gap} */` : kind === 2 && multi ? ` // c${gap}` : "";
  };
  function write(item: Json, indent: string): string {
    if (typeof item !== "object" || item === null) return JSON.stringify(item);
    const multi = next(style.multi, containers++) ?? false;
    const inner = indent + style.unit;
    const parts = Array.isArray(item)
      ? item.map((each: Json) => () => write(each, inner))
      : Object.entries(item).map(([key, each]) => () => `${JSON.stringify(key)}: ${write(each as Json, inner)}`);
    const [open, close] = Array.isArray(item) ? ["[", "]"] : ["{", "}"];
    let text = open + comment(multi);
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1;
      text += (multi ? style.eol + inner : " ") + part() + comment(false);
      text += (isLast && !style.trailing ? "" : ",") + comment(multi);
    });
    return text + (multi ? style.eol + indent : " ") + close;
  }
  return `${write(value, "")}${style.eol}`;
}

const arbitraryKey = fc.constantFrom("roots", "shared", "with", "näme", "a b");
const arbitraryLeaf = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null));
const { value: arbitraryValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    arbitraryLeaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(arbitraryKey, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ) as fc.Arbitrary<Json>,
}));
const arbitraryObject = fc.dictionary(arbitraryKey, arbitraryValue, { maxKeys: 4, noNullPrototype: true });
const arbitraryStyle: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom("\n", "\r\n"),
  unit: fc.constantFrom("  ", "\t", "    "),
  multi: fc.array(fc.boolean(), { maxLength: 6 }),
  comments: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 8 }),
  trailing: fc.boolean(),
});

/** Every place in a value. */
function places(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Array.isArray(value)
    ? value.flatMap((item: Json, index) => places(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => places(item as Json, [...path, key]));
  return [path, ...below];
}

function at(value: Json, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (inner as { readonly [key: string]: Json } | undefined)?.[key as string],
    value,
  );
}

/** The change as one does it to a value. */
function applied(value: Json, change: Change): Json {
  const copy = structuredClone(value) as Json;
  const parent = at(copy, change.path.slice(0, -1)) as Record<string | number, Json>;
  const key = change.path.at(-1) as string | number;
  if (change.type === "set") parent[key] = change.value;
  else if (change.type === "append") (at(copy, change.path) as Json[]).push(change.value);
  else if (Array.isArray(parent)) (parent as Json[]).splice(key as number, 1);
  else delete parent[key];
  return copy;
}

function commentsIn(text: string): readonly string[] {
  return text.match(/\/\* c\d+ \*\/|\/\/ c\d+/g) ?? [];
}

Deno.test("changed() changes the value as asked, keeps every comment and the line endings", () => {
  fc.assert(
    fc.property(
      arbitraryObject,
      arbitraryStyle,
      fc.constantFrom("set", "append", "remove"),
      arbitraryValue,
      fc.nat(),
      (object, style, type, value, choice) => {
        const before = written(object, style);
        assertEquals<unknown>(parse(before), object);
        const all = places(object).filter((path) =>
          type === "append" ? Array.isArray(at(object, path)) : path.length > 0
        );
        const path = all[choice % Math.max(1, all.length)];
        if (path === undefined) return;
        const change: Change = type === "remove" ? { type, path } : { type, path, value } as Change;
        const after = changed(before, [change]);
        assertEquals<unknown>(parse(after), applied(object, change));
        // Comments inside of what goes, go with it; all others stay.
        const target = at(object, path);
        const isLeaf = typeof target !== "object" || target === null;
        if (isLeaf || type === "append") assertEquals(commentsIn(after), commentsIn(before));
        if (style.eol === "\r\n") assertEquals(after.match(/(?<!\r)\n/g), null);
      },
    ),
    { numRuns: 1500 },
  );
});

Deno.test("changed() takes back what it added", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      arbitraryStyle,
      fc.string({ maxLength: 8 }),
      (list, style, value) => {
        const before = written({ exclude: list }, style);
        const added = changed(before, [{ type: "append", path: ["exclude"], value }]);
        assertEquals(changed(added, [{ type: "remove", path: ["exclude", list.length] }]), before);
      },
    ),
    { numRuns: 500 },
  );
});
