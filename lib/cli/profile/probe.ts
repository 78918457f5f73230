/**
 * `imprint-hook profile probe`: is a registered distribution still as it was?
 *
 * @module
 */
import { driftBetween, driftHere } from "../../bridge/drift.ts";
import { runInside, runningDistros } from "../../bridge/launcher.ts";
import { parseProfile, type Profile } from "../../bridge/profile.ts";
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { writeText } from "../../io/terminal.ts";
import { foldNtfs } from "../../paths/fold.ts";
import { VERSION } from "../../version.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { setUp } from "../setup.ts";
import { paragraph } from "../wrap.ts";
import { namedProfiles } from "./named.ts";

const ANSWER_MILLISECONDS = 30_000;

/** What a probe found. */
interface Probed {
  readonly profile: string;
  readonly state: "same" | "changed" | "not-asked";
  readonly found: readonly string[];
  /** What the distribution says of itself, for the other side. */
  readonly now?: Profile;
}

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const profiles = namedProfiles(product, args.operands[0]);
  const running = product.facts.machine.environment.os === "windows" ? await runningDistros() : undefined;
  const probed: Probed[] = [];
  for (const profile of profiles) {
    probed.push(profile.here ? probeOwn(product, profile) : await probeOther(profile, running));
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

async function probeOther(profile: Profile, running: readonly string[] | undefined): Promise<Probed> {
  const of = (state: Probed["state"], ...found: readonly string[]): Probed => ({ profile: profile.name, state, found });
  if (profile.bin === null) return of("not-asked", "there is no program inside");
  if (running === undefined) return of("not-asked", "WSL cannot be asked from here");
  if (!running.includes(foldNtfs(profile.distro))) return of("not-asked", "the distribution does not run");
  const words = ["profile", "probe", profile.name, "--json"];
  const end = await runInside(profile, { program: profile.bin, words, input: "", milliseconds: ANSWER_MILLISECONDS });
  if (end.kind !== "ended" || end.code < 0) return of("changed", "WSL does not start it; is the distribution gone?");
  const answer = answered(new TextDecoder().decode(end.stdout));
  if (answer === undefined) return of("changed", `"${profile.bin}" does not answer`);
  const found = [...answer.found, ...driftBetween(profile, answer.now)];
  return of(found.length === 0 ? "same" : "changed", ...new Set(found));
}

function answered(text: string): { readonly found: readonly string[]; readonly now: Profile } | undefined {
  try {
    const [first] = JSON.parse(text).profiles;
    const now = parseProfile(first.now);
    return typeof now === "string" || !Array.isArray(first.found) ? undefined : { found: first.found, now };
  } catch {
    return undefined;
  }
}
