/**
 * One run over one session's directory: what it holds, what is appended, what is committed. The caller holds the lock of
 * the working directory from before `openSession` until after `commit` (design section 5, Order of a run).
 *
 * @module
 */
import type { ExchangeChange, MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import type { ClientName } from "../types.ts";
import { createRowWriter, type ExchangePosition } from "./exchange_rows.ts";
import { EXCHANGES_FILE, learningFile, type SessionPlace } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { createLearningFilter, type LearningFilter, readLearnings } from "./learnings_store.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { ImprintMeta, MetaCursor } from "./meta_types.ts";
import { readPositions, type SessionPositions } from "./positions.ts";
import { createQuestionHolders } from "./question_holders.ts";
import { finishRemoval } from "./remove_text.ts";
import { createRowAppender, rowFileSizes } from "./row_files.ts";
import { sealRow } from "./seal.ts";
import { forgetSeen, openSeen, openSeenWithout, type SeenIndex } from "./seen.ts";
import { storedMessages } from "./stored_messages.ts";

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
  /** True for `learn --relearn`: all rows are written anew under the next revision, which `commit` makes valid. */
  readonly relearn?: boolean;
  /** The `seen` of the session before, in a sweep. */
  readonly previousSeen?: SeenIndex | undefined;
}

/** What a run knows at its end; the rest of `meta.json` is the store's own. */
export type CommitMeta = Omit<
  ImprintMeta,
  "schema" | "client" | "sessionId" | "workDir" | "revision" | "positions" | "files" | "skippedCopies" | "tombstone"
>;

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
  /** The revision that rows are written under. */
  readonly revision: number;
  /** Messages of the working directory. */
  readonly seen: SeenIndex;
  /**
   * Stores a change, unless the working directory holds its message already.
   *
   * @param change texts redacted
   * @param redactions secrets that were taken out of its texts
   * @returns true when it was stored
   */
  add(change: ExchangeChange, redactions?: number): boolean;
  /**
   * Seals and stores a learning, unless the last row of its id says the same.
   *
   * @returns true when it was stored
   */
  learn(row: LearningRow): boolean;
  /** Appends what is left, then `seen.bin`, then `meta.json`. */
  commit(meta: CommitMeta): ImprintMeta;
}

/** Positions that are kept in `meta.json`: the open exchange, and some before it that may get a late addition. */
const KEPT_POSITIONS = 8;

/**
 * Opens a session's directory, which `prepareDirectory` has made. A removal that a killed run left half done is finished first.
 *
 * @param files the disk
 * @param place where the session lies
 */
export function openSession(files: Files, place: SessionPlace, options: OpenSessionOptions): SessionStore {
  const { client, sessionId, rules, sealKey, now } = options;
  finishRemoval(files, place, { now, sealKey });
  const { imprint, raw } = readMeta(files, place.directory);
  const meta = imprint?.sessionId === sessionId && imprint.client === client ? imprint : undefined;
  const sizes = rowFileSizes(files, place.directory);
  const isRelearn = options.relearn === true;
  const isComplete = meta !== undefined &&
    Object.entries(meta.files).every(([name, size]) => (sizes[name] ?? 0) >= size);
  const cursor = isComplete && !isRelearn ? meta.cursor : null;
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
  // Read from the beginning again, a session meets its own messages; those are no copies.
  const own = new Set(cursor === null && !isRelearn ? storedMessages(files, place.directory).held : []);
  const holders = createQuestionHolders(files, place.folder, { except: place.safeKey });
  let skippedCopies = isRelearn || cursor === null ? 0 : meta?.skippedCopies ?? 0;

  function position(exchangeId: string, opens: boolean): ExchangePosition {
    if (isRelearn) return opens ? { nextPart: 0 } : copyPosition(exchangeId);
    if (rowsAreCommitted) {
      const kept = meta.positions[exchangeId];
      if (kept !== undefined) return kept;
      if (opens) return { nextPart: 0 };
    }
    return scan().positions.get(exchangeId) ?? (opens ? { nextPart: 0 } : copyPosition(exchangeId));
  }

  function copyPosition(exchangeId: string): ExchangePosition {
    const copyOf = holders.holderOf(exchangeId);
    return copyOf === undefined ? { nextPart: 0 } : { nextPart: 0, copyOf };
  }

  const rows = createRowAppender(files, place.directory);
  const writer = createRowWriter({
    client,
    sessionId,
    rev: revision,
    rules,
    position,
    write: (line) => rows.append(EXCHANGES_FILE, line),
  });

  function admit(identity: MessageIdentity): "new" | "own" | "copy" {
    if (seen.add(identity)) return "new";
    if (own.has(identity)) return "own";
    skippedCopies++;
    return "copy";
  }

  function awaitsReply(exchangeId: string): boolean {
    const known = writer.positions.get(exchangeId) ??
      (rowsAreCommitted ? meta.positions[exchangeId] : scan().positions.get(exchangeId));
    return (known?.provisional?.length ?? 0) > 0;
  }

  let filter: LearningFilter | undefined;
  return {
    place,
    meta,
    cursor,
    revision,
    seen,
    add(change, redactions = 0) {
      const origin = "identity" in change ? admit(change.identity) : "new";
      // The reply that was stored provisionally stands in another session: that one counts.
      if (origin === "copy" && change.type === "answer" && awaitsReply(change.exchangeId)) {
        writer.dropProvisional(change.exchangeId);
      }
      if (origin !== "new") return false;
      writer.add(change, redactions);
      return true;
    },
    learn(row) {
      filter ??= createLearningFilter(readLearnings(files, place.directory, { key: sealKey }).learnings);
      if (!filter.admit(row)) return false;
      rows.append(learningFile(row.kind), `${JSON.stringify(sealRow(row, sealKey))}\n`);
      return true;
    },
    commit(known) {
      writer.flush();
      rows.flush();
      seen.save(place.safeKey);
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
      };
      writeMeta(files, place.directory, { meta: committed, raw, now });
      return committed;
    },
  };
}
