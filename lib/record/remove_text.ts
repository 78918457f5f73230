/**
 * Taking a session's texts out of the store, when its verdict changed or the user opted out (design section 4, "The newest
 * verdict holds for the whole session"). Isolation goes before append-only.
 *
 * Order, so that a killed run is finished by the next one: `meta.json` says that a removal is going on and loses its own
 * texts; `seen.bin` goes; sessions that left messages to this one are made to read from byte 0; the files are rewritten;
 * the search index goes; `meta.json` says that it is done.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { dropQuarantine } from "./quarantine.ts";
import { isSafeKey, type SessionPlace, under } from "./layout.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { ImprintMeta, MetaTombstone } from "./meta_types.ts";
import { rowFileSizes } from "./row_files.ts";
import { forgetSeen } from "./seen.ts";
import { removeLeftovers, retractExchanges, retractLearnings } from "./tombstones.ts";

/** What is kept of a removed session: enough to decide about it again. */
export type RemovedSession = Pick<
  ImprintMeta,
  "client" | "sessionId" | "workspace" | "projectPath" | "transcripts" | "directories" | "verdict" | "flags"
>;

/** What a removal needs beside the session. */
export interface RemovalOptions {
  /** ISO time of the run. */
  readonly now: string;
  readonly sealKey: Uint8Array;
  /** Called when the rows are rewritten, and before that is done with: what was made of them has to go, too. */
  readonly forget?: () => void;
}

/** A session that left messages to a removed one and has to be imported again from byte 0. */
export interface SessionToReadAgain {
  readonly directory: string;
  readonly meta: ImprintMeta;
}

/**
 * Rewrites a session's files to tombstones without text. The caller holds the lock of the working directory.
 *
 * @param place where the session lies; nothing happens when its directory does not exist
 * @param options `reason`: the verdict
 * @returns sessions to import again from byte 0, at once; if that does not happen, `sessionsToReadAgain` still names them
 */
export function removeText(
  files: Files,
  place: SessionPlace,
  options: RemovalOptions & { readonly reason: string; readonly session: RemovedSession },
): readonly SessionToReadAgain[] {
  if (files.stat(place.directory) === undefined) return [];
  const { imprint } = readMeta(files, place.directory);
  const { session, now: at, reason } = options;
  const tombstone = imprint?.tombstone ?? { at, reason, pending: true };
  const meta: ImprintMeta = {
    schema: 1,
    ...session,
    workDir: place.workDir,
    revision: imprint?.revision ?? 0,
    cursor: null,
    reader: null,
    exchange: null,
    learnings: null,
    counts: null,
    digest: null,
    positions: {},
    files: {},
    skippedCopies: 0,
    tombstone: { ...tombstone, pending: true },
  };
  // Keys of other programs may hold texts of the conversation, so none of them stays.
  writeMeta(files, place.directory, { meta, raw: {}, now: at });
  return carryOut(files, place, { ...options, meta });
}

/**
 * Finishes a removal that was begun and not ended. The caller holds the lock of the working directory.
 *
 * @returns sessions to import again from byte 0
 */
export function finishRemoval(
  files: Files,
  place: SessionPlace,
  options: RemovalOptions,
): readonly SessionToReadAgain[] {
  const meta = readMeta(files, place.directory).imprint;
  return meta?.tombstone?.pending === true ? carryOut(files, place, { ...options, meta }) : [];
}

/**
 * Sessions of a client folder whose rows are known to be incomplete: they left messages to a session whose texts were
 * removed since, and have not been read from byte 0 yet.
 *
 * @param folder `{learnings}/{client folder}`
 */
export function sessionsToReadAgain(
  files: Pick<Files, "list" | "readText">,
  folder: string,
): readonly SessionToReadAgain[] {
  return sessionsOf(files, folder).filter(({ meta }) => meta.cursor === null && meta.skippedCopies > 0);
}

/**
 * Forgets the cursor of each session of a client folder that left messages to another one, except `except`'s.
 *
 * @param folder `{learnings}/{client folder}`
 * @returns these sessions
 */
export function readCopiesAgain(
  files: Pick<Files, "list" | "readText" | "replace">,
  folder: string,
  { except, now }: { readonly except: string; readonly now: string },
): readonly SessionToReadAgain[] {
  const copies = sessionsOf(files, folder).filter(({ directory, meta }) =>
    meta.skippedCopies > 0 && directory !== under(folder, except)
  );
  return copies.map(({ directory, meta }) => {
    const again: ImprintMeta = { ...meta, cursor: null };
    if (meta.cursor !== null) writeMeta(files, directory, { meta: again, raw: readMeta(files, directory).raw, now });
    return { directory, meta: again };
  });
}

function carryOut(
  files: Files,
  place: SessionPlace,
  { meta, now, sealKey, forget }: RemovalOptions & { readonly meta: ImprintMeta },
): readonly SessionToReadAgain[] {
  const { directory, folder, safeKey } = place;
  const tombstone: MetaTombstone = { ...meta.tombstone ?? { at: now, reason: meta.verdict.kind }, pending: false };
  forgetSeen(files, folder);
  const copies = readCopiesAgain(files, folder, { except: safeKey, now });
  retractExchanges(files, directory, { sessionId: meta.sessionId, revision: meta.revision, at: tombstone.at });
  retractLearnings(files, directory, { sealKey });
  removeLeftovers(files, directory);
  dropQuarantine(files, directory);
  forget?.();
  writeMeta(files, directory, { meta: { ...meta, files: rowFileSizes(files, directory), tombstone }, raw: {}, now });
  return copies;
}

function sessionsOf(files: Pick<Files, "list" | "readText">, folder: string): readonly SessionToReadAgain[] {
  return (files.list(folder) ?? []).filter(isSafeKey).flatMap((key): readonly SessionToReadAgain[] => {
    const directory = under(folder, key);
    const meta = readMeta(files, directory).imprint;
    return meta === undefined || meta.tombstone !== undefined ? [] : [{ directory, meta }];
  });
}
