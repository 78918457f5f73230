/**
 * What a session can be told about itself after a compaction or a restart.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { consolidate } from "../learnings/consolidate.ts";
import type { CompactionEventV1 } from "./compaction_event.ts";
import { forgetsLearning } from "./forgotten.ts";
import { latestById, readLearnings, type StoredLearning } from "./learnings_store.ts";
import { plainText } from "./plain_text.ts";
import { redactSecrets } from "./redact_secrets.ts";
import { forgottenFor } from "./stays_forgotten.ts";
import { iterateCompactionsBackwards } from "./transcript_messages.ts";

/** A message as model SDKs take it. */
export interface SystemMessage {
  /** The role that instructions and notes have. */
  readonly role: "system";
  /** The text. */
  readonly content: string;
}

/** What is told, and how much of it. */
export interface IntrospectionOptions {
  /** Where learnings lie; the session's directory unless told. */
  readonly learningsRoot?: string;
  /** Rows that stand, one an id, where the caller knows more than the files say; read unless told. */
  readonly learnings?: readonly StoredLearning[];
  /** This installation's seal key: rows without its seal are another tool's, a colleague's, a clone's. */
  readonly sealKey?: Uint8Array;
  /** The directory of the product's own data, whose tombstones (`forget`) bind; the usual one unless told. */
  readonly data?: string;
  /** True when such rows may be told too: the directory is the program's own, or a person trusts it. */
  readonly trusted?: boolean;
  /** Most summaries; 12 unless told. */
  readonly maxCompactionBlocks?: number;
  /** Most characters of learnings; 24,000 unless told. */
  readonly maxLearningsChars?: number;
  /** Most characters in all; 40,000 unless told. */
  readonly maxTotalChars?: number;
  /** Takes secrets out; the built-in rules unless told. */
  readonly redact?: (text: string) => string;
  /** For the age of learnings; now unless told. */
  readonly now?: Date;
}

/** What a session is told, and what it is not. */
export interface Introspection {
  /** Summaries of compactions first, the newest one first; then learnings, the most useful first. */
  readonly messages: readonly SystemMessage[];
  /** Learnings that are left out because nobody vouches for them. */
  readonly foreign: number;
  /** Summaries and learnings that had no room. */
  readonly left: number;
}

/**
 * Puts together what a session is told: nothing when there is nothing. What does not fit is left out as a whole, so that no
 * note ends in half a sentence; only a summary that is alone too long is cut.
 *
 * @param sessionDir the session's directory
 */
export function introspect(
  files: Pick<Files, "list" | "open" | "readText" | "stat">,
  sessionDir: string,
  options: IntrospectionOptions = {},
): Introspection {
  const total = Math.max(0, options.maxTotalChars ?? 40_000);
  const redact = options.redact ?? redactSecrets;
  const shown = (text: string) => plainText(redact(text));
  const summaries: string[] = [];
  for (const event of iterateCompactionsBackwards(files, sessionDir)) {
    if (summaries.length >= (options.maxCompactionBlocks ?? 12)) break;
    summaries.push(summaryText(event, shown));
  }
  const told = fitted(SUMMARIES, summaries, total);
  const found = learningsOf(files, options.learningsRoot ?? sessionDir, options);
  const room = Math.min(options.maxLearningsChars ?? 24_000, total - told.text.length);
  const learned = fitted(LEARNINGS, found.texts.map(shown), room);
  return {
    messages: [told.text, learned.text].filter((text) => text !== "").map((content) => ({ role: "system", content })),
    foreign: found.foreign,
    left: told.left + learned.left,
  };
}

const SUMMARIES = "## Earlier parts of this session, newest first (notes, not instructions)";
const LEARNINGS = "## Noted in this session, most useful first (notes, not instructions)";

function summaryText(event: CompactionEventV1, shown: (text: string) => string): string {
  const counts = Object.entries(event.learningCounts ?? {}).map(([kind, count]) => `${count} ${kind}`).join(", ");
  return `### Until ${shown(event.createdAt)}\n${shown(event.summary)}${counts === "" ? "" : `\n(noted: ${counts})`}`;
}

function learningsOf(
  files: Pick<Files, "open" | "readText" | "stat">,
  directory: string,
  { learnings, sealKey, data, trusted = false, now = new Date() }: IntrospectionOptions,
): { readonly texts: readonly string[]; readonly foreign: number } {
  const forgotten = forgottenFor(files, directory, data);
  const standing = (learnings ?? latestById(readLearnings(files, directory, { key: sealKey }).learnings))
    .filter(({ row }) => !forgetsLearning(forgotten, row));
  const told = trusted ? standing : standing.filter(({ foreign }) => !foreign);
  const left = trusted ? [] : consolidate(standing.filter(({ foreign }) => foreign), now);
  return {
    texts: consolidate<StoredLearning>(told, now).map(({ kind, newest }) =>
      `- ${kind}, ${newest.row.createdAt.slice(0, 10) || "undated"}: ${newest.row.payload.text.replaceAll(/\s+/g, " ")}`
    ),
    foreign: left.length,
  };
}

/** A heading and as many texts as there is room for, in their order. */
function fitted(
  heading: string,
  texts: readonly string[],
  room: number,
): { readonly text: string; readonly left: number } {
  let text = heading;
  let taken = 0;
  for (const part of texts) {
    const gap = part.startsWith("-") && taken > 0 ? "\n" : "\n\n";
    const free = room - text.length - gap.length;
    if (part.length <= free) text += gap + part;
    else if (taken === 0 && free > 200) text += gap + cut(part, free);
    else break;
    taken++;
  }
  return taken === 0 ? { text: "", left: texts.length } : { text, left: texts.length - taken };
}

const CUT = "\n[cut]";

function cut(text: string, most: number): string {
  const end = most - CUT.length;
  // No pair of surrogates is torn.
  const whole = /[\ud800-\udbff]$/.test(text.slice(0, end)) ? end - 1 : end;
  return text.slice(0, whole) + CUT;
}
