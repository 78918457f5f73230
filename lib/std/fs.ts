/**
 * The part of `@std/fs` that this project uses, over `Deno.*`.
 *
 * @module
 */

/** Creates a directory and its parents; nothing happens when it is there. */
export async function ensureDir(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
}

/** True when something is at `path`. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
