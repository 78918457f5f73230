/**
 * What a `forget` means, in hashes: the learnings, messages and sessions that it names.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import { sessionMark } from "../record/forgotten.ts";
import { cutMarks } from "../record/forgotten_cuts.ts";
import { lateReplyMarks } from "../record/forgotten_replies.ts";
import { timeMarks } from "../record/forgotten_times.ts";
import { messageIdentityOf, questionIdentity } from "../record/ids.ts";
import { isMadeByRules } from "../record/learnings_store.ts";
import { learningKeyOf } from "../record/learning_key.ts";
import { twinsIn, withoutTwins } from "../record/question_twins.ts";
import { carriedMessages } from "./carried_state.ts";
import { type OutdatedTexts, outdatedTexts } from "./outdated_texts.ts";
import type { ReadableSession } from "./readable_sessions.ts";
import type { ClientName } from "../types.ts";

/** A session with what stands in it. */
export interface SessionContent {
  readonly session: ReadableSession;
  readonly learnings: readonly StoredLearning[];
  readonly exchanges: readonly StoredExchange[];
}

/** What is to be forgotten. */
export interface ForgetTargets {
  readonly hashes: ReadonlySet<string>;
  readonly learnings: readonly StoredLearning[];
  readonly exchanges: readonly StoredExchange[];
  /** Those, with the lines of the history that are the same questions. */
  readonly asked: readonly StoredExchange[];
  readonly sessions: readonly ReadableSession[];
  /** Ids of exchanges that lose a reply that has no id yet, or a version of one. */
  readonly late: ReadonlySet<string>;
  /** Texts that go, to find where state quotes them. */
  readonly texts: readonly string[];
}

/** Shorter words stand everywhere: a purge of them takes their sources alone. */
const SHORTEST_NEEDLE = 12;

/** Where it is looked for. */
export interface ForgetScope {
  /** Every session in scope. */
  readonly contents: readonly SessionContent[];
  /** The disk, where what readers are not shown goes, too; undefined: it is hidden already. */
  readonly purged: Pick<Files, "open"> | undefined;
}

/** Collects. */
export function createTargets(): {
  learning(learning: StoredLearning): void;
  statement(key: string): void;
  message(client: ClientName | null, uuid: string | null, text: string): void;
  /** Replies of an exchange that have no id yet. */
  late(exchange: StoredExchange, matches: (text: string) => boolean): void;
  outdated(found: OutdatedTexts): void;
  exchange(exchange: StoredExchange): void;
  /** The same question in the client's other source, where its words were typed once more and that stays. */
  twin(exchange: StoredExchange): void;
  session(content: SessionContent): void;
  readonly found: ForgetTargets;
} {
  const hashes = new Set<string>();
  const learnings = new Map<string, StoredLearning>();
  const exchanges = new Map<string, StoredExchange>();
  const sessions = new Map<string, ReadableSession>();
  const late = new Set<string>();
  const texts = new Set<string>();
  const targets = {
    learning(learning: StoredLearning): void {
      const { id, payload } = learning.row;
      hashes.add(id);
      learnings.set(id, learning);
      for (const text of [payload.text, payload.quote]) if (text) texts.add(text);
    },
    statement: (key: string): void => void hashes.add(key),
    message(client: ClientName | null, uuid: string | null, text: string): void {
      if (client !== null && uuid !== null) hashes.add(messageIdentityOf(client, uuid));
      if (text !== "") texts.add(text);
    },
    late(exchange: StoredExchange, matches: (text: string) => boolean): void {
      const marks = lateReplyMarks(exchange, matches);
      if (marks.length > 0) late.add(exchange.id);
      marks.forEach((mark) => hashes.add(mark));
    },
    outdated(found: OutdatedTexts): void {
      found.marks.forEach((mark) => hashes.add(mark));
      found.exchanges.forEach((id) => late.add(id));
      found.texts.forEach((text) => texts.add(text));
    },
    exchange(exchange: StoredExchange): void {
      const { id, client, question, answers, userAnswers, evidence } = exchange;
      exchanges.set(id, exchange);
      hashes.add(questionIdentity(id));
      if (question !== null) texts.add(question.text);
      for (const { uuid, text } of [...answers, ...userAnswers, ...evidence]) targets.message(client, uuid, text);
    },
    twin({ id, question }: StoredExchange): void {
      hashes.add(questionIdentity(id));
      if (question !== null) texts.add(question.text);
    },
    session(content: SessionContent): void {
      const { session } = content;
      sessions.set(session.directory, session);
      hashes.add(sessionMark(session.meta));
      content.exchanges.forEach(targets.exchange);
      content.learnings.forEach(targets.learning);
    },
    get found(): ForgetTargets {
      return {
        hashes,
        learnings: [...learnings.values()],
        exchanges: withoutTwins([...exchanges.values()]),
        asked: [...exchanges.values()],
        sessions: [...sessions.values()],
        late,
        texts: [...texts],
      };
    },
  };
  return targets;
}

/**
 * With the tombstones of what the client's other source holds of it, now or later.
 *
 * @param contents every session in scope
 */
export function withOtherSource(targets: ForgetTargets, contents: readonly SessionContent[]): ForgetTargets {
  const all = contents.flatMap(({ exchanges }) => exchanges);
  const kept = all.filter(({ id }) => !targets.hashes.has(questionIdentity(id)));
  const more = [...cutMarks(targets.exchanges, all), ...timeMarks(targets.asked, kept)];
  return more.length === 0 ? targets : { ...targets, hashes: new Set([...targets.hashes, ...more]) };
}

/**
 * One learning, with every row that says the same; a purge takes the messages it came from and all that repeats its words.
 */
export function learningTargets(
  learning: StoredLearning,
  { contents, purged }: ForgetScope,
): ForgetTargets {
  const targets = createTargets();
  const { key } = learning.row.payload;
  const same = contents.flatMap(({ learnings }) => learnings).filter(({ row }) =>
    row.id === learning.row.id || (key !== undefined && row.payload.key === key)
  );
  same.forEach(targets.learning);
  if (key !== undefined) targets.statement(key);
  if (purged === undefined) return targets.found;
  for (const { row: { provenance } } of same) {
    const { client, messageUuids = [] } = provenance;
    if (client === undefined || !isMadeByRules(provenance)) continue;
    for (const uuid of messageUuids) targets.message(client, uuid, "");
  }
  const needles = targets.found.texts.filter((text) => text.length >= SHORTEST_NEEDLE);
  addMatching(targets, { contents, purged }, (text) => needles.some((needle) => holds(text, needle)));
  addWhole(targets, contents);
  return targets.found;
}

/** Everything whose words hold a text, white space, case and forms of characters aside. */
export function matchTargets(wanted: string, { contents, purged }: ForgetScope): ForgetTargets {
  const targets = createTargets();
  addMatching(targets, { contents, purged }, (text) => holds(text, wanted));
  // Where no exchanges are stored, only the rules know the message that nobody is to learn from.
  for (const { session: { meta } } of contents) {
    for (const { key, text } of carriedMessages(meta)) if (holds(text, wanted)) targets.message(meta.client, key, text);
  }
  addWhole(targets, contents);
  return targets.found;
}

type Targets = ReturnType<typeof createTargets>;

function addMatching(targets: Targets, { contents, purged }: ForgetScope, matches: (text: string) => boolean): void {
  for (const content of contents) {
    const { learnings, exchanges } = content;
    if (purged !== undefined) targets.outdated(outdatedTexts(purged, content, matches));
    for (const learning of learnings) {
      const { kind, payload: { text, quote = "" } } = learning.row;
      if (matches(text) || matches(quote)) targets.learning(learning);
      // Nobody says it again in those words, whatever they name as its source.
      if (matches(text)) targets.statement(learningKeyOf(kind, text));
    }
    for (const exchange of exchanges) {
      const { client, question, answers, userAnswers, evidence } = exchange;
      if (question !== null && matches(question.text)) targets.exchange(exchange);
      targets.late(exchange, matches);
      for (const { uuid, text } of [...answers, ...evidence]) if (matches(text)) targets.message(client, uuid, text);
      for (const { uuid, text, asked } of userAnswers) {
        if (matches(text) || matches(asked ?? "")) targets.message(client, uuid, text);
      }
    }
  }
}

/**
 * With a question its whole exchange goes, and what the other source holds of it; with a message the learnings that came
 * from it.
 */
function addWhole(targets: Targets, contents: readonly SessionContent[]): void {
  const { hashes } = targets.found;
  for (const { exchanges } of contents) {
    for (const exchange of exchanges) if (hashes.has(questionIdentity(exchange.id))) targets.exchange(exchange);
    const lines = twinsIn(exchanges);
    for (const exchange of lines.size === 0 ? [] : exchanges) {
      const question = lines.get(exchange.id);
      if (question !== undefined && hashes.has(questionIdentity(question))) targets.twin(exchange);
    }
  }
  for (const { learnings } of contents) {
    for (const learning of learnings) {
      const { client, exchangeId, messageUuids = [] } = learning.row.provenance;
      const gone = (exchangeId !== undefined && hashes.has(questionIdentity(exchangeId))) ||
        (client !== undefined && messageUuids.some((uuid) => hashes.has(messageIdentityOf(client, uuid))));
      if (gone) targets.learning(learning);
    }
  }
}

/** @returns true when a text holds another one, white space, case and forms of characters aside */
export function holds(text: string, wanted: string): boolean {
  return text !== "" && plain(text).includes(plain(wanted));
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
