/**
 * `imprint-hook keep`: a person vouches for a learning.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { namedLearning } from "./curated_scope.ts";
import { markLearning } from "./judge_learning.ts";
import { isTrustedDirectory } from "../import/trusted_directory.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const found = await namedLearning(product, args, "keep");
  const takesBack = args.flag("undo");
  markLearning(product, found, takesBack ? "none" : "kept");
  const { row } = found.learning;
  const verb = takesBack ? "no longer kept" : "kept";
  writeText(
    "stdout",
    args.flag("json")
      ? `${JSON.stringify({ schema: 1, id: row.id, verdict: takesBack ? "none" : "kept" })}\n`
      : `${row.kind} ${row.id.slice(0, 8)} is ${verb}: ${visible(row.payload.text)}\n`,
  );
  const { workDir } = found.content.session;
  if (found.learning.foreign && !takesBack && !isTrustedDirectory(product, workDir)) {
    writeText(
      "stderr",
      `imprint-hook: it came from elsewhere, so no session is given it, until you trust what lies there: "imprint-hook workspace trust ${
        visible(workDir)
      }"\n`,
    );
  }
  return EXIT.done;
}
