/**
 * `imprint-hook uninstall --all`: takes everything away that this program put on this machine. It works whatever the
 * configuration says.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import { askYesOrNo } from "../io/ask.ts";
import { disk } from "../io/disk.ts";
import { rehearse } from "../io/rehearsal.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { settingsMachine } from "./settings_machine.ts";
import { machineDirectories, personHomes } from "./setup.ts";
import { type Everything, findEverything, removeEverything } from "./uninstall/everything.ts";
import { type EverythingRemoved, leftText, pathsText } from "./uninstall/everything_text.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  if (args.operands.length > 0 || args.flag("user") || args.flag("project") || args.flag("shared")) {
    throw new UsageError("uninstall --all: it means every client and every settings file; give nothing else with it");
  }
  const dryRun = args.flag("dry-run");
  const purge = args.flag("purge");
  const json = args.flag("json");
  const machine = settingsMachine({ files: disk, directories: machineDirectories() });
  const everything = findEverything(disk, machine, personHomes(args.value("home")));
  if (everything.problems.length > 0) {
    throw new InputError(`uninstall --all: ${everything.problems.join("; ")}; nothing was removed`);
  }
  for (const sentence of everything.unread) writeText("stderr", `imprint-hook: ${sentence}\n`);
  const planned = await rehearsed(everything, purge);
  const layout = layoutOfTerminal(args.flag("plain"));
  if (!json) writeText("stdout", `${pathsText(planned, layout)}\n`);
  if (dryRun || isNothing(planned)) {
    writeText("stdout", json ? `${JSON.stringify(planned)}\n` : `\n${leftText(planned, layout)}\n`);
    return planned.problems.length > 0 ? EXIT.failed : EXIT.done;
  }
  if (!confirmed(args, purge)) {
    writeText("stderr", "Nothing was changed.\n");
    return EXIT.failed;
  }
  const settings = everything.edits.map((edit) => edit.apply());
  const answer: EverythingRemoved = {
    ...planned,
    dryRun: false,
    settings,
    ...await removeEverything(disk, everything, { purge }),
  };
  writeText("stdout", json ? `${JSON.stringify(answer)}\n` : `\n${leftText(answer, layout)}\n`);
  return answer.problems.length > 0 ? EXIT.failed : EXIT.done;
}

async function rehearsed(everything: Everything, purge: boolean): Promise<EverythingRemoved> {
  const { files, changes } = rehearse(disk);
  const left = await removeEverything(files, everything, { purge });
  const paths = (kind: "removed" | "rewritten"): readonly string[] =>
    changes.filter((change) => change.kind === kind).map(({ path }) => path);
  return {
    schema: 1,
    dryRun: true,
    purge,
    settings: everything.edits.map(({ path, outcome }) => ({ path, outcome })),
    removed: paths("removed"),
    rewritten: [...new Set(paths("rewritten"))],
    ...left,
  };
}

function isNothing({ settings, removed, rewritten }: EverythingRemoved): boolean {
  return settings.length + removed.length + rewritten.length === 0;
}

function confirmed(args: ParsedArguments, purge: boolean): boolean {
  if (args.flag("yes")) return true;
  const answer = askYesOrNo(
    purge
      ? "All of that goes, with everything that was learned. What transcripts no longer hold cannot be had again. Go on?"
      : "All of that goes. Go on?",
  );
  if (answer === undefined) {
    throw new InputError(
      "uninstall --all: it removes what is listed, and there is no terminal to ask on; nothing was changed; " +
        "add --yes if that is meant",
    );
  }
  return answer;
}
