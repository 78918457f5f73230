import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { escapeControls } from "./escape_controls.ts";

Deno.test("escapeControls() makes visible what would steer a terminal", () => {
  const CASES: Readonly<Record<string, string>> = {
    "/srv/kettle": "/srv/kettle",
    "a\x1b[31mb": "a\\x1b[31mb",
    "line\nnext\tx\r": "line\\nnext\\tx\\r",
    "\x7f\x9b": "\\x7f\\x9b",
    "safe\u202etxt.exe": "safe\\u202etxt.exe",
    "\u2028\ufeff": "\\u2028\\ufeff",
    "tag\u{e0041}": "tag\\u{e0041}",
    "lone \ud83d!": "lone \\ud83d!",
    "pair 🍵": "pair 🍵",
    "häagen": "häagen",
  };
  for (const [text, shown] of Object.entries(CASES)) assertEquals(escapeControls(text), shown);
});

Deno.test("escapeControls() lets lines through when asked", () => {
  assertEquals(escapeControls("a\n\tb\r\x1b", { keepLines: true }), "a\n\tb\\r\\x1b");
});

Deno.test("escapeControls() leaves nothing unsafe and is done after one pass", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const shown = escapeControls(text);
    // deno-lint-ignore no-control-regex -- what must not be left
    assert(!/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown));
    assertEquals(escapeControls(shown), shown);
  }));
});
