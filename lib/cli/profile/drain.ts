/**
 * `imprint-hook profile drain`: makes the calls that wait for a distribution.
 *
 * @module
 */
import { drain } from "../../bridge/outer.ts";
import { forgetLoss, spooledCount, spoolLoss } from "../../bridge/spool.ts";
import { EXIT } from "../../errors.ts";
import { writeText } from "../../io/terminal.ts";
import type { ParsedArguments } from "../command.ts";
import { counted } from "../edit_answer.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";
import { namedProfiles } from "./named.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const all = [];
  for (const profile of namedProfiles(product, args.operands[0])) {
    let made = 0;
    let problem: string | undefined;
    let waiting = spooledCount(product.files, product.homes.data, profile.name);
    // Each round takes some; one that takes none ends it.
    for (let before = Infinity; waiting > 0 && waiting < before && problem === undefined;) {
      before = waiting;
      const drained = await drain(product, profile);
      made += drained.results.filter(({ status }) => status === "learned" || status === "skipped").length;
      ({ waiting, problem } = drained);
    }
    const lost = spoolLoss(product.files, product.homes.data, profile.name);
    all.push({
      profile: profile.name,
      distro: profile.distro,
      made,
      waiting,
      lost: lost?.count ?? 0,
      ...(problem === undefined ? {} : { problem }),
    });
  }
  if (args.flag("json")) writeText("stdout", `${JSON.stringify({ schema: 1, profiles: all })}\n`);
  else {
    const layout = layoutOfTerminal(args.flag("plain"));
    const lines = all.length === 0
      ? ['No WSL distribution is registered; see "imprint-hook profile add --help".']
      : all.flatMap(({ profile, distro, made, waiting, lost, problem }) => [
        `${profile}: ${counted(made, "call")} made, ${waiting} waiting${problem === undefined ? "" : ` (${problem})`}`,
        ...(lost === 0 ? [] : [
          `${
            counted(lost, "call")
          } fell out before. "imprint-hook learn" inside ${distro} finds those conversations, where ` +
          "their transcripts are still there.",
        ]),
      ]);
    writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
  }
  // Only what was told: a hook may have counted another one meanwhile.
  for (const { profile, lost } of all) {
    if (lost > 0 && spoolLoss(product.files, product.homes.data, profile)?.count === lost) {
      forgetLoss(product.files, product.homes.data, profile);
    }
  }
  return all.some(({ waiting }) => waiting > 0) ? EXIT.failed : EXIT.done;
}
