/**
 * The part of `@std/assert` that this project uses, over `node:assert/strict`: same names, same signatures, so that
 * tests pass with either (`deno.jsr.json`).
 *
 * @module
 */
import nodeAssert from "node:assert/strict";

/** A class of errors, as `@std/assert` takes it. */
// deno-lint-ignore no-explicit-any -- any constructor will do
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

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
  withMessage(message, () => nodeAssert.deepStrictEqual(actual, expected));
}

/** Fails when both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  withMessage(message, () => nodeAssert.notDeepStrictEqual(actual, expected));
}

/** Fails unless both are the same value (`Object.is`). */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  withMessage(message, () => nodeAssert.strictEqual(actual, expected));
}

/** Fails when `value` is null or undefined. */
export function assertExists<T>(value: T, message?: string): asserts value is NonNullable<T> {
  nodeAssert.ok(value !== null && value !== undefined, message ?? `expected a value, got ${value}`);
}

/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  nodeAssert.ok(actual.includes(expected), message ?? `"${expected}" not found in "${actual}"`);
}

/** Fails unless `actual` matches. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  withMessage(message, () => nodeAssert.match(actual, expected));
}

/** Fails unless `fn` throws. @returns what was thrown */
export function assertThrows(fn: () => unknown, message?: string): unknown;
/** Fails unless `fn` throws an error of that class, with that part in its message. @returns the error */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: ErrorClass<E>,
  messageIncludes?: string,
  message?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  classOrMessage?: ErrorClass<Error> | string,
  ...expected: (string | undefined)[]
): unknown {
  try {
    fn();
  } catch (error) {
    return checkThrown(error, classOrMessage, expected);
  }
  return fail(explained("expected the function to throw", classOrMessage, expected));
}

/** Fails unless the promise is rejected. @returns what it was rejected with */
export function assertRejects(fn: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
/** Fails unless the promise is rejected with an error of that class and that part in its message. @returns the error */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: ErrorClass<E>,
  messageIncludes?: string,
  message?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  classOrMessage?: ErrorClass<Error> | string,
  ...expected: (string | undefined)[]
): Promise<unknown> {
  // Called outside of `try`: throwing at once is not rejecting.
  const promise = fn();
  try {
    await promise;
  } catch (error) {
    return checkThrown(error, classOrMessage, expected);
  }
  return fail(explained("expected the promise to be rejected", classOrMessage, expected));
}

function checkThrown(
  error: unknown,
  classOrMessage: ErrorClass<Error> | string | undefined,
  expected: readonly (string | undefined)[],
): unknown {
  if (classOrMessage === undefined || typeof classOrMessage === "string") return error;
  assert(
    error instanceof classOrMessage,
    explained(`expected an error of class ${classOrMessage.name}, got ${error}`, classOrMessage, expected),
  );
  assertStringIncludes(error.message, expected[0] ?? "");
  return error;
}

function explained(
  failure: string,
  classOrMessage: ErrorClass<Error> | string | undefined,
  expected: readonly (string | undefined)[],
): string {
  const message = typeof classOrMessage === "string" ? classOrMessage : expected[1];
  return message === undefined ? failure : `${failure}: ${message}`;
}

/** Puts `message` before the difference that the assertion shows, instead of in its place. */
function withMessage(message: string | undefined, assertion: () => void): void {
  try {
    assertion();
  } catch (error) {
    if (message !== undefined && error instanceof Error) error.message = `${message}: ${error.message}`;
    throw error;
  }
}
