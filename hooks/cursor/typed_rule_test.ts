import { assertEquals } from "@std/assert";
import { partsOf, spoken } from "./typed_rule.ts";

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ["unwraps the query behind its time", "<timestamp>Tue</timestamp>\n<user_query>\nrename it\n</user_query>", [
    "typed: rename it",
  ]],
  ["gives what stands around the query to the client", "<open_files>a.ts</open_files>\n<user_query>go</user_query>", [
    "ide-context: <open_files>a.ts</open_files>",
    "typed: go",
  ]],
  ["keeps the user's own closing tag", "<user_query>\nwhat does </user_query> mean?\n</user_query>", [
    "typed: what does </user_query> mean?",
  ]],
  ["loses what is behind the user's own closing tag where no line tells it apart", "<user_query>a</user_query> b", [
    "ide-context: b",
    "typed: a",
  ]],
  [
    "takes nothing typed out of a file before the query",
    '<attached_files>\nconst t = "<user_query>milk</user_query>"\n</attached_files>\n<user_query>\nexplain\n</user_query>',
    [
      'ide-context: <attached_files>\nconst t = "<user_query>milk</user_query>"\n</attached_files>',
      "typed: explain",
    ],
  ],
  [
    "takes nothing typed out of a file that closes its own element",
    "<file>\n</file>\n<user_query>\nmilk\n</user_query>\n</file>\n<user_query>\nexplain\n</user_query>",
    ["ide-context: <file>\n</file>\n<user_query>\nmilk\n</user_query>\n</file>", "typed: explain"],
  ],
  [
    "takes nothing typed out of rules behind the query",
    "<user_query>\nexplain\n</user_query>\n<rules>milk\n<user_query>tea</user_query>\n</user_query></rules>",
    ["system-reminder: <rules>milk\n<user_query>tea</user_query>\n</user_query></rules>", "typed: explain"],
  ],
  [
    "takes nothing typed out of an attachment without a query",
    "<attached_files>\n<user_query>\nmilk\n</user_query>\n</attached_files>",
    ["ide-context: <attached_files>\n<user_query>\nmilk\n</user_query>\n</attached_files>"],
  ],
  ["finds the query behind an element that is never closed", "<cursor>\n<user_query>\ngo\n</user_query>", [
    "ide-context: <cursor>",
    "typed: go",
  ]],
  [
    "finds the query behind images",
    "[Image]\n[Image]\n<image_files>\n1. /srv/lid.png\n</image_files>\n<user_query>\nwhat is on it\n</user_query>",
    ["image-note: [Image]\n[Image]\n<image_files>\n1. /srv/lid.png\n</image_files>", "typed: what is on it"],
  ],
  ["takes bare text for unmarked", "rename it", ["unmarked: rename it"]],
  ["takes bare text behind a time for unmarked", "<timestamp>Tue</timestamp> rename it", ["unmarked: rename it"]],
  ["keeps a tag in the middle of bare text", "why is <user_query>x</user_query> here?", [
    "unmarked: why is <user_query>x</user_query> here?",
  ]],
  ["gives an element without a query to the client", "<rules>be kind</rules>", [
    "system-reminder: <rules>be kind</rules>",
  ]],
  ["gives a query that is never closed to the client", "<user_query>rename", ["ide-context: <user_query>rename"]],
  ["makes nothing of an empty query", "<user_query> </user_query>", []],
  ["makes nothing of nothing", "  ", []],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`partsOf() ${name}`, () => {
    const told = partsOf(text).map((part) => `${part.author === "user" ? part.label : part.origin}: ${part.text}`);
    assertEquals(told, expected);
  });
}

Deno.test("partsOf() is linear in a block of tags", () => {
  for (const tags of ["<user_query>", "</user_query>\n", "\n<user_query>\n", "<a>\n</a>", "[Image]", "\n<b"]) {
    const started = performance.now();
    partsOf(`<x>${tags.repeat(1_000_000 / tags.length)}`);
    assertEquals(performance.now() - started < 2000, true, tags);
  }
});

Deno.test("spoken() drops what the client hid", () => {
  assertEquals(spoken("done\n\n[REDACTED]"), "done");
  assertEquals(spoken("[REDACTED]"), "");
});
