/**
 * Taking a `forget` back: what was only hidden is there again, what was purged can be learned again.
 *
 * @module
 */
import { type ForgottenAct, forgottenFile, readForgottenActs } from "../record/forgotten.ts";
import { EXCHANGES_FILE, learningsRoot, LOCK_FILE, under } from "../record/layout.ts";
import { readMeta, writeMeta } from "../record/meta.ts";
import { readRows } from "../record/read_rows.ts";
import { takeBackForgotten } from "../record/review_marks.ts";
import { rowFileSizes } from "../record/row_files.ts";
import { forgetSeen } from "../record/seen.ts";
import { rewrite } from "../record/tombstones.ts";
import type { Product } from "./product.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { type AnySession, storedSessions } from "./stored_sessions.ts";

/**
 * Takes acts back.
 *
 * @returns working directories whose lock was busy: their tombstones stay until it is done again
 */
export async function unforget(product: Product, acts: readonly ForgottenAct[]): Promise<readonly string[]> {
  const { files, homes } = product;
  const at = product.now().toISOString();
  const undone = new Set(acts.map(({ id }) => id));
  const still = new Set(
    readForgottenActs(files, homes.data).filter(({ id }) => !undone.has(id)).flatMap(({ hashes }) => hashes),
  );
  const hashes = new Set(acts.flatMap((act) => act.hashes).filter((hash) => !still.has(hash)));
  const busy: string[] = [];
  for (const session of storedSessions(product)) {
    if (session.meta.forgotten === undefined) continue;
    const { workDir } = session.place;
    const lock = await files.lock(under(learningsRoot(workDir), LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      busy.push(workDir);
      continue;
    }
    try {
      inSession(product, session, { hashes, now: at });
    } finally {
      lock.release();
    }
  }
  if (busy.length > 0) return busy;
  const rows = acts.map(({ id }) => `\n${JSON.stringify({ undo: id, at })}\n`).join("");
  // First, as what is no longer forgotten cannot be named again.
  takeBackForgotten(files, homes.data, { keys: hashes, at });
  files.append(forgottenFile(homes.data), new TextEncoder().encode(rows));
  return [];
}

function inSession(
  { files }: Product,
  { place }: AnySession,
  { hashes, now }: { readonly hashes: ReadonlySet<string>; readonly now: string },
): void {
  const { imprint, raw } = readMeta(files, place.directory);
  const known = imprint?.forgotten ?? [];
  const forgotten = known.filter((hash) => !hashes.has(hash));
  if (imprint === undefined || forgotten.length === known.length) return;
  const released = releaseMessages({ files }, place.directory, hashes);
  if (released) forgetSeen(files, place.folder);
  const { forgotten: _, ...rest } = imprint;
  writeMeta(files, place.directory, {
    meta: {
      ...rest,
      ...(forgotten.length === 0 ? {} : { forgotten }),
      // What was taken out is read again from the transcript.
      ...(released ? { cursor: null } : {}),
      files: rowFileSizes(files, place.directory),
    },
    raw,
    now,
  });
}

/** Takes messages off the list of those that must not be stored again. @returns true when some were on it */
function releaseMessages(
  { files }: Pick<Product, "files">,
  directory: string,
  hashes: ReadonlySet<string>,
): boolean {
  const path = under(directory, EXCHANGES_FILE);
  const lines: string[] = [];
  let released = false;
  readRows(files, path, {
    onRow(row) {
      const { type, messages } = row;
      if (type !== "withheld" || !Array.isArray(messages)) {
        lines.push(JSON.stringify(row));
        return;
      }
      const left = messages.filter((message) => typeof message !== "string" || !hashes.has(message));
      released ||= left.length < messages.length;
      if (left.length > 0) lines.push(JSON.stringify({ ...row, messages: left }));
    },
  });
  if (released) rewrite(files, path, lines);
  return released;
}
