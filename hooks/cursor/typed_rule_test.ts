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
  ["keeps the user's own closing tag", "<user_query>what does </user_query> mean?</user_query>", [
    "typed: what does </user_query> mean?",
  ]],
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

Deno.test("spoken() drops what the client hid", () => {
  assertEquals(spoken("done\n\n[REDACTED]"), "done");
  assertEquals(spoken("[REDACTED]"), "");
});
