/**
 * `imprint-hook profile list`.
 *
 * @module
 */
import { spooledCount, spoolLoss } from "../../bridge/spool.ts";
import { EXIT } from "../../errors.ts";
import { writeText } from "../../io/terminal.ts";
import type { ParsedArguments } from "../command.ts";
import { counted } from "../edit_answer.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const { profiles, files, homes } = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const waits = (name: string) => ({
    waiting: spooledCount(files, homes.data, name),
    lost: spoolLoss(files, homes.data, name)?.count ?? 0,
  });
  if (args.flag("json")) {
    writeText(
      "stdout",
      `${JSON.stringify({ schema: 1, profiles: profiles.map((one) => ({ ...one, ...waits(one.name) })) })}\n`,
    );
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const lines = profiles.length === 0
    ? ['No WSL distribution is registered; see "imprint-hook profile add --help".']
    : profiles.map(({ name, distro, user, home, bin, mounts, start, here }) => {
      const { waiting, lost } = waits(name);
      const spool = waiting + lost === 0 ? "" : `; ${counted(waiting, "call")} waiting, ${lost} fell out`;
      return `${name}: ${distro}${here ? " (this one)" : ""}, user ${user ?? "unknown"}, home ${home}, ${
        counted(mounts.filter(({ src }) => src !== null).length, "Windows mount")
      }, program ${bin ?? "none"}, start ${start}${spool}`;
    });
  writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
  return EXIT.done;
}
