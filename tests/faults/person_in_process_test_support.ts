/**
 * Hooks and typed commands in this process, as often as one likes: no process is started for each of thousands of runs.
 *
 * @module
 */
import { hookWords, runHook } from "../../lib/cli/hook.ts";
import { runProgram } from "../../lib/cli/program.ts";
import { WSL_PROGRAM } from "../../lib/io/permissions.ts";

const MAIN = new URL("../../main.ts", import.meta.url).href;

/** What one run printed, and its exit status. */
export interface InProcessRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs as a person with a home of their own. */
export interface Person {
  /** Types a command. @param input what stands on standard input */
  type(words: readonly string[], input?: string): Promise<InProcessRun>;
  /** Runs a hook with a payload, which `notify` of Codex takes as an argument. */
  hook(words: readonly string[], payload: Readonly<Record<string, unknown>>): Promise<InProcessRun>;
}

/** @param root `person` is the home directory, `imprint` the program's */
export function personInProcess(root: string): Person {
  const environment: Readonly<Record<string, string>> = {
    HOME: `${root}/person`,
    IMPRINT_HOOK_HOME: `${root}/imprint`,
    COLUMNS: "200",
    NO_COLOR: "1",
  };

  async function run(fn: () => Promise<number>, payload?: Uint8Array): Promise<InProcessRun> {
    const decoder = new TextDecoder();
    const written = { stdout: "", stderr: "" };
    let rest = payload;
    const { get } = Deno.env;
    const { cwd, Command } = Deno;
    const { read, readSync, isTerminal } = Deno.stdin;
    const take = (into: Uint8Array): number | null => {
      if (rest === undefined || rest.length === 0) return null;
      const bytes = rest.subarray(0, into.length);
      rest = rest.subarray(bytes.length);
      into.set(bytes);
      return bytes.length;
    };
    const writers = (["stdout", "stderr"] as const).map((stream) => [stream, Deno[stream].writeSync] as const);
    const mainModule = Object.getOwnPropertyDescriptor(Deno, "mainModule") ?? {};
    // An entry that install wrote is known by the program that it starts.
    Object.defineProperty(Deno, "mainModule", { value: MAIN, configurable: true });
    Deno.env.get = (name) => environment[name];
    Deno.cwd = () => root;
    Deno.stdin.isTerminal = () => false;
    Deno.stdin.read = (into) => Promise.resolve(take(into));
    Deno.stdin.readSync = take;
    Object.assign(Deno, {
      Command: class extends Command {
        constructor(program: string | URL, options?: Deno.CommandOptions) {
          super(program === WSL_PROGRAM ? `${root}/wsl.exe` : program, options);
        }
      },
    });
    for (const [stream] of writers) {
      Deno[stream].writeSync = (bytes) => {
        written[stream] += decoder.decode(bytes);
        return bytes.length;
      };
    }
    try {
      return { code: await fn(), ...written };
    } finally {
      Object.defineProperty(Deno, "mainModule", mainModule);
      Deno.env.get = get;
      Object.assign(Deno, { cwd, Command });
      Object.assign(Deno.stdin, { read, readSync, isTerminal });
      for (const [stream, write] of writers) Deno[stream].writeSync = write;
    }
  }

  return {
    type: (words, input) =>
      run(() => runProgram(words), input === undefined ? undefined : new TextEncoder().encode(input)),
    hook: (words, payload) =>
      run(async () => {
        const argument = words[1] === "notify" ? [JSON.stringify(payload)] : [];
        const hook = await hookWords([...words, "--home", `${root}/imprint`, ...argument], { hasPayload: true });
        if (hook === undefined) throw new Error(`no hook: ${words.join(" ")}`);
        return await runHook(hook);
      }, new TextEncoder().encode(JSON.stringify(payload))),
  };
}
