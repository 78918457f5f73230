/**
 * `imprint-hook uninstall CLIENT`: takes the hooks of a client out again. It works whatever the configuration says.
 *
 * @module
 */
import { INSTALLERS } from "../../hooks/installers.ts";
import { EXIT } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { chosenScope } from "./install_scope.ts";
import { type Uninstalled, uninstalledText } from "./install_text.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { namedInstaller, settingsMachine } from "./settings_machine.ts";
import { machineDirectories, personHomes } from "./setup.ts";

/** Runs the command. */
export function run(args: ParsedArguments): Promise<number> {
  const installer = namedInstaller(INSTALLERS, "uninstall", args.operands[0] ?? "");
  const scope = chosenScope("uninstall", installer, args);
  const dryRun = args.flag("dry-run");
  const homes = personHomes(args.value("home"));
  const machine = settingsMachine({ files: disk, directories: machineDirectories() });
  const plan = installer.planUninstall(machine, scope === undefined ? {} : { scope });
  const answer: Uninstalled = {
    schema: 1,
    client: installer.client,
    title: installer.title,
    dryRun,
    edits: plan.edits.map((edit) => ({
      changes: edit.changes,
      ...(dryRun ? { path: edit.path, outcome: edit.outcome } : edit.apply()),
    })),
    problems: plan.problems,
    kept: [homes.config, homes.state, homes.data].filter((directory) => disk.stat(directory)?.isDirectory),
  };
  writeText(
    "stdout",
    `${args.flag("json") ? JSON.stringify(answer) : uninstalledText(answer, layoutOfTerminal(args.flag("plain")))}\n`,
  );
  return Promise.resolve(plan.problems.length > 0 ? EXIT.failed : EXIT.done);
}
