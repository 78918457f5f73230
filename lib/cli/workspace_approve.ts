/**
 * `imprint-hook workspace approve`: lets a project file choose the workspace of its directory.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import type { Product } from "../import/product.ts";
import type { Config } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { type ProjectFile, readProjectFile } from "./project_file.ts";
import { refuseOverlap } from "./refuse_overlap.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const dryRun = args.flag("dry-run");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  const { dir } = typedDirectory(product, args.operands[0] ?? "");
  const file = readProjectFile(product, dir);
  const edited = await editConfig(
    product,
    (config) => approvalChanges(product, config, { file, dir }),
    ({ after }) => refuseOverlap(product, after, { workspaces: [file.workspace], dir }),
  );
  const { path, sha256, workspace, ignored } = file;
  const done = edited.outcome === "unchanged" ? "is approved already" : dryRun ? "would be approved" : "is approved";
  answerEdit(args, {
    product,
    edited,
    data: { dir, file: path, sha256, workspace, ignored, dryRun },
    lines: [
      `"${path}" ${done}, as it is now (sha256 ${sha256}). It grants:`,
      `  conversations in "${dir}" belong to workspace "${workspace}", and no other workspace learns or shows them.`,
      "Nothing else. When the file changes or goes, nothing there is learned until it is approved again.",
      ...(ignored.length === 0 ? [] : [`Other keys in it mean nothing: ${ignored.join(", ")}.`]),
    ],
  });
  return EXIT.done;
}

/** One approval a directory: a new one takes the place of the old one. */
function approvalChanges(
  product: Product,
  config: Config,
  { file, dir }: { readonly file: ProjectFile; readonly dir: string },
): readonly Change[] {
  knownWorkspace(config, file.workspace);
  const { sha256, workspace } = file;
  const known = config.approvals.findIndex((approval) => isSameDirectory(product, approval.dir, dir));
  const value = { dir, sha256, workspace };
  const before = config.approvals[known];
  if (before === undefined) return [{ type: "append", path: ["approvals"], value }];
  if (before.sha256 === sha256 && before.workspace === workspace && before.dir === dir) return [];
  return [{ type: "set", path: ["approvals", known], value }];
}
