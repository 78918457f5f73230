/**
 * Forgotten questions as they stand in the client's other source, bound by their time: what was typed again in the same
 * words, before or later, is another question. A tombstone holds a hash of the words, times and no text.
 *
 * @module
 */
import { CUT_MARK, type Forgotten } from "./forgotten.ts";
import { withCuts } from "./forgotten_cuts.ts";
import { type TypedQuestion, wordsMark } from "./forgotten_twins.ts";
import { FAR, NEAR, WAITED } from "./question_twins.ts";
import type { StoredExchange } from "./read_exchanges.ts";

/** What is known of a question in the other source. */
interface TimeMark {
  /** Hash of its words, its session and the source. */
  readonly twin: string;
  /** Milliseconds between which it was typed. */
  readonly from: number;
  readonly to: number;
  /** As {@linkcode to}, for one that waited in the queue. */
  readonly queued: number;
}

/**
 * The tombstone that binds the same words of the same session where they stand in the other source, whenever.
 *
 * @returns 32 hex; undefined for a text without words
 * @example
 * ```ts
 * import { twinMark } from "./forgotten_times.ts";
 * const question = { client: "claude-code", sessionId: "s1", label: "history", text: "Why does it boil dry?" } as const;
 * twinMark(question) === twinMark({ ...question, label: "typed" }); // false
 * ```
 */
export function twinMark(question: TypedQuestion): string | undefined {
  return wordsMark(question, question.label === "history" ? "typed" : "history");
}

/** The tombstone of the question's copy in the client's other source. @returns undefined when it has none */
export function twinOf({ client, sessionId, label, question }: StoredExchange): string | undefined {
  if (client !== "claude-code" || label === null || question === null) return undefined;
  return twinMark({ client, sessionId, label, text: question.text });
}

/**
 * The tombstones of questions' copies in the client's other source: near in time, as `question_twins.ts` pairs them, and
 * nearer than to the same words that stay. What lies so near that nothing tells it apart goes, too.
 *
 * @param forgotten exchanges; one without a time binds its words at any time
 * @param kept exchanges of the same sessions that stay
 * @returns the tombstones, and the mark that there are some with a time
 */
export function timeMarks(
  forgotten: readonly StoredExchange[],
  kept: readonly StoredExchange[],
): readonly string[] {
  const times = new Map<string, number[]>();
  for (const { client, sessionId, question } of kept) {
    const time = timeOf(question?.at);
    if (client !== "claude-code" || question === null || Number.isNaN(time)) continue;
    const name = wordsOf({ client, sessionId, label: "typed", text: question.text });
    times.set(name, [...times.get(name) ?? [], time]);
  }
  const marks = forgotten.flatMap((exchange): readonly string[] => {
    const twin = twinOf(exchange);
    const { client, sessionId, label, question } = exchange;
    if (twin === undefined || client === null || label === null || question === null) return [];
    const time = timeOf(question.at);
    if (Number.isNaN(time)) return [twin];
    const others = times.get(wordsOf({ client, sessionId, label, text: question.text })) ?? [];
    return [JSON.stringify({ twin, ...rangeOf(time, { others, label }) } satisfies TimeMark)];
  });
  return marks.some((mark) => mark.startsWith("{")) ? [CUT_MARK, ...marks] : marks;
}

/** When the copy of a question was typed that was typed at a time. */
function rangeOf(
  time: number,
  { others, label }: { readonly others: readonly number[]; readonly label: string },
): Omit<TimeMark, "twin"> {
  let [from, to, queued] = [time - (label === "queued" ? WAITED : FAR), time + FAR, time + WAITED];
  for (const other of others) {
    const own = Math.max(NEAR, Math.floor(Math.abs(other - time) / 2));
    if (other <= time) from = Math.max(from, label === "queued" && time - other > FAR ? other + NEAR : time - own);
    if (other >= time) to = Math.min(to, time + own);
    // What waits may be behind what was typed soon after it.
    if (other > time + FAR) queued = Math.min(queued, other - NEAR);
  }
  return { from, to, queued: Math.max(to, queued) };
}

/** With what tells questions by the time of a forgotten one. */
export function withTimes(forgotten: Forgotten): Forgotten {
  const cuts = withCuts(forgotten);
  const marks = [...forgotten.hashes].flatMap(parseMark);
  return { ...cuts, holds: (question) => holdsTwin(marks, question) || cuts.holds?.(question) === true };
}

/**
 * @param hashes tombstones
 * @param twins marks of questions' copies
 * @returns those of the tombstones that are theirs
 */
export function timeMarksOf(hashes: ReadonlySet<string>, twins: ReadonlySet<string>): readonly string[] {
  const marks = [...hashes].filter((hash) => parseMark(hash).some(({ twin }) => twins.has(twin)));
  return marks.length === 0 ? marks : [CUT_MARK, ...marks];
}

function holdsTwin(marks: readonly TimeMark[], question: TypedQuestion): boolean {
  const time = timeOf(question.at);
  const last = (mark: TimeMark) => question.label === "queued" ? mark.queued : mark.to;
  const near = marks.filter((mark) => Number.isNaN(time) || (time >= mark.from && time <= last(mark)));
  if (near.length === 0) return false;
  const words = wordsMark(question);
  return near.some(({ twin }) => twin === words);
}

function parseMark(hash: string): readonly TimeMark[] {
  if (!hash.startsWith('{"twin"')) return [];
  try {
    const { twin, from, to, queued } = JSON.parse(hash) as TimeMark;
    return typeof twin === "string" && [from, to, queued].every(Number.isFinite) ? [{ twin, from, to, queued }] : [];
  } catch {
    return [];
  }
}

/** The same words of one session, in whichever source. */
function wordsOf(question: TypedQuestion): string {
  return wordsMark(question, "typed") ?? "";
}

function timeOf(at: string | null | undefined): number {
  return Date.parse(at ?? "");
}
