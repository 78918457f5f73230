/**
 * `imprint-hook workspace inbox`: which workspace owns conversations that no directory is recorded for.
 *
 * @module
 */
import { EXIT, UsageError } from "../errors.ts";
import type { ParsedArguments } from "./command.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const [name] = args.operands;
  const none = args.flag("none");
  if ((name === undefined) !== none) {
    throw new UsageError(
      'workspace inbox: expected NAME or --none, one of them; see "imprint-hook workspace inbox --help"',
    );
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const edited = await editConfig(product, (config) => {
    if (name === undefined) return config.inbox === null ? [] : [{ type: "remove", path: ["inbox"] }];
    knownWorkspace(config, name);
    return config.inbox === name ? [] : [{ type: "set", path: ["inbox"], value: name }];
  });
  answerEdit(args, {
    product,
    edited,
    data: { inbox: name ?? null },
    lines: [
      name === undefined
        ? "There is no inbox: conversations without a recorded directory are learned by no workspace."
        : `Workspace "${name}" is the inbox: conversations without a recorded directory are its own.`,
    ],
  });
  return EXIT.done;
}
