/**
 * The second pass over one session: records to exchanges and learnings, into the session's directory. The caller has a
 * verdict that learns, and holds the lock.
 *
 * @module
 */
import { type BuilderState, createExchangeBuilder } from "../exchange/builder.ts";
import type { ReadHandle } from "../io/files.ts";
import type { LearningDraft } from "../learnings/drafts.ts";
import { createLearningEngine, type FamilyDraft } from "../learnings/engine.ts";
import { redactEvent } from "../learnings/redact_event.ts";
import { type Rule, RULES_VERSION } from "../learnings/rule.ts";
import { asksToOptOut, type PauseFilter } from "../ownership/mod.ts";
import { forgetsMessage } from "../record/forgotten.ts";
import { forgetsTwin } from "../record/forgotten_twins.ts";
import { learningIdOf, messageIdentityOf } from "../record/ids.ts";
import { learningKeyOf } from "../record/learning_key.ts";
import type { LearningRow } from "../record/learning_rows.ts";
import type { ImprintMeta, MetaCursor } from "../record/meta_types.ts";
import type { SessionStore } from "../record/session_store.ts";
import { takeCursor } from "../transcript/cursor.ts";
import { feedSession, type RecordCounts, type Skimming } from "../transcript/feed.ts";
import { isMessage } from "../transcript/is_message.ts";
import { isSameReply, replyMark } from "../transcript/same_reply.ts";
import type { ClientModule, EvidenceOrigin, Json, LearningKind, SessionEvent, SessionFlags } from "../types.ts";
import { VERSION } from "../version.ts";
import type { Product } from "./product.ts";
import { isOver, type TimeLimit } from "./time_limit.ts";
import { retainFrom } from "./retain_from.ts";

/** One session's pass. */
export interface WriteSessionOptions {
  readonly client: ClientModule;
  readonly sessionId: string;
  readonly workspace: string;
  readonly projectPath: string;
  readonly source: ReadHandle;
  readonly skimming?: Skimming;
  readonly mtime: number;
  /** True when the file holds this session alone: records without a session id are its own from the start. */
  readonly alone: boolean;
  /**
   * True when the run before read another file of the session: /resume appended rows to the file of another session
   * (https://github.com/anthropics/claude-code/issues/30802).
   */
  readonly goesOn: boolean;
  /** Decide at the end what is still held. */
  readonly final: boolean;
  /** The reply that the turn ended with, as the payload says it. */
  readonly awaited: string | null;
  /** How long the pass may take. */
  readonly limit?: TimeLimit;
  /** Pauses that concern the session. */
  readonly pauses: PauseFilter | undefined;
  /** The rules; all of the product's unless told. */
  readonly rules?: readonly Rule[];
}

/** What a pass did. */
export interface WrittenSession {
  readonly cursor: MetaCursor;
  readonly reader: Json;
  readonly exchange: Json;
  readonly learnings: Json;
  readonly flags: SessionFlags & { readonly optedOut: boolean };
  /** Records without an id of their own behind the cursor belong to this session. */
  readonly current: boolean;
  readonly records: RecordCounts & { readonly ignored: number };
  readonly unknownMarkers: Readonly<Record<string, number>>;
  readonly exchanges: { readonly new: number; readonly extended: number; readonly total: number };
  readonly evidence: Readonly<Partial<Record<EvidenceOrigin, number>>>;
  readonly repliesWithoutQuestion: number;
  readonly learned: Readonly<Partial<Record<LearningKind, number>>>;
  readonly redactions: number;
  /** True: the awaited reply did not stand in the transcript and was stored provisionally. */
  readonly provisional: boolean;
  /** Mark of the last reply, to know it again. */
  readonly lastReply: string | null;
  /** The open exchange, when its question was typed during a pause, or forgotten as the client's other source has it. */
  readonly pausedExchange: string | null;
  /** True: the time was over before the end; the next run goes on. */
  readonly unfinished: boolean;
  /** Time of the first and last dated message, over all runs; null without any. */
  readonly span: { readonly first: string | null; readonly last: string | null };
}

/** What is carried from run to run beside the parts' own states. */
interface Carried {
  readonly reader: Json;
  readonly exchange: () => BuilderState;
  readonly span: WrittenSession["span"];
  readonly lastReply: LastReply;
  readonly pausedExchange: string | null;
}

/** Reads what is new of a session and hands it to the store. Nothing is committed yet. */
export function writeSession(product: Product, store: SessionStore, options: WriteSessionOptions): WrittenSession {
  const { client, sessionId, source } = options;
  const meta = store.cursor === null ? undefined : store.meta;
  const reader = client.createReader({ sessionId, ...(meta === undefined ? {} : { state: meta.reader }) });
  // In another file of the session its exchanges go on, although that file is read from its beginning.
  const earlier = meta ?? (store.isWhole && options.goesOn ? store.meta : undefined);
  const builder = createExchangeBuilder(client.name, builderState(earlier, { resumes: meta !== undefined }));
  const engine = createLearningEngine(meta?.learnings, options.rules);
  engine.recall(store.lostLoops().map(draftOf));
  let span = readSpan(earlier?.digest);
  let lastReply: LastReply = { mark: readText(meta?.digest, "lastReply") };
  let pausedExchange = readText(earlier?.digest, "pausedExchange");
  let answered = false;
  // An undated message shares the lot of the one before it, which an earlier run may have read.
  if (span.last !== null) options.pauses?.covers(span.last);
  let redactions = 0;
  let optedOut = false;
  const from = retainFrom(product);
  let agedExchange: string | null = null;
  const shortQuotes = product.config.store === "learnings";
  const opened = new Set<string>();
  const touched = new Set<string>();
  const evidence: Partial<Record<EvidenceOrigin, number>> = {};
  const learned: Partial<Record<LearningKind, number>> = {};
  const redactText = (text: string): string => product.redactor.redact(text).text;

  let shownPath: string | undefined;
  // Only what stands at the end of the run is stored: a session that is read again must not tell its history again.
  const proposed = new Map<string, LearningRow>();

  function learn(drafts: readonly FamilyDraft[]): void {
    for (const draft of drafts) {
      const row = learningRow(draft, {
        options,
        redactText,
        shownPath: shownPath ??= redactText(options.projectPath),
        fallback: span.first,
        shortQuotes,
      });
      proposed.set(row.id, row);
    }
  }

  function onEvent(raw: SessionEvent): boolean {
    if (raw.type !== "link" && raw.at !== null) span = { first: span.first ?? raw.at, last: raw.at };
    const isStructure = raw.type === "link" || raw.type === "rewind";
    const paused = !isStructure && options.pauses?.covers(raw.at) === true;
    // Nothing of a signal is stored.
    if (raw.type === "signal" && !engine.reads(raw)) return true;
    let count = 0;
    const event = redactEvent(raw, product.redactor, (redaction) => count += redaction.count);
    if (event.type === "typed" && asksToOptOut(raw.type === "typed" ? raw.text : event.text)) {
      optedOut = true;
      return false;
    }
    if (raw.type === "reply") {
      lastReply = { text: raw.text };
      answered ||= options.awaited !== null && isSameReply(raw.text, options.awaited);
    }
    const changes = builder.push(event);
    if (event.type === "typed") {
      const twin = forgetsTwin(store.forgotten, { ...event, client: client.name, sessionId });
      pausedExchange = paused || twin ? builder.open : null;
    }
    // What was said during a pause is never stored, nor what was replied to it afterwards. The same goes for what was
    // forgotten as it stood in the client's other source, whose replies nothing else names.
    if (!isStructure && (paused || (builder.open !== null && builder.open === pausedExchange))) return true;
    // Nor what is older than anything that is kept.
    if (from !== null && !isStructure && isAged(event)) return true;
    // What was forgotten is not even shown to the rules: they carry what they read from run to run.
    if (!isStructure && isForgotten(event)) return true;
    for (const change of changes) {
      const stored = store.add(change, count);
      if (change.type === "state") learn(engine.leave(change.exchangeId, change.at ?? span.last));
      if (stored === "copy" && change.type === "question") engine.leaveOut(change.uuid);
      if (stored !== "stored") continue;
      redactions += count;
      count = 0;
      if (change.type === "question") opened.add(change.exchangeId);
      else touched.add(change.exchangeId);
      if (change.type === "evidence") evidence[change.origin] = (evidence[change.origin] ?? 0) + 1;
    }
    if (engine.reads(event)) learn(engine.push({ event, exchangeId: builder.open }));
    return true;
  }

  function isAged(event: SessionEvent): boolean {
    const old = "at" in event && event.at !== null && from !== null && event.at < from;
    if (event.type === "typed") agedExchange = old ? builder.open : null;
    return old || (builder.open !== null && builder.open === agedExchange);
  }

  function isForgotten(event: SessionEvent): boolean {
    if (store.forgotten.hashes.size === 0) return false;
    const identity = isMessage(event) ? messageIdentityOf(client.name, event.key) : undefined;
    return forgetsMessage(store.forgotten, { ...event, exchangeId: builder.open, identity });
  }

  function addProvisional(reply: string): boolean {
    const exchangeId = builder.open;
    const at = product.now().toISOString();
    // It was said just now: during a pause it is as if it had not been.
    if (exchangeId === null || exchangeId === pausedExchange || options.pauses?.covers(at) === true) return false;
    if (replyMark(reply) === markOf(lastReply)) return false;
    const { text, count } = product.redactor.redact(reply.toWellFormed());
    return store.add({ type: "provisional", exchangeId, at, text }, count) === "stored";
  }

  const carry = (): Carried => ({
    reader: reader.snapshot(redactText),
    exchange: builder.snapshot(),
    span,
    lastReply,
    pausedExchange,
  });
  let held: Carried | undefined;
  const fed = feedSession(source, client, {
    sessionId,
    from: store.cursor?.offset ?? 0,
    reader,
    current: options.alone || (meta !== undefined && isCurrent(meta.flags)),
    // A turn that has ended says that no more rows of a command before its reply will come.
    isFinal: () => options.final || (options.awaited !== null && !answered),
    ...isOver(options.limit),
    ...(options.skimming === undefined ? {} : { skimming: options.skimming }),
    onEvent,
    onHold() {
      held = carry();
      engine.hold();
    },
    onRelease() {
      held = undefined;
      engine.release();
    },
  });
  const provisional = options.awaited !== null && !answered && fed.whole && addProvisional(options.awaited);
  if (fed.whole) learn(engine.settle(options.final));
  for (const row of proposed.values()) {
    if (store.learn(row)) learned[row.kind] = (learned[row.kind] ?? 0) + 1;
  }
  const carried = held ?? carry();
  return {
    cursor: takeCursor(source, { offset: fed.offset, mtime: options.mtime }),
    reader: carried.reader,
    exchange: carried.exchange() as unknown as Json,
    // Learnings told at the end of this run must not be told again, whatever has to be read again.
    learnings: engine.state(),
    flags: { ...reader.flags, optedOut },
    current: fed.current,
    records: { ...fed.counts, ignored: reader.counts.ignored },
    unknownMarkers: reader.counts.unknownMarkers,
    exchanges: {
      new: opened.size,
      extended: [...touched].filter((id) => !opened.has(id)).length,
      total: builder.total,
    },
    evidence,
    repliesWithoutQuestion: builder.repliesWithoutQuestion,
    learned,
    redactions,
    provisional,
    unfinished: fed.unfinished,
    lastReply: markOf(carried.lastReply),
    pausedExchange: carried.pausedExchange,
    span: carried.span,
  };
}

/** Code units of a quote where no exchanges are stored (design section 5, `store`). */
const SHORT_QUOTE = 200;

function learningRow(
  draft: FamilyDraft,
  { options, redactText, shownPath, fallback, shortQuotes }: {
    readonly options: WriteSessionOptions;
    readonly redactText: (text: string) => string;
    /** The project's path, redacted. */
    readonly shownPath: string;
    readonly fallback: string | null;
    /** `"store": "learnings"` */
    readonly shortQuotes: boolean;
  },
): LearningRow {
  const { client, sessionId, workspace } = options;
  const { kind, family, source, counter } = draft;
  const text = draft.retracted ? "" : redactText(draft.text);
  return {
    id: learningIdOf({ client: client.name, sessionId, kind, family, source, counter }),
    kind,
    createdAt: draft.at ?? fallback ?? "",
    payload: {
      text,
      rule: draft.rule,
      confidence: draft.confidence,
      assertedBy: draft.assertedBy,
      ...(draft.quote === undefined
        ? {}
        : { quote: redactText(draft.quote).slice(0, shortQuotes ? SHORT_QUOTE : undefined).toWellFormed() }),
      key: learningKeyOf(kind, text),
      ...(draft.status === undefined ? {} : { status: draft.status }),
      ...(draft.retracted === true ? { retracted: true } : {}),
    },
    provenance: {
      client: client.name,
      claudeProjectPath: shownPath,
      claudeSessionUuid: sessionId,
      workspace,
      ...(draft.exchangeId === null ? {} : { exchangeId: draft.exchangeId }),
      messageUuids: [source, ...draft.also ?? []],
      rules: RULES_VERSION,
      producer: `imprint-hook/${VERSION}`,
    },
  };
}

/** What a stored row was made of, as far as rules ask for it. */
function draftOf({ kind, createdAt, payload, provenance }: LearningRow): LearningDraft {
  return {
    kind,
    rule: payload.rule ?? "",
    text: payload.text,
    confidence: payload.confidence ?? 0,
    assertedBy: payload.assertedBy === "user" ? "user" : "assistant",
    source: provenance.messageUuids?.[0] ?? "",
    counter: 0,
    at: createdAt,
    exchangeId: provenance.exchangeId ?? null,
  };
}

/** What the exchanges go on from; replies before the first question are counted for each file anew. */
function builderState(
  meta: ImprintMeta | undefined,
  { resumes }: { readonly resumes: boolean },
): BuilderState | undefined {
  const state = meta?.exchange as unknown as BuilderState | null | undefined;
  if (state === null || state === undefined) return undefined;
  return resumes ? state : { ...state, repliesWithoutQuestion: 0 };
}

/** The last reply of this run, or the mark of an earlier run's: a first import reads thousands and needs the mark of one. */
type LastReply = { readonly text: string } | { readonly mark: string | null };

function markOf(reply: LastReply): string | null {
  return "text" in reply ? replyMark(reply.text) : reply.mark;
}

function readSpan(digest: Json | undefined): WrittenSession["span"] {
  return { first: readText(digest, "first"), last: readText(digest, "last") };
}

function readText(digest: Json | undefined, name: string): string | null {
  if (typeof digest !== "object" || digest === null || Array.isArray(digest)) return null;
  const value = (digest as Readonly<Record<string, Json>>)[name];
  return typeof value === "string" ? value : null;
}

/** Records without an id of their own are this session's at the cursor, unless an earlier run left it at another's. */
function isCurrent(flags: Json): boolean {
  return typeof flags !== "object" || flags === null || Array.isArray(flags) ||
    (flags as Readonly<Record<string, Json>>)["current"] !== false;
}
