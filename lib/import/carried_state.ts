/**
 * What rules and reader carry from run to run in `meta.json`: the last messages, commands and tasks, which no row needs to
 * hold. When a text goes, it goes from there as well, and the next run reads the transcript from its beginning.
 *
 * @module
 */
import { learningsRoot, LOCK_FILE, under } from "../record/layout.ts";
import { isOfLaterVersion, readMeta, writeMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { isObject } from "../record/read_rows.ts";
import type { Product } from "./product.ts";
import type { ReadableSession } from "./readable_sessions.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";

/** What takes the place of what is carried. The figures in `digest` quote nothing. */
export const NOTHING_CARRIED = { cursor: null, reader: null, exchange: null, learnings: null, positions: {} } as const;

/** Names of fields; what was said or run is a key in places, too. */
const FIELD = /^[a-z][A-Za-z]{0,20}$/;

/** Every text in what is carried, with the keys that are no names of fields. */
export function carriedTexts({ reader, exchange, learnings }: ImprintMeta): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [reader, exchange, learnings];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) open.push(...value);
    else if (isObject(value)) {
      texts.push(...Object.keys(value).filter((key) => !FIELD.test(key)));
      open.push(...Object.values(value));
    }
  }
  return texts;
}

/**
 * Drops what is carried of one session where it holds a text. The caller holds the lock of the working directory.
 *
 * @param directory the session's
 * @param isWanted tells such a text
 */
export function dropCarried(product: Product, directory: string, isWanted: (text: string) => boolean): void {
  const { files, now } = product;
  const { imprint, raw } = readMeta(files, directory);
  if (imprint === undefined || isOfLaterVersion(raw) || !carriedTexts(imprint).some(isWanted)) return;
  writeMeta(files, directory, { meta: { ...imprint, ...NOTHING_CARRIED }, raw, now: now().toISOString() });
}

/** Drops what is carried of sessions. @returns working directories whose lock was busy */
export async function dropCarriedOf(
  product: Product,
  sessions: readonly ReadableSession[],
  isWanted: (text: string) => boolean,
): Promise<readonly string[]> {
  const busy = new Set<string>();
  for (const { directory, workDir } of sessions) {
    const lock = await product.files.lock(under(learningsRoot(workDir), LOCK_FILE), {
      milliseconds: LOCK_MILLISECONDS,
    });
    if (lock === undefined) {
      busy.add(workDir);
      continue;
    }
    try {
      dropCarried(product, directory, isWanted);
    } finally {
      lock.release();
    }
  }
  return [...busy];
}

/** The messages that rules remember of the last turns, whole or in part: no row need hold them. */
export function carriedMessages(
  { learnings }: ImprintMeta,
): readonly { readonly key: string; readonly text: string }[] {
  const messages: { readonly key: string; readonly text: string }[] = [];
  const open: unknown[] = [learnings];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (isObject(value)) {
      const { key, at, text } = value;
      // Steps of commands have no time.
      if (typeof key === "string" && typeof text === "string" && at !== undefined) messages.push({ key, text });
      open.push(...Object.values(value));
    }
  }
  return messages;
}
