/**
 * Counts values of provenance markers that are in no table (design section 3).
 *
 * @module
 */

/** Distinct unknown values that are counted by name. */
const MAX_UNKNOWN = 64;

/**
 * Counts one value that this version does not know.
 *
 * @param markers counts so far, changed in place; values beyond the first 64 are not counted
 * @param name `field=value`
 */
export function countMarker(markers: Record<string, number>, name: string): void {
  const known = markers[name];
  if (known !== undefined) markers[name] = known + 1;
  else if (Object.keys(markers).length < MAX_UNKNOWN) markers[name] = 1;
}
