/**
 * The learnings of one session for any program: append-only JSONL files, one a kind, byte-compatible with umwelten's
 * store and tolerant of rows of other writers.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import { wholeLines } from "../jsonl/whole_lines.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { isSafeKey, learningFile, META_FILE, sessionPlace, under } from "./layout.ts";
import { type LearningRecord, learningRecordOf } from "./learning_record.ts";
import type { LearningRow } from "./learning_rows.ts";
import { prepareDirectory } from "./prepare_directory.ts";
import { parseObject } from "./read_rows.ts";
import { redactSecrets, redactValue } from "./redact_secrets.ts";
import { lastLineIsTorn } from "./row_files.ts";
import { sealRow } from "./seal.ts";
import type { SessionHandle } from "./session_handle.ts";
import { ForgottenError, forgottenFor, isForgotten } from "./stays_forgotten.ts";

/** A learning that is not stored yet; id and time are made up unless told. */
export interface NewLearning {
  /** Tells it apart. */
  readonly id?: string;
  /** ISO time. */
  readonly createdAt?: string;
  /** What was learned; this product's readers show `text`. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where it came from. */
  readonly provenance?: Readonly<Record<string, unknown>>;
}

/** The learnings of one session. */
export interface LearningsStore {
  /** Where the files lie. */
  readonly directory: string;
  /**
   * Appends one learning, with its secrets taken out. Directories are made when the first one is appended.
   *
   * @returns the row that was written
   * @throws {ForgottenError} when a person had it, or its session, forgotten
   * @throws {InputError} when it is too large, or the working directory is locked for over 5 s
   */
  append(kind: LearningKind, learning: NewLearning): Promise<LearningRecord>;
  /** Every row of a kind but forgotten ones, in the order of the file. */
  read(kind: LearningKind): readonly LearningRecord[];
  /** The same of every kind. */
  readAll(): Readonly<Record<LearningKind, readonly LearningRecord[]>>;
  /** Goes through the rows of some kinds, all unless told, and holds one at a time. */
  iterate(kinds?: readonly LearningKind[]): Generator<LearningRecord>;
}

/** What the store needs of the disk. */
export type LearningsStoreFiles = Pick<
  Files,
  "append" | "create" | "lock" | "lstat" | "makeDirectory" | "open" | "readText" | "replace" | "stat"
>;

/** How rows are written. */
export interface LearningsStoreOptions {
  /** Takes secrets out of every string; the built-in rules unless told. */
  readonly redact?: (text: string) => string;
  /** This installation's seal key: rows bear its seal then. Only for what a person typed (design section 5). */
  readonly sealKey?: Uint8Array;
  /**
   * The directory of the product's own data, whose tombstones (`forget`) bind; the usual one unless told, where the
   * program may read the environment.
   */
  readonly data?: string;
  /** Now. */
  readonly now?: () => Date;
}

/** Readers give up longer lines. */
const MOST_ROW_BYTES = 256 * 1024;
const LOCK_MILLISECONDS = 5000;

/**
 * Opens the learnings of a session. Nothing is made before the first one is appended.
 *
 * @param session what a resolver gave
 */
export function openLearnings(
  files: LearningsStoreFiles,
  session: Pick<SessionHandle, "learningsRoot" | "workingDirectory" | "claudeProjectPath" | "claudeSessionUuid">,
  options: LearningsStoreOptions = {},
): LearningsStore {
  const directory = session.learningsRoot;
  const redact = options.redact ?? redactSecrets;
  const now = options.now ?? (() => new Date());

  function rowOf(kind: LearningKind, learning: NewLearning): LearningRecord {
    const { payload, provenance } = redactValue({ payload: learning.payload, provenance: learning.provenance }, redact);
    const row: LearningRecord = {
      id: learning.id ?? crypto.randomUUID(),
      kind,
      createdAt: learning.createdAt ?? now().toISOString(),
      payload,
      ...(provenance === undefined ? {} : { provenance }),
    };
    if (options.sealKey === undefined) return row;
    const bare = { ...row, provenance: provenance ?? {} } as unknown as LearningRow;
    return sealRow(bare, options.sealKey) as unknown as LearningRecord;
  }

  async function append(kind: LearningKind, learning: NewLearning): Promise<LearningRecord> {
    const row = rowOf(kind, learning);
    const line = `${JSON.stringify(row)}\n`;
    if (line.length > MOST_ROW_BYTES) {
      throw new InputError(
        `cannot append to "${
          visible(directory)
        }": the learning takes ${line.length} characters, at most ${MOST_ROW_BYTES} are read back; cut it`,
      );
    }
    refuseForgotten(row);
    const path = under(directory, learningFile(kind));
    const write = () =>
      files.append(path, new TextEncoder().encode(`${lastLineIsTorn(files, path) ? "\n" : ""}${line}`));
    const place = placeOf(session);
    if (place === undefined) {
      if (files.stat(directory) === undefined) files.makeDirectory(directory);
      write();
      return row;
    }
    prepareDirectory(files, place);
    const lock = await files.lock(place.lock, { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      throw new InputError(
        `cannot append to "${visible(directory)}": another run has held "${visible(place.lock)}" for 5 s; run it again`,
      );
    }
    try {
      // Somebody may have had it forgotten while this waited: the tombstone is there before the lock is taken for it.
      refuseForgotten(row);
      const meta = under(directory, META_FILE);
      if (files.lstat(meta) === undefined) files.create(meta, metaOf(session, now()));
      write();
    } finally {
      lock.release();
    }
    return row;
  }

  /** The row with what it is known by that its writer may have left out. */
  function ofSession(row: LearningRecord): LearningRecord {
    const { claudeSessionUuid } = session;
    if (claudeSessionUuid === undefined) return row;
    return { ...row, provenance: { ...row.provenance, client: "claude-code", claudeSessionUuid } };
  }

  function refuseForgotten(row: LearningRecord): void {
    if (!isForgotten(forgottenFor(files, directory, options.data), ofSession(row))) return;
    throw new ForgottenError(
      `cannot append to "${visible(directory)}": this was forgotten, or its session was; ` +
        '"imprint-hook unforget" takes that back, then append it again',
    );
  }

  function* iterate(kinds: readonly LearningKind[] = LEARNING_KINDS): Generator<LearningRecord> {
    const forgotten = forgottenFor(files, directory, options.data);
    for (const kind of kinds) {
      const handle = files.open(under(directory, learningFile(kind)));
      if (handle === undefined) continue;
      try {
        for (const { text } of wholeLines(handle)) {
          const raw = parseObject(text);
          const record = raw && learningRecordOf(raw, kind);
          if (record !== undefined && !isForgotten(forgotten, ofSession(record))) yield record;
        }
      } finally {
        handle.close();
      }
    }
  }

  return {
    directory,
    append,
    read: (kind) => [...iterate([kind])],
    readAll: () =>
      Object.fromEntries(LEARNING_KINDS.map((kind) => [kind, [...iterate([kind])]])) as unknown as Record<
        LearningKind,
        readonly LearningRecord[]
      >,
    iterate,
  };
}

/** The place in a working directory; undefined for a habitat session, which nobody but its habitat keeps in order. */
function placeOf(session: Parameters<typeof openLearnings>[1]) {
  const { learningsRoot, workingDirectory, claudeProjectPath, claudeSessionUuid } = session;
  if (workingDirectory === undefined || claudeProjectPath === undefined || claudeSessionUuid === undefined) {
    return undefined;
  }
  const place = sessionPlace({
    workDir: workingDirectory,
    folder: "claude",
    projectPath: claudeProjectPath,
    sessionId: claudeSessionUuid,
  });
  return isSafeKey(place.safeKey) && place.directory === learningsRoot ? place : undefined;
}

/** What umwelten writes when it resolves such a session. */
function metaOf(session: Parameters<typeof openLearnings>[1], now: Date): Uint8Array {
  const meta = {
    claudeProjectPath: session.claudeProjectPath,
    claudeSessionUuid: session.claudeSessionUuid,
    learningsRoot: session.learningsRoot,
    updatedAt: now.toISOString(),
  };
  return new TextEncoder().encode(`${JSON.stringify(meta, null, 2)}\n`);
}
