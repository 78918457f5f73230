/**
 * What rules and reader carry from run to run in `meta.json`: the last messages, commands and tasks, which no row needs to
 * hold. When a text goes, it goes from there as well, and the next run reads the transcript from its beginning.
 *
 * @module
 */
import type { Product } from "./product.ts";
import { isOfLaterVersion, readMeta, writeMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { isObject } from "../record/read_rows.ts";

/** What takes the place of what is carried. The figures in `digest` quote nothing. */
export const NOTHING_CARRIED = { cursor: null, reader: null, exchange: null, learnings: null, positions: {} } as const;

/** Every text in what is carried, names of fields included. */
export function carriedTexts({ reader, exchange, learnings }: ImprintMeta): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [reader, exchange, learnings];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) open.push(...value);
    else if (isObject(value)) open.push(...Object.keys(value), ...Object.values(value));
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
