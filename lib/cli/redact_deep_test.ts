import { assertEquals } from "@std/assert";
import { redactDeep } from "./redact_deep.ts";

const redactor = {
  redact: (text: string) => ({ text: text.replaceAll("acorn", "[redacted:word]"), count: 0, byType: {}, spans: [] }),
} as unknown as Parameters<typeof redactDeep>[1]["redactor"];

Deno.test("redactDeep() redacts every string but those of closed fields", () => {
  const value = { path: "/acorn", kind: "acorn", list: ["acorn", { note: "an acorn", n: 1, none: null, yes: true }] };
  assertEquals(redactDeep(value, { redactor, closed: new Set(["kind"]) }), {
    path: "/[redacted:word]",
    kind: "acorn",
    list: ["[redacted:word]", { note: "an [redacted:word]", n: 1, none: null, yes: true }],
  });
});

Deno.test("redactDeep() looks into an object behind the name of a closed field", () => {
  assertEquals(redactDeep({ reason: { root: "acorn" } }, { redactor, closed: new Set(["reason"]) }), {
    reason: { root: "[redacted:word]" },
  });
});
