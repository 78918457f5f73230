/**
 * Where a client's transcripts are, for commands that a person types.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { environment } from "../io/env.ts";
import type { ClientModule } from "../types.ts";

/**
 * The stores of a client: the one that the environment names, else the usual one, and those that the configuration records.
 *
 * @returns each directory once, whatever names lead to it; they need not exist
 */
export function clientStores(product: Product, client: ClientModule): readonly string[] {
  const { files, config, directories } = product;
  const all = [
    ...client.stores({ home: directories.home, environment }),
    ...config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir),
  ];
  const seen = new Set<string>();
  return all.filter((store) => {
    const real = files.realPath(store) ?? store;
    return !seen.has(real) && seen.add(real);
  });
}

/**
 * Stores that only the environment names: a hook looks at no variable, so it has to find them in the configuration.
 */
export function unrecordedStores(product: Product, client: ClientModule): readonly string[] {
  const { files, config, directories } = product;
  const real = (store: string): string => files.realPath(store) ?? store;
  const known = new Set(
    [
      ...client.stores({ home: directories.home, environment: () => undefined }),
      ...config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir),
    ].map(real),
  );
  return client.stores({ home: directories.home, environment }).filter((store) => !known.has(real(store)));
}
