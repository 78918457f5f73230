import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { asksToOptOut } from "./opt_out.ts";

const texts: readonly [string, boolean][] = [
  ["no-imprint", true],
  ["no-imprint\nwhy does the pump stall?", true],
  ["why?\r\nno-imprint\r\nbecause", true],
  ["why?\nno-imprint", true],
  ["what does no-imprint do?", false],
  ["no-imprint ", false],
  [" no-imprint", false],
  ["No-Imprint", false],
  ["no-imprints", false],
  ["no-imprint no-imprint", false],
  ["no-imprint-x\nno-imprint", true],
  ["", false],
];

Deno.test("asksToOptOut() is true only when a whole line says so", () => {
  for (const [text, expected] of texts) assertEquals(asksToOptOut(text), expected, JSON.stringify(text));
});

Deno.test("asksToOptOut() equals looking at each line", () => {
  const part = fc.constantFrom("no-imprint", " ", "\n", "\r\n", "\r", "x", "no-", "imprint");
  fc.assert(fc.property(fc.array(part), (parts) => {
    const text = parts.join("");
    assertEquals(asksToOptOut(text), text.split(/\r\n|\n|\r/).includes("no-imprint"));
  }));
});
