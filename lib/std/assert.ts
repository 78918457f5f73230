/**
 * The part of `@std/assert` that this project uses, over `node:assert/strict`.
 *
 * @module
 */
import nodeAssert from "node:assert/strict";

/** Fails unless `value` is truthy. */
export function assert(value: unknown, message?: string): asserts value {
  nodeAssert.ok(value, message);
}

/** Fails with `message`. */
export function fail(message?: string): never {
  nodeAssert.fail(message);
}

/** Fails unless both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.deepStrictEqual(actual, expected, message);
}

/** Fails when both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.notDeepStrictEqual(actual, expected, message);
}

/** Fails unless both are the same value (`Object.is`). */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  nodeAssert.strictEqual(actual, expected, message);
}

/** Fails when `value` is null or undefined. */
export function assertExists<T>(value: T, message?: string): asserts value is NonNullable<T> {
  nodeAssert.ok(value !== null && value !== undefined, message ?? "value is missing");
}

/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  nodeAssert.ok(actual.includes(expected), message ?? `"${expected}" not found in "${actual}"`);
}

/** Fails unless `actual` matches. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  nodeAssert.match(actual, expected, message);
}

// deno-lint-ignore no-explicit-any -- as in @std/assert: any constructor of an error class
type ErrorClass = new (...args: any[]) => Error;

/** Fails unless `fn` throws; an error class and a part of the message can be asked for. */
export function assertThrows(fn: () => unknown, errorClass: ErrorClass = Error, messageIncludes = ""): Error {
  try {
    fn();
  } catch (error) {
    return checkError(error, errorClass, messageIncludes);
  }
  return fail("expected function to throw");
}

/** Fails unless the promise is rejected; an error class and a part of the message can be asked for. */
export async function assertRejects(
  fn: () => Promise<unknown>,
  errorClass: ErrorClass = Error,
  messageIncludes = "",
): Promise<Error> {
  try {
    await fn();
  } catch (error) {
    return checkError(error, errorClass, messageIncludes);
  }
  return fail("expected function to reject");
}

function checkError(error: unknown, errorClass: ErrorClass, messageIncludes: string): Error {
  assert(error instanceof errorClass, `expected ${errorClass.name}, got ${error}`);
  assertStringIncludes(error.message, messageIncludes);
  return error;
}
