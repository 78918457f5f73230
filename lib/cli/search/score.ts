/**
 * Which rows fit a query best: BM25 over weighted words, then age and confidence.
 *
 * @module
 */
import type { OpenIndexSegment, WorkDirIndex } from "./index_of.ts";
import { type Query, type Variant, variantsOf } from "./query.ts";

/** A row that fits. */
export interface Hit {
  readonly workDir: string;
  /** `{client folder}/{safe key}` */
  readonly session: string;
  /** 0: an exchange; else 1 + the position of the kind. */
  readonly kind: number;
  readonly id: string;
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
  const parts = indexes.flatMap(({ workDir, segments }) => segments.map((segment) => ({ workDir, ...segment })));
  const total = parts.reduce((sum, { segment }) => sum + segment.documents, 0);
  const lengths = parts.reduce((sum, { segment }) => sum + lengthOf(segment.table), 0);
  const average = total === 0 ? 1 : Math.max(1, lengths / total);
  const matched = query.words.map(({ token }) => parts.map(({ segment }) => termsOf(segment, variantsOf(token))));
  const frequencies = matched.map((ofParts) =>
    ofParts.reduce(
      (sum, terms, part) =>
        sum + [...terms].reduce((n, [term]) => n + (parts[part]?.segment.postings(term, () => {}) ?? 0), 0),
      0,
    )
  );
  const found = parts.flatMap((part, index) =>
    scorePart(part, {
      query,
      average,
      filter,
      now,
      words: matched.map((ofParts, word) => ({
        terms: ofParts[index] ?? new Map<number, number>(),
        rarity: Math.log(
          1 + (total - Math.min(total, frequencies[word] ?? 0) + 0.5) / ((frequencies[word] ?? 0) + 0.5),
        ),
      })),
    }).map((one) => ({ ...one, part }))
  ).sort((a, b) => b.score - a.score || b.time - a.time);
  return hits(found);
}

function* hits(
  found: readonly {
    readonly document: number;
    readonly score: number;
    readonly part: OpenIndexSegment & { readonly workDir: string };
  }[],
): Iterable<Hit> {
  for (const { document, score, part } of found) {
    const { table } = part.segment;
    const session = part.sessions[table[document * FIELDS] ?? 0]?.key;
    if (session === undefined) continue;
    yield {
      workDir: part.workDir,
      session,
      kind: (table[document * FIELDS + 1] ?? 0) >> 8,
      id: part.segment.idOf(document),
      score,
    };
  }
}

interface ScoredWord {
  /** Positions of terms with the weight of their best variant. */
  readonly terms: ReadonlyMap<number, number>;
  readonly rarity: number;
}

interface ScoreOptions {
  readonly query: Query;
  readonly average: number;
  readonly filter: HitFilter;
  readonly now: number;
  readonly words: readonly ScoredWord[];
}

function scorePart(
  { segment, sessions }: OpenIndexSegment,
  { query, average, filter, now, words }: ScoreOptions,
): readonly { readonly document: number; readonly score: number; readonly time: number }[] {
  const { documents, table } = segment;
  const scores = new Float32Array(documents);
  const counts = new Uint8Array(documents);
  const required = new Uint8Array(documents);
  const best = new Float32Array(documents);
  words.forEach(({ terms, rarity }, word) => {
    best.fill(0);
    for (const [term, weight] of terms) {
      segment.postings(term, (document, doubled) => {
        const tf = doubled / 2;
        const norm = K1 * (1 - B + B * (table[document * FIELDS + 3] ?? 0) / average);
        const value = weight * (tf * (K1 + 1)) / (tf + norm);
        if (value > (best[document] ?? 0)) best[document] = value;
      });
    }
    const needed = query.words[word]?.required === true;
    for (let document = 0; document < documents; document++) {
      const value = best[document] ?? 0;
      if (value === 0) continue;
      scores[document] = (scores[document] ?? 0) + rarity * value;
      counts[document] = (counts[document] ?? 0) + 1;
      if (needed) required[document] = (required[document] ?? 0) + 1;
    }
  });
  const mustHave = query.words.filter((word) => word.required).length;
  const found = [];
  for (let document = 0; document < documents; document++) {
    if ((counts[document] ?? 0) === 0 || (required[document] ?? 0) < mustHave) continue;
    const session = sessions[table[document * FIELDS] ?? 0];
    const kindAndConfidence = table[document * FIELDS + 1] ?? 0;
    const kind = kindAndConfidence >> 8;
    const confidence = kindAndConfidence & 255;
    const time = table[document * FIELDS + 2] ?? 0;
    if (session == null || confidence < LEAST_CONFIDENCE) continue;
    if (filter.kinds?.has(kind) === false || (filter.since !== undefined && time < filter.since)) continue;
    if (filter.clients?.has(session.key.slice(0, session.key.indexOf("/"))) === false) continue;
    const covered = ((counts[document] ?? 0) / words.length) ** 2;
    const fresh = time === 0 ? 0.5 : 0.5 ** (Math.max(0, now / 1000 - time) / HALF_YEAR);
    const score = (scores[document] ?? 0) * (0.3 + 0.7 * covered) * (1 + 0.15 * fresh) * (0.8 + 0.2 * confidence / 100);
    found.push({ document, score, time });
  }
  return found;
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

function lengthOf(table: Uint32Array): number {
  let sum = 0;
  for (let at = 3; at < table.length; at += FIELDS) sum += table[at] ?? 0;
  return sum;
}
