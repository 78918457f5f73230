/**
 * `"extractor": {"command": ["/abs/program", "argument"]}` of the configuration (issue 6): the program of the user's choice.
 *
 * @module
 */
import * as z from "zod/mini";
import { InputError } from "../../errors.ts";
import { isAbsolute } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import type { Config } from "../../ownership/mod.ts";

/** The program, and what it is called with. */
export interface ExtractorSettings {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
}

const SETTINGS = z.strictObject({ command: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)) });

/**
 * Reads the setting.
 *
 * @param configFile for messages
 * @throws {InputError} when there is none, or it cannot be used
 */
export function extractorSettings({ extractor, store }: Config, configFile: string): ExtractorSettings {
  const example = `"extractor": { "command": ["/path/to/program"] } in "${configFile}"`;
  if (extractor === null) throw new InputError(`cannot extract: no program is set; write ${example}`);
  const read = z.safeParse(SETTINGS, extractor);
  if (!read.success) {
    throw new InputError(`cannot extract: "extractor" is ${JSON.stringify(extractor)}, no command; write ${example}`);
  }
  const [program = "", ...args] = read.data.command;
  if (!isAbsolute(program, operatingSystem())) {
    throw new InputError(`cannot extract: "${program}" is no absolute path; name the program by its whole path`);
  }
  if (store === "learnings") {
    throw new InputError(`cannot extract: "store" is "learnings" in "${configFile}", so that no exchanges are kept`);
  }
  return { program, args };
}
