/**
 * `imprint-hook workspace add`: a new workspace, without roots yet.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { findWorkspace } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { workspaceName } from "./known_workspace.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const name = workspaceName(args.operands[0] ?? "");
  const product = await setUp({ mode: "person", home: args.value("home") });
  const edited = await editConfig(product, (config) => {
    if (findWorkspace(config, name) !== undefined) return [];
    // Two names that differ by case only would meet in one folder on Windows and macOS.
    const twin = config.workspaces.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (twin !== undefined) {
      throw new InputError(`cannot add workspace "${name}": there is "${twin.name}", which differs by case only`);
    }
    return [{ type: "set", path: ["workspaces", name], value: {} }];
  });
  answerEdit(args, {
    product,
    edited,
    data: { workspace: name },
    lines: [
      edited.outcome === "unchanged" ? `Workspace "${name}" is there already.` : `Workspace "${name}" is made.`,
      `Give it directories with: imprint-hook workspace root add DIR --workspace ${name}`,
    ],
  });
  return EXIT.done;
}
