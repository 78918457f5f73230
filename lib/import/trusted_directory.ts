/**
 * Whether a person trusts what others wrote into a working directory (`workspace trust`).
 *
 * @module
 */
import type { Product } from "./product.ts";

/** True when the directory is one of `trusted` in the configuration, links seen through. */
export function isTrustedDirectory({ files, config }: Pick<Product, "files" | "config">, workDir: string): boolean {
  if (config.trusted.length === 0) return false;
  const real = (path: string): string => files.realPath(path) ?? path;
  return config.trusted.some((dir) => dir === workDir || real(dir) === real(workDir));
}
