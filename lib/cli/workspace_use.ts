/**
 * `imprint-hook workspace use`: which workspace learns what lies in no root.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import type { ParsedArguments } from "./command.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const name = args.operands[0] ?? "";
  const product = await setUp({ mode: "person", home: args.value("home") });
  let before = product.config.active;
  const edited = await editConfig(product, (config) => {
    knownWorkspace(config, name);
    before = config.active;
    return before === name ? [] : [{ type: "set", path: ["active"], value: name }];
  });
  answerEdit(args, {
    product,
    edited,
    data: { active: name, before },
    lines: [
      before === name ? `Workspace "${name}" is the active one already.` : `Workspace "${name}" is the active one now.`,
      "It learns conversations that touched no workspace's root; what others learned before stays theirs.",
    ],
  });
  return EXIT.done;
}
