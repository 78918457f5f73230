/**
 * `imprint-hook workspace root remove`: takes a directory from a workspace. What is stored stays where it is.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { type Config, ifAnswered, type WorkspaceConfig } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";
import { withoutPartner } from "./unshare.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { dir } = typedDirectory(product, args.operands[0] ?? "");
  let workspace = "";
  let partners: readonly string[] = [];
  const edited = await editConfig(product, (config) => {
    const holder = holderOf(product, config, { dir, named: args.value("workspace") });
    workspace = holder.name;
    const removed = withoutRoot(product, config, { holder, dir });
    partners = removed.partners;
    return removed.changes;
  });
  answerEdit(args, {
    product,
    edited,
    data: { workspace, root: dir, partners },
    lines: [
      `"${dir}" is no root of workspace "${workspace}" any more. What was learned there stays where it is.`,
      partners.length === 0
        ? `Conversations there belong to no workspace now: the active one ("${edited.config.active}") learns them.`
        : `It is not shared any more: it belongs to ${partners.map((name) => `"${name}"`).join(" and ")}.`,
    ],
  });
  return EXIT.done;
}

/** The workspace that has the root: the named one, else the only one. */
function holderOf(
  product: Product,
  config: Config,
  { dir, named }: { readonly dir: string; readonly named: string | undefined },
): WorkspaceConfig {
  const has = ({ roots, shared }: WorkspaceConfig): boolean =>
    [...roots, ...shared.map((entry) => entry.dir)].some((root) => isIt(product, root, dir));
  if (named !== undefined) {
    const workspace = knownWorkspace(config, named);
    if (has(workspace)) return workspace;
    const roots = [...workspace.roots, ...workspace.shared.map((entry) => entry.dir)];
    const known = roots.length === 0
      ? "it has no roots"
      : `its roots are ${roots.map((root) => `"${root}"`).join(", ")}`;
    throw new InputError(`cannot remove "${visible(dir)}": it is no root of workspace "${named}"; ${known}`);
  }
  const [only, ...more] = config.workspaces.filter(has);
  if (only === undefined) {
    throw new InputError(
      `cannot remove "${visible(dir)}": it is no root of any workspace; see "imprint-hook workspace list"`,
    );
  }
  if (more.length === 0) return only;
  const names = [only, ...more].map(({ name }) => `"${name}"`).join(", ");
  throw new InputError(`cannot remove "${visible(dir)}": it is a root of ${names}; say which with --workspace`);
}

/** A root on a disk that fails can be taken out by its name, and is in nobody's way. */
function isIt(product: Product, root: string, dir: string): boolean {
  return ifAnswered(() => isSameDirectory(product, root, dir)) ?? false;
}

function withoutRoot(
  product: Product,
  config: Config,
  { holder, dir }: { readonly holder: WorkspaceConfig; readonly dir: string },
): { readonly changes: readonly Change[]; readonly partners: readonly string[] } {
  const path = ["workspaces", holder.name] as const;
  const is = (root: string): boolean => isIt(product, root, dir);
  // From the last one on, so that the positions before it stay right.
  const roots = holder.roots.flatMap((root, index): Change[] =>
    is(root) ? [{ type: "remove", path: [...path, "roots", index] }] : []
  ).reverse();
  const shared = holder.shared.flatMap((entry, index): Change[] =>
    is(entry.dir) ? [{ type: "remove", path: [...path, "shared", index] }] : []
  ).reverse();
  const partners = [...new Set(holder.shared.filter(({ dir: root }) => is(root)).flatMap((entry) => entry.with))]
    .filter((name) => config.workspaces.some((each) => each.name === name));
  const theirs = partners.flatMap((name) =>
    withoutPartner(knownWorkspace(config, name), holder.name, (entry) => is(entry.dir))
  );
  return { changes: [...roots, ...shared, ...theirs], partners };
}
