/**
 * What `sessions list` and `sessions browse` say where there are none.
 *
 * @module
 */
import type { ParsedArguments } from "../command.ts";

/** That there are none, and what to do; a habitat's sessions come from elsewhere. */
export function noSessionsText(args: ParsedArguments): string {
  if (args.value("sessions-dir") !== undefined) return "No sessions there.";
  return `No conversations here. "imprint-hook learn" learns what is new${
    args.flag("all") ? "." : '; "--all" lists every project.'
  }`;
}
