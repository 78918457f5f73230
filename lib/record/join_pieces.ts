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
 * Joins the pieces of each message and drops what stands there twice. A run that was killed between two pieces leaves the
 * first ones; the next run writes all of them again. Pieces of one writing are never joined with those of another, which
 * may have told another text: the first writing that is whole counts, and where none is, the one that goes farthest.
 *
 * @param pieces in file order
 * @returns one entry a message, in the order of their first piece, without `chunk`
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { joinPieces, type Piece } from "./join_pieces.ts";
 * const cut: Piece = { uuid: "a", text: "x", chunk: [0, 3] };
 * const again: readonly Piece[] = [{ uuid: "a", text: "x ", chunk: [0, 2] }, { uuid: "a", text: "y", chunk: [1, 2] }];
 * assertEquals(joinPieces([cut, ...again]), [{ uuid: "a", text: "x y" }]);
 * ```
 */
export function joinPieces<T extends Piece>(pieces: readonly T[]): readonly T[] {
  const messages = new Map<string | null, Writing<T>[]>();
  for (const piece of pieces) {
    const [index, count] = piece.chunk ?? [0, 1];
    const writings = messages.get(piece.uuid) ?? [];
    const open = writings.at(-1);
    if (open === undefined) messages.set(piece.uuid, writings);
    if (open !== undefined && index >= open.next && count === open.count) {
      open.texts.push(piece.text);
      open.next = index + 1;
    } else if (open === undefined || !isWhole(open)) {
      const { chunk: _, ...entry } = piece;
      writings.push({ entry: entry as T, texts: [piece.text], next: index + 1, count });
    }
  }
  return Array.from(messages.values(), (writings) => {
    const { entry, texts } = writings.find(isWhole) ?? longest(writings);
    return { ...entry, text: texts.join("") };
  });
}

/** A message as one run wrote it, as far as it came. */
interface Writing<T> {
  readonly entry: T;
  readonly texts: string[];
  /** Index of the piece that follows. */
  next: number;
  /** How many pieces there are to be. */
  readonly count: number;
}

function isWhole({ texts, count }: Writing<unknown>): boolean {
  return texts.length === count;
}

function longest<T>(writings: readonly Writing<T>[]): Writing<T> {
  return writings.reduce((most, one) => one.texts.length > most.texts.length ? one : most);
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
