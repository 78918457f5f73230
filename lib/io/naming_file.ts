/**
 * Failures that name the file. Deno names it when opening fails, and not when writing does, as on a full disk.
 *
 * @module
 */

/**
 * Does something with an open file.
 *
 * @param path the file, for the message
 * @param act what is done
 * @returns what `act` returns
 * @throws {Error} whatever `act` throws, with the path in its message
 */
export function namingFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof Error && !error.message.includes(path)) error.message += `: write '${path}'`;
    throw error;
  }
}
