/**
 * The part of `@std/fs` that this project uses, over `Deno.*`.
 *
 * @module
 */

/**
 * Creates a directory and its parents; nothing happens when it is there.
 *
 * @throws {Deno.errors.AlreadyExists} when something else is at that path
 */
export async function ensureDir(directory: string | URL): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
}

/** True when something is at `path`; a link that leads nowhere is not. */
export async function exists(path: string | URL): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
