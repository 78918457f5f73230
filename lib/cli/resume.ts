/**
 * `imprint-hook resume`: ends a pause. What was said in it stays unlearned.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { keepPause, type Pause } from "../record/pauses.ts";
import { activePauses, pauseWords, resumeCommand } from "./active_pauses.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { minuteOf } from "./moment.ts";
import { isPauseOf } from "./pause.ts";
import { setUp } from "./setup.ts";
import { typedDirectory } from "./typed_directory.ts";
import { elsewhereProblems, wiredHooks } from "./wired_hooks.ts";
import { paragraph } from "./wrap.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const typed = args.operands[0];
  // A directory that is gone meanwhile may be resumed.
  const dir = typed === undefined ? null : typedDirectory(product, typed).dir;
  const active = activePauses(product);
  const ended = active.filter((pause) => isPauseOf(product, pause, dir));
  const left = active.filter((pause) => !ended.includes(pause));
  if (ended.length === 0 && left.length > 0) throw notPaused(dir, left);
  const until = product.now().toISOString();
  for (const pause of ended) keepPause(product.files, product.homes.data, { ...pause, until });
  const problems = elsewhereProblems(wiredHooks(product), product.homes);
  const layout = layoutOfTerminal(args.flag("plain"));
  writeText(
    "stdout",
    args.flag("json")
      ? `${JSON.stringify({ schema: 1, ended: ended.map((pause) => ({ ...pause, until })), active: left, problems })}\n`
      : `${resumedLines(ended, left, problems).map((line) => paragraph(line, layout)).join("\n")}\n`,
  );
  return EXIT.done;
}

function resumedLines(
  ended: readonly Pause[],
  left: readonly Pause[],
  problems: readonly string[],
): readonly string[] {
  const warnings = problems.map((problem) => `Warning: ${problem}.`);
  if (ended.length === 0) return ["Nothing is paused.", ...warnings];
  return [
    ...ended.map(({ dir, from }) =>
      `${dir === null ? "Every conversation" : `Conversations in "${dir}"`} can be learned again, paused since ${
        minuteOf(from)
      }.`
    ),
    "What was said in between stays unlearned.",
    ...left.map((pause) => `Still paused: ${pauseWords(pause)}; ${resumeCommand(pause)} ends it.`),
    ...warnings,
  ];
}

/** Said as a failure, since somebody wanted to go on and still cannot. */
function notPaused(dir: string | null, left: readonly Pause[]): InputError {
  const others = left.map((pause) => `${pauseWords(pause)} (${resumeCommand(pause)})`).join("; ");
  return new InputError(
    dir === null
      ? `cannot resume: there is no pause of every conversation; paused are ${others}`
      : `cannot resume "${visible(dir)}": it has no pause of its own; paused are ${others}`,
  );
}
