/**
 * Where a client's transcripts are, for commands that a person types.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { environment, type EnvironmentReader } from "../io/env.ts";
import type { ClientModule } from "../types.ts";

/**
 * The stores of a client: the one that the environment names, else the usual one, and those that the configuration records.
 *
 * @returns each directory once, whatever names lead to it; they need not exist
 */
export function clientStores(
  product: Pick<Product, "files" | "config" | "directories">,
  client: ClientModule,
  named: { readonly environment: EnvironmentReader } = { environment },
): readonly string[] {
  const { files, config, directories } = product;
  const all = [
    ...client.stores({ home: directories.home, environment: named.environment }),
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
export function unrecordedStores(
  product: Pick<Product, "files" | "config" | "directories">,
  client: ClientModule,
  named: { readonly environment: EnvironmentReader } = { environment },
): readonly string[] {
  const { files, config, directories } = product;
  const real = (store: string): string => files.realPath(store) ?? store;
  const known = new Set(
    [
      ...client.stores({ home: directories.home, environment: () => undefined }),
      ...config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir),
    ].map(real),
  );
  return client.stores({ home: directories.home, environment: named.environment }).filter((store) =>
    !known.has(real(store))
  );
}
