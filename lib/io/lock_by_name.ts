/**
 * A lock where the file system has none (some network and FUSE mounts): a second file beside the lock's, which only one
 * run can make. A killed run leaves it, so it counts for a limited time only.
 *
 * @module
 */
import { now, sleep } from "./clock.ts";
import type { Lock } from "./files.ts";
import { TEMPORARY_SUFFIX } from "./temporary_suffix.ts";

/** What a run that was killed holds is free after that: longer than any run holds a lock. */
export const HELD_MILLISECONDS = 10 * 60_000;
const STEP_MILLISECONDS = 25;

/** By number where Deno has no name for it: ENOLCK, ENOSYS and EOPNOTSUPP of Linux and macOS, 1 and 50 of Windows. */
const NO_LOCKS = Deno.build.os === "windows"
  ? /\(os error (?:1|50)\)/
  : Deno.build.os === "darwin"
  ? /\(os error (?:45|77|78)\)/
  : /\(os error (?:37|38|95)\)/;

/** True for what the system says where a file system has no locks. */
export function hasNoLocks(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotSupported" || NO_LOCKS.test(error.message));
}

/**
 * Takes the lock.
 *
 * @param path the lock's file, which may be there
 * @returns undefined when another run still held it after `milliseconds`
 * @throws {Error} when no file can be made there
 */
export async function lockByName(
  path: string,
  { milliseconds }: { readonly milliseconds: number },
): Promise<Lock | undefined> {
  const held = `${path}.held${TEMPORARY_SUFFIX}`;
  const own = crypto.randomUUID();
  const until = performance.now() + milliseconds;
  for (;;) {
    if (made(held, own)) return { release: () => release(held, own) };
    if (dropIfOld(held)) continue;
    if (performance.now() >= until) return undefined;
    await sleep(Math.min(STEP_MILLISECONDS, milliseconds));
  }
}

function made(held: string, own: string): boolean {
  let file;
  try {
    file = Deno.openSync(held, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
  try {
    file.writeSync(new TextEncoder().encode(own));
  } catch (error) {
    Deno.removeSync(held);
    throw error;
  } finally {
    file.close();
  }
  return true;
}

/** @returns true when it is worth another attempt at once */
function dropIfOld(held: string): boolean {
  const seen = timeOf(held);
  if (seen === undefined) return true;
  if (now() - seen < HELD_MILLISECONDS) return false;
  // Of several that wait one moves it away; who moved what had just been made puts it back.
  const aside = `${held}.${crypto.randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    Deno.renameSync(held, aside);
    if (timeOf(aside) === seen) Deno.removeSync(aside);
    else Deno.renameSync(aside, held);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

function timeOf(path: string): number | undefined {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? now();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** What others took over meanwhile is theirs. */
function release(held: string, own: string): void {
  try {
    if (Deno.readTextFileSync(held) === own) Deno.removeSync(held);
  } catch {
    // It is gone, or counts no longer in a while.
  }
}
