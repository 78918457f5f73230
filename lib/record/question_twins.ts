/**
 * Questions that a session holds twice: from `history.jsonl`, as its transcript was gone, and from the transcript, which
 * came back. The ids differ, as a typed line has none; what readers are shown is decided anew each time, so that neither
 * the order of reading nor a run that was killed between the two matters.
 *
 * @module
 */
import { completes } from "./cut_pastes.ts";
import type { StoredExchange } from "./read_exchanges.ts";

const MINUTE = 60_000;
/** The client writes both at once, or nearly so; the same words twice are told apart by the nearer time. */
export const NEAR = 10_000;
/** Nobody types more at once. */
const MOST_NEAR = 16;
/** So much later or earlier the same words are another question (formats/claude_code.md 3, row 16). */
export const FAR = 10 * MINUTE;
/** What waited in the queue is in the history by the time of its delivery (formats/claude_code.md 2.1). */
export const WAITED = 24 * 60 * MINUTE;

/**
 * Exchanges without typed lines of the history that the transcript of the same session holds too. Each question of the
 * transcript stands for one line at most: what was typed twice stays there twice. A line that got replies stays.
 *
 * @returns the others, in the same order
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { withoutTwins } from "./question_twins.ts";
 * const exchange = { client: "claude-code", sessionId: "s", cwd: null, answers: [], userAnswers: [], evidence: [] } as const;
 * const rest = { ...exchange, state: null, copyOf: null, rules: null, redactions: 0 };
 * const asked = (id: string, label: "history" | "typed", at: string) =>
 *   ({ ...rest, id, label, question: { uuid: id, at, text: "Why does it boil dry?" } });
 * const [line, later] = [asked("a", "history", "2026-06-01T10:00:00Z"), asked("b", "history", "2026-06-01T11:00:00Z")];
 * const typed = asked("c", "typed", "2026-06-01T10:00:01Z");
 * assertEquals(withoutTwins([line, later, typed]).map(({ id }) => id), ["b", "c"]);
 * ```
 */
export function withoutTwins(exchanges: readonly StoredExchange[]): readonly StoredExchange[] {
  const twins = twinsIn(exchanges);
  return twins.size === 0 ? exchanges : exchanges.filter(({ id }) => !twins.has(id));
}

/** @returns ids of lines of the history, each with the id of the question in the transcript that it is */
export function twinsIn(exchanges: readonly StoredExchange[]): ReadonlyMap<string, string> {
  if (!exchanges.some(isLine)) return new Map();
  const all = exchanges.flatMap((exchange): readonly Dated[] => {
    const { question, label } = exchange;
    const time = Date.parse(question?.at ?? "");
    if (question === null || Number.isNaN(time) || (label === "history" && !isLine(exchange))) return [];
    return [{ exchange, time, text: question.text }];
  });
  const same = grouped(all, ({ text }) => text.normalize("NFC").replace(/\s+/g, " ").trim()).flatMap(pairsOf);
  const known = new Set(same.flat());
  const rest = all.filter(({ exchange }) => !known.has(exchange.id));
  return new Map([...same, ...grouped(rest, () => "").flatMap(completedPairs)]);
}

/** What is of one session, and the same in some way. */
function grouped(all: readonly Dated[], same: (one: Dated) => string): readonly Group[] {
  const groups = new Map<string, { readonly lines: Dated[]; readonly typed: Dated[] }>();
  for (const one of all) {
    const { client, sessionId, label } = one.exchange;
    const key = JSON.stringify([client, sessionId, same(one)]);
    const group = groups.get(key) ?? { lines: [], typed: [] };
    groups.set(key, group);
    (label === "history" ? group.lines : group.typed).push(one);
  }
  return [...groups.values()];
}

interface Dated {
  readonly exchange: StoredExchange;
  readonly time: number;
  readonly text: string;
}

interface Group {
  readonly lines: readonly Dated[];
  readonly typed: readonly Dated[];
}

/** A line of the history to which nothing was replied: no reply is hidden with it. */
function isLine({ label, question, answers, userAnswers }: StoredExchange): boolean {
  return label === "history" && question !== null && answers.length + userAnswers.length === 0;
}

/** Nearest first, then what is farther apart. */
function pairsOf({ lines, typed }: Group): readonly Pair[] {
  let left = { lines: sorted(lines), typed: sorted(typed) };
  const pairs: Pair[] = [];
  const pair = (mayPair: (asked: Dated) => boolean, range: Range): void => {
    const taken = paired(left.lines, { typed: left.typed.filter(mayPair), range });
    for (const [line, asked] of taken) pairs.push([line.exchange.id, asked.exchange.id]);
    const gone = new Set(taken.flat());
    left = { lines: left.lines.filter((each) => !gone.has(each)), typed: left.typed.filter((each) => !gone.has(each)) };
  };
  pair(() => true, { earlier: NEAR, later: NEAR });
  pair(() => true, { earlier: FAR, later: FAR });
  pair(({ exchange }) => exchange.label === "queued", { earlier: FAR, later: WAITED });
  return pairs;
}

/** Lines that are not the question's words to the letter, as pastes were cut out or set apart: the nearest in time first. */
function completedPairs({ lines, typed }: Group): readonly Pair[] {
  const asked = sorted(typed);
  let first = 0;
  const found = sorted(lines).flatMap((line) => {
    while (first < asked.length && line.time - asked[first]!.time > NEAR) first++;
    const near: { readonly line: Dated; readonly asked: Dated; readonly apart: number }[] = [];
    for (let n = first; n < asked.length && asked[n]!.time - line.time <= NEAR; n++) {
      near.push({ line, asked: asked[n]!, apart: Math.abs(asked[n]!.time - line.time) });
    }
    return near.sort((a, b) => a.apart - b.apart).slice(0, MOST_NEAR)
      .filter((one) => completes(one.asked.text, line.text));
  });
  const taken = new Set<Dated>();
  return found.sort((a, b) => a.apart - b.apart).flatMap(({ line, asked }): readonly Pair[] => {
    if (taken.has(line) || taken.has(asked)) return [];
    taken.add(line).add(asked);
    return [[line.exchange.id, asked.exchange.id]];
  });
}

type Pair = readonly [line: string, question: string];

/** How many milliseconds a line may be earlier or later than the question. */
interface Range {
  readonly earlier: number;
  readonly later: number;
}

/** Both by time: as many pairs as there can be. */
function paired(
  lines: readonly Dated[],
  { typed, range }: { readonly typed: readonly Dated[]; readonly range: Range },
): readonly (readonly [line: Dated, asked: Dated])[] {
  const pairs: (readonly [Dated, Dated])[] = [];
  let next = 0;
  for (const line of lines) {
    while (next < typed.length && line.time - typed[next]!.time > range.later) next++;
    const asked = typed[next];
    if (asked === undefined) break;
    if (asked.time - line.time > range.earlier) continue;
    pairs.push([line, asked]);
    next++;
  }
  return pairs;
}

/** In the same order whatever was read first; what may wait longer for its line comes last. */
function sorted(dated: readonly Dated[]): readonly Dated[] {
  const waits = ({ exchange }: Dated) => exchange.label === "queued" ? 1 : 0;
  return dated.toSorted((a, b) => a.time - b.time || waits(a) - waits(b) || (a.exchange.id < b.exchange.id ? -1 : 1));
}
