/**
 * `imprint-hook sessions context`: what a session can be told about itself.
 *
 * @module
 */
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { isTrustedDirectory } from "../../import/trusted_directory.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { writeText } from "../../io/terminal.ts";
import { introspect } from "../../record/introspection.ts";
import type { ParsedArguments } from "../command.ts";
import { setUp } from "../setup.ts";
import { namedSession } from "./named_session.ts";
import { namedCount } from "./named_values.ts";
import { standingLearnings } from "./standing_learnings.ts";

const COMMAND = "sessions context";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const maxTotalChars = namedCount(COMMAND, "max-chars", args.value("max-chars"));
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const session = namedSession(product, args, COMMAND);
  const { handle } = session;
  const key = await product.sealKey();
  const told = introspect(product.files, handle.habitatSessionDir ?? handle.learningsRoot, {
    learningsRoot: handle.learningsRoot,
    sealKey: key,
    data: product.homes.data,
    learnings: standingLearnings(product, session, key),
    trusted: isTrusted(product, handle.workingDirectory ?? handle.learningsRoot),
    ...(maxTotalChars === undefined ? {} : { maxTotalChars }),
    redact: (text) => product.redactor.redact(text).text,
    now: product.now(),
  });
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, ...told })}\n`);
    return EXIT.done;
  }
  const text = told.messages.map(({ content }) => visible(content, { keepLines: true })).join("\n\n");
  if (text !== "") writeText("stdout", `${text}\n`);
  const notes = [];
  if (told.messages.length === 0) notes.push("Nothing to tell.");
  if (told.foreign > 0) {
    notes.push(`Left out ${told.foreign} that this installation did not write; "workspace trust DIR" lets them in.`);
  }
  if (told.left > 0) notes.push(`Left out ${told.left} that had no room (--max-chars).`);
  if (notes.length > 0) writeText("stderr", `${notes.join("\n")}\n`);
  return EXIT.done;
}

/** True for a directory that a person trusts, and for what lies below it. */
function isTrusted(product: Product, directory: string): boolean {
  for (let at = directory; at !== "";) {
    if (isTrustedDirectory(product, at)) return true;
    const above = at.replace(/[/\\][^/\\]*$/, "");
    if (above === at) return false;
    at = above;
  }
  return false;
}
