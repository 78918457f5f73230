/**
 * The npm packages that go into the program, as the imports and the lock tell.
 *
 * @module
 */
import { nativePath } from "./native_path.ts";
import { readImports } from "./import_graph.ts";
import { isProductFile } from "./source_places.ts";

/** A package as `deno.lock` has it. */
export interface LockedPackage {
  /** `sha512-` and base64. */
  readonly integrity?: string;
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
}

/** Every package of `deno.lock` by `name@version`. @param root the project, a `file:` URL ending in `/` */
export function lockedPackages(root: URL): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(Deno.readTextFileSync(`${nativePath(root)}deno.lock`)).npm;
}

/**
 * What product code imports, and what that depends on.
 *
 * @param root the project, a `file:` URL ending in `/`
 * @returns `name@version`, sorted
 * @throws {Error} when the lock does not hold one of them
 */
export async function runtimePackages(root: URL): Promise<readonly string[]> {
  const locked = lockedPackages(root);
  const edges = await readImports(root, ["main.ts", "lib", "hooks"]);
  const used = new Set(
    edges.filter((edge) => isProductFile(edge.from) && edge.kind !== "type")
      .flatMap((edge) => /^npm:\/?((?:@[^/]+\/)?[^@/]+@[^/]+)/.exec(edge.to)?.[1] ?? []),
  );
  // A set that grows while it is walked: what a package depends on is walked as well.
  for (const name of used) {
    const entry = locked[name];
    if (entry === undefined) throw new Error(`${name} is not in deno.lock`);
    for (const dependency of [...entry.dependencies ?? [], ...entry.optionalDependencies ?? []]) {
      used.add(
        Object.keys(locked).find((key) => key === dependency || key.startsWith(`${dependency}@`)) ?? dependency,
      );
    }
  }
  return [...used].sort();
}
