/**
 * The learnings of a session's directory.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { learningFile, under } from "./layout.ts";
import { type LearningRow, parseLearningRow } from "./learning_rows.ts";
import { type RawRow, readRows } from "./read_rows.ts";
import { verifySeal } from "./seal.ts";
import { sortedJson } from "./sorted_json.ts";

/** A row of a learning file. */
export interface StoredLearning {
  /** What the row says. */
  readonly row: LearningRow;
  /** True without a valid seal: another tool's, a colleague's, a clone's. */
  readonly foreign: boolean;
}

/** A row of any form, by what tells it apart. */
export interface IdentifiedRow {
  /** What the row says. */
  readonly row: { readonly id: string };
  /** True without a valid seal. */
  readonly foreign: boolean;
}

/** What the files of a directory hold. */
export interface LearningsRead {
  /** By kind in the order of `LEARNING_KINDS`, each in file order. */
  readonly learnings: readonly StoredLearning[];
  /** Lines that are no learning. */
  readonly bad: number;
}

/**
 * Reads all learnings, retractions and replaced rows included.
 *
 * @param directory a session's directory; missing files have no rows
 * @param options `key`: this installation's seal key, without which every row is foreign; `kinds`: all unless told;
 * `committed`: the revision that `meta.json` commits: rows that rules made under another one are as if they were not there
 */
export function readLearnings(
  files: Pick<Files, "open">,
  directory: string,
  options: {
    readonly key: Uint8Array | undefined;
    readonly kinds?: readonly LearningKind[];
    readonly committed?: number | undefined;
  },
): LearningsRead {
  const learnings: StoredLearning[] = [];
  let bad = 0;
  for (const kind of options.kinds ?? LEARNING_KINDS) {
    const read = readRows(files, under(directory, learningFile(kind)), {
      onRow(raw) {
        const row = parseLearningRow(raw, kind);
        if (row === undefined) bad++;
        else if (isCommitted(row, options.committed)) learnings.push(storedLearning(row, raw, options.key));
      },
    });
    bad += read.bad;
  }
  return { learnings, bad };
}

/** Its seal is looked at when somebody asks: a hook asks for few rows, and the hash takes 1 ms a row there. */
function storedLearning(row: LearningRow, raw: RawRow, key: Uint8Array | undefined): StoredLearning {
  let foreign: boolean | undefined;
  return {
    row,
    get foreign() {
      return foreign ??= key === undefined || !verifySeal(raw, key);
    },
  };
}

/** True for a row that `meta.json` commits; those that a person or another program added have no revision and always count. */
export function isCommitted({ provenance }: LearningRow, committed: number | undefined): boolean {
  return committed === undefined || !isMadeByRules(provenance) || (provenance.rev ?? 0) === committed;
}

/** @returns true when the rules of this product made a row, here or on another installation */
export function isMadeByRules({ rules, producer }: LearningRow["provenance"]): boolean {
  return rules !== undefined && producer?.startsWith("imprint-hook/") === true;
}

/**
 * The row that counts for each id: the last one, but a foreign row never takes the place of a sealed one.
 *
 * @param learnings in file order
 * @returns in the order in which the ids first appeared, retractions included
 */
export function latestById<R extends IdentifiedRow>(learnings: readonly R[]): readonly R[] {
  const latest = new Map<string, R>();
  for (const learning of learnings) {
    const known = latest.get(learning.row.id);
    if (known === undefined || known.foreign || !learning.foreign) latest.set(learning.row.id, learning);
  }
  return [...latest.values()];
}

/** Tells whether a row has to be written: not when the last one of its id says the same. */
export interface LearningFilter {
  /**
   * A new row counts as stored from then on. Withdrawing what was never stored says nothing new. Closing it does: the loop may
   * stand open in another session of the working directory; such a row keeps its key and no text, because what was done
   * within one session was never open to anybody.
   *
   * @returns the row as it is to be written; undefined when what is stored says the same already
   */
  admit(row: LearningRow): LearningRow | undefined;
}

/**
 * Makes a filter over what a directory holds, so that a second run appends nothing.
 *
 * @param stored what `readLearnings` gave with this installation's key
 */
export function createLearningFilter(stored: readonly StoredLearning[]): LearningFilter {
  const known = new Map(latestById(stored).map((learning) => [learning.row.id, learning]));
  return {
    admit(proposed) {
      const before = known.get(proposed.id);
      const own = before?.foreign === true ? undefined : before?.row;
      // What an older copy of the conversation tells is outdated: it was closed or taken back since.
      if (own !== undefined && proposed.createdAt < own.createdAt) return undefined;
      if (before === undefined && proposed.payload.retracted === true) return undefined;
      const row = isClosed(proposed) && (before === undefined || isBareClosing(before.row))
        ? withoutText(proposed)
        : proposed;
      if (own !== undefined && contentOf(own) === contentOf(row)) return undefined;
      known.set(row.id, { row, foreign: false });
      return row;
    },
  };
}

/** @returns true for a row that only closes what other sessions may have told: see {@linkcode LearningFilter.admit} */
export function isBareClosing(row: LearningRow): boolean {
  return isClosed(row) && row.payload.text === "";
}

/** @returns true for a row with words of its own: others only withdraw, or close, what was told before */
export function saysSomething({ payload }: Pick<LearningRow, "payload">): boolean {
  return payload.retracted !== true && payload.text !== "";
}

function isClosed({ payload }: LearningRow): boolean {
  return payload.status === "closed" && payload.retracted !== true;
}

function withoutText({ payload: { quote: _, ...payload }, ...row }: LearningRow): LearningRow {
  return { ...row, payload: { ...payload, text: "" } };
}

/** What makes a row say something else; the program's version and the seal over it do not. */
function contentOf({ kind, createdAt, payload, provenance }: LearningRow): string {
  const { seal: _, producer: __, rules: ___, rev: ____, ...rest } = provenance;
  return sortedJson([kind, createdAt, payload, rest]);
}
