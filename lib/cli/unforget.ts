/**
 * `imprint-hook unforget`: lists what was forgotten, and takes it back.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { unforget } from "../import/unforget.ts";
import { dropSearchIndexes } from "../import/search_index.ts";
import { writeText } from "../io/terminal.ts";
import { type ForgottenAct, readForgottenActs } from "../record/forgotten.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { minuteOf } from "./moment.ts";
import { table } from "./screen.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const acts = readForgottenActs(product.files, product.homes.data);
  const [wanted] = args.operands;
  if (wanted === undefined) {
    writeText(
      "stdout",
      `${args.flag("json") ? JSON.stringify({ schema: 1, acts: acts.map(shown) }) : text(acts, args)}\n`,
    );
    return EXIT.done;
  }
  const chosen = acts.filter(({ id }) => id.startsWith(wanted.toLowerCase()));
  if (chosen.length !== 1) {
    throw new InputError(
      `${chosen.length === 0 ? "nothing" : "more than one thing"} that was forgotten has the id "${wanted}"; ` +
        '"imprint-hook unforget" lists what was',
    );
  }
  const busy = await unforget(product, chosen);
  if (busy.length > 0) {
    throw new InputError(`cannot write below "${busy[0]}": another program holds it; run the command again`);
  }
  dropSearchIndexes(product);
  const purged = chosen.some((act) => act.purged);
  const answer = purged
    ? '"imprint-hook learn --relearn" reads what was purged again, where the transcript is still there.'
    : "It is shown again.";
  writeText(
    "stdout",
    args.flag("json") ? `${JSON.stringify({ schema: 1, acts: chosen.map(shown) })}\n` : `${answer}\n`,
  );
  return EXIT.done;
}

function shown({ id, at, subject, workspace, purged, hashes }: ForgottenAct) {
  return { id, at, subject, workspace, purged, marks: hashes.length };
}

function text(acts: readonly ForgottenAct[], args: ParsedArguments): string {
  if (acts.length === 0) return "Nothing was forgotten.";
  const rows = acts.map(({ id, at, subject, workspace, purged, hashes }) => [
    id,
    minuteOf(at),
    subject,
    workspace,
    purged ? "purged" : "hidden",
    counted(hashes.length, "mark"),
  ]);
  return table(["id", "when", "what", "workspace", "text", "marks"], rows, layoutOfTerminal(args.flag("plain")));
}
