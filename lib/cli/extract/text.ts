/**
 * What `learn --extract` says to people.
 *
 * @module
 */
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { counted } from "../edit_answer.ts";
import type { ExtractReport } from "./run.ts";

/** One paragraph. */
export function extractText(report: ExtractReport, dryRun: boolean): string {
  const { program, conversations, exchanges, learnings, withdrawn, unquoted, busy } = report;
  const given = `${counted(exchanges, "exchange")} of ${counted(conversations, "conversation")}`;
  if (dryRun) return `"${visible(program)}" would be given ${given} (dry run: it was not started).`;
  if (exchanges === 0) return `"${visible(program)}" was given nothing: every finished exchange was already.`;
  const parts = [`"${visible(program)}" was given ${given}: ${counted(learnings, "learning")}.`];
  if (withdrawn > 0) parts.push(`${counted(withdrawn, "earlier one")} withdrawn.`);
  if (unquoted > 0) parts.push(`${unquoted} left out: what they quote stands nowhere in the exchange.`);
  if (busy > 0) parts.push(`${counted(busy, "conversation")} passed over: another run is at work there; try again.`);
  return parts.join(" ");
}
