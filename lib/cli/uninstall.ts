/**
 * `imprint-hook uninstall CLIENT`: takes the hooks of a client out again. It works whatever the configuration says. With
 * `--all` everything goes (`uninstall_all.ts`).
 *
 * @module
 */
import { INSTALLERS } from "../../hooks/installers.ts";
import { EXIT, UsageError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { chosenScope } from "./install_scope.ts";
import { type Uninstalled, uninstalledText } from "./install_text.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { namedInstaller, settingsMachine } from "./settings_machine.ts";
import { machineDirectories, personHomes } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  if (args.flag("all")) return await (await import("./uninstall_all.ts")).run(args);
  for (const name of ["purge", "yes"]) {
    if (args.flag(name)) throw new UsageError(`uninstall: --${name} goes with --all only`);
  }
  if (args.operands.length === 0) {
    throw new UsageError('uninstall: expected CLIENT or --all, got nothing; see "imprint-hook uninstall --help"');
  }
  const installer = namedInstaller(INSTALLERS, "uninstall", args.operands[0] ?? "");
  const scope = chosenScope("uninstall", installer, args);
  const dryRun = args.flag("dry-run");
  const homes = personHomes(args.value("home"));
  const machine = settingsMachine({ files: disk, directories: machineDirectories() });
  const plan = installer.planUninstall(machine, scope === undefined ? {} : { scope });
  const problems = [...plan.problems, ...plan.unread ?? []];
  const answer: Uninstalled = {
    schema: 1,
    client: installer.client,
    title: installer.title,
    dryRun,
    edits: plan.edits.map((edit) => ({
      changes: edit.changes,
      ...(dryRun ? { path: edit.path, outcome: edit.outcome } : edit.apply()),
    })),
    problems,
    kept: [homes.config, homes.state, homes.data].filter((directory) => disk.stat(directory)?.isDirectory),
  };
  writeText(
    "stdout",
    `${args.flag("json") ? JSON.stringify(answer) : uninstalledText(answer, layoutOfTerminal(args.flag("plain")))}\n`,
  );
  return problems.length > 0 ? EXIT.failed : EXIT.done;
}
