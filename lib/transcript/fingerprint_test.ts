import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { fingerprint } from "./fingerprint.ts";

Deno.test("fingerprint() is the same for the same bytes, wherever they lie in memory", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(9), (bytes, offset) => {
    const within = new Uint8Array(bytes.length + 20);
    within.set(bytes, offset);
    assertEquals(fingerprint(within.subarray(offset, offset + bytes.length)), fingerprint(bytes));
  }));
});

Deno.test("fingerprint() changes with any byte, with its place, and with the length", () => {
  const line = crypto.getRandomValues(new Uint8Array(1024));
  const seen = new Set([fingerprint(line)]);
  for (let at = 0; at < line.length; at++) {
    const changed = line.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << at % 8);
    seen.add(fingerprint(changed));
  }
  assertEquals(seen.size, 1025);
  for (let length = 0; length < 64; length++) seen.add(fingerprint(new Uint8Array(length)));
  assertEquals(seen.size, 1089);
  const [first, second] = [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), Uint8Array.of(5, 6, 7, 8, 1, 2, 3, 4)];
  assertNotEquals(fingerprint(first), fingerprint(second));
});

Deno.test("fingerprint() gives no two of a hundred thousand like lines the same, in either half", () => {
  const whole = new Set<string>();
  const halves = [new Set<string>(), new Set<string>()];
  const encoder = new TextEncoder();
  for (let i = 0; i < 100_000; i++) {
    const print = fingerprint(encoder.encode(`{"type":"user","uuid":"${i.toString(16).padStart(12, "0")}","n":1}`));
    assertEquals(print.length, 16);
    whole.add(print);
    halves[0]?.add(print.slice(0, 8));
    halves[1]?.add(print.slice(8));
  }
  assertEquals(whole.size, 100_000);
  // Of 100,000 random 32-bit numbers one pair is expected to be the same.
  for (const half of halves) assertEquals(half.size > 99_980, true, String(half.size));
});
