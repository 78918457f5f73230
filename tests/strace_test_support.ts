/**
 * What a program asks of the Linux kernel, as strace tells it.
 *
 * @module
 */
import { canUseDisk } from "./disk_test_support.ts";

/** What is missing to look at programs like that, as a sentence; undefined: nothing. */
export const NO_STRACE: string | undefined = Deno.build.os !== "linux"
  ? "only Linux has strace"
  : canUseDisk && mayTrace()
  ? undefined
  : "strace is not installed, or may not be used; apt-get install strace";

/** By its path, as the program that it runs gets a PATH of its own. */
function strace(): string {
  for (const directory of (Deno.env.get("PATH") ?? "").split(":")) {
    try {
      if (Deno.statSync(`${directory}/strace`).isFile) return `${directory}/strace`;
    } catch {
      // Not there.
    }
  }
  return "strace";
}

/** It is of no use where tracing is forbidden. */
function mayTrace(): boolean {
  try {
    const args = ["-o", "/dev/null", "true"];
    return new Deno.Command(strace(), { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** One system call. */
export interface SystemCall {
  readonly name: string;
  /** Its arguments and result, as strace writes them. */
  readonly text: string;
}

/** How a traced program ended, and what it asked for. */
export interface Traced {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly SystemCall[];
}

/** How it is started. */
export interface TraceOptions {
  readonly cwd: string;
  /** All of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
}

/** Runs a program and everything that it starts. @param words the program and its arguments */
export async function trace(words: readonly string[], { cwd, env, input = "" }: TraceOptions): Promise<Traced> {
  const output = Deno.makeTempFileSync({ prefix: "imprint-trace-" });
  try {
    const child = new Deno.Command(strace(), {
      args: ["-f", "-qq", "-s", "4096", "-e", "trace=network,process,open,openat", "-o", output, ...words],
      cwd,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const calls = Deno.readTextFileSync(output).split("\n").flatMap((line): readonly SystemCall[] => {
      const [, name, text] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
      return name === undefined || text === undefined ? [] : [{ name, text }];
    });
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), calls };
  } finally {
    Deno.removeSync(output);
  }
}

/** Calls that have to do with a network, or with another process on this machine. */
export function socketCalls(calls: readonly SystemCall[]): readonly string[] {
  const names = [
    "socket",
    "connect",
    "bind",
    "listen",
    "accept",
    "accept4",
    "sendto",
    "sendmsg",
    "recvfrom",
    "recvmsg",
  ];
  // Deno's threads wake each other over pairs of its own, which lead nowhere else.
  const pairs = new Set(
    calls.filter(({ name }) => name === "socketpair").flatMap(({ text }) => {
      const [, a, b] = /\[(\d+), (\d+)\]\) = 0/.exec(text) ?? [];
      return a === undefined || b === undefined ? [] : [a, b];
    }),
  );
  const isOwn = ({ name, text }: SystemCall): boolean =>
    /^(?:send|recv)/.test(name) && pairs.has(/^\d+/.exec(text)?.[0] ?? "");
  return calls.filter((call) => names.includes(call.name) && !isOwn(call)).map(({ name, text }) => `${name}(${text}`);
}

/** Calls that start a program or a process; a thread is none. The first `execve` is the program itself. */
export function processCalls(calls: readonly SystemCall[]): readonly string[] {
  const starts = calls.filter(({ name, text }) =>
    ["fork", "vfork", "execve", "execveat"].includes(name) || (/^clone3?$/.test(name) && !text.includes("CLONE_THREAD"))
  );
  return starts.slice(1).map(({ name, text }) => `${name}(${text}`);
}

/** Paths below a directory that were opened, or tried to be; sorted, each once. Process numbers read `self`. */
export function openedBelow(calls: readonly SystemCall[], directory: string): readonly string[] {
  const paths = calls.filter(({ name }) => name === "open" || name === "openat")
    .flatMap(({ text }) => /"([^"]*)"/.exec(text)?.[1] ?? [])
    .filter((path) => path.startsWith(`${directory}/`))
    .map((path) => path.replace(/^\/proc\/\d+\//, "/proc/self/"));
  return [...new Set(paths)].sort();
}
