/**
 * A thread in several files: `thread/revert` begins a new one beside the old, for the same thread, and the new one says
 * where in the old one it goes on (measured on 0.171). They are read as one, so that each message counts once and what was
 * reverted is known, whichever file a hook or a sweep names.
 *
 * @module
 */
import type { ClientModule } from "../../lib/types.ts";
import { NEXT_FILE } from "./records.ts";
import { rolloutName, splitPath } from "./rollout_names.ts";
import { allThreadFiles, threadFiles } from "./stores.ts";

/** What the reader gets before the next file's first line. */
const MARKER = JSON.stringify({ type: NEXT_FILE, payload: {} });

/** More files of one thread than this are not read together. */
const MOST_FILES = 64;

/** All files of the thread that a rollout belongs to, oldest first. */
export const codexParts: NonNullable<ClientModule["parts"]> = (files, path) => {
  const own = rolloutName(splitPath(path).name);
  if (own === undefined) return [{ path }];
  // A thread that was reverted once may lie in any folder; all others are one file, and a hook must not list the store.
  const reverted = own.rollout !== own.thread;
  const all = reverted ? allThreadFiles(files, path, own.thread) : threadFiles(files, path, { ...own, far: false });
  // A compressed twin was named: it stands for its plain file.
  const paths = all.map((file) => file.rollout === own.rollout ? path : file.path);
  const known = paths.includes(path) ? paths : [...paths, path];
  return known.slice(-MOST_FILES).map((part, index) => index === 0 ? { path: part } : { path: part, marker: MARKER });
};
