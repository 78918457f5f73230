/**
 * A forgotten line of Claude Code's history from which long pastes were cut out: its tombstone binds the whole question in
 * a transcript that appears later. That one's words cannot be hashed, as most of them are not known. What is: the session,
 * when it was typed, the words around the pastes, and how many line breaks these have.
 *
 * @module
 */
import type { ClientName } from "../types.ts";
import { partsOf, type Plain, plainOf, SHORTEST } from "./cut_pastes.ts";
import { CUT_MARK, type Forgotten } from "./forgotten.ts";
import type { TypedQuestion } from "./forgotten_twins.ts";
import { holdsReplies } from "./forgotten_replies.ts";
import { sha256Hex } from "./ids.ts";
import type { StoredExchange } from "./read_exchanges.ts";

/** The client writes both at once, or nearly so. */
const NEAR = 10_000;
/** Such a part of the time to the next line is a line's own: what lies behind may be the other's. */
const OWN_PART = 3;

/** What is known of a line: hashes, numbers and no text. */
interface CutMark {
  readonly session: string;
  /** Milliseconds between which its question was typed. */
  readonly from: number;
  readonly to: number;
  /** Of the words in front of the first paste, and behind the last: how long they are without white space, and a hash. */
  readonly first: readonly [length: number, hash: string];
  readonly last: readonly [length: number, hash: string];
  readonly pastes: number;
  /** Null: nobody knows how many there may be. */
  readonly breaks: readonly [least: number, most: number | null];
}

/**
 * The tombstones of lines from which pastes were cut out.
 *
 * @param forgotten exchanges; what is no such line, or not to be told from another one by its time, has none
 * @param all every exchange of the same sessions
 * @returns the tombstones, and the mark that there are some
 */
export function cutMarks(forgotten: readonly StoredExchange[], all: readonly StoredExchange[]): readonly string[] {
  const marks = forgotten.flatMap((line): readonly string[] => {
    const time = lineTime(line);
    if (time === undefined || line.client === null || line.question === null) return [];
    const { first, cuts, mostBreaks } = partsOf(line.question.text);
    const last = cuts.at(-1)?.behind;
    if (last === undefined) return [];
    let [own, isAlone] = [NEAR, true];
    for (const other of all) {
      const at = other.id === line.id || other.sessionId !== line.sessionId ? undefined : lineTime(other);
      if (at === undefined) continue;
      own = Math.min(own, Math.floor(Math.abs(at - time) / OWN_PART));
      isAlone &&= at !== time;
    }
    if (!isAlone) return [];
    const mark: CutMark = {
      session: sessionHash(line.client, line.sessionId),
      from: time - own,
      to: time + own,
      first: [first.words.length, wordsHash(first.words)],
      last: [last.words.length, wordsHash(last.words)],
      pastes: cuts.length,
      breaks: [
        cuts.reduce((sum, { breaks }) => sum + Math.ceil(breaks / 2), 0),
        mostBreaks < Infinity ? mostBreaks : null,
      ],
    };
    return [JSON.stringify(mark)];
  });
  return marks.length === 0 ? [] : [CUT_MARK, ...marks];
}

/** @returns those of the tombstones that are of lines of a session from which pastes were cut out */
export function cutMarksOf(
  hashes: ReadonlySet<string>,
  { client, sessionId }: { readonly client: ClientName; readonly sessionId: string },
): readonly string[] {
  const own = sessionHash(client, sessionId);
  return [...hashes].filter((hash) => hash.startsWith("{") && parseMark(hash).some(({ session }) => session === own));
}

/** With what tells the whole questions of such lines, and replies that were forgotten before they had an id. */
export function withCuts(forgotten: Forgotten): Forgotten {
  const marks = [...forgotten.hashes].flatMap((hash) => hash.startsWith("{") ? parseMark(hash) : []);
  return { ...forgotten, holds: (question) => holdsCut(marks, question), holdsReply: holdsReplies(forgotten) };
}

function holdsCut(marks: readonly CutMark[], { client, sessionId, label, at, text }: TypedQuestion): boolean {
  const time = Date.parse(at ?? "");
  if (label === "history" || Number.isNaN(time)) return false;
  const near = marks.filter(({ from, to }) => time >= from && time <= to);
  if (near.length === 0) return false;
  const session = sessionHash(client, sessionId);
  let whole: Plain | undefined;
  return near.some((mark) => mark.session === session && isWhole(mark, whole ??= plainOf(text.trim())));
}

function isWhole({ first, last, pastes, breaks }: CutMark, { words, breaks: found }: Plain): boolean {
  const [start, end] = [first[0], words.length - last[0]];
  if (end - start < pastes * SHORTEST || found.length > (breaks[1] ?? Infinity)) return false;
  return found.filter((at) => at > start && at < end).length >= breaks[0] &&
    wordsHash(words.slice(0, start)) === first[1] && wordsHash(words.slice(end)) === last[1];
}

/** @returns when a line of the history was typed; undefined for anything else */
function lineTime({ label, question }: StoredExchange): number | undefined {
  const time = Date.parse(question?.at ?? "");
  return label !== "history" || Number.isNaN(time) ? undefined : time;
}

function sessionHash(client: ClientName, sessionId: string): string {
  return sha256Hex(JSON.stringify(["forgotten cut line", client, sessionId])).slice(0, 16);
}

function wordsHash(words: string): string {
  return sha256Hex(JSON.stringify(["words of a forgotten cut line", words])).slice(0, 16);
}

function parseMark(text: string): readonly CutMark[] {
  try {
    const { session, from, to, first, last, pastes, breaks } = JSON.parse(text) as CutMark;
    const isMark = typeof session === "string" && [from, to, pastes].every(Number.isFinite) &&
      [first, last].every((each) => Number.isInteger(each?.[0]) && each[0] >= 0 && typeof each[1] === "string") &&
      Number.isFinite(breaks?.[0]);
    return isMark ? [{ session, from, to, first, last, pastes, breaks }] : [];
  } catch {
    return [];
  }
}
