import { assert, assertEquals, assertThrows } from "@std/assert";
import { isHeld, unlessHeld } from "./held_file.ts";

const held = () => new Error("The process cannot access the file. (os error 32)");

/** An operation that fails so many times. */
function failing(times: number, error: () => Error = held) {
  let calls = 0;
  const operation = (): string => {
    if (++calls <= times) throw error();
    return "read";
  };
  return { operation, calls: () => calls };
}

Deno.test("unlessHeld() tries again while another program holds the file, and not for long", () => {
  const waited: number[] = [];
  const options = { os: "windows", sleep: (ms: number) => void waited.push(ms) } as const;
  assertEquals(unlessHeld(failing(3).operation, options), "read");
  assertEquals(waited, [10, 20, 40]);
  waited.length = 0;
  const never = failing(Infinity);
  const error = assertThrows(() => unlessHeld(never.operation, options), Error);
  assert(isHeld(error, "windows"));
  assertEquals([never.calls(), waited.reduce((sum, ms) => sum + ms, 0)], [6, 300]);
});

Deno.test("unlessHeld() passes every other error on at once, and tries nothing again on other systems", () => {
  const options = { os: "windows", sleep: () => assert(false) } as const;
  const denied = failing(1, () => new Deno.errors.PermissionDenied("Access is denied. (os error 5)"));
  assertThrows(() => unlessHeld(denied.operation, options), Deno.errors.PermissionDenied);
  // On Linux 32 is a broken pipe.
  const pipe = failing(1);
  assertThrows(() => unlessHeld(pipe.operation, { ...options, os: "linux" }), Error);
  assertEquals([denied.calls(), pipe.calls(), isHeld(held(), "linux")], [1, 1, false]);
});
