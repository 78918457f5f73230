/**
 * Types commands (a JSON list of lists of words) as `main.ts` does, one after the other, and says for each its exit status
 * and whether the process may still write.
 *
 * @module
 */
import { runProgram } from "../lib/cli/program.ts";

if (import.meta.main) {
  const commands: readonly (readonly string[])[] = JSON.parse(Deno.args[0] ?? "[]");
  const answer = Deno.stdout.writeSync.bind(Deno.stdout);
  Deno.stdout.writeSync = (bytes) => bytes.length;
  const ends: unknown[] = [];
  for (const words of commands) {
    const code = await runProgram(words, { alone: true });
    ends.push([words.join(" "), code, Deno.permissions.querySync({ name: "write" }).state]);
  }
  answer(new TextEncoder().encode(JSON.stringify(ends)));
  Deno.exit(0);
}
