/**
 * Runs the real program as a client would: the hook's command line, a payload on stdin, a home directory of its own.
 *
 * @module
 */
import { createMachine, type Machine, snapshot } from "./import_test_support.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { programLine } from "./program_test_support.ts";
import { assert, assertEquals } from "@std/assert";

/** How a run ended. */
export interface HookRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** How long a stream without a word stays open: longer than any hook waits, however busy the machine is. */
export const PATIENCE_MS = 30_000;

/** How a hook is started. */
export interface HookOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Milliseconds after which it is killed, as a client does with its hooks when it ends. */
  readonly killAfter?: number;
  /** The hook may answer on standard output: session start. */
  readonly answers?: boolean;
}

/** A machine whose store is that of the home directory, with the real program on it. */
export interface HookMachine extends Machine {
  /** The home directory. */
  readonly userHome: string;
  /** Starts a hook. `stdin` null: nothing is written and the stream stays open for {@linkcode PATIENCE_MS}. */
  hook(
    words: readonly string[],
    stdin: string | Uint8Array | null,
    options?: HookOptions,
  ): Promise<HookRun>;
  /** Types a command of the same program, as the person at the same home. */
  type(words: readonly string[]): Promise<Omit<HookRun, "ms">>;
  /** A Stop payload for a session. */
  stop(sessionId: string, transcript: string, more?: Record<string, unknown>): string;
  /** The heartbeats so far. */
  heartbeats(): readonly Record<string, unknown>[];
}

/** Registers a test with the real program. */
export function hookTest(name: string, fn: (machine: HookMachine) => Promise<void>): void {
  diskTest(name, () => withTemporaryDirectory((root) => fn(createHookMachine(root))));
}

/**
 * Fails when a hook took longer than `most` milliseconds on a machine that has nothing else to do. Beside other programs
 * everything takes longer; a call that has nothing to read tells how much.
 */
export async function assertQuick(machine: HookMachine, { ms }: HookRun, most: number): Promise<void> {
  if (ms < most) return;
  const usual = (await machine.hook(["claude", "stop"], "")).ms;
  assert(ms < 8 * usual, `${ms.toFixed(0)} ms; ${usual.toFixed(0)} ms without a payload`);
}

/** Sets a home directory up below `root`. */
export function createHookMachine(root: string): HookMachine {
  const userHome = `${root}/home`;
  Deno.mkdirSync(`${userHome}/.claude`, { recursive: true });
  Deno.mkdirSync(`${root}/client`, { recursive: true });
  Deno.symlinkSync(`${userHome}/.claude`, `${root}/client/unused`);
  const machine = createMachine(root);
  const store = `${userHome}/.claude/projects`;
  Deno.mkdirSync(store, { recursive: true });
  const state = `${userHome}/.local/state/imprint-hook`;
  return {
    ...machine,
    userHome,
    store,
    transcript(sessionId, rows, { slug = "-kettle", text } = {}) {
      Deno.mkdirSync(`${store}/${slug}`, { recursive: true });
      const path = `${store}/${slug}/${sessionId}.jsonl`;
      Deno.writeTextFileSync(path, text ?? rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return path;
    },
    configure(config) {
      Deno.mkdirSync(`${userHome}/.config/imprint-hook`, { recursive: true });
      Deno.writeTextFileSync(`${userHome}/.config/imprint-hook/config.jsonc`, JSON.stringify(config));
    },
    async hook(words, stdin, { env = {}, cwd = root, killAfter, answers = false } = {}) {
      const before = snapshot(`${userHome}/.claude`);
      const start = performance.now();
      const { command, args, env: needed } = programLine(words);
      const child = new Deno.Command(command, {
        args: [...args],
        env: { HOME: userHome, ...needed, ...env },
        cwd,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      let closing: ReturnType<typeof setTimeout> | undefined;
      if (stdin === null) closing = setTimeout(() => writer.close().catch(() => {}), PATIENCE_MS);
      else {
        await writer.write(typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin).catch(() => {});
        await writer.close().catch(() => {});
      }
      const killing = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
      const { code, stdout, stderr } = await child.output();
      clearTimeout(closing);
      clearTimeout(killing);
      if (stdin === null) await writer.abort().catch(() => {});
      const decoder = new TextDecoder();
      const run = {
        code,
        stdout: decoder.decode(stdout),
        stderr: decoder.decode(stderr),
        ms: performance.now() - start,
      };
      if (!answers) assertEquals(run.stdout, "", "a hook writes nothing on standard output");
      const unchanged = (path: string) => !path.startsWith(`${store}/`) || !path.includes(".growing.");
      assertEquals(
        snapshot(`${userHome}/.claude`).filter(unchanged),
        before.filter(unchanged),
        "the client's directory changed",
      );
      return run;
    },
    async type(words) {
      const { command, args, env } = programLine(words);
      const { code, stdout, stderr } = await new Deno.Command(command, {
        args: [...args],
        env: { HOME: userHome, COLUMNS: "200", NO_COLOR: "1", ...env },
        cwd: root,
        stdin: "null",
      }).output();
      const decoder = new TextDecoder();
      return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
    },
    stop: (sessionId, transcript, more = {}) =>
      JSON.stringify({
        session_id: sessionId,
        transcript_path: transcript,
        cwd: root,
        hook_event_name: "Stop",
        stop_hook_active: false,
        ...more,
      }) + "\n",
    heartbeats() {
      try {
        return Deno.readTextFileSync(`${state}/events.jsonl`).trimEnd().split("\n").map((line) => JSON.parse(line));
      } catch {
        return [];
      }
    },
  };
}
