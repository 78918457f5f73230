/**
 * Waiting for an exclusive lock, but not for ever.
 *
 * @module
 */
import type { Lock } from "./files.ts";
import { monotonic, within } from "./clock.ts";
import { unlessHeld } from "./held_file.ts";
import { unlessMissing } from "./missing.ts";
import { refuseStranger } from "./own_file.ts";

/**
 * Takes an exclusive advisory lock on `path`, which is created (mode 0600) when missing.
 *
 * A wait that runs out cannot be called off (`tryLock` is missing in Deno 2.6): the lock is closed as soon as it is
 * granted, and until then the pending call keeps the event loop alive, so the program has to end with `Deno.exit`.
 *
 * Where the file system has no locks a second file beside it stands for one.
 *
 * @returns undefined when another process still held it after `milliseconds`
 * @throws {InputError} when it is a link or no file
 * @throws {Error} when the file cannot be opened
 */
export async function lockFile(
  path: string,
  { milliseconds }: { readonly milliseconds: number },
): Promise<Lock | undefined> {
  const until = monotonic() + milliseconds;
  while (true) {
    let file: Deno.FsFile | undefined;
    try {
      file = await lockOnce(path, until - monotonic());
    } catch (error) {
      const { hasNoLocks, lockByName } = await import("./lock_by_name.ts");
      if (!hasNoLocks(error)) throw error;
      return await lockByName(path, { milliseconds: Math.max(0, until - monotonic()) });
    }
    if (file === undefined) return undefined;
    // Someone may have removed or replaced the file between open and lock; a lock on what is no longer there guards nothing.
    try {
      if (isStillAt(path, file)) return { release: () => release(file) };
    } catch (error) {
      release(file);
      throw error;
    }
    file.close();
    if (monotonic() >= until) return undefined;
  }
}

async function lockOnce(path: string, milliseconds: number): Promise<Deno.FsFile | undefined> {
  refuseStranger(path);
  const file = unlessHeld(() => Deno.openSync(path, { read: true, append: true, create: true, mode: 0o600 }));
  const granted = file.lock(true);
  try {
    if (await within(granted, milliseconds) !== undefined) return file;
  } catch (error) {
    file.close();
    throw error;
  }
  granted.finally(() => file.close()).catch(() => {});
  return undefined;
}

function isStillAt(path: string, file: Deno.FsFile): boolean {
  const locked = file.statSync();
  const named = unlessMissing(() => Deno.statSync(path));
  if (named === undefined) return false;
  // Without file numbers (Windows before Deno 2.7) there is nothing to compare; an open file cannot be replaced there.
  if (locked.ino === null || named.ino === null) return true;
  return locked.ino === named.ino && locked.dev === named.dev;
}

function release(file: Deno.FsFile): void {
  try {
    file.unlockSync();
  } catch {
    // Closing frees it as well; Wine 10 says "lock violation" here.
  } finally {
    file.close();
  }
}
