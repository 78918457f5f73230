/**
 * Refuses a directory that two workspaces would hold without having agreed on it (design section 4).
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { type Config, unconfirmedOverlaps } from "../ownership/mod.ts";
import { contains } from "../paths/contain.ts";

/**
 * @param config the configuration as it would be
 * @param added the directory as written in it, and the workspaces that would have it
 * @throws {InputError} when it lies in a root of another workspace, or the other way round; it says how to share on purpose
 */
export function refuseOverlap(
  { facts }: Pick<Product, "facts">,
  config: Config,
  added: { readonly workspaces: readonly string[]; readonly dir: string },
): void {
  const isAdded = ({ workspace, dir }: { readonly workspace: string; readonly dir: string }): boolean =>
    added.workspaces.includes(workspace) && dir === added.dir;
  for (const { a, b } of unconfirmedOverlaps(facts.world(config))) {
    if (!isAdded(a) && !isAdded(b)) continue;
    const [mine, theirs] = isAdded(a) ? [a, b] : [b, a];
    const isInner = contains(facts.view.identify(theirs.dir), facts.view.identify(mine.dir), facts.machine.paths);
    const how = `imprint-hook workspace share ${mine.workspace} ${theirs.workspace} "${
      isInner ? mine.dir : theirs.dir
    }"`;
    const lies = mine.dir === theirs.dir ? "is" : isInner ? "lies in" : "holds";
    throw new InputError(
      `cannot give "${mine.dir}" to workspace "${mine.workspace}": it ${lies} root "${theirs.dir}" of workspace "${theirs.workspace}"; ` +
        (isInner || mine.dir === theirs.dir
          ? `to share it on purpose: ${how}`
          : `to share that root on purpose first: ${how}, then run this command again`),
    );
  }
}
