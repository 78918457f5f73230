/**
 * Which messages a session's file holds, to build `seen.bin` from the rows.
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import type { ExchangeRow } from "./exchange_row_types.ts";
import { messageIdentityOf, questionIdentity } from "./ids.ts";
import type { Piece } from "./join_pieces.ts";
import { EXCHANGES_FILE, under } from "./layout.ts";
import { readMeta } from "./meta.ts";
import { scanExchanges } from "./scan_exchanges.ts";

/** What a session's rows say about messages. */
export interface StoredMessages {
  /** Messages that the directory holds in its committed revision. */
  readonly held: readonly MessageIdentity[];
  /** Messages that were taken out of it and must not be stored again, whatever the revision. */
  readonly withheld: readonly MessageIdentity[];
  /**
   * Of messages that a killed run left unfinished: the parts of the exchange that hold the first pieces, by
   * `{exchange id} {identity}`.
   */
  readonly unfinished: ReadonlyMap<string, readonly number[]>;
  /** Size of the file that was read. */
  readonly size: number;
}

/**
 * Reads the identities of a session's messages. A cut text counts when its last piece is there: the missing pieces of a
 * killed run are written again.
 *
 * @param directory a session's directory
 */
export function storedMessages(files: Pick<Files, "open" | "readText">, directory: string): StoredMessages {
  let held: MessageIdentity[] = [];
  const withheld: MessageIdentity[] = [];
  const unfinished = new Map<string, number[]>();
  const { size } = scanExchanges(files, under(directory, EXCHANGES_FILE), {
    committed: readMeta(files, directory).imprint?.revision,
    visitor: {
      restart() {
        held = [];
        unfinished.clear();
      },
      exchange: (row) => addMessages(row, { held, unfinished }),
      state: () => {},
      withheld: (row) => withheld.push(...row.messages),
    },
  });
  return { held, withheld, unfinished, size };
}

interface Messages {
  readonly held: MessageIdentity[];
  readonly unfinished: Map<string, number[]>;
}

function addMessages(row: ExchangeRow, { held, unfinished }: Messages): void {
  for (const [key, [part]] of unfinished) {
    if (row.replaces?.includes(part!) && key.startsWith(row.id)) unfinished.delete(key);
  }
  const add = (identity: MessageIdentity, piece: Piece) => {
    const key = `${row.id} ${identity}`;
    if (isLast(piece)) {
      held.push(identity);
      unfinished.delete(key);
    } else unfinished.set(key, [...unfinished.get(key) ?? [], row.part]);
  };
  if (row.question !== undefined) add(questionIdentity(row.id), row.question);
  for (const list of [row.answer, row.answersByUser, row.evidence]) {
    for (const entry of list ?? []) if (entry.uuid !== null) add(messageIdentityOf(row.client, entry.uuid), entry);
  }
}

function isLast({ chunk }: Piece): boolean {
  return chunk === undefined || chunk[0] === chunk[1] - 1;
}
