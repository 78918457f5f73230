/**
 * Whether a transcript has nothing new.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { isAway } from "../import/stored_copies.ts";
import { readTranscriptState, type TranscriptState } from "../import/transcript_state.ts";
import { isLearned, type VerdictKind } from "../ownership/mod.ts";
import { sessionPlace } from "../record/layout.ts";
import type { ClientModule, StoredTranscript } from "../types.ts";

/** Which transcript, and who asks. */
export interface DoneOptions {
  readonly transcript: StoredTranscript;
  readonly workspace: string;
}

/** @returns what is known, when nothing can be new: same file, same configuration, and what was stored is still there */
export function doneState(
  product: Product,
  client: Pick<ClientModule, "folder">,
  { transcript: { path, stat }, workspace }: DoneOptions,
): TranscriptState | undefined {
  const state = readTranscriptState(product.files, product.homes.state, path);
  if (state?.done?.size !== stat.size || state.done.mtime !== stat.mtime || state.done.final !== true) return undefined;
  const isThere = Object.entries(state.sessions).every(([sessionId, { places, verdicts, projectPath }]) =>
    verdicts[workspace]?.config === product.configHash &&
    places.every(({ workDir }) => {
      const place = sessionPlace({ workDir, folder: client.folder, projectPath, sessionId });
      // What lies on a disk that is away comes back with it; what is deleted with its project is not put elsewhere.
      return product.files.stat(`${place.directory}/meta.json`) !== undefined || isAway(product.files, workDir);
    })
  );
  return isThere ? state : undefined;
}

/** True when nothing can be new: see {@linkcode doneState}. */
export function isDone(product: Product, client: Pick<ClientModule, "folder">, options: DoneOptions): boolean {
  return doneState(product, client, options) !== undefined;
}

/**
 * The sessions of a transcript of which nothing can be new.
 *
 * @returns for each the verdict that keeps it out, null when it is stored; none of a file that holds no conversation
 */
export function knownSessions(
  { sessions }: Pick<TranscriptState, "sessions">,
  workspace: string,
): readonly (string | null)[] {
  return Object.values(sessions).map(({ verdicts, places }) => {
    const kind = verdicts[workspace]?.kind;
    if (kind !== undefined && !isLearned(kind as VerdictKind)) return kind;
    const isElsewhere = places.length > 0 && places.every((place) => place.workspace !== workspace);
    return isElsewhere ? "learned-elsewhere" : null;
  });
}
