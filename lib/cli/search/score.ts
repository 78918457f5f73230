/**
 * Which rows fit a query best: BM25 over weighted words, then age and confidence.
 *
 * @module
 */
import type { OpenIndexSegment, WorkDirIndex } from "./index_of.ts";
import { type BytePlace, decodePostings } from "./segment.ts";
import { type Query, type Variant, variantsOf } from "./query.ts";

/** A row that fits. */
export interface Hit {
  readonly workDir: string;
  /** `{client folder}/{safe key}` */
  readonly session: string;
  /** 0: an exchange; else 1 + the position of the kind. */
  readonly kind: number;
  readonly id: string;
  /** Where it stands in its file. */
  readonly place: BytePlace | undefined;
  readonly score: number;
}

/** What else a row has to be. */
export interface HitFilter {
  /** Kinds as numbers; all unless given. */
  readonly kinds?: ReadonlySet<number>;
  /** Seconds since 1970. */
  readonly since?: number;
  /** Folders of clients. */
  readonly clients?: ReadonlySet<string>;
}

const K1 = 1.2;
const B = 0.6;
const FIELDS = 4;
/** Words of the index that one variant may stand for. */
const MOST_TERMS = 200;
/** Steps into which scores fall, and how many documents are put in order together. */
const STEPS = 2048;
const AT_ONCE = 100;
const HALF_YEAR = 180 * 86_400;
/** Rules below this are left out (`LOW_CONFIDENCE`). */
const LEAST_CONFIDENCE = 50;

/**
 * Finds rows, best first.
 *
 * @param now milliseconds since 1970
 */
export function findHits(
  indexes: readonly WorkDirIndex[],
  query: Query,
  { filter, now }: { readonly filter: HitFilter; readonly now: number },
): Iterable<Hit> {
  const parts = indexes.flatMap(({ workDir, segments }) =>
    segments.map((segment): ScoredPart => {
      const { documents } = segment.segment;
      return {
        workDir,
        ...segment,
        scores: new Float32Array(documents),
        counts: new Uint8Array(documents),
        required: new Uint8Array(documents),
        best: new Float32Array(documents),
      };
    })
  );
  const total = parts.reduce((sum, { segment }) => sum + segment.documents, 0);
  const lengths = parts.reduce((sum, { segment }) => sum + segment.length, 0);
  const average = total === 0 ? 1 : Math.max(1, lengths / total);
  for (const { token, required } of query.words) {
    const variants = variantsOf(token);
    const frequency = parts.reduce((sum, part) => sum + weigh(part, termsOf(part.segment, variants), average), 0);
    const rarity = Math.log(1 + (total - Math.min(total, frequency) + 0.5) / (frequency + 0.5));
    for (const part of parts) addWord(part, { rarity, required });
  }
  for (const part of parts) finish(part, { query, filter, now });
  return hits(parts);
}

interface ScoredPart extends OpenIndexSegment {
  readonly workDir: string;
  /** Of each document; 0 for one that does not fit. */
  readonly scores: Float32Array;
  /** How many words of the query stand in it, and how many of those that have to. */
  readonly counts: Uint8Array;
  readonly required: Uint8Array;
  /** What the word that is being looked for is worth in it. */
  readonly best: Float32Array;
}

function* hits(parts: readonly ScoredPart[]): Iterable<Hit> {
  for (const [index, document] of bestFirst(parts.map(({ scores, segment }) => ({ scores, table: segment.table })))) {
    const part = parts[index];
    if (part === undefined) continue;
    const { table } = part.segment;
    const session = part.sessions[table[document * FIELDS] ?? 0]?.key;
    if (session === undefined) continue;
    yield {
      workDir: part.workDir,
      session,
      kind: (table[document * FIELDS + 1] ?? 0) >> 8,
      id: part.segment.idOf(document),
      place: part.segment.placeOf(document),
      score: part.scores[document] ?? 0,
    };
  }
}

/** Of a hundred thousand documents twenty are shown: only those near the top are ever put in order. */
function* bestFirst(
  parts: readonly { readonly scores: Float32Array; readonly table: Uint32Array }[],
): Iterable<readonly [part: number, document: number]> {
  let most = 0;
  for (const { scores } of parts) for (let at = 0; at < scores.length; at++) most = Math.max(most, scores[at] ?? 0);
  if (most === 0) return;
  const stepOf = (score: number): number => Math.min(STEPS - 1, Math.floor(score / most * STEPS));
  const sizes = new Uint32Array(STEPS);
  for (const { scores } of parts) {
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] ?? 0;
      if (score > 0) sizes[stepOf(score)] = (sizes[stepOf(score)] ?? 0) + 1;
    }
  }
  for (let high = STEPS - 1; high >= 0;) {
    let low = high;
    for (let count = sizes[low] ?? 0; count < AT_ONCE && low > 0;) count += sizes[--low] ?? 0;
    const found: { readonly part: number; readonly document: number; readonly score: number; readonly time: number }[] =
      [];
    for (const [part, { scores, table }] of parts.entries()) {
      for (let document = 0; document < scores.length; document++) {
        const score = scores[document] ?? 0;
        if (score === 0) continue;
        const step = stepOf(score);
        if (step < low || step > high) continue;
        found.push({ part, document, score, time: table[document * FIELDS + 2] ?? 0 });
      }
    }
    found.sort((a, b) => b.score - a.score || b.time - a.time);
    for (const { part, document } of found) yield [part, document];
    high = low - 1;
  }
}

/** Finds what each document is worth for a word: the best of the terms that stand for it. @returns how often they stand */
function weigh(
  { segment, best }: ScoredPart,
  terms: ReadonlyMap<number, number>,
  average: number,
): number {
  const { table } = segment;
  best.fill(0);
  const positions = [...terms.keys()].sort((a, b) => a - b);
  const [documents, weights] = [new Uint32Array(segment.documents), new Uint8Array(segment.documents)];
  let frequency = 0;
  let index = 0;
  for (const list of segment.lists(positions)) {
    const worth = (terms.get(positions[index++] ?? 0) ?? 0) * (K1 + 1);
    const count = decodePostings(list, documents, weights);
    frequency += count;
    for (let at = 0; at < count; at++) {
      const document = documents[at] ?? 0;
      const tf = (weights[at] ?? 0) / 2;
      const value = worth * tf / (tf + K1 * (1 - B + B * (table[document * FIELDS + 3] ?? 0) / average));
      if (value > (best[document] ?? 0)) best[document] = value;
    }
  }
  return frequency;
}

function addWord(
  { scores, counts, required, best }: ScoredPart,
  word: { readonly rarity: number; readonly required: boolean },
): void {
  for (let document = 0; document < best.length; document++) {
    const value = best[document] ?? 0;
    if (value === 0) continue;
    scores[document] = (scores[document] ?? 0) + word.rarity * value;
    counts[document] = (counts[document] ?? 0) + 1;
    if (word.required) required[document] = (required[document] ?? 0) + 1;
  }
}

/** Takes out what does not fit, and lets age, confidence and missing words count. */
function finish(
  { segment: { table }, sessions, scores, counts, required }: ScoredPart,
  { query: { words }, filter, now }: { readonly query: Query; readonly filter: HitFilter; readonly now: number },
): void {
  const mustHave = words.filter((word) => word.required).length;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] ?? 0;
    if (score === 0) continue;
    const session = sessions[table[document * FIELDS] ?? 0];
    const kindAndConfidence = table[document * FIELDS + 1] ?? 0;
    const confidence = kindAndConfidence & 255;
    const time = table[document * FIELDS + 2] ?? 0;
    const fits = session != null && confidence >= LEAST_CONFIDENCE && (required[document] ?? 0) >= mustHave &&
      filter.kinds?.has(kindAndConfidence >> 8) !== false && (filter.since === undefined || time >= filter.since) &&
      filter.clients?.has(session.key.slice(0, session.key.indexOf("/"))) !== false;
    const covered = ((counts[document] ?? 0) / words.length) ** 2;
    const fresh = time === 0 ? 0.5 : 0.5 ** (Math.max(0, now / 1000 - time) / HALF_YEAR);
    scores[document] = fits ? score * (0.3 + 0.7 * covered) * (1 + 0.15 * fresh) * (0.8 + 0.2 * confidence / 100) : 0;
  }
}

/** Terms that stand for a word, each with the weight of the best way. */
function termsOf(segment: OpenIndexSegment["segment"], variants: readonly Variant[]): ReadonlyMap<number, number> {
  const terms = new Map<number, number>();
  const put = (term: number, weight: number): void => {
    if ((terms.get(term) ?? 0) < weight) terms.set(term, weight);
  };
  for (const { text, how, weight } of variants) {
    if (how === "holding") {
      for (const term of segment.holding(text, MOST_TERMS)) put(term, weight * closeness(text, segment.term(term)));
      continue;
    }
    const { from, to } = segment.beginning(text);
    if (how === "exact") {
      if (from < to && segment.term(from) === text) put(from, weight);
      continue;
    }
    for (let term = from; term < Math.min(to, from + MOST_TERMS); term++) {
      put(term, weight * closeness(text, segment.term(term)));
    }
  }
  return terms;
}

/** A word that is little longer says nearly the same. */
function closeness(text: string, term: string): number {
  return Math.max(0.3, Math.min(1, text.length / Math.max(1, term.length) + 0.2));
}
