/**
 * Runs a program and measures it from outside: its time until it has ended, and the most memory it held.
 *
 * @module
 */

/** A program to run. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to its standard input; nothing by default. */
  readonly stdin?: string;
}

/**
 * Runs a program to its end. What it prints is thrown away.
 *
 * @returns milliseconds
 * @throws {Error} when it fails: what failed was not measured
 */
export async function timeOf(line: CommandLine): Promise<number> {
  const start = performance.now();
  await ended(line, await started(line));
  return performance.now() - start;
}

/** True when peak memory can be told here: `/proc` is Linux's. */
export const CAN_TELL_PEAK: boolean = Deno.build.os === "linux";

/**
 * The most memory that a program held in RAM at once, as the kernel counts it (`VmHWM`). It is looked at each
 * millisecond while the program runs, as nothing tells it afterwards; the value only grows, so no peak is missed but one
 * in the last millisecond.
 *
 * @returns MiB
 * @throws {Error} when it fails
 */
export async function peakOf(line: CommandLine): Promise<number> {
  const child = await started(line);
  let peak = 0;
  let running = true;
  const end = ended(line, child).finally(() => running = false);
  while (running) {
    peak = Math.max(peak, peakOfProcess(child.pid));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await end;
  return peak / 1024;
}

/** True when a program can be started. */
export function isThere(command: string): boolean {
  try {
    return new Deno.Command(command, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function started({ command, args, env, cwd, stdin }: CommandLine): Promise<Deno.ChildProcess> {
  const child = new Deno.Command(command, {
    args: [...args],
    ...(env === undefined ? {} : { env: { ...env }, clearEnv: true }),
    ...(cwd === undefined ? {} : { cwd }),
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  return child;
}

async function ended({ command, args }: CommandLine, child: Deno.ChildProcess): Promise<void> {
  const { code } = await child.status;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit status ${code}`);
}

/** KiB; 0 when the process has ended. */
function peakOfProcess(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
