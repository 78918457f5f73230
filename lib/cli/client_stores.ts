/**
 * Where a client's transcripts are, for commands that a person types.
 *
 * @module
 */
import type { ForeignStore } from "../bridge/profile_stores.ts";
import type { Product } from "../import/product.ts";
import { environment, type EnvironmentReader } from "../io/env.ts";
import { foldNtfs } from "../paths/fold.ts";
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
 * The stores of the other side of the border, where profiles are registered. On Windows those of the distributions that run.
 */
export async function otherSides(
  { profiles, facts }: Pick<Product, "profiles" | "facts">,
  client: ClientModule,
): Promise<readonly ForeignStore[]> {
  if (profiles.length === 0) return [];
  const { foreignStores } = await import("../bridge/profile_stores.ts");
  const machine = facts.machine.environment;
  if (machine.os !== "windows") return foreignStores(client, { machine, profiles });
  const { runningDistros } = await import("../bridge/launcher.ts");
  const names = await runningDistros() ?? [];
  return foreignStores(client, { machine, profiles, running: (distro) => names.includes(foldNtfs(distro)) });
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
