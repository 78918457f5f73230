/**
 * Which rows fit a query best: BM25 over weighted words, then age and confidence.
 *
 * @module
 */
import type { OpenIndexSegment, WorkDirIndex } from "./index_of.ts";
import { type Scores, takeBest, type TermList } from "./segment.ts";
import { type BytePlace, DAY_SECONDS, FIELDS, K1 } from "./segment_layout.ts";
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

/** Words of the index that one variant may stand for. */
const MOST_TERMS = 200;
/** How many documents are put in order first. */
const AT_ONCE = 100;
/** Days after which a row is worth half as much more than an old one. */
const HALF_YEAR = 180;
/** Rules below this are left out (`LOW_CONFIDENCE`). */
const LEAST_CONFIDENCE = 50;
/** So much more is a row of today worth. */
const FRESH = 0.15;
/** Nothing makes more of a score; a little above, as numbers are rounded. */
const HIGHEST = 1 + FRESH + 1e-6;

/**
 * Finds rows, best first.
 *
 * @param now milliseconds since 1970
 */
export function findHits(
  indexes: readonly WorkDirIndex[],
  query: Query,
  options: { readonly filter: HitFilter; readonly now: number },
): Iterable<Hit> {
  const parts = indexes.flatMap(({ workDir, segments }) =>
    segments.map((segment): ScoredPart => {
      const { documents } = segment.segment;
      return {
        workDir,
        ...segment,
        scores: new Float32Array(documents),
        counts: new Uint8Array(documents),
        best: new Uint8Array(documents),
        required: new Uint8Array(query.phrases.length === 0 ? 0 : documents),
      };
    })
  );
  const total = parts.reduce((sum, { segment }) => sum + segment.documents, 0);
  for (const { token, required } of query.words) {
    const variants = variantsOf(token);
    const terms = parts.map(({ segment }) => termsOf(segment, variants));
    const frequency = terms.flat().reduce((sum, { documents }) => sum + documents, 0);
    const rarity = Math.log(1 + (total - Math.min(total, frequency) + 0.5) / (frequency + 0.5));
    parts.forEach((part, index) => addWord(part, terms[index] ?? [], { worth: rarity * (K1 + 1), required }));
  }
  return hits(parts, { query, ...options });
}

interface ScoredPart extends OpenIndexSegment, Scores {
  readonly workDir: string;
  /** How many words that have to be there stand in each document; nothing when none has to. */
  readonly required: Uint8Array;
}

/** Adds what a word is worth to each document that holds a term which stands for it. */
function addWord(
  part: ScoredPart,
  terms: readonly StandIn[],
  { worth, required }: { readonly worth: number; readonly required: boolean },
): void {
  part.best.fill(0);
  let index = 0;
  for (const bytes of part.segment.postings(terms)) takeBest(bytes, part, { part: terms[index++]?.part ?? 0, worth });
  if (!required || part.required.length === 0) return;
  for (let document = 0; document < part.best.length; document++) {
    if (part.best[document]! > 0) part.required[document]!++;
  }
}

interface HitOptions {
  readonly query: Query;
  readonly filter: HitFilter;
  readonly now: number;
}

/** A document near the top. */
interface Found {
  readonly part: ScoredPart;
  readonly document: number;
  readonly score: number;
  readonly day: number;
}

/** Of a hundred thousand documents twenty are shown: only the best are put in order, and more only for who asks on. */
function* hits(parts: readonly ScoredPart[], options: HitOptions): Iterable<Hit> {
  let given = 0;
  for (let most = AT_ONCE;; most *= 8) {
    const best = bestOf(parts, most, options);
    for (const { part: { workDir, segment }, document, score } of best.slice(given)) {
      const { session, kind } = segment.factsOf(document);
      const [id, place] = [segment.idOf(document), segment.placeOf(document)];
      yield { workDir, session: segment.keyOf(session), kind, id, place, score };
    }
    if (best.length < most) return;
    given = best.length;
  }
}

/** The best documents, in order; how fresh, sure and complete each is counts. */
function bestOf(parts: readonly ScoredPart[], most: number, options: HitOptions): readonly Found[] {
  const { query: { words }, now } = options;
  const mustHave = words.filter((word) => word.required).length;
  const covered = Array.from({ length: words.length + 1 }, (_, count) => 0.3 + 0.7 * (count / words.length) ** 2);
  const today = Math.floor(now / 1000 / DAY_SECONDS);
  let found: Found[] = [];
  let least = 0;
  /** By how many words stand in a document: what its words have to be worth for it to come among the best. */
  const floors = new Float64Array(words.length + 1);
  const keepBest = (): void => {
    // A later document of the same day stands further back in the index.
    found.sort((a, b) => b.score - a.score || b.day - a.day || b.document - a.document);
    found = found.slice(0, most);
    least = found.length < most ? 0 : found.at(-1)?.score ?? 0;
    covered.forEach((share, count) => floors[count] = least / (share * HIGHEST) * 0.999999);
  };
  for (const part of parts) {
    const { segment, scores, counts, required } = part;
    const [days, confidences] = [segment.days(), segment.confidences()];
    const fits = filterOf(part, options.filter);
    // Most documents cannot be among the best, however fresh they are.
    for (let document = -1; (document = nextAbove(part, document + 1, floors)) < scores.length;) {
      const complete = scores[document]! * covered[counts[document]!]!;
      const [day, confidence] = [days[document]!, confidences[document]!];
      const score = complete * freshness(day, today) * (0.8 + 0.2 * confidence / 100);
      if (score < least || confidence < LEAST_CONFIDENCE || fits?.(document) === false) continue;
      if (required.length > 0 && required[document]! < mustHave) continue;
      found.push({ part, document, score, day });
      if (found.length >= 2 * most) keepBest();
    }
  }
  keepBest();
  return found;
}

/** The next document whose words are worth enough. A loop of its own, which is compiled soon. */
function nextAbove({ scores, counts }: Scores, from: number, floors: Float64Array): number {
  const end = scores.length;
  let document = from;
  while (document < end && scores[document]! <= floors[counts[document]!]!) document++;
  return document;
}

function freshness(day: number, today: number): number {
  return 1 + FRESH * (day === 0 ? 0.5 : 0.5 ** (Math.max(0, today - day) / HALF_YEAR));
}

/** Says of a document whether it may be shown. @returns undefined when all may */
function filterOf(
  { segment, outdated }: ScoredPart,
  { kinds, since, clients }: HitFilter,
): ((document: number) => boolean) | undefined {
  if (outdated.size === 0 && kinds === undefined && since === undefined && clients === undefined) return undefined;
  const facts = segment.facts();
  const ofClient = new Map<number, boolean>();
  const isOfClient = (session: number): boolean => {
    let is = ofClient.get(session);
    if (is === undefined) {
      ofClient.set(session, is = clients?.has(segment.keyOf(session).replace(/\/.*/, "")) !== false);
    }
    return is;
  };
  return (document) => {
    const [session, kind, time] = [
      facts[document * FIELDS]!,
      facts[document * FIELDS + 1]!,
      facts[document * FIELDS + 2]!,
    ];
    return !outdated.has(session) && kinds?.has(kind) !== false && (since === undefined || time >= since) &&
      isOfClient(session);
  };
}

/** A term that stands for a word. */
interface StandIn extends TermList {
  /** How well, 0 to 1. */
  readonly part: number;
}

/** Terms that stand for a word, each with the weight of the best way, in the order in which they lie. */
function termsOf(segment: OpenIndexSegment["segment"], variants: readonly Variant[]): readonly StandIn[] {
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
  const positions = [...terms.keys()].sort((a, b) => a - b);
  const found = segment.lists(positions).map((list, index) => ({
    ...list,
    part: terms.get(positions[index] ?? 0) ?? 0,
  }));
  return nearest(found, segment.documents);
}

/**
 * Of terms that stand in more documents together than there are, those that say nearest the same: for a word of two letters
 * the others are any words.
 */
function nearest(terms: readonly StandIn[], most: number): readonly StandIn[] {
  if (terms.reduce((sum, { documents }) => sum + documents, 0) <= most) return terms;
  const kept: StandIn[] = [];
  let left = most;
  for (const term of terms.toSorted((a, b) => b.part - a.part)) {
    if (left <= 0) break;
    kept.push(term);
    left -= term.documents;
  }
  return kept.sort((a, b) => a.from - b.from);
}

/** A word that is little longer says nearly the same. */
function closeness(text: string, term: string): number {
  return Math.max(0.3, Math.min(1, text.length / Math.max(1, term.length) + 0.2));
}
