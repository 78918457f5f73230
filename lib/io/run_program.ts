/**
 * Starts one program and hands it a text. Only a script that was installed with the permission to run that very program
 * can; no hook ever loads this (design section 7, Permissions; issue 6, the optional extractor).
 *
 * @module
 */

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: "done"; readonly stdout: string }
  /** It said that it failed. */
  | { readonly kind: "failed"; readonly code: number; readonly stderr: string }
  /** It could not be started, took too long, or said too much. */
  | { readonly kind: "unusable"; readonly reason: string };

/** What a program is given, and how much it may take. */
export interface ProgramRun {
  /** Its arguments. */
  readonly args: readonly string[];
  /** What it reads on standard input. */
  readonly input: string;
  /** Milliseconds after which it is killed. */
  readonly milliseconds: number;
  /** Most bytes that it may write on standard output. */
  readonly mostBytes: number;
}

/** Bytes kept of what it writes on standard error: the first ones. */
const MOST_ERROR_BYTES = 4096;

/**
 * Whether this process may start a program.
 *
 * @param program absolute path, spelled as in the permission
 */
export function mayRunProgram(program: string): boolean {
  return Deno.permissions.querySync({ name: "run", command: program }).state === "granted";
}

/**
 * Runs a program to its end. Whatever happens, it is over afterwards: one that takes too long or says too much is killed,
 * and nothing waits for what it may have started itself.
 *
 * @param program absolute path
 */
export async function runProgram(program: string, run: ProgramRun): Promise<ProgramEnd> {
  let child: Deno.ChildProcess;
  try {
    const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    child = new Deno.Command(program, { args: [...run.args], ...pipes }).spawn();
  } catch (error) {
    return { kind: "unusable", reason: `it does not start (${error instanceof Error ? error.message : error})` };
  }
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(`it took longer than ${run.milliseconds / 1000} s`), run.milliseconds);
  const stopped = new Promise<string>((resolve) => {
    stop.signal.addEventListener("abort", () => resolve(String(stop.signal.reason)));
  });
  const output = reading(child.stdout, {
    most: run.mostBytes,
    onMore: () => stop.abort(`it wrote more than ${run.mostBytes} bytes`),
  });
  const errors = reading(child.stderr, { most: MOST_ERROR_BYTES, onMore: () => {} });
  const ended = Promise.all([output.end, errors.end, child.status, write(child.stdin, run.input)]);
  const first = await Promise.race([ended, stopped]);
  clearTimeout(timer);
  if (typeof first === "string") {
    kill(child);
    await Promise.all([output.cancel(), errors.cancel()]);
    await child.status;
    return { kind: "unusable", reason: first };
  }
  const [, , { success, code }] = first;
  return success ? { kind: "done", stdout: output.text() } : { kind: "failed", code, stderr: errors.text() };
}

/** A program need not read what it is given: a closed pipe is no failure. */
async function write(stdin: Deno.ChildProcess["stdin"], input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It has closed its standard input.
  }
}

interface Reading {
  readonly end: Promise<void>;
  text(): string;
  cancel(): Promise<void>;
}

/** Reads to the end, and keeps the first bytes. */
function reading(
  stream: Deno.ChildProcess["stdout"],
  { most, onMore }: { readonly most: number; readonly onMore: () => void },
): Reading {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const readAll = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (bytes < most) chunks.push(value.subarray(0, most - bytes));
      bytes += value.length;
      if (bytes > most) onMore();
    }
  };
  return {
    end: readAll(),
    text() {
      const decoder = new TextDecoder();
      return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
    },
    cancel: () => reader.cancel().catch(() => {}),
  };
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It ended by itself just now.
  }
}
