/**
 * `imprint-hook workspace revoke`: takes the approval of a project file back.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { dir } = typedDirectory(product, args.operands[0] ?? "");
  let workspaces: readonly string[] = [];
  const edited = await editConfig(product, ({ approvals }) => {
    const mine = approvals.filter((approval) => isSameDirectory(product, approval.dir, dir));
    if (mine.length === 0) {
      const known = approvals.map((approval) => `"${approval.dir}"`).join(", ");
      throw new InputError(
        `cannot revoke "${visible(dir)}": it is not approved; ${known === "" ? "nothing is" : `approved are ${known}`}`,
      );
    }
    workspaces = mine.map(({ workspace }) => workspace);
    // From the last one on, so that the positions before it stay right.
    return approvals.flatMap((approval, index): Change[] =>
      mine.includes(approval) ? [{ type: "remove", path: ["approvals", index] }] : []
    ).reverse();
  });
  answerEdit(args, {
    product,
    edited,
    data: { dir, workspaces },
    lines: [
      `The project file in "${dir}" means nothing any more. What was learned there stays where it is.`,
      `Conversations there go by the roots again, else to the active workspace ("${edited.config.active}").`,
    ],
  });
  return EXIT.done;
}
