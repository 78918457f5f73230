/**
 * Types commands in one process, one after the other: a line of JSON in (`words`, `cwd`, `env`), a line of JSON out (`code`,
 * `stdout`, `stderr`). Started by `command_test_support.ts` with the permissions of the binary, as starting the program
 * anew for each of hundreds of commands would take most of the time of the tests.
 *
 * @module
 */
import { runProgram } from "../lib/cli/program.ts";

const decoder = new TextDecoder();
const answer = Deno.stdout.writeSync.bind(Deno.stdout);
const written = { stdout: "", stderr: "" };
for (const stream of ["stdout", "stderr"] as const) {
  Deno[stream].writeSync = (bytes) => {
    written[stream] += decoder.decode(bytes);
    return bytes.length;
  };
}

async function serve(line: string): Promise<void> {
  const { words, cwd, env } = JSON.parse(line);
  for (const [name, value] of Object.entries<string>(env)) Deno.env.set(name, value);
  Deno.chdir(cwd);
  written.stdout = written.stderr = "";
  const code = await runProgram(words);
  let rest = new TextEncoder().encode(`${JSON.stringify({ code, ...written })}\n`);
  while (rest.length > 0) rest = rest.subarray(answer(rest));
}

if (import.meta.main) {
  let pending = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    pending += text;
    for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      await serve(line);
    }
  }
}
