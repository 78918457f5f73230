/**
 * How many of many ways to say a wish the rules hear, and how often they hear one where there is none: the conversations of
 * `fixtures/wishes`. What is told there is not compared, only whether a preference is.
 *
 * @module
 */
import { eventsOf, learningsOf } from "../../lib/learnings/conversation_test_support.ts";
import { LOW_CONFIDENCE } from "../../lib/learnings/rule.ts";

/** What came of one file. */
export interface Wishes {
  readonly name: string;
  readonly wishes: number;
  readonly found: number;
  readonly others: number;
  /** Conversations without a wish of which a preference is kept. */
  readonly taken: readonly string[];
}

const FOLDER = new URL("../../fixtures/wishes/", import.meta.url);

/** Runs the rules over every file. */
export function evaluateWishes(): readonly Wishes[] {
  const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => name.endsWith(".txt")).sort();
  return names.map((name) => {
    const talks = Deno.readTextFileSync(new URL(name, FOLDER)).trimEnd().split("\n\n").map(readTalk);
    const heard = talks.filter(({ lines }) => hearsWish(lines));
    return {
      name,
      wishes: talks.filter(({ holds }) => holds).length,
      found: heard.filter(({ holds }) => holds).length,
      others: talks.filter(({ holds }) => !holds).length,
      taken: heard.filter(({ holds }) => !holds).map(({ lines }) => lines),
    };
  });
}

/** @throws {Error} when a conversation does not begin with its mark */
function readTalk(text: string): { readonly holds: boolean; readonly lines: string } {
  const [mark, ...lines] = text.split("\n");
  if (mark !== "+" && mark !== "-") throw new Error(`fixtures/wishes: "${mark}" where + or - has to stand`);
  return { holds: mark === "+", lines: lines.join("\n") };
}

function hearsWish(lines: string): boolean {
  return learningsOf(eventsOf(lines)).some(({ kind, confidence }) =>
    kind === "preferences" && confidence >= LOW_CONFIDENCE
  );
}
