/**
 * imprint-hook: called by coding agents' hooks, and by people from a shell. Sets the exit status; everything else is in
 * `lib/` and `hooks/`. What a hook needs is loaded at once, the commands that people type only when they are.
 *
 * @module
 */
import { hookWords, runHook } from "./lib/cli/hook.ts";

if (import.meta.main) {
  // No top-level await: what is loaded later takes from this module what both need, and would wait for its end.
  run().then(Deno.exit);
}

async function run(): Promise<number> {
  const hook = await hookWords(Deno.args, { hasPayload: !Deno.stdin.isTerminal() });
  if (hook !== undefined) return await runHook(hook);
  const { runProgram } = await import("./lib/cli/program.ts");
  return await runProgram(Deno.args, { alone: true });
}
