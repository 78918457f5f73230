import { assert, assertEquals, assertThrows } from "@std/assert";
import { unlessGone, unlessHidden, unlessMissing } from "./missing.ts";

const gone = () => new Deno.errors.NotFound("no such entry");

Deno.test("unlessMissing() takes missing entries, and paths that no file system can hold, as missing", () => {
  const errors = [
    gone(),
    new Deno.errors.NotADirectory("x"),
    new Deno.errors.NotCapable("x"),
    Object.assign(new Error("x"), { code: "ENAMETOOLONG" }),
    new TypeError("a string with a NUL byte"),
    new Error("Empty path is not allowed"),
  ];
  for (const error of errors) {
    assertEquals(
      unlessMissing(() => {
        throw error;
      }),
      undefined,
      String(error),
    );
  }
  assertEquals(unlessMissing(() => 3), 3);
});

Deno.test("unlessMissing() throws every other error with a trace to where it was called", () => {
  function readsTheKettle(): unknown {
    return unlessMissing(() => {
      throw new Deno.errors.PermissionDenied("not yours");
    });
  }
  const error = assertThrows(readsTheKettle, Deno.errors.PermissionDenied, "not yours");
  assert(error.stack?.includes("readsTheKettle"), error.stack);
  assertThrows(
    () =>
      unlessMissing(() => {
        throw "no error at all";
      }),
  );
});

Deno.test("unlessMissing() leaves the length of traces as it was, whatever happens", () => {
  const before = Error.stackTraceLimit;
  const throwing = (error: Error) => () => {
    throw error;
  };
  unlessMissing(() => 1);
  unlessMissing(throwing(gone()));
  assertThrows(() => unlessMissing(throwing(new RangeError("x"))), RangeError);
  assertEquals(unlessMissing(() => unlessMissing(throwing(gone()))), undefined);
  assertEquals(Error.stackTraceLimit, before);
});

Deno.test("unlessHidden() takes what may not be looked at as missing, unlessGone() does not", () => {
  const denied = () => {
    throw new Deno.errors.PermissionDenied("x");
  };
  assertEquals(unlessHidden(denied), undefined);
  assertThrows(() => unlessGone(denied), Deno.errors.PermissionDenied);
  unlessGone(() => {
    throw gone();
  });
});
