/**
 * One run over one session's directory: what it holds, what is appended, what is committed. The caller holds the lock of
 * the working directory from before `openSession` until after `commit` (design section 5, Order of a run).
 *
 * @module
 */
import type { ExchangeChange, MessageIdentity, StateChange } from "../exchange/changes.ts";
import { InputError } from "../errors.ts";
import type { Files } from "../io/files.ts";
import type { ClientName } from "../types.ts";
import { createRowWriter, type ExchangePosition } from "./exchange_rows.ts";
import { forgetsLearning, forgetsMessage, type Forgotten, NOTHING_FORGOTTEN, withForgotten } from "./forgotten.ts";
import { hiddenRows } from "./hidden_rows.ts";
import { EXCHANGES_FILE, learningFile, type SessionPlace } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import {
  createLearningFilter,
  isBareClosing,
  isMadeByRules,
  latestById,
  type LearningFilter,
  readLearnings,
} from "./learnings_store.ts";
import { isOfLaterVersion, type MetaRead, readMeta, writeMeta } from "./meta.ts";
import type { ImprintMeta, MetaCursor } from "./meta_types.ts";
import { readPositions, type SessionPositions } from "./positions.ts";
import { createQuestionHolders } from "./question_holders.ts";
import { finishRemoval } from "./remove_text.ts";
import type { RewrittenReplies } from "./rewritten_replies.ts";
import { createRowAppender, rowFileSizes } from "./row_files.ts";
import { sealRow } from "./seal.ts";
import { forgetSeen, markWriting, openSeen, openSeenWithout, type SeenIndex, unmarkWriting } from "./seen.ts";
import { createSeenSet } from "./seen_set.ts";
import { type StoredMessages, storedMessages } from "./stored_messages.ts";

/** What a run tells about itself. */
export interface OpenSessionOptions {
  readonly client: ClientName;
  readonly sessionId: string;
  /** Version of the rules, for the rows. */
  readonly rules: string;
  /** This installation's key. */
  readonly sealKey: Uint8Array;
  /** ISO time of the run. */
  readonly now: string;
  /** Checks a cursor against the transcript; a cursor that it refuses counts as lost. */
  readonly accepts?: (cursor: MetaCursor) => boolean;
  /** False for `"store": "learnings"`: no `exchanges.jsonl`. True unless told. */
  readonly storesExchanges?: boolean;
  /** True for `learn --relearn`: all rows are written anew under the next revision, which `commit` makes valid. */
  readonly relearn?: boolean | undefined;
  /** Sees to replies that the client has rewritten since they were stored. */
  readonly rewritten?: RewrittenReplies | undefined;
  /** Tombstones of the kept data; those of the session's own `meta.json` are added. */
  readonly forgotten?: Forgotten;
  /** `meta.json` as this run read it before it had the lock. */
  readonly earlier?: MetaRead | undefined;
  /** The `seen` of the session before, in a sweep. */
  readonly previousSeen?: SeenIndex | undefined;
}

/** What a run knows at its end; the rest of `meta.json` is the store's own. */
export type CommitMeta = Omit<
  ImprintMeta,
  | "schema"
  | "client"
  | "sessionId"
  | "workDir"
  | "revision"
  | "positions"
  | "files"
  | "skippedCopies"
  | "forgotten"
  | "tombstone"
>;

/**
 * What became of a change: `stored`; `known`, this session has it already; `copy`, another session of the working directory
 * has it, and what is learned from it is that session's too; `forgotten`, a person does not want it.
 */
export type AddOutcome = "stored" | "known" | "copy" | "forgotten";

/** A session's directory during a run. */
export interface SessionStore {
  readonly place: SessionPlace;
  /** As it was committed last; undefined when that is lost or never was. */
  readonly meta: ImprintMeta | undefined;
  /**
   * Where reading may go on; null when it has to begin at byte 0: nothing is committed, another program lost it, rows are
   * gone, the texts were removed, or everything is learned anew.
   */
  readonly cursor: MetaCursor | null;
  /** All that was committed is there, whether or not the transcript is the one that the cursor was made for. */
  readonly isWhole: boolean;
  /** The revision that rows are written under. */
  readonly revision: number;
  /** Messages of the working directory. */
  readonly seen: SeenIndex;
  /** What must not be stored again. */
  readonly forgotten: Forgotten;
  /**
   * Stores a change, unless the working directory holds its message already.
   *
   * @param change texts redacted
   * @param redactions secrets that were taken out of its texts
   */
  add(change: ExchangeChange, redactions?: number): AddOutcome;
  /**
   * The open loops that stand, told by the rules of this installation in runs whose state is lost: all, or that of a run that
   * was killed. None when all is learned anew.
   */
  lostLoops(): readonly LearningRow[];
  /**
   * Seals and stores a learning, unless the last row of its id says the same.
   *
   * @returns true when it was stored and tells readers of this session something
   */
  learn(row: LearningRow): boolean;
  /** Appends what is left, then `seen.bin`, then `meta.json`. */
  commit(meta: CommitMeta): ImprintMeta;
}

/** Positions that are kept in `meta.json`: the open exchange, and some before it that may get a late addition. */
const KEPT_POSITIONS = 8;

/** What is stored of the session was written by a later version of this program, in a form that this one does not know. */
export class LaterVersion extends InputError {
  /** @param directory the session's */
  constructor(directory: string) {
    super(`cannot store in "${directory}": a newer imprint-hook wrote what is there; update this one`);
  }
}

/**
 * Opens a session's directory, which `prepareDirectory` has made. A removal that a killed run left half done is finished first.
 *
 * @param files the disk
 * @param place where the session lies
 * @throws {LaterVersion} before anything is changed
 */
export function openSession(files: Files, place: SessionPlace, options: OpenSessionOptions): SessionStore {
  const { client, sessionId, rules, sealKey, now } = options;
  let read = readMeta(files, place.directory, options.earlier);
  if (read.imprint?.tombstone?.pending === true) {
    finishRemoval(files, place, { now, sealKey });
    read = readMeta(files, place.directory);
  }
  const { imprint, raw } = read;
  if (isOfLaterVersion(raw)) throw new LaterVersion(place.directory);
  const meta = imprint?.sessionId === sessionId && imprint.client === client ? imprint : undefined;
  const forgotten = withForgotten(options.forgotten ?? NOTHING_FORGOTTEN, meta?.forgotten);
  const sizes = rowFileSizes(files, place.directory);
  const isRelearn = options.relearn === true;
  const isWhole = !isRelearn && isAllThere(meta, sizes);
  const committed = isWhole ? meta?.cursor ?? null : null;
  const cursor = committed !== null && options.accepts?.(committed) !== false ? committed : null;
  const rowsAreCommitted = meta !== undefined && (meta.files[EXCHANGES_FILE] ?? 0) === (sizes[EXCHANGES_FILE] ?? 0);

  let scanned: SessionPositions | undefined;
  const scan = () => scanned ??= readPositions(files, place.directory, { committed: meta?.revision });
  const revision = isRelearn ? scan().highest + 1 : meta?.revision ?? scan().revision;

  if (isRelearn) forgetSeen(files, place.folder);
  const seen = isRelearn ? openSeenWithout(files, place.folder, place.safeKey) : openSeen(files, place.folder, {
    own: place.safeKey,
    verify: cursor === null ? "all" : "own",
    previous: options.previousSeen,
  });
  // A message that stands twice in one transcript is no copy of another session's.
  const added = createSeenSet();
  // Read from the beginning again, a session meets its own messages; those are no copies either.
  let stored: StoredMessages | undefined;
  let ownMessages: ReadonlySet<MessageIdentity> | undefined;
  const own = () => ownMessages ??= new Set(isRelearn ? [] : (stored = storedMessages(files, place.directory)).held);
  const holders = createQuestionHolders(files, place.folder, { except: place.safeKey });
  let skippedCopies = cursor === null ? 0 : meta?.skippedCopies ?? 0;

  function position(exchangeId: string, opens: boolean): ExchangePosition {
    if (isRelearn) return opens ? { nextPart: 0 } : copyPosition(exchangeId);
    const kept = rowsAreCommitted ? meta.positions[exchangeId] : undefined;
    if (kept !== undefined) return kept;
    // An exchange that is written once more has parts, even when `meta.json` keeps its position no more.
    if (opens && rowsAreCommitted && options.rewritten === undefined) return { nextPart: 0 };
    return scan().positions.get(exchangeId) ?? (opens ? { nextPart: 0 } : copyPosition(exchangeId));
  }

  function copyPosition(exchangeId: string): ExchangePosition {
    const copyOf = holders.holderOf(exchangeId);
    return copyOf === undefined ? { nextPart: 0 } : { nextPart: 0, copyOf };
  }

  const rows = createRowAppender(files, place.directory, { beforeFirst: () => markWriting(files, place.folder) });
  const writer = createRowWriter({
    client,
    sessionId,
    rev: revision,
    rules,
    position,
    write: (line) => rows.append(EXCHANGES_FILE, line),
  });

  function admit(identity: MessageIdentity): AddOutcome {
    if (seen.add(identity)) {
      added.add(identity);
      return "stored";
    }
    if (added.has(identity) || own().has(identity)) return "known";
    skippedCopies++;
    return "copy";
  }

  /**
   * Another session holds the message, and that one counts: not a reply that was stored provisionally, nor the pieces of a
   * message that a killed run had begun to write.
   */
  function dropOwn({ type, exchangeId, identity }: Extract<ExchangeChange, { identity: MessageIdentity }>): void {
    const parts = [
      ...stored?.unfinished.get(`${exchangeId} ${identity}`) ?? [],
      ...type === "answer" ? provisionalParts(exchangeId) : [],
    ];
    if (parts.length > 0) writer.drop(exchangeId, parts);
  }

  /** An exchange that another session holds is not this one's to rewind, and told once is enough. */
  function admitState({ exchangeId, state }: StateChange): AddOutcome {
    if (writer.positions.has(exchangeId)) return "stored";
    if (isRelearn || !scan().positions.has(exchangeId)) return "copy";
    return scan().states.get(exchangeId) === state ? "known" : "stored";
  }

  function provisionalParts(exchangeId: string): readonly number[] {
    const known = writer.positions.get(exchangeId) ??
      (rowsAreCommitted ? meta.positions[exchangeId] : scan().positions.get(exchangeId));
    return known?.provisional ?? [];
  }

  const hidden = isRelearn && options.storesExchanges !== false && forgotten.hashes.size > 0
    ? hiddenRows(files, place.directory, { committed: meta?.revision, forgotten })
    : [];
  let carried = 0;

  /** Takes what is only hidden into the new revision, each at its place: `unforget` shows it again. */
  function carryHidden(next?: string): void {
    const end = next === undefined ? hidden.length : hidden.findIndex(({ exchangeId }) => exchangeId === next);
    for (; carried < end; carried++) {
      const { rows = [], messages = [] } = hidden[carried] ?? {};
      rows.forEach(writer.copy);
      for (const identity of messages) if (seen.add(identity)) added.add(identity);
    }
  }

  const learned = () => readLearnings(files, place.directory, { key: sealKey, committed: meta?.revision }).learnings;
  let filter: LearningFilter | undefined;
  const relearned = new Set<string>();

  function appendLearning(row: LearningRow): void {
    const provenance = revision === 0 ? row.provenance : { ...row.provenance, rev: revision };
    const sealed = sealRow({ ...row, provenance }, sealKey);
    rows.append(learningFile(row.kind), `${JSON.stringify(sealed)}\n`);
  }

  /**
   * What the rules found before and do not find any more, told to readers that know no revisions. What a person hid they
   * were not shown: it is carried on.
   */
  function withdrawOthers(): void {
    for (const { row, foreign } of latestById(learned())) {
      const { id, payload, provenance } = row;
      if (foreign || relearned.has(id) || payload.retracted === true || !isMadeByRules(provenance)) continue;
      if (provenance.claudeSessionUuid !== sessionId) continue;
      if (forgetsLearning(forgotten, row)) {
        appendLearning(row);
        continue;
      }
      appendLearning({
        ...row,
        payload: { ...payload, text: "", retracted: true },
        provenance: { ...provenance, rules },
      });
    }
  }

  return {
    place,
    meta,
    cursor,
    isWhole,
    revision,
    seen,
    forgotten,
    add(change, redactions = 0) {
      if (forgetsMessage(forgotten, change)) return "forgotten";
      if (change.type === "question") carryHidden(change.exchangeId);
      const outcome = change.type === "state"
        ? admitState(change)
        : change.type === "provisional"
        ? "stored"
        : admit(change.identity);
      if (options.storesExchanges === false) return outcome;
      if (outcome === "copy" && "identity" in change) dropOwn(change);
      if (outcome === "stored") writer.add(change, redactions);
      return options.rewritten?.isAnew(change, outcome) ? "stored" : outcome;
    },
    lostLoops() {
      const file = learningFile("open_loops");
      const size = sizes[file] ?? 0;
      if (isRelearn || size === 0 || (cursor !== null && size === meta?.files[file])) return [];
      return latestById(learned()).filter(({ row: { kind, payload, provenance }, foreign }) =>
        kind === "open_loops" && payload.status === "open" && payload.retracted !== true && !foreign &&
        isMadeByRules(provenance) && provenance.claudeSessionUuid === sessionId
      ).map(({ row }) => row);
    },
    learn(row) {
      if (forgetsLearning(forgotten, row)) return false;
      // Under a new revision every row is written anew.
      filter ??= createLearningFilter(isRelearn ? [] : learned());
      const admitted = filter.admit(row);
      if (admitted === undefined) return false;
      if (isRelearn) relearned.add(row.id);
      appendLearning(admitted);
      return !isBareClosing(admitted);
    },
    commit(known) {
      carryHidden();
      if (isRelearn) withdrawOthers();
      writer.flush();
      rows.flush();
      options.rewritten?.write(writer, rows);
      seen.save(place.safeKey);
      unmarkWriting(files, place.folder);
      const positions = new Map(rowsAreCommitted && !isRelearn ? Object.entries(meta.positions) : []);
      for (const [id, touched] of writer.positions) {
        positions.delete(id);
        positions.set(id, touched);
      }
      const committed: ImprintMeta = {
        ...known,
        schema: 1,
        client,
        sessionId,
        workDir: place.workDir,
        revision,
        positions: Object.fromEntries([...positions].slice(-KEPT_POSITIONS)),
        files: rowFileSizes(files, place.directory),
        skippedCopies,
        ...(meta?.forgotten === undefined ? {} : { forgotten: meta.forgotten }),
      };
      writeMeta(files, place.directory, { meta: committed, raw, now, cache: true });
      return committed;
    },
  };
}

/** False when nothing is committed, the texts were removed, or rows are gone that the cursor stands behind. */
function isAllThere(meta: ImprintMeta | undefined, sizes: Readonly<Record<string, number>>): boolean {
  return meta !== undefined && meta.cursor !== null && meta.tombstone === undefined &&
    Object.entries(meta.files).every(([name, size]) => (sizes[name] ?? 0) >= size);
}
