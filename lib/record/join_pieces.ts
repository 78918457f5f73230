/**
 * Cut texts, joined again.
 *
 * @module
 */
import type { Chunk, StoredAnswer } from "./exchange_row_types.ts";

/** What a piece of a message has. */
export interface Piece {
  readonly uuid: string | null;
  readonly text: string;
  readonly chunk?: Chunk;
}

/**
 * Joins the pieces of each message and drops what stands there twice: the first occurrence wins. A run that was killed
 * between two pieces leaves the first ones; the next run writes all of them again, and the missing ones are taken from there.
 *
 * @param pieces in file order
 * @returns one entry a message, in the order of their first piece, without `chunk`
 * @example
 * ```ts
 * import { joinPieces } from "./join_pieces.ts";
 * joinPieces([{ uuid: "a", text: "x ", chunk: [0, 2] }, { uuid: "a", text: "y", chunk: [1, 2] }]); // [{ uuid: "a", text: "x y" }]
 * ```
 */
export function joinPieces<T extends Piece>(pieces: readonly T[]): readonly T[] {
  const messages = new Map<string | null, { entry: T; texts: string[]; next: number }>();
  for (const piece of pieces) {
    const known = messages.get(piece.uuid);
    const index = piece.chunk?.[0] ?? 0;
    if (known === undefined) {
      const { chunk: _, ...entry } = piece;
      messages.set(piece.uuid, { entry: entry as T, texts: [piece.text], next: index + 1 });
    } else if (piece.chunk !== undefined && index >= known.next) {
      known.texts.push(piece.text);
      known.next = index + 1;
    }
  }
  return Array.from(messages.values(), ({ entry, texts }) => ({ ...entry, text: texts.join("") }));
}

/**
 * The replies of an exchange. A provisional one counts only while no real one follows it, and only the newest does.
 *
 * @param pieces in file order
 */
export function joinAnswers(pieces: readonly StoredAnswer[]): readonly StoredAnswer[] {
  const lastReal = pieces.findLastIndex((piece) => piece.provisional !== true);
  const real = joinPieces(pieces.filter((piece) => piece.provisional !== true));
  const waiting = pieces.slice(lastReal + 1);
  const newest = waiting.findLastIndex((piece) => (piece.chunk?.[0] ?? 0) === 0);
  return [...real, ...joinPieces(newest < 0 ? [] : waiting.slice(newest))];
}
