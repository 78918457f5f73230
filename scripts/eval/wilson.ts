/**
 * Wilson's score interval: how far a measured share may be from the true one.
 *
 * @module
 */

/** Quantile of the normal distribution for 95 %. */
const Z = 1.96;

/**
 * The 95 % interval of a share.
 *
 * @param right of `all`
 * @returns lower and upper bound, 0 to 1; the whole range without any
 * @example
 * ```ts
 * import { wilson } from "./wilson.ts";
 * wilson(9, 10).map((bound) => bound.toFixed(2)); // ["0.60", "0.98"]
 * ```
 */
export function wilson(right: number, all: number): readonly [low: number, high: number] {
  if (all === 0) return [0, 1];
  const share = right / all;
  const scale = 1 + Z * Z / all;
  const middle = share + Z * Z / (2 * all);
  const reach = Z * Math.sqrt(share * (1 - share) / all + Z * Z / (4 * all * all));
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}
