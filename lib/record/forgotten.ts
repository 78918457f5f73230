/**
 * What a person had forgotten (`forget`): tombstones, which are hashes and hold no text. They stand in the kept data, and
 * those of a session in its `meta.json` as well; every writer and every reader honours the union (design section 5).
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import type { ClientName } from "../types.ts";
import type { TypedQuestion } from "./forgotten_twins.ts";
import { messageIdentityOf, questionIdentity, sha256Hex } from "./ids.ts";
import { under } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { type RawRow, readRows } from "./read_rows.ts";

/** What one `forget` was about. */
export const FORGET_SUBJECTS = ["learning", "exchange", "session", "directory", "match"] as const;
/** One of {@linkcode FORGET_SUBJECTS}. */
export type ForgetSubject = typeof FORGET_SUBJECTS[number];

/** One `forget`. */
export interface ForgottenAct {
  /** For `unforget`. */
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly subject: ForgetSubject;
  readonly workspace: string;
  readonly purged: boolean;
  /** True: texts may still stand somewhere; the next `forget` or `learn` goes on. Absent when everything is done. */
  readonly unfinished?: true;
  /**
   * Identities of messages (16 hex), ids and keys of learnings, marks of sessions and of questions' copies in another
   * source (32 hex each): all are hashes of different things, so one set holds them. What binds by its time are hashes
   * and numbers that `forgotten_times.ts` and `forgotten_cuts.ts` write, beside {@linkcode CUT_MARK}.
   */
  readonly hashes: readonly string[];
}

/** The tombstones that count. */
export interface Forgotten {
  readonly hashes: ReadonlySet<string>;
  /** True for a question that a forgotten one binds by its time; where nobody asks, absent. */
  readonly holds?: (question: TypedQuestion) => boolean;
  /** True for a reply that was forgotten before it had an id; where nobody asks, absent. */
  readonly holdsReply?: (message: ForgettableMessage) => boolean;
}

/** A message, as far as it may be forgotten. */
export interface ForgettableMessage {
  readonly identity?: MessageIdentity | undefined;
  readonly exchangeId: string | null;
  readonly text?: unknown;
}

/**
 * Stands among the hashes when there are some that bind by a time, or are of replies without an id, which are looked at
 * by `withTimes`.
 */
export const CUT_MARK = "cut";

/** Nothing is forgotten. */
export const NOTHING_FORGOTTEN: Forgotten = { hashes: new Set() };

/** The kept data's file of tombstones. */
export function forgottenFile(data: string): string {
  return under(data, "tombstones.jsonl");
}

/**
 * Reads every `forget` that was not taken back, in order.
 *
 * @param data the kept data's directory
 */
export function readForgottenActs(files: Pick<Files, "open">, data: string): readonly ForgottenAct[] {
  const acts = new Map<string, ForgottenAct>();
  readRows(files, forgottenFile(data), {
    onRow(row) {
      if (typeof row.undo === "string") acts.delete(row.undo);
      else {
        const act = parseAct(row);
        if (act !== undefined) acts.set(act.id, act);
      }
    },
  });
  return [...acts.values()];
}

/**
 * The tombstones of the kept data. Where there are none, this is one look at the disk.
 *
 * @param data the kept data's directory
 */
export function loadForgotten(files: Pick<Files, "open" | "stat">, data: string): Forgotten {
  if (files.stat(forgottenFile(data)) === undefined) return NOTHING_FORGOTTEN;
  return { hashes: new Set(readForgottenActs(files, data).flatMap(({ hashes }) => hashes)) };
}

/** With those that a session's `meta.json` holds. */
export function withForgotten(forgotten: Forgotten, more: readonly string[] | undefined): Forgotten {
  if (more === undefined || more.length === 0) return forgotten;
  return { ...forgotten, hashes: new Set([...forgotten.hashes, ...more]) };
}

/** The mark of a whole session. */
export function sessionMark(
  { client, sessionId }: { readonly client: ClientName; readonly sessionId: string },
): string {
  return sha256Hex(`forgotten session\0${client}\0${sessionId}`).slice(0, 32);
}

/** True when a message, or the question of the exchange that it belongs to, was forgotten. */
export function forgetsMessage({ hashes, holdsReply }: Forgotten, message: ForgettableMessage): boolean {
  if (hashes.size === 0) return false;
  const { identity = "", exchangeId } = message;
  // Nothing has an empty hash.
  return hashes.has(identity) || hashes.has(questionIdentity(exchangeId ?? "")) || holdsReply?.(message) === true;
}

/** True when a learning, its statement, its session or a message that it came from was forgotten. */
export function forgetsLearning({ hashes }: Forgotten, { id, payload, provenance }: LearningRow): boolean {
  if (hashes.size === 0) return false;
  if (hashes.has(id) || (payload.key !== undefined && hashes.has(payload.key))) return true;
  const { client, exchangeId, claudeSessionUuid, messageUuids = [] } = provenance;
  if (exchangeId !== undefined && hashes.has(questionIdentity(exchangeId))) return true;
  if (client === undefined) return false;
  return (claudeSessionUuid !== undefined && hashes.has(sessionMark({ client, sessionId: claudeSessionUuid }))) ||
    messageUuids.some((uuid) => hashes.has(messageIdentityOf(client, uuid)));
}

function parseAct({ id, at, subject, workspace, purged, unfinished, hashes }: RawRow): ForgottenAct | undefined {
  const known = FORGET_SUBJECTS.find((one) => one === subject);
  if (typeof id !== "string" || typeof at !== "string" || known === undefined || !Array.isArray(hashes)) {
    return undefined;
  }
  return {
    id,
    at,
    subject: known,
    workspace: typeof workspace === "string" ? workspace : "",
    purged: purged === true,
    ...(unfinished === true ? { unfinished } : {}),
    hashes: hashes.filter((hash) => typeof hash === "string"),
  };
}
