/**
 * Taking single messages out of the sessions of a client folder: the user opted out in a copy of the conversation, and
 * what the copy holds must not be kept by another session either (design section 4, Opt-out).
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import { holdsReplies, outdatedTextMark } from "./forgotten_replies.ts";
import { dropQuarantine } from "./quarantine.ts";
import type { ExchangeStateRow, WithheldRow } from "./exchange_row_types.ts";
import { messageIdentityOf, questionIdentity } from "./ids.ts";
import { EXCHANGES_FILE, isSafeKey, under } from "./layout.ts";
import { isOfLaterVersion, readMeta, writeMeta } from "./meta.ts";
import type { ImprintMeta } from "./meta_types.ts";
import type { LearningRow } from "./learning_rows.ts";
import { readLearnings } from "./learnings_store.ts";
import { isObject, type RawRow, readRows } from "./read_rows.ts";
import type { RemovalOptions } from "./remove_text.ts";
import { rowFileSizes } from "./row_files.ts";
import { forgetSeen } from "./seen.ts";
import { removeLeftovers, retractLearnings, rewrite } from "./tombstones.ts";
import { entriesOf, joinedText, LISTS, wholeTexts } from "./whole_texts.ts";

/**
 * Rewrites every session of the folder that holds one of the messages, without them: an exchange whose question goes is
 * retracted whole, learnings from what went are withdrawn, and no later run of these sessions stores any of it again. The
 * sessions are read from byte 0 at their next run. The caller holds the lock of the working directory.
 *
 * @param folder `{learnings}/{client folder}`
 * @param options `messages`: what to take out; `except`: safe keys of sessions that are dealt with otherwise; `forget`:
 * called before a session's rows are rewritten, too, as a run that is killed then finds nothing to take out the next time
 * @returns directories that were rewritten
 */
export function removeMessages(
  files: Files,
  folder: string,
  options: MessageRemoval & { readonly except?: readonly string[] },
): readonly string[] {
  const directories = (files.list(folder) ?? []).filter((key) =>
    isSafeKey(key) && options.except?.includes(key) !== true
  )
    .map((key) => under(folder, key));
  return directories.filter((directory) => removeFrom(files, { folder, directory }, options));
}

interface MessageRemoval extends RemovalOptions {
  readonly messages: ReadonlySet<MessageIdentity>;
}

function removeFrom(
  files: Files,
  { folder, directory }: { readonly folder: string; readonly directory: string },
  { messages, now, sealKey, forget }: MessageRemoval,
): boolean {
  const { imprint, raw } = readMeta(files, directory);
  if (isOfLaterVersion(raw)) return false;
  const { lines, gone, changed } = rowsWithout(files, directory, { messages, now });
  const comesFromThem = ({ provenance: { exchangeId, client = imprint?.client, messageUuids = [] } }: LearningRow) =>
    (exchangeId !== undefined && messages.has(questionIdentity(exchangeId))) ||
    (client !== undefined && messageUuids.map((uuid) => messageIdentityOf(client, uuid))
      .some((identity) => gone.has(identity) || messages.has(identity)));
  const { learnings } = readLearnings(files, directory, { key: undefined });
  const hasLearnings = learnings.some(({ row }) => row.payload.retracted !== true && comesFromThem(row));
  if (!changed && !hasLearnings) return false;
  // Read from byte 0 at the next run, whatever becomes of this one: the carried states may quote what goes.
  const carried = { cursor: null, reader: null, exchange: null, learnings: null, digest: null, positions: {} };
  const meta = imprint === undefined ? undefined : { ...imprint, ...carried };
  if (meta !== undefined) writeMeta(files, directory, { meta, raw, now });
  forget?.();
  forgetSeen(files, folder);
  retractLearnings(files, directory, { sealKey, choose: comesFromThem });
  if (changed) rewrite(files, under(directory, EXCHANGES_FILE), lines);
  removeLeftovers(files, directory);
  dropQuarantine(files, directory);
  forget?.();
  if (meta !== undefined) {
    writeMeta(files, directory, { meta: { ...meta, files: rowFileSizes(files, directory) }, raw, now });
  }
  return true;
}

/** @returns the lines that stay with what takes the place of the others, and the messages that go */
function rowsWithout(
  files: Pick<Files, "open">,
  directory: string,
  { messages, now }: { readonly messages: ReadonlySet<MessageIdentity>; readonly now: string },
): { readonly lines: readonly string[]; readonly gone: ReadonlySet<MessageIdentity>; readonly changed: boolean } {
  const rows: RawRow[] = [];
  readRows(files, under(directory, EXCHANGES_FILE), { onRow: (row) => rows.push(row) });
  const lines: string[] = [];
  const gone = new Set<MessageIdentity>();
  const retracted = new Map<string, ExchangeStateRow>();
  // What was replaced says the same as what took its place, under another id or none.
  const touched = new Set(rows.filter((row) => identitiesIn(row).some((one) => messages.has(one))).map(({ id }) => id));
  const outdated = outdatedProvisional(rows);
  const named = namedByText(rows, messages);
  let sessionId = "";
  for (const row of rows) {
    if (typeof row.sessionId === "string") sessionId = row.sessionId;
    if (row.type !== "exchange" || typeof row.id !== "string" || typeof row.client !== "string") {
      lines.push(JSON.stringify(row));
      continue;
    }
    if (messages.has(questionIdentity(row.id))) {
      gone.add(questionIdentity(row.id));
      identitiesIn(row).forEach((identity) => gone.add(identity));
      const rev = typeof row.rev === "number" ? row.rev : 0;
      const state = "retracted";
      retracted.set(row.id, { schema: 1, type: "exchange-state", id: row.id, rev, sessionId, state, at: now });
      continue;
    }
    identitiesIn(row).filter((identity) => messages.has(identity)).forEach((identity) => gone.add(identity));
    const goes = (entry: RawRow): boolean =>
      messages.has(identityOf(row, entry) ?? "") || named.has(entry) || (touched.has(row.id) && outdated.has(entry));
    lines.push(JSON.stringify(withoutEntries(row, goes)));
  }
  for (const row of retracted.values()) lines.push(JSON.stringify(row));
  const all = [...gone];
  for (let at = 0; at < all.length; at += WITHHELD_A_ROW) {
    const row: WithheldRow = {
      schema: 1,
      type: "withheld",
      sessionId,
      at: now,
      messages: all.slice(at, at + WITHHELD_A_ROW),
    };
    lines.push(JSON.stringify(row));
  }
  return { lines, gone, changed: gone.size > 0 || named.size > 0 };
}

/** Keeps a row of 16 hex digits each near the size of the others. */
const WITHHELD_A_ROW = 400;
function identitiesIn(row: RawRow): readonly MessageIdentity[] {
  return LISTS.flatMap((name) => entriesOf(row, name).flatMap((entry) => identityOf(row, entry) ?? []));
}

function withoutEntries(row: RawRow, goes: (entry: RawRow) => boolean): RawRow {
  const { question, ...others } = row;
  if (isObject(question) && goes(question)) return withoutEntries(others, goes);
  if (!LISTS.some((name) => entriesOf(row, name).some(goes))) return row;
  const lists = LISTS.filter((name) => row[name] !== undefined).map((name) => [
    name,
    entriesOf(row, name).filter((entry) => !goes(entry)),
  ]);
  return { ...row, ...Object.fromEntries(lists) };
}

/** Replies known from a payload in whose place something stands by now: no reader shows them. */
function outdatedProvisional(rows: readonly RawRow[]): ReadonlySet<RawRow> {
  const waiting = new Map<unknown, { readonly row: RawRow; readonly entry: RawRow }[]>();
  const outdated = new Set<RawRow>();
  for (const row of rows) {
    const known = waiting.get(row.id) ?? [];
    const { rev, replaces } = row;
    const answers = entriesOf(row, "answer");
    const isReal = answers.some(({ provisional }) => provisional !== true);
    const isReplaced = ({ part }: RawRow): boolean => Array.isArray(replaces) && replaces.includes(part);
    const stays = ({ row: before, entry }: { readonly row: RawRow; readonly entry: RawRow }): boolean => {
      if (before.rev === rev && !isReal && !isReplaced(before)) return true;
      outdated.add(entry);
      return false;
    };
    const added = answers.filter(({ provisional }) => provisional === true).map((entry) => ({ row, entry }));
    waiting.set(row.id, [...known.filter(stays), ...added]);
  }
  return outdated;
}

function identityOf(row: RawRow, { uuid }: RawRow): MessageIdentity | undefined {
  return typeof uuid === "string" ? messageIdentityOf(row.client as ImprintMeta["client"], uuid) : undefined;
}

/** What was forgotten by its text, as it has no id, or only a version of it goes. */
function namedByText(rows: readonly RawRow[], hashes: ReadonlySet<string>): ReadonlySet<RawRow> {
  if (![...hashes].some((hash) => hash.startsWith("["))) return new Set();
  const holdsReply = holdsReplies({ hashes });
  const named = wholeTexts(rows).filter(({ row: { id: exchangeId }, place, pieces }) => {
    if (typeof exchangeId !== "string") return false;
    const text = joinedText(pieces);
    if (hashes.has(outdatedTextMark(exchangeId, { place, text }))) return true;
    return place === "answer" && pieces[0]?.provisional === true && holdsReply({ exchangeId, text });
  });
  return new Set(named.flatMap(({ pieces }) => pieces));
}
