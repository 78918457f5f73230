/**
 * Deno's own cache, for programs that are started with another home directory: without it they would fetch and compile
 * everything anew.
 *
 * @module
 */

/** The cache directory of the Deno that runs this. */
export function denoDirectory(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
