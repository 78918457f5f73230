/**
 * imprint-hook: called by coding agents' hooks, and by people from a shell. Sets the exit status; everything else is in
 * `lib/` and `hooks/`. What a hook needs and what the commands that people type need is loaded when it is one or the other.
 *
 * @module
 */
import { mayBeHook } from "./lib/cli/may_be_hook.ts";

if (import.meta.main) {
  // No top-level await: what is loaded later takes from this module what both need, and would wait for its end.
  run().then(Deno.exit);
}

async function run(): Promise<number> {
  if (mayBeHook(Deno.args)) {
    const { hookWords, runHook } = await import("./lib/cli/hook.ts");
    const hook = await hookWords(Deno.args, { hasPayload: !Deno.stdin.isTerminal() });
    if (hook !== undefined) return await runHook(hook);
  }
  const { runProgram } = await import("./lib/cli/program.ts");
  return await runProgram(Deno.args, { alone: true });
}
