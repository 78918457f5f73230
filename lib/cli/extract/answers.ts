/**
 * What the extractor says: one JSON line a learning. Every line is checked; one that is none makes all of them worthless,
 * because nobody knows what the program meant by the others.
 *
 * @module
 */
import * as z from "zod/mini";
import { LEARNING_KINDS } from "../../types.ts";
import type { GivenExchange } from "./given.ts";

/** A learning of the program's. */
export interface ExtractedLearning {
  readonly exchange: string;
  /** When that was asked. */
  readonly at: string | null;
  readonly kind: typeof LEARNING_KINDS[number];
  readonly text: string;
  readonly quote: string;
  readonly confidence: number;
  /** Id of the message that holds the quote. */
  readonly source: string;
}

/** What was said, or why nothing of it counts. */
export type ReadAnswers =
  | {
    readonly kind: "read";
    readonly learnings: readonly ExtractedLearning[];
    /** Learnings left out because their quote stands nowhere in the exchange: the program made it up. */
    readonly unquoted: number;
  }
  | { readonly kind: "invalid"; readonly problem: string };

/** Learnings of one exchange. */
const MOST_OF_ONE = 8;
/** Nobody measured the program: what it says of itself counts up to here (0.5 is what context and search take). */
const MOST_CONFIDENCE = 0.7;
const USUAL_CONFIDENCE = 0.6;

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const ANSWER = z.object({
  exchange: z.string(),
  kind: z.enum(LEARNING_KINDS),
  text: text(600),
  quote: text(600),
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
});

/**
 * Reads the answers.
 *
 * @param stdout of the program
 * @param given the exchanges it was given
 */
export function readAnswers(stdout: string, given: readonly GivenExchange[]): ReadAnswers {
  const known = new Map(given.map((exchange) => [exchange.id, exchange]));
  const counts = new Map<string, number>();
  const learnings: ExtractedLearning[] = [];
  let unquoted = 0;
  for (const [index, line] of stdout.split("\n").entries()) {
    if (line.trim() === "") continue;
    const invalid = (why: string): ReadAnswers => ({ kind: "invalid", problem: `line ${index + 1}: ${why}` });
    const value = parsed(line);
    if (value === undefined) return invalid("it is no JSON");
    const read = z.safeParse(ANSWER, value);
    if (!read.success) return invalid(read.error.issues.map(issueText).join("; "));
    const { exchange: id, quote, confidence = USUAL_CONFIDENCE, ...rest } = read.data;
    const exchange = known.get(id);
    if (exchange === undefined) return invalid(`exchange "${id.slice(0, 40)}" was not given to it`);
    const count = (counts.get(id) ?? 0) + 1;
    if (count > MOST_OF_ONE) return invalid(`more than ${MOST_OF_ONE} learnings of one exchange`);
    counts.set(id, count);
    const message = exchange.messages.find((one) => plain(one.text).includes(plain(quote)));
    if (message === undefined) unquoted++;
    else {
      const capped = Math.min(confidence, MOST_CONFIDENCE);
      const { at } = exchange;
      const source = message.uuid;
      learnings.push({ ...rest, exchange: id, at, text: plain(rest.text), quote, confidence: capped, source });
    }
  }
  return { kind: "read", learnings, unquoted };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function issueText({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return path.length === 0 ? message : `"${path.map(String).join(".")}": ${message}`;
}

function plain(said: string): string {
  return said.replaceAll(/\s+/g, " ").trim();
}
