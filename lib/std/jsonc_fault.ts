/**
 * What is wrong with a text of JSON with comments, in words a person can act on.
 *
 * @module
 */

/** By the number of jsonc-parser's `ParseErrorCode`, which is a const enum and not there at run time. */
const FOUND: readonly string[] = [
  "this is not JSON",
  "this is no JSON value",
  "this is no number",
  "a property name in double quotes is missing",
  "a value is missing",
  "a colon is missing",
  "a comma is missing",
  "a closing brace is missing",
  "a closing bracket is missing",
  "something follows the end of the settings",
  "this is no comment",
  "a comment is not closed",
  "a string is not closed",
  "a number breaks off",
  "this is no \\u escape",
  "this is no escape",
  "a control character stands in a string",
];

/**
 * The words for an error of `jsonc-parser`.
 *
 * @param code its `ParseErrorCode`
 * @example
 * ```ts
 * import { jsoncFault } from "./jsonc_fault.ts";
 * jsoncFault(6); // "a comma is missing"
 * ```
 */
export function jsoncFault(code: number): string {
  return FOUND[code] ?? "this is not JSON";
}
