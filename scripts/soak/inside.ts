/**
 * Hooks in this process: the same code on the same files, without the start of a program for each.
 *
 * @module
 */
import { hookWords, runHook } from "../../lib/cli/hook.ts";

/**
 * Runs one hook.
 *
 * @param home the home directory
 * @param options `stdin`: the payload
 * @throws {Error} when its exit status is not 0
 */
export async function hookInside(
  home: string,
  { words, stdin }: { readonly words: readonly string[]; readonly stdin: string },
): Promise<void> {
  const { read, isTerminal } = Deno.stdin;
  const { writeSync } = Deno.stdout;
  let rest: Uint8Array | undefined = new TextEncoder().encode(stdin);
  Deno.env.set("HOME", home);
  Deno.stdin.isTerminal = () => false;
  Deno.stdin.read = (into) => {
    const bytes = rest;
    rest = undefined;
    if (bytes !== undefined) into.set(bytes);
    return Promise.resolve(bytes?.length ?? null);
  };
  Deno.stdout.writeSync = (bytes) => bytes.length;
  try {
    const hook = await hookWords(words, { hasPayload: true });
    const code = hook === undefined ? NaN : await runHook(hook);
    if (code !== 0) throw new Error(`${words.join(" ")}: exit status ${code}`);
  } finally {
    Object.assign(Deno.stdin, { read, isTerminal });
    Deno.stdout.writeSync = writeSync;
  }
}
