/**
 * What a person hid of a session, as it stands in its rows: learned anew without it, it would be gone when that is taken
 * back.
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import type { ExchangeRow, ExchangeStateRow } from "./exchange_row_types.ts";
import { forgetsMessage, type Forgotten } from "./forgotten.ts";
import { messageIdentityOf, questionIdentity } from "./ids.ts";
import { EXCHANGES_FILE, under } from "./layout.ts";
import { scanExchanges } from "./scan_exchanges.ts";

/** What is hidden of an exchange: nothing, some messages, or all of it. */
export interface HiddenRows {
  readonly exchangeId: string;
  readonly rows: readonly (ExchangeRow | ExchangeStateRow)[];
  /** Messages that stand in them. */
  readonly messages: readonly MessageIdentity[];
}

/**
 * Finds what is hidden and not purged.
 *
 * @param directory a session's directory
 * @param options `committed`: the revision that `meta.json` states
 * @returns one entry an exchange, in the order of the file
 */
export function hiddenRows(
  files: Pick<Files, "open">,
  directory: string,
  { committed, forgotten }: { readonly committed: number | undefined; readonly forgotten: Forgotten },
): readonly HiddenRows[] {
  const exchanges = new Map<string, { rows: ExchangeRow[]; state: ExchangeStateRow | undefined }>();
  const of = (id: string) => {
    let exchange = exchanges.get(id);
    if (exchange === undefined) exchanges.set(id, exchange = { rows: [], state: undefined });
    return exchange;
  };
  scanExchanges(files, under(directory, EXCHANGES_FILE), {
    committed,
    visitor: {
      restart: () => exchanges.clear(),
      exchange: (row) => void of(row.id).rows.push(row),
      state(row) {
        if (row.state === "retracted") of(row.id).rows = [];
        of(row.id).state = row;
      },
    },
  });
  return Array.from(exchanges, ([exchangeId, { rows, state }]): HiddenRows => {
    const replaced = new Set(rows.flatMap((row) => row.replaces ?? []));
    const isWhole = forgotten.hashes.has(questionIdentity(exchangeId));
    const hidden = rows.filter(({ part }) => !replaced.has(part))
      .flatMap(({ replaces: _, ...row }) => isWhole ? [row] : hiddenOf(row, forgotten));
    return {
      exchangeId,
      rows: isWhole && hidden.length > 0 && state !== undefined ? [...hidden, state] : hidden,
      messages: hidden.flatMap(messagesOf),
    };
  });
}

/** The row with the hidden ones of its messages; none without any. */
function hiddenOf(row: ExchangeRow, forgotten: Forgotten): readonly ExchangeRow[] {
  const { schema, type, id, rev, part, client, sessionId } = row;
  const isHidden = ({ uuid, text }: { readonly uuid: string | null; readonly text: string }): boolean => {
    const identity = uuid === null ? undefined : messageIdentityOf(client, uuid);
    return forgetsMessage(forgotten, { identity, exchangeId: id, text });
  };
  const answer = row.answer?.filter(isHidden) ?? [];
  const answersByUser = row.answersByUser?.filter(isHidden) ?? [];
  const evidence = row.evidence?.filter(isHidden) ?? [];
  if (answer.length + answersByUser.length + evidence.length === 0) return [];
  return [{
    ...{ schema, type, id, rev, part, client, sessionId },
    ...(answer.length === 0 ? {} : { answer }),
    ...(answersByUser.length === 0 ? {} : { answersByUser }),
    ...(evidence.length === 0 ? {} : { evidence }),
  }];
}

function messagesOf({ id, client, question, answer, answersByUser, evidence }: ExchangeRow): MessageIdentity[] {
  return [
    ...(question === undefined ? [] : [questionIdentity(id)]),
    ...[answer, answersByUser, evidence].flat().flatMap((entry) =>
      entry === undefined || entry.uuid === null ? [] : [messageIdentityOf(client, entry.uuid)]
    ),
  ];
}
