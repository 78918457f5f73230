/**
 * `retainDays`: rows older than that leave the files (design section 5). Runs once a day at a session's end and with every
 * `learn`; what is dated earlier is not stored again either (`write_session.ts`).
 *
 * @module
 */
import { type Json, LEARNING_KINDS } from "../types.ts";
import { dropQuarantine } from "../record/quarantine.ts";
import { EXCHANGES_FILE, learningFile, under } from "../record/layout.ts";
import { parseLearningRow } from "../record/learning_rows.ts";
import { saysSomething } from "../record/learnings_store.ts";
import { readMeta, writeMeta } from "../record/meta.ts";
import { isObject, type RawRow, readRows } from "../record/read_rows.ts";
import { rowFileSizes } from "../record/row_files.ts";
import { verifySeal } from "../record/seal.ts";
import { forgetSeen } from "../record/seen.ts";
import { removeLeftovers, rewrite } from "../record/tombstones.ts";
import { NOTHING_CARRIED } from "./carried_state.ts";
import type { Product } from "./product.ts";
import { retainFrom } from "./retain_from.ts";
import { dropSearchIndexes } from "./search_index.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { type AnySession, storedSessions } from "./stored_sessions.ts";

/** What was taken out. */
export interface Expired {
  readonly exchanges: number;
  /** Those that said something. */
  readonly learnings: number;
}

const DAY = 86_400_000;

/** True when `retainDays` is set and nothing was looked at for a day, as an empty file in the state directory tells. */
export function isExpiryDue({ files, homes, config, now }: Product): boolean {
  if (config.retainDays === null) return false;
  const last = files.stat(under(homes.state, "retained"))?.mtime ?? 0;
  return now().getTime() - last >= DAY;
}

/** Takes out what is too old. A working directory that is busy is left for the next time. */
export async function expire(product: Product): Promise<Expired> {
  const { files, homes } = product;
  const from = retainFrom(product);
  const total = { exchanges: 0, learnings: 0 };
  if (from === null) return total;
  for (const session of storedSessions(product)) {
    const first = textOf(session.meta.digest, "first");
    if (session.meta.tombstone !== undefined) continue;
    // A purge loses the figures, and no run makes them again when the transcript is gone.
    if (session.meta.digest !== null && (first === null || first >= from)) continue;
    const lock = await files.lock(session.place.lock, { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) continue;
    try {
      const done = expireSession(product, session, { from, sealKey: await product.sealKey() });
      total.exchanges += done.exchanges;
      total.learnings += done.learnings;
    } finally {
      lock.release();
    }
  }
  files.makeDirectory(homes.state);
  files.replace(under(homes.state, "retained"), new Uint8Array(), { cache: true });
  return total;
}

function expireSession(
  product: Product,
  { place }: AnySession,
  { from, sealKey }: { readonly from: string; readonly sealKey: Uint8Array },
): Expired {
  const { files, now } = product;
  const { directory } = place;
  const { imprint, raw } = readMeta(files, directory);
  if (imprint === undefined) return { exchanges: 0, learnings: 0 };
  const exchanges = youngExchanges(files, directory, from);
  const learnings = new Set<string>();
  let oldest = exchanges.oldest;
  let isChanged = exchanges.gone > 0;
  const kept: { readonly path: string; readonly lines: readonly string[] }[] = [];
  for (const kind of LEARNING_KINDS) {
    const path = under(directory, learningFile(kind));
    const lines: string[] = [];
    readRows(files, path, {
      onRow(row) {
        const at = typeof row.createdAt === "string" ? row.createdAt : "";
        // Rows of other programs and people are theirs.
        if (at !== "" && at < from && verifySeal(row, sealKey)) {
          const gone = parseLearningRow(row, kind);
          if (gone !== undefined && saysSomething(gone)) learnings.add(gone.id);
          isChanged = true;
          return;
        }
        if (at !== "" && (oldest === null || at < oldest)) oldest = at;
        lines.push(JSON.stringify(row));
      },
    });
    kept.push({ path, lines });
  }
  // Before the rows, too: a run that is killed finds nothing that is too old the next time.
  if (isChanged) dropSearchIndexes(product);
  for (const { path, lines } of kept) rewrite(files, path, lines);
  if (exchanges.gone > 0) {
    forgetSeen(files, place.folder);
    rewrite(files, under(directory, EXCHANGES_FILE), exchanges.lines);
  }
  removeLeftovers(files, directory);
  dropQuarantine(files, directory);
  if (isChanged) dropSearchIndexes(product);
  const digest: Json = isObject(imprint.digest)
    ? { ...imprint.digest as { [key: string]: Json }, first: oldest }
    : null;
  // What is carried from run to run may quote what is too old, also where no row holds it, and when a run was killed that
  // took the rows out: the next run reads from the beginning.
  writeMeta(files, directory, {
    meta: { ...imprint, ...NOTHING_CARRIED, digest, files: rowFileSizes(files, directory) },
    raw,
    now: now().toISOString(),
  });
  return { exchanges: exchanges.gone, learnings: learnings.size };
}

/** The lines that stay: those of exchanges of which something is young enough, or undated. */
function youngExchanges(
  files: Product["files"],
  directory: string,
  from: string,
): { readonly lines: readonly string[]; readonly gone: number; readonly oldest: string | null } {
  const rows: RawRow[] = [];
  const newest = new Map<string, string | null>();
  readRows(files, under(directory, EXCHANGES_FILE), {
    onRow(row) {
      rows.push(row);
      if (row.type !== "exchange" || typeof row.id !== "string") return;
      const dates = datesIn(row);
      const known = newest.get(row.id);
      const last = dates.length === 0 ? null : dates.reduce((a, b) => a > b ? a : b);
      newest.set(
        row.id,
        known === undefined ? last : known === null || last === null ? known ?? last : known > last ? known : last,
      );
    },
  });
  const gone = new Set([...newest].filter(([, at]) => at !== null && at < from).map(([id]) => id));
  const kept = [...newest].flatMap(([id, at]) => gone.has(id) || at === null ? [] : [at]);
  return {
    lines: rows.filter(({ id }) => typeof id !== "string" || !gone.has(id)).map((row) => JSON.stringify(row)),
    gone: gone.size,
    oldest: kept.length === 0 ? null : kept.reduce((a, b) => a < b ? a : b),
  };
}

function datesIn({ question, answer, answersByUser, evidence }: RawRow): readonly string[] {
  return [question, answer, answersByUser, evidence].flat()
    .flatMap((entry) => isObject(entry) && typeof entry.at === "string" ? [entry.at] : []);
}

function textOf(digest: Json, name: string): string | null {
  const value = isObject(digest) ? digest[name] : undefined;
  return typeof value === "string" ? value : null;
}
