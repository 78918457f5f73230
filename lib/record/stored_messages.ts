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
  const { size } = scanExchanges(files, under(directory, EXCHANGES_FILE), {
    committed: readMeta(files, directory).imprint?.revision,
    visitor: {
      restart: () => held = [],
      exchange: (row) => addMessages(held, row),
      state: () => {},
      withheld: (row) => withheld.push(...row.messages),
    },
  });
  return { held, withheld, size };
}

function addMessages(identities: MessageIdentity[], row: ExchangeRow): void {
  if (row.question !== undefined && isLast(row.question)) identities.push(questionIdentity(row.id));
  for (const list of [row.answer, row.answersByUser, row.evidence]) {
    for (const entry of list ?? []) {
      if (entry.uuid !== null && isLast(entry)) identities.push(messageIdentityOf(row.client, entry.uuid));
    }
  }
}

function isLast({ chunk }: Piece): boolean {
  return chunk === undefined || chunk[0] === chunk[1] - 1;
}
