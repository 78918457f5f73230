/**
 * `imprint-hook profile remove`.
 *
 * @module
 */
import { writeProfiles } from "../../bridge/profiles_store.ts";
import { EXIT } from "../../errors.ts";
import { writeText } from "../../io/terminal.ts";
import type { ParsedArguments } from "../command.ts";
import { setUp } from "../setup.ts";
import { namedProfiles } from "./named.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const [profile] = namedProfiles(product, args.operands[0]);
  const name = profile?.name ?? "";
  writeProfiles(product.files, product.homes, product.profiles.filter((other) => other.name !== name));
  const text = args.flag("json")
    ? JSON.stringify({ schema: 1, removed: name })
    : `Profile "${name}" is forgotten. What was learned stays; its directories cannot be placed from the other side now.`;
  writeText("stdout", `${text}\n`);
  return EXIT.done;
}
