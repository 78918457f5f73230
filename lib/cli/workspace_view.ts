/**
 * A workspace as `workspace list` and `workspace show` tell of it.
 *
 * @module
 */
import { decideStored } from "../import/decide_stored.ts";
import type { Product } from "../import/product.ts";
import type { AnySession } from "../import/stored_sessions.ts";
import { samePlace } from "../paths/contain.ts";
import type { Identity } from "../paths/identity.ts";
import {
  type ApprovalState,
  findWorkspace,
  ifAnswered,
  isLearned,
  type Overlap,
  type Workspace,
} from "../ownership/mod.ts";

/** A directory that counts as a root. */
export interface RootView {
  readonly dir: string;
  readonly origin: "root" | "shared" | "approval";
  readonly exists: boolean;
  /** Where it leads to, when that is another name. */
  readonly real?: string;
  /** Shared: each partner, and whether it recorded the directory too. */
  readonly sharedWith?: readonly { readonly workspace: string; readonly confirmed: boolean }[];
  /** Approval: whether the project file is what was approved. */
  readonly approval?: ApprovalState;
}

/** One workspace. */
export interface WorkspaceView {
  readonly name: string;
  readonly active: boolean;
  readonly inbox: boolean;
  /** False: only an approval names it. */
  readonly configured: boolean;
  readonly roots: readonly RootView[];
  readonly workDir: string | null;
  readonly place: "project" | "data";
  readonly claimFiles: boolean;
  readonly shareInGit: boolean;
  /** Conversations that it stored: shown to it today, or not. */
  readonly stored: { readonly shown: number; readonly hidden: number; readonly directories: readonly string[] };
}

/** Views a workspace. */
export function viewWorkspace(product: Product, workspace: Workspace, sessions: readonly AnySession[]): WorkspaceView {
  const { config } = product;
  const settings = findWorkspace(config, workspace.name);
  const mine = sessions.filter(({ meta }) => meta.workspace === workspace.name && meta.tombstone === undefined);
  const shown = mine.filter(({ meta }) => {
    const verdict = ifAnswered(() => decideStored(product, meta, workspace.name));
    return verdict !== undefined && isLearned(verdict.kind);
  });
  return {
    name: workspace.name,
    active: config.active === workspace.name,
    inbox: config.inbox === workspace.name,
    configured: workspace.configured,
    roots: workspace.roots.map((root) => viewRoot(product, workspace, root)),
    workDir: settings?.workDir ?? null,
    place: settings?.place ?? "project",
    claimFiles: workspace.claimFiles,
    shareInGit: settings?.shareInGit ?? false,
    stored: {
      shown: shown.length,
      hidden: mine.length - shown.length,
      directories: [...new Set(mine.map(({ place }) => place.root))],
    },
  };
}

function viewRoot(product: Product, { name }: Workspace, root: Workspace["roots"][number]): RootView {
  const { view, machine } = product.facts;
  const real = root.real === null ? undefined : view.native(root.real);
  const partners = findWorkspace(product.config, name)?.shared.find(({ dir }) => dir === root.dir)?.with ?? [];
  return {
    dir: root.dir,
    origin: root.origin,
    exists: root.lexical.kind !== "unknown" && exists(view, root.lexical),
    ...(real === undefined || samePlace(root.lexical, root.real ?? root.lexical, machine.paths) ? {} : { real }),
    ...(root.origin === "shared"
      ? {
        sharedWith: partners.map((workspace) => ({ workspace, confirmed: root.sharedWith.includes(workspace) })),
      }
      : {}),
    ...(root.approval === null ? {} : { approval: root.approval }),
  };
}

/** What a failing disk does not tell of is not there, for whoever looks at the list. */
function exists(view: Product["facts"]["view"], place: Identity): boolean {
  return ifAnswered(() => view.stat(place))?.isDirectory === true;
}

/** A root in words. */
export function rootWords({ dir, origin, exists, real, sharedWith = [], approval }: RootView): string {
  const notes: string[] = [];
  if (!exists) notes.push("does not exist");
  if (real !== undefined) notes.push(`leads to "${real}"`);
  if (origin === "shared") {
    const partners = sharedWith.map(({ workspace, confirmed }) =>
      `"${workspace}"${confirmed ? "" : ", which has not recorded it"}`
    );
    notes.push(`shared with ${partners.join(" and ")}`);
  }
  if (approval === "current") notes.push("approved project file");
  if (approval === "changed") notes.push("project file changed since it was approved: approve it again");
  if (approval === "gone") notes.push("approved project file is gone");
  return notes.length === 0 ? dir : `${dir} (${notes.join("; ")})`;
}

/** An overlap and what to do about it. */
export function overlapWords({ a, b }: Overlap): string {
  return `Nobody confirmed that "${a.dir}" of "${a.workspace}" and "${b.dir}" of "${b.workspace}" overlap: conversations in both ` +
    `are not learned. Remove one of the roots, or share the inner one: imprint-hook workspace share ${a.workspace} ${b.workspace} DIR`;
}
