/**
 * imprint-hook: called by coding agents' hooks, and by people from a shell. Sets the exit status; everything else is in
 * `lib/` and `hooks/`. What a hook needs is loaded at once, the commands that people type only when they are.
 *
 * @module
 */
import { hookWords, runHook } from "./lib/cli/hook.ts";

if (import.meta.main) {
  const hook = hookWords(Deno.args, { hasPayload: !Deno.stdin.isTerminal() });
  Deno.exit(
    hook === undefined
      ? await (await import("./lib/cli/program.ts")).runProgram(Deno.args)
      : await runHook(hook, () => import("./lib/cli/session_start.ts")),
  );
}
