/**
 * `imprint-hook pause`: from now on nothing that is said is learned, ever (design section 4, Opt-out).
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { keepPause, type Pause } from "../record/pauses.ts";
import { activePauses, resumeCommand } from "./active_pauses.ts";
import type { ParsedArguments } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { minuteOf, zoneOf } from "./moment.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";
import { elsewhereProblems, wiredHooks } from "./wired_hooks.ts";
import { paragraph } from "./wrap.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const span = args.value("for");
  const milliseconds = span === undefined ? undefined : parseDuration(span);
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { files, homes } = product;
  const names = pausedNames(product, args.operands[0]);
  const now = product.now();
  const until = milliseconds === undefined ? null : new Date(now.getTime() + milliseconds).toISOString();
  const active = activePauses(product);
  const pauses = names.map((dir): Pause => {
    const running = active.find((pause) => pause.dir === dir);
    return { dir, from: running?.from ?? now.toISOString(), until };
  });
  for (const pause of pauses) keepPause(files, homes.data, pause);
  const [pause = { dir: null, from: now.toISOString(), until }] = pauses;
  const wasPaused = pause.from !== now.toISOString();
  const problems = elsewhereProblems(wiredHooks(product), homes);
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, ...pause, wasPaused, problems })}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const lines = [
    pausedSentence(pause, { wasPaused, now }),
    "What is said in that time, in running sessions too, is not learned: not by hooks, not by a later learn, not after " +
    "resume. What was said before is, and what was stored before stays.",
    `${resumeCommand(pause)} ends it; imprint-hook status shows it.`,
    ...problems.map((problem) => `Warning: ${problem}; until then this pause does not reach it.`),
  ];
  writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
  return EXIT.done;
}

function pausedSentence(
  { dir, from, until }: Pause,
  { wasPaused, now }: { readonly wasPaused: boolean; readonly now: Date },
): string {
  const whose = dir === null ? "any conversation" : `conversations in "${dir}"`;
  const end = until === null ? "until you resume" : `until ${minuteOf(until)}`;
  const begin = wasPaused ? `since ${minuteOf(from)} and` : "from now on";
  // Said once, and only where a time is.
  const zone = wasPaused || until !== null ? ` (${zoneOf(now)})` : "";
  return `Paused: ${begin} ${end}${zone}, nothing is learned of ${whose}.`;
}

/**
 * What is to be paused: everything (null), or a directory by its name and by what the name leads to. A conversation may have
 * recorded either, and the link may be gone when it is read.
 */
function pausedNames(product: Product, typed: string | undefined): readonly (string | null)[] {
  if (typed === undefined) return [null];
  const { dir, place, disk } = typedDirectory(product, typed);
  if (disk === "file") throw new InputError(`cannot pause "${visible(typed)}": it is a file; give its directory`);
  // A name that leads nowhere would pause nothing.
  if (disk === "missing") {
    throw new InputError(`cannot pause "${visible(typed)}": there is no such directory; nothing is paused`);
  }
  const { view } = product.facts;
  const { real } = view.find(place);
  return [...new Set([dir, (real === null ? undefined : view.native(real)) ?? dir])];
}

/** True for the pause of that directory, by whatever name, or of everything. */
export function isPauseOf(product: Product, pause: Pause, dir: string | null): boolean {
  if (pause.dir === null || dir === null) return pause.dir === dir;
  return isSameDirectory(product, pause.dir, dir);
}
