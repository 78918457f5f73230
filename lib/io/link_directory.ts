/**
 * A directory under a second name.
 *
 * @module
 */

/**
 * Makes `path` a link to a directory; on Windows a junction, which needs no privilege.
 *
 * @param path native absolute path where nothing is yet
 * @param directory native absolute path of an existing directory
 * @throws {Error} whatever the system says
 */
export function linkDirectory(path: string, directory: string): void {
  Deno.symlinkSync(directory, path, { type: "junction" });
}
