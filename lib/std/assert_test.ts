import {
  assert,
  assertEquals,
  assertExists,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  fail,
} from "@std/assert";

/** The message of what `fn` throws, told without the functions under test; undefined when it passes. */
function failure(fn: () => void): string | undefined {
  try {
    fn();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

const throwsType = () => {
  throw new TypeError("no such kettle");
};

const CASES: readonly (readonly [name: string, passes: boolean, fn: () => void])[] = [
  ["assert(1)", true, () => assert(1)],
  ["assert('')", false, () => assert("")],
  ["fail()", false, () => fail()],
  ["assertEquals of equal objects", true, () => assertEquals({ a: [1, { b: NaN }] }, { a: [1, { b: NaN }] })],
  ["assertEquals of different objects", false, () => assertEquals({ a: 1 }, { a: 2 })],
  ["assertEquals of 1 and '1'", false, () => assertEquals<unknown>(1, "1")],
  ["assertEquals of a missing and an undefined key", false, () => assertEquals<unknown>({}, { a: undefined })],
  ["assertEquals of equal bytes", true, () => assertEquals(new Uint8Array([1, 2]), new Uint8Array([1, 2]))],
  ["assertEquals of different maps", false, () => assertEquals(new Map([[1, 2]]), new Map([[1, 3]]))],
  ["assertNotEquals of different values", true, () => assertNotEquals([1], [2])],
  ["assertNotEquals of equal values", false, () => assertNotEquals([1], [1])],
  ["assertStrictEquals of NaN", true, () => assertStrictEquals(NaN, NaN)],
  ["assertStrictEquals of two equal objects", false, () => assertStrictEquals({}, {})],
  ["assertExists of 0", true, () => assertExists(0)],
  ["assertExists of null", false, () => assertExists(null)],
  ["assertExists of undefined", false, () => assertExists(undefined)],
  ["assertStringIncludes of a part", true, () => assertStringIncludes("kettle", "ett")],
  ["assertStringIncludes of no part", false, () => assertStringIncludes("kettle", "pot")],
  ["assertMatch of a match", true, () => assertMatch("kettle", /^k/)],
  ["assertMatch of no match", false, () => assertMatch("kettle", /^p/)],
  ["assertThrows of what throws", true, () => assertThrows(throwsType)],
  ["assertThrows of what throws no error", true, () => {
    const thrown = assertThrows(() => {
      throw "steam";
    });
    check(thrown === "steam", "what was thrown is returned");
  }],
  ["assertThrows of what does not throw", false, () => assertThrows(() => {})],
  ["assertThrows of the right class", true, () => assertThrows(throwsType, TypeError)],
  ["assertThrows of a base class", true, () => assertThrows(throwsType, Error, "kettle")],
  ["assertThrows of another class", false, () => assertThrows(throwsType, RangeError)],
  ["assertThrows of another message", false, () => assertThrows(throwsType, TypeError, "pot")],
];

for (const [name, passes, fn] of CASES) {
  Deno.test(`${name} ${passes ? "passes" : "fails"}`, () => {
    check((failure(fn) === undefined) === passes, `${name}: ${failure(fn) ?? "passed"}`);
  });
}

Deno.test("assertRejects() returns the error when the promise is rejected with it", async () => {
  const error = await assertRejects(() => Promise.reject(new TypeError("no such kettle")), TypeError, "kettle");
  check(error.message === "no such kettle", "the error itself");
});

const NOT_REJECTED: readonly (readonly [name: string, fn: () => Promise<unknown>])[] = [
  ["is fulfilled", () => assertRejects(() => Promise.resolve(1))],
  ["is rejected with another class", () => assertRejects(() => Promise.reject(new TypeError("a")), RangeError)],
  ["is rejected with another message", () => assertRejects(() => Promise.reject(new TypeError("a")), TypeError, "b")],
  ["is never made", () => assertRejects(() => throwsType())],
];

for (const [name, fn] of NOT_REJECTED) {
  Deno.test(`assertRejects() fails when the promise ${name}`, async () => {
    check(await fn().then(() => false, () => true), "it passed");
  });
}

Deno.test("assertEquals() shows message and difference when both are there", () => {
  const text = failure(() => assertEquals("kettle", "pot", "what is on the stove")) ?? "";
  for (const part of ["what is on the stove", "kettle", "pot"]) check(text.includes(part), `${part} in ${text}`);
});
