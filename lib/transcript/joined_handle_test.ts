import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { ReadHandle } from "../io/files.ts";
import { joinedHandle } from "./joined_handle.ts";

function handleOf(bytes: Uint8Array, readable = bytes.length): ReadHandle {
  return {
    size: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, Math.min(at + into.length, Math.max(at, readable)));
      into.set(part);
      return part.length;
    },
    close: () => {},
  };
}

Deno.test("joinedHandle() reads pieces as if they were one file", () => {
  const pieces = fc.array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.boolean()), { maxLength: 6 });
  fc.assert(fc.property(pieces, fc.nat(200), fc.nat(120), (parts, at, length) => {
    const whole = Uint8Array.from(parts.flatMap(([bytes]) => [...bytes]));
    const joined = joinedHandle(parts.map(([bytes, open]) => open ? { handle: handleOf(bytes) } : { bytes }), () => {});
    assertEquals(joined.size, whole.length);
    const into = new Uint8Array(length);
    const got = joined.read(into, at);
    assertEquals(into.subarray(0, got), whole.subarray(at, at + length));
  }));
});

Deno.test("joinedHandle() ends where a piece turns out to be shorter", () => {
  const joined = joinedHandle(
    [{ handle: handleOf(Uint8Array.of(1, 2, 3, 4), 2) }, { bytes: Uint8Array.of(5) }],
    () => {},
  );
  assertEquals(joined.read(new Uint8Array(9), 0), 2);
});

Deno.test("joinedHandle() closes as it was told", () => {
  let closed = 0;
  joinedHandle([], () => closed++).close();
  assertEquals(closed, 1);
});
