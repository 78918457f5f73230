/**
 * What was said in a session, to be compared with what was learned of it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Machine } from "../import_test_support.ts";

/** One exchange. */
export interface Told {
  readonly question: string;
  /** `typed` when left out. */
  readonly label?: string;
  /** The replies. Of one that ends in "..." any beginning may be stored. */
  readonly answers: readonly string[];
  /** Origins of the client's texts in it. */
  readonly evidence?: readonly string[];
  /** The user's answers, each with its kind. */
  readonly userAnswers?: readonly (readonly [kind: string, text: string])[];
  readonly state?: string;
}

/** Compares everything that is stored below a working directory, in the order in which it was typed. */
export function assertLearned(machine: Machine, workDir: string, told: readonly Told[]): void {
  const stored = machine.exchanges(workDir).toSorted((a, b) => at(a) < at(b) ? -1 : 1);
  assertEquals<unknown>(
    stored.map((exchange, index) => ({
      question: exchange.question?.text ?? "(copy)",
      label: exchange.label,
      answers: exchange.answers.map(({ text }, n) => shortened(text, told[index]?.answers[n])),
      evidence: exchange.evidence.map(({ origin }) => origin),
      userAnswers: exchange.userAnswers.map(({ kind, text }) => [kind, text]),
      state: exchange.state,
    })),
    told.map(({ question, label = "typed", answers, evidence = [], userAnswers = [], state = null }) => ({
      question,
      label,
      answers: [...answers],
      evidence: [...evidence],
      userAnswers: userAnswers.map((answer) => [...answer]),
      state,
    })),
  );
}

function at({ question }: { readonly question: { readonly at: string | null } | null }): string {
  return question?.at ?? "";
}

/** The expected text, where the stored one is the beginning of it. */
function shortened(stored: string, expected: string | undefined): string {
  if (expected === undefined || !expected.endsWith("...")) return stored;
  return stored !== "" && expected.startsWith(stored) ? expected : stored;
}
