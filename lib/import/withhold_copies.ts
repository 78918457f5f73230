/**
 * An opt-out typed in a copy of a conversation (fork, branch, resume): what was copied goes wherever the working directory
 * holds it, and no later run brings it back (design section 5).
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import { messageIdentityOf } from "../record/ids.ts";
import { type SessionPlace, sessionPlace } from "../record/layout.ts";
import { removeMessages } from "../record/remove_messages.ts";
import { isMessage } from "../transcript/is_message.ts";
import type { Product } from "./product.ts";
import { readEvents } from "./read_flags.ts";
import { dropSearchIndexes } from "./search_index.ts";
import { LOCK_MILLISECONDS, type SessionImport } from "./session_import.ts";

/**
 * Takes a session's messages out of the other sessions of its working directories.
 *
 * @returns false when a lock was busy, so that a later run has to finish
 */
export async function withholdCopies(
  product: Product,
  at: SessionImport,
  { workDirs, projectPath }: { readonly workDirs: Iterable<string>; readonly projectPath: string },
): Promise<boolean> {
  const { files } = product;
  let complete = true;
  let messages: ReadonlySet<MessageIdentity> | undefined;
  for (const workDir of new Set(workDirs)) {
    const place: SessionPlace = sessionPlace({
      workDir,
      folder: at.client.folder,
      projectPath,
      sessionId: at.session.id,
    });
    if (files.stat(place.folder) === undefined) continue;
    const lock = await files.lock(place.lock, { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      complete = false;
      continue;
    }
    try {
      messages ??= messagesOf(at);
      removeMessages(files, place.folder, {
        messages,
        except: [place.safeKey],
        now: product.now().toISOString(),
        sealKey: await product.sealKey(),
        forget: () => dropSearchIndexes(product),
      });
    } finally {
      lock.release();
    }
  }
  return complete;
}

function messagesOf(at: SessionImport): ReadonlySet<MessageIdentity> {
  const messages = new Set<MessageIdentity>();
  readEvents(at, (event) => {
    if (isMessage(event)) messages.add(messageIdentityOf(at.client.name, event.key));
    return true;
  });
  return messages;
}
