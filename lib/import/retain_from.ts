/**
 * The time before which nothing is kept.
 *
 * @module
 */
import type { Product } from "./product.ts";

/** @returns an ISO time; null when everything is kept for ever */
export function retainFrom({ config, now }: Pick<Product, "config" | "now">): string | null {
  if (config.retainDays === null) return null;
  return new Date(now().getTime() - config.retainDays * 86_400_000).toISOString();
}
