/**
 * One pass over a session's `exchanges.jsonl` that shows the rows of the revision that counts.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { ExchangeRow, ExchangeStateRow, WithheldRow } from "./exchange_row_types.ts";
import { parseExchangeRow } from "./parse_exchange_row.ts";
import { readRows } from "./read_rows.ts";

/** What a scan calls, in file order. */
export interface ExchangeVisitor {
  exchange(row: ExchangeRow): void;
  state(row: ExchangeStateRow): void;
  /** A higher revision begins: what was shown before is superseded. */
  restart(): void;
  /** Shown in every revision. */
  withheld?(row: WithheldRow): void;
}

/** What a scan met. */
export interface ExchangesScanned {
  /** The revision that was shown; 0 when the file has none. */
  readonly revision: number;
  /** The highest revision in the file, committed or not; 0 when it is empty. */
  readonly highest: number;
  /** Lines that are no row. */
  readonly bad: number;
  /** Rows of revisions above the committed one. */
  readonly uncommitted: number;
  /** True when the last line has no line feed. */
  readonly torn: boolean;
  /** Bytes of the file. */
  readonly size: number;
}

/**
 * Scans a file. A revision above the committed one is ignored (ADR 0080); where no commit is known, because another
 * program emptied `meta.json`, the highest one in the file counts.
 *
 * @param path the session's `exchanges.jsonl`; a missing file has no rows
 * @param options `committed`: the revision in `meta.json`
 */
export function scanExchanges(
  files: Pick<Files, "open">,
  path: string,
  options: { readonly committed: number | undefined; readonly visitor: ExchangeVisitor },
): ExchangesScanned {
  const { committed = Infinity, visitor } = options;
  let revision = 0;
  let highest = 0;
  let strange = 0;
  let uncommitted = 0;
  const read = readRows(files, path, {
    onRow(raw) {
      const row = parseExchangeRow(raw);
      if (row === undefined) {
        strange++;
        return;
      }
      if (row.type === "withheld") {
        visitor.withheld?.(row);
        return;
      }
      highest = Math.max(highest, row.rev);
      if (row.rev > committed) {
        uncommitted++;
        return;
      }
      if (row.rev < revision) return;
      if (row.rev > revision) {
        revision = row.rev;
        visitor.restart();
      }
      if (row.type === "exchange") visitor.exchange(row);
      else visitor.state(row);
    },
  });
  return { revision, highest, bad: read.bad + strange, uncommitted, torn: read.torn, size: read.size };
}
