/**
 * Every text that stands in rows of `exchanges.jsonl`, whether or not a reader is shown it, put together from its pieces.
 *
 * @module
 */
import { isObject, type RawRow } from "./read_rows.ts";

/** Where a row has texts: the question, and its lists of messages. */
export type TextPlace = "question" | "answer" | "answersByUser" | "evidence";

/** One text of one row, or of several that hold a piece each. */
export interface WholeText {
  /** The row that holds the first piece. */
  readonly row: RawRow;
  readonly place: TextPlace;
  /** The pieces, in order: objects of the rows themselves. */
  readonly pieces: readonly RawRow[];
}

/** Names of a row's lists of messages. */
export const LISTS = ["answer", "answersByUser", "evidence"] as const;

/** @returns the messages in one of a row's lists */
export function entriesOf(row: RawRow, name: typeof LISTS[number]): readonly RawRow[] {
  const list = row[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/**
 * Finds them.
 *
 * @param rows all rows of a file, in order
 */
export function wholeTexts(rows: readonly RawRow[]): readonly WholeText[] {
  const open = new Map<string, RawRow[]>();
  const texts: WholeText[] = [];
  for (const row of rows) {
    for (const { place, entry } of textsOf(row)) {
      const index = Array.isArray(entry.chunk) ? entry.chunk[0] : undefined;
      const name = JSON.stringify([row.id, row.rev, place, entry.uuid]);
      const begun = index === undefined ? undefined : open.get(name);
      if (begun !== undefined && index === begun.length) {
        begun.push(entry);
        continue;
      }
      const pieces = [entry];
      if (index !== undefined) open.set(name, pieces);
      texts.push({ row, place, pieces });
    }
  }
  return texts;
}

/** @returns the text of pieces together */
export function joinedText(pieces: readonly RawRow[]): string {
  return pieces.map(({ text }) => typeof text === "string" ? text : "").join("");
}

/** @returns what a row holds texts in, the question first */
export function textsOf(row: RawRow): readonly { readonly place: TextPlace; readonly entry: RawRow }[] {
  const lists = LISTS.flatMap((place) => entriesOf(row, place).map((entry) => ({ place, entry })));
  return isObject(row.question) ? [{ place: "question", entry: row.question }, ...lists] : lists;
}
