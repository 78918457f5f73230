/**
 * Starts `wsl.exe`: the one program that the Windows binary may start (design section 7), from here alone. Loaded only when a
 * profile is registered.
 *
 * @module
 */
import { startTime } from "./clock.ts";
import { WSL_PROGRAM } from "./permissions.ts";

/** How a call of `wsl.exe` ended. */
export type WslEnd =
  | { readonly kind: "ended"; readonly code: number; readonly stdout: Uint8Array }
  /** There is no such program, or it may not be started. */
  | { readonly kind: "not-started"; readonly reason: string }
  /** It took longer than it was given, and was killed. */
  | { readonly kind: "late" };

/** One call. */
export interface WslCall {
  readonly args: readonly string[];
  /** What it reads on standard input, which is closed behind it: an open one would keep it from ending. */
  readonly input: string;
  /** Milliseconds after which it is killed. */
  readonly milliseconds: number;
}

/** Starts `wsl.exe`; tests put a stand-in here. */
export type WslRunner = (call: WslCall) => Promise<WslEnd>;

/** What a program behind `wsl.exe` may say. */
const MOST_OUTPUT_BYTES = 1024 * 1024;

/**
 * A runner for the program.
 *
 * `WSL_UTF8` makes newer versions speak UTF-8; without a console window of its own nothing flickers, as Deno gives it pipes.
 *
 * @param program absolute path
 */
export function wslRunner(program = WSL_PROGRAM): WslRunner {
  return async ({ args, input, milliseconds }) => {
    let child: Deno.ChildProcess;
    try {
      child = new Deno.Command(program, {
        args: [...args],
        env: { WSL_UTF8: "1" },
        stdin: "piped",
        stdout: "piped",
        // Warnings about untranslatable directories (https://github.com/anthropics/claude-code/issues/20551).
        stderr: "null",
      }).spawn();
    } catch (error) {
      return { kind: "not-started", reason: error instanceof Error ? error.message : String(error) };
    }
    const time = startTime(milliseconds);
    const stdout = child.stdout.getReader();
    const ended = Promise.all([readAll(stdout), child.status, writeAll(child.stdin, input)]);
    const first = await time.within(ended);
    time.end();
    if (first === undefined) {
      try {
        child.kill("SIGKILL");
      } catch {
        // It ended by itself just now.
      }
      await stdout.cancel().catch(() => {});
      await child.status;
      return { kind: "late" };
    }
    const [bytes, { code }] = first.value;
    return { kind: "ended", code, stdout: bytes };
  };
}

async function writeAll(stdin: Deno.ChildProcess["stdin"], input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It has closed its standard input.
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (size < MOST_OUTPUT_BYTES) chunks.push(value);
    size += value.length;
  }
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
