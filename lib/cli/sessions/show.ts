/**
 * `imprint-hook sessions show`: one conversation.
 *
 * @module
 */
import { UsageError } from "../../errors.ts";
import type { ParsedArguments } from "../command.ts";
import { namedCount } from "./named_values.ts";

const COMMAND = "sessions show";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const limit = namedCount(COMMAND, "limit", args.value("limit"));
  const directory = args.value("session-dir");
  const [wanted] = args.operands;
  if ((directory === undefined) === (wanted === undefined)) {
    throw new UsageError(`${COMMAND}: name one session: SESSION, or --session-dir DIR`);
  }
  // What the last messages of a large transcript do not need is not loaded for them.
  if (directory !== undefined) return await (await import("./show_habitat.ts")).showHabitat(args, limit);
  return await (await import("./show_stored.ts")).showStored(args, { wanted: wanted ?? "", limit });
}
