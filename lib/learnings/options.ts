/**
 * The option that a short answer chooses from a list in the reply before it.
 *
 * @module
 */

/** What was chosen. */
export interface Choice {
  /** The assistant's question. */
  readonly question: string;
  /** The text of each option chosen, in the order of the answer. */
  readonly options: readonly string[];
}

/** Longest answer that is a choice. */
const LONGEST_ANSWER = 160;
/** Longest option kept. */
const LONGEST_OPTION = 200;

/** An option is about going on with the work rather than about the thing. */
const PROCEEDING =
  /^(?:continue|proceed|commit|push|merge|deploy|start|stop|skip|tackle|address|run|update|review|fix|execute|do|mark|close|wait|something else|other|none|just|keep going|move on|remove this|verify|check|test|finish|subagent|parallel|manual|yes|no)\b/i;

/**
 * Finds what an answer such as `option 3`, `A)` or `1 and 2` stands for.
 *
 * @param answer what the user typed
 * @param reply the reply before it
 * @returns undefined when it chooses nothing, or a way to go on
 * @example
 * ```ts
 * import { chosenOptions } from "./options.ts";
 * const reply = "A) Keep tea in files\nB) Keep tea in a table\n\nWhich storage do you prefer?";
 * chosenOptions("B", reply); // { question: "Which storage do you prefer?", options: ["Keep tea in a table"] }
 * ```
 */
export function chosenOptions(answer: string, reply: string): Choice | undefined {
  const names = namesIn(answer);
  if (names.length === 0) return undefined;
  const options = optionsIn(reply);
  const chosen = names.map((name) => options.get(name));
  const question = questionIn(reply);
  if (question === undefined || chosen.some((text) => text === undefined || PROCEEDING.test(text))) return undefined;
  return { question, options: chosen as string[] };
}

/** Something that may be such a name. */
const NAME = /(?:^|[ #(])[a-e1-9](?:[).,;: ]|$)/i;

/** Names of the options an answer begins with. */
function namesIn(answer: string): readonly string[] {
  const text = answer.trim();
  if (text.length > LONGEST_ANSWER || text.includes("?") || !NAME.test(text)) return [];
  const match =
    /^(?:(?:ok|okay|yes|yeah|sure|hmm|i think|i'd say|i would say|let's (?:go with|do|take)|go with|i prefer|i like)\b[ ,]*)*(?:the )?(?:option |number |#)?\(?([a-e]|[1-9])(?:\)|\.|,|;|:|\b)(?: (?:is (?:fine|good|the right (?:approach|one)|best)|please|sounds good|it is|looks good))*(?: (?:and|\+|&) (?:option |number |#)?\(?([a-e]|[1-9])\)?)?(?:[.,;:! ]|$)/i
      .exec(text);
  if (match === null) return [];
  // "a small change" begins with an article, "i think 2 tests fail" counts.
  if (/^a\s+[a-z]/.test(text) || /^\d+ [a-z]/i.test(text) && !/^\d+ (?:and|is|please|sounds|looks)\b/i.test(text)) {
    return [];
  }
  return [match[1], match[2]].filter((name) => name !== undefined).map((name) => name.toUpperCase());
}

/** The options of a reply, by letter or number; the last list of it counts. */
function optionsIn(reply: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  let last = "";
  for (const line of reply.split("\n")) {
    const match = /^\s*(?:[-*]\s+)?(?:\*\*)?(?:Option )?\(?([A-Ea-e]|[1-9])(?:\)|\.|:)(?:\*\*)?:?\s+(.+)$/.exec(line);
    const name = match?.[1]?.toUpperCase();
    if (match === null || name === undefined) continue;
    if (name <= last && (name === "A" || name === "1")) options.clear();
    last = name;
    const text = (match[2] ?? "").replaceAll(/\*\*|__/g, "").trim();
    options.set(name, text.length <= LONGEST_OPTION ? text : `${text.slice(0, LONGEST_OPTION - 1)}…`.toWellFormed());
  }
  return options;
}

/** The last question of a reply. */
function questionIn(reply: string): string | undefined {
  const lines = reply.split("\n").map((line) => line.replaceAll(/\*\*|__|^#+\s+/g, "").trim());
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    const end = line.lastIndexOf("?");
    if (end < 0 || line.length > 400) continue;
    const start = Math.max(line.lastIndexOf(". ", end), line.lastIndexOf("! ", end), line.lastIndexOf("? ", end - 1));
    return line.slice(start < 0 ? 0 : start + 2, end + 1).trim();
  }
  return undefined;
}
