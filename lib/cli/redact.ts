/**
 * `imprint-hook redact`: what is stored, gone through with today's rules for secrets and today's words.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { type RedactedStore, redactStore } from "../import/redact_store.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const apply = args.flag("apply");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: !apply });
  const done = await redactStore(product, { apply });
  writeText(
    "stdout",
    args.flag("json") ? `${JSON.stringify({ schema: 1, apply, ...done })}\n` : `${lines(done, apply).join("\n")}\n`,
  );
  return done.busy.length === 0 ? EXIT.done : EXIT.failed;
}

function lines(
  { sessions, rows, carried, found, foreignRows, busy }: RedactedStore,
  apply: boolean,
): readonly string[] {
  const types = Object.entries(found).map(([type, count]) => `${count} ${visible(type)}`).join(", ");
  const what = `${counted(rows, "row")} of ${counted(sessions, "conversation")} (${types})`;
  return [
    rows === 0 && carried > 0
      ? "No row that is stored holds anything that would be redacted today."
      : rows === 0
      ? "What is stored holds nothing that would be redacted today."
      : apply
      ? `Redacted: ${what}.`
      : `Would be redacted: ${what}. "imprint-hook redact --apply" does it.`,
    ...(carried > 0 ? [carriedLine(carried, apply)] : []),
    ...(foreignRows > 0 ? [`${counted(foreignRows, "row")} that others wrote would be redacted, too, and stays.`] : []),
    ...busy.map((dir) => `"${visible(dir)}" was busy: run the command again to finish there.`),
  ];
}

/** What rules remember of the last turns is no row, and made again from the transcript. */
function carriedLine(carried: number, apply: boolean): string {
  const where = `What is remembered of the last turns of ${counted(carried, "conversation")}`;
  return apply
    ? `${where} held something, and is gone: the next run reads the transcript from its beginning.`
    : `${where} holds something: "imprint-hook redact --apply" takes it out.`;
}
