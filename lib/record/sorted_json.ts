/**
 * JSON whose keys stand in one order, for hashes over objects that other programs may have written anew.
 *
 * @module
 */

/**
 * Writes a value as JSON with keys sorted by code unit at every level, without white space. As in `JSON.stringify`,
 * fields that are undefined are left out.
 *
 * @example
 * ```ts
 * import { sortedJson } from "./sorted_json.ts";
 * sortedJson({ b: [1, { d: 1, c: 2 }], a: null }); // '{"a":null,"b":[1,{"c":2,"d":1}]}'
 * ```
 */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined).sort(byKey);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
