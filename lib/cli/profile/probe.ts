/**
 * `imprint-hook profile probe`: is a registered distribution still as it was?
 *
 * @module
 */
import { driftHere } from "../../bridge/drift.ts";
import { runningDistros } from "../../bridge/launcher.ts";
import { type Probed, probeOther } from "../../bridge/probe_other.ts";
import type { Profile } from "../../bridge/profile.ts";
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { writeText } from "../../io/terminal.ts";
import { VERSION } from "../../version.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";
import { namedProfiles } from "./named.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const profiles = namedProfiles(product, args.operands[0]);
  const running = product.facts.machine.environment.os === "windows" ? await runningDistros() : undefined;
  const probed: Probed[] = [];
  for (const profile of profiles) {
    probed.push(profile.here ? probeOwn(product, profile) : await probeOther(profile, { running }));
  }
  if (args.flag("json")) writeText("stdout", `${JSON.stringify({ schema: 1, version: VERSION, profiles: probed })}\n`);
  else {
    const layout = layoutOfTerminal(args.flag("plain"));
    const lines = probed.length === 0
      ? ['No WSL distribution is registered; see "imprint-hook profile add --help".']
      : probed.map(({ profile, state, found }) => `${profile}: ${[WORDS[state], ...found].join("; ")}`);
    writeText("stdout", `${lines.map((line) => paragraph(line, layout)).join("\n")}\n`);
  }
  return probed.some(({ state }) => state === "changed") ? EXIT.failed : EXIT.done;
}

const WORDS = { same: "as it was registered", changed: "changed", "not-asked": "not asked" } as const;

function probeOwn({ files, facts, directories }: Product, profile: Profile): Probed {
  const found = driftHere(profile, { files, machine: facts.machine.environment, home: directories.home });
  const uid = files.stat(profile.home)?.uid ?? null;
  const now = { ...profile, uid, home: directories.home ?? profile.home, version: VERSION };
  return { profile: profile.name, state: found.length === 0 ? "same" : "changed", found, now };
}
