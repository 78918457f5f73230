/**
 * imprint-hook: called by coding agents' hooks, and by people from a shell. Sets the exit status; everything else is in
 * `lib/` and `hooks/`.
 *
 * @module
 */
import { runProgram } from "./lib/cli/program.ts";

if (import.meta.main) Deno.exit(await runProgram(Deno.args));
