/**
 * This process: its operating system and working directory.
 *
 * @module
 */

/** The operating system, in Deno's words. */
export function operatingSystem(): typeof Deno.build.os {
  return Deno.build.os;
}

/**
 * The current directory.
 *
 * @throws {Deno.errors.NotFound} when it was removed
 */
export function workingDirectory(): string {
  return Deno.cwd();
}
