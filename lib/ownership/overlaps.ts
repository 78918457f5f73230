/**
 * Overlapping roots (design section 4): two workspaces may hold one directory only when both recorded it as shared.
 *
 * @module
 */
import { contains } from "../paths/contain.ts";
import { type Root, rootIdentities, type Workspace, type World } from "./world.ts";

/** Two roots of different workspaces that lie in each other without both sides having recorded them as shared. */
export interface Overlap {
  readonly a: { readonly workspace: string; readonly dir: string };
  readonly b: { readonly workspace: string; readonly dir: string };
}

/**
 * Overlaps that nobody confirmed: what `workspace root add` refuses and `doctor` reports (design section 4).
 *
 * @returns each pair once, in the order of the workspaces' names
 */
export function unconfirmedOverlaps(world: World): readonly Overlap[] {
  const found: Overlap[] = [];
  world.workspaces.forEach((a, index) => {
    for (const b of world.workspaces.slice(index + 1)) {
      for (const mine of a.roots) {
        for (const theirs of b.roots) {
          if (!overlaps(mine, theirs, world) || isShared(mine, theirs, { a, b, world })) continue;
          found.push({ a: { workspace: a.name, dir: mine.dir }, b: { workspace: b.name, dir: theirs.dir } });
        }
      }
    }
  });
  return found;
}

function overlaps(a: Root, b: Root, { paths }: World): boolean {
  return rootIdentities(a).some((x) => rootIdentities(b).some((y) => contains(x, y, paths) || contains(y, x, paths)));
}

/** What overlaps is the inner root; it is shared on purpose when both recorded exactly that directory. */
function isShared(
  mine: Root,
  theirs: Root,
  { a, b, world }: { readonly a: Workspace; readonly b: Workspace; readonly world: World },
): boolean {
  const covers = (outer: Root, inner: Root): boolean =>
    rootIdentities(inner).every((x) => rootIdentities(outer).some((y) => contains(y, x, world.paths)));
  const inner = covers(mine, theirs) ? theirs : mine;
  return a.roots.some((shared) =>
    shared.sharedWith.includes(b.name) && covers(shared, inner) &&
    (covers(inner, shared) || inner.origin === "approval")
  );
}
