/**
 * Whether a transcript has nothing new.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { readTranscriptState } from "../import/transcript_state.ts";
import { sessionPlace } from "../record/layout.ts";
import type { ClientModule, StoredTranscript } from "../types.ts";

/** True when nothing can be new: same file, same configuration, and what was stored is still there. */
export function isDone(
  product: Product,
  client: Pick<ClientModule, "folder">,
  { transcript: { path, stat }, workspace }: { readonly transcript: StoredTranscript; readonly workspace: string },
): boolean {
  const state = readTranscriptState(product.files, product.homes.state, path);
  if (state?.done?.size !== stat.size || state.done.mtime !== stat.mtime) return false;
  return Object.entries(state.sessions).every(([sessionId, { places, verdicts, projectPath }]) =>
    verdicts[workspace]?.config === product.configHash &&
    places.every(({ workDir }) => {
      const place = sessionPlace({ workDir, folder: client.folder, projectPath, sessionId });
      return product.files.stat(`${place.directory}/meta.json`) !== undefined;
    })
  );
}
