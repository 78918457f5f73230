/**
 * Damage that others did to the store: found by `doctor`, mended by `doctor --repair`. What was damaged is put aside, the
 * conversation is read again by the next `learn`, and what its transcript still holds is stored anew.
 *
 * @module
 */
import { damagedFiles, quarantine } from "../record/damaged_lines.ts";
import { learningsRoot, LOCK_FILE, META_FILE, ROW_FILES, under } from "../record/layout.ts";
import { isOfLaterVersion, readMeta, writeMeta } from "../record/meta.ts";
import { QUARANTINE_FILE } from "../record/quarantine.ts";
import { forgetSeen } from "../record/seen.ts";
import { sessionDirectories } from "../record/session_directories.ts";
import type { Product } from "./product.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { knownWorkDirs } from "./stored_sessions.ts";
import { forgetTranscriptState } from "./transcript_state.ts";

/** What is wrong with one working directory. */
export interface StoreDamage {
  readonly workDir: string;
  /** Lines that no reader takes. */
  readonly lines: number;
  /** Conversations with such lines. */
  readonly sessions: number;
  /** Conversations with rows and without a `meta.json` that says whose they are: nothing shows them. */
  readonly nameless: number;
  /** Conversations that a later version of this program stored. */
  readonly later: number;
}

/** What a repair did. */
export interface Repaired {
  readonly lines: number;
  readonly sessions: number;
  readonly nameless: number;
  /** Working directories whose lock was busy. */
  readonly busy: readonly string[];
}

/** Looks at every session that is stored. Working directories in which nothing is wrong are left out. */
export function storeDamage(product: Product): readonly StoreDamage[] {
  return knownWorkDirs(product).map((workDir) => damageIn(product, workDir))
    .filter(({ lines, nameless, later }) => lines + nameless + later > 0);
}

function damageIn(product: Product, workDir: string): StoreDamage {
  const { files } = product;
  let [lines, sessions, nameless, later] = [0, 0, 0, 0];
  for (const { directory } of sessionDirectories(files, workDir)) {
    const { imprint, raw } = readMeta(files, directory);
    if (isOfLaterVersion(raw)) {
      later++;
      continue;
    }
    if (imprint === undefined && hasRows(product, directory)) nameless++;
    const damaged = damagedFiles(files, directory);
    if (damaged.length > 0) sessions++;
    lines += damaged.reduce((sum, each) => sum + each.lines, 0);
  }
  return { workDir, lines, sessions, nameless, later };
}

/** Puts aside what is damaged, under the lock of each working directory. */
export async function repairStore(product: Product): Promise<Repaired> {
  const { files } = product;
  const total = { lines: 0, sessions: 0, nameless: 0 };
  const busy: string[] = [];
  for (const { workDir, lines, nameless } of storeDamage(product)) {
    if (lines + nameless === 0) continue;
    const lock = await files.lock(under(learningsRoot(workDir), LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      busy.push(workDir);
      continue;
    }
    try {
      for (const session of sessionDirectories(files, workDir)) {
        const done = repairSession(product, session);
        total.lines += done.lines;
        total.sessions += done.lines > 0 ? 1 : 0;
        total.nameless += done.nameless ? 1 : 0;
      }
    } finally {
      lock.release();
    }
  }
  return { ...total, busy };
}

function repairSession(
  product: Product,
  { folder, directory }: { readonly folder: string; readonly directory: string },
): { readonly lines: number; readonly nameless: boolean } {
  const { files, homes, now } = product;
  const { imprint, raw, text } = readMeta(files, directory);
  if (isOfLaterVersion(raw)) return { lines: 0, nameless: false };
  const nameless = imprint === undefined && hasRows(product, directory);
  // A `meta.json` of umwelten's is whole without our part.
  const isBroken = nameless && text !== undefined && text.trim() !== "" && Object.keys(raw).length === 0;
  if (isBroken) {
    files.append(under(directory, QUARANTINE_FILE), new TextEncoder().encode(`${text}\n`));
    files.remove(under(directory, META_FILE));
  }
  const lines = damagedFiles(files, directory).reduce((sum, each) => sum + each.lines, 0);
  if (lines > 0) {
    if (imprint !== undefined) {
      // The next run reads the conversation from its beginning, and stores what the damaged lines held.
      writeMeta(files, directory, { meta: { ...imprint, cursor: null }, raw, now: now().toISOString() });
      for (const transcript of imprint.transcripts) forgetTranscriptState(files, homes.state, transcript);
    }
    forgetSeen(files, folder);
    quarantine(files, directory);
  }
  return { lines, nameless };
}

function hasRows({ files }: Product, directory: string): boolean {
  return ROW_FILES.some((file) => (files.stat(under(directory, file))?.size ?? 0) > 0);
}
