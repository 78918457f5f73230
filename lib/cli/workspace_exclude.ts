/**
 * `imprint-hook workspace exclude`: directories whose conversations no workspace learns.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import { storedFacts } from "../import/stored_facts.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { compileExcludes, excludingGlob } from "../ownership/exclude.ts";
import { globFault } from "../paths/globs.ts";
import type { ParsedArguments } from "./command.ts";
import { answerEdit, counted } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const glob = args.operands[0] ?? "";
  const removes = args.flag("remove");
  const fault = globFault(glob);
  if (!removes && fault !== undefined) throw new UsageError(`workspace exclude: "${visible(glob)}" ${fault}`);
  const product = await setUp({ mode: "person", home: args.value("home") });
  const edited = await editConfig(product, (config) => {
    const index = config.exclude.indexOf(glob);
    if (!removes) return index === -1 ? [{ type: "append", path: ["exclude"], value: glob }] : [];
    if (index === -1) throw notThere(glob, config.exclude, product.config.exclude);
    return [{ type: "remove", path: ["exclude", index] }];
  });
  const matching = storedSessions(product).filter(({ meta }) =>
    meta.tombstone === undefined && globMatches(product, glob, meta)
  );
  const stored = counted(matching.length, "stored conversation");
  const lines = removes ? [`"${glob}" excludes nothing any more.`] : [
    edited.outcome === "unchanged"
      ? `"${glob}" is excluded already.`
      : `Conversations that touched a directory at or below "${glob}" are not learned.`,
    ...(matching.length === 0 ? [] : [`${stored} match${matching.length === 1 ? "es" : ""}: kept, but not shown.`]),
  ];
  answerEdit(args, { product, edited, data: { glob, removed: removes, stored: matching.length }, lines });
  return EXIT.done;
}

function globMatches(
  product: Awaited<ReturnType<typeof setUp>>,
  glob: string,
  { directories, flags }: ReturnType<typeof storedSessions>[number]["meta"],
): boolean {
  if (globFault(glob) !== undefined) return false;
  const facts = storedFacts(product, { directories, flags });
  return excludingGlob(facts.directories, compileExcludes([glob]), product.world.paths.mounts) !== undefined;
}

function notThere(glob: string, own: readonly string[], effective: readonly string[]): InputError {
  if (effective.includes(glob)) {
    return new InputError(`cannot remove "${visible(glob)}": the machine's policy excludes it, not your configuration`);
  }
  const known = own.length === 0 ? "nothing is excluded" : `excluded are ${own.map((each) => `"${each}"`).join(", ")}`;
  return new InputError(`cannot remove "${visible(glob)}": it is not excluded; ${known}`);
}
