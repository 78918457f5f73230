/**
 * `imprint-hook done`: a person says that what was left open is finished.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { namedLearning } from "./curated_scope.ts";
import { closeLearning } from "./judge_learning.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const found = await namedLearning(product, args, "done");
  const { row } = found.learning;
  const id = row.id.slice(0, 8);
  if (row.kind !== "open_loops") {
    throw new InputError(
      `${id} is no open end: "${visible(row.payload.text)}"; "imprint-hook forget ${id}" takes it out of sight`,
    );
  }
  if (found.learning.foreign) {
    throw new InputError(`${id} came from elsewhere; "imprint-hook forget ${id}" takes it out of sight`);
  }
  const undo = args.flag("undo");
  await closeLearning(product, found, { undo });
  writeText(
    "stdout",
    args.flag("json")
      ? `${JSON.stringify({ schema: 1, id: row.id, done: !undo })}\n`
      : `open_loops ${id} is ${undo ? "open again" : "done"}: ${visible(row.payload.text)}\n`,
  );
  return EXIT.done;
}
