/**
 * Ids of messages that are the same wherever a record is copied: in forks, archives, compressed twins, after a revert or
 * a migration (design section 5: turn id and index in the turn, for replies too). Item ids, ordinals, times and byte
 * offsets all change on one of these ways.
 *
 * @module
 */
import type { EntryPlace } from "./entry.ts";
import type { ReaderState, TurnCount } from "./state.ts";

/** What is counted within a turn. */
export type Counted = "texts" | "replies" | "plans";

const LETTERS: Readonly<Record<Counted, string>> = { texts: "u", replies: "a", plans: "p" };

/** A key and the state in which it is taken. */
export interface Keyed {
  readonly key: string;
  /** Index in the turn; 0 where turns have no id. */
  readonly index: number;
  readonly state: ReaderState;
}

/**
 * The next key of a kind. Without a turn id: thread, ordinal in the thread and the text's hash.
 *
 * @param state before
 * @param place where the message stands
 * @param message its kind; what hashes its text; how many texts it is made of
 */
export function nextKey(
  state: ReaderState,
  { turn }: EntryPlace,
  message: { readonly counted: Counted; readonly hash: () => string; readonly texts?: number },
): Keyed {
  const { counted, hash, texts = 1 } = message;
  const letter = LETTERS[counted];
  const ordinal = counted === "texts" ? state.texts : state.replies;
  const counts: Pick<ReaderState, "texts" | "replies"> = counted === "texts"
    ? { texts: state.texts + texts, replies: state.replies }
    : { texts: state.texts, replies: state.replies + 1 };
  if (turn === null) {
    return { key: `${rootOf(state)}:${letter}${ordinal}:${hash()}`, index: 0, state: { ...state, ...counts } };
  }
  const count = state.turns.find((known) => known.turn === turn) ?? { turn, texts: 0, replies: 0, plans: 0 };
  const index = count[counted];
  const next: TurnCount = { ...count, [counted]: index + texts };
  const turns = [...state.turns.filter((known) => known.turn !== turn), next];
  return { key: `${turn}:${letter}${index}`, index, state: { ...state, ...counts, turns } };
}

/**
 * The key of client-written text: its turn and its hash, as the client gives it no number. What every turn repeats
 * (`context`) is one message of the thread.
 *
 * @param state at the text
 * @param place where it stands
 * @param text hash of the text, and whether every turn may repeat it
 */
export function evidenceKey(
  state: ReaderState,
  { turn }: EntryPlace,
  { hash, context }: { readonly hash: string; readonly context: boolean },
): string {
  if (context) return `${rootOf(state)}:e:${hash}`;
  return turn === null ? `${rootOf(state)}:e${state.texts}:${hash}` : `${turn}:e:${hash}`;
}

/**
 * The key of something that has a name of its own within its turn.
 *
 * @param state at the record
 * @param place where it stands
 * @param name of the record
 */
export function namedKey(state: ReaderState, { turn }: EntryPlace, name: string): string {
  return `${turn ?? rootOf(state)}:${name}`;
}

function rootOf({ root, thread }: ReaderState): string {
  return root ?? thread ?? "thread";
}
