/**
 * Where a session's exchanges stand, read from its rows. Needed only when `meta.json` cannot tell: after a killed run, a
 * lost `meta.json`, or for a late addition to an old exchange.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { ExchangeState } from "../types.ts";
import type { ExchangePosition } from "./exchange_rows.ts";
import { EXCHANGES_FILE, under } from "./layout.ts";
import { scanExchanges } from "./scan_exchanges.ts";

/** What a session's rows say about going on. */
export interface SessionPositions {
  /** The revision that counts. */
  readonly revision: number;
  /** The highest one, committed or not. */
  readonly highest: number;
  readonly positions: ReadonlyMap<string, ExchangePosition>;
  /** The last state that was written for an exchange. */
  readonly states: ReadonlyMap<string, ExchangeState>;
}

/**
 * Reads the positions of one revision.
 *
 * @param directory a session's directory
 * @param options `committed`: the revision in `meta.json`
 */
export function readPositions(
  files: Pick<Files, "open">,
  directory: string,
  options: { readonly committed: number | undefined },
): SessionPositions {
  const positions = new Map<string, ExchangePosition>();
  const states = new Map<string, ExchangeState>();
  const { revision, highest } = scanExchanges(files, under(directory, EXCHANGES_FILE), {
    committed: options.committed,
    visitor: {
      restart() {
        positions.clear();
        states.clear();
      },
      exchange(row) {
        const known = positions.get(row.id);
        const answers = row.answer ?? [];
        const isReal = row.replaces !== undefined || answers.some((answer) => answer.provisional !== true);
        const provisional = isReal ? [] : [...known?.provisional ?? []];
        if (answers.some((answer) => answer.provisional === true)) provisional.push(row.part);
        const copyOf = row.copyOf ?? known?.copyOf;
        positions.set(row.id, {
          nextPart: Math.max(row.part + 1, known?.nextPart ?? 0),
          ...(provisional.length === 0 ? {} : { provisional }),
          ...(copyOf === undefined ? {} : { copyOf }),
        });
      },
      state(row) {
        states.set(row.id, row.state);
        if (row.state === "retracted") positions.delete(row.id);
      },
    },
  });
  return { revision, highest, positions, states };
}
