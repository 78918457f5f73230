/**
 * What `doctor` says to people: one line a check, its state as a word.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { counted } from "../edit_answer.ts";
import type { Layout } from "../screen.ts";
import { paragraph, wrappedPairs } from "../wrap.ts";

/** The whole text. */
export function checksText(checks: readonly Check[], layout: Layout): string {
  const problems = checks.filter(({ state }) => state === "problem").length;
  const summary = problems === 0
    ? `Everything that was looked at is as it should be (${counted(checks.length, "check")}).`
    : `${counted(problems, "problem")} in ${counted(checks.length, "check")}.`;
  return `${wrappedPairs(checks.map((check) => [check.state, sentence(check)]), layout)}\n\n${
    paragraph(summary, layout)
  }`;
}

function sentence(check: Check): string {
  const advice = check.state === "problem" ? ` To do: ${check.advice}.` : "";
  return `${check.title}: ${check.found}.${advice}`;
}
