/**
 * Runs the real program as a client would: the hook's command line, a payload on stdin, a home directory of its own.
 *
 * @module
 */
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { createMachine, type Machine, snapshot } from "./import_test_support.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { assertEquals } from "@std/assert";

/** How a run ended. */
export interface HookRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** A machine whose store is that of the home directory, with the real program on it. */
export interface HookMachine extends Machine {
  /** The home directory. */
  readonly userHome: string;
  /** Starts a hook. `stdin` null: nothing is written and the stream stays open for 5 s. */
  hook(
    words: readonly string[],
    stdin: string | Uint8Array | null,
    options?: { readonly env?: Record<string, string>; readonly cwd?: string },
  ): Promise<HookRun>;
  /** A Stop payload for a session. */
  stop(sessionId: string, transcript: string, more?: Record<string, unknown>): string;
  /** The heartbeats so far. */
  heartbeats(): readonly Record<string, unknown>[];
}

const DENO_DIR = canUseDisk ? denoDirectory() : "";
const MAIN = new URL("../main.ts", import.meta.url).pathname;

/** Registers a test with the real program. */
export function hookTest(name: string, fn: (machine: HookMachine) => Promise<void>): void {
  diskTest(name, () => withTemporaryDirectory((root) => fn(createHookMachine(root))));
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
    async hook(words, stdin, { env = {}, cwd = root } = {}) {
      const before = snapshot(`${userHome}/.claude`);
      const start = performance.now();
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", ...permissionFlags(Deno.build.os), MAIN, ...words],
        env: { HOME: userHome, DENO_DIR, ...env },
        cwd,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      let closing: ReturnType<typeof setTimeout> | undefined;
      if (stdin === null) closing = setTimeout(() => writer.close().catch(() => {}), 5000);
      else {
        await writer.write(typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin).catch(() => {});
        await writer.close().catch(() => {});
      }
      const { code, stdout, stderr } = await child.output();
      clearTimeout(closing);
      if (stdin === null) await writer.abort().catch(() => {});
      const decoder = new TextDecoder();
      const run = {
        code,
        stdout: decoder.decode(stdout),
        stderr: decoder.decode(stderr),
        ms: performance.now() - start,
      };
      assertEquals(run.stdout, "", "a hook writes nothing on standard output");
      const unchanged = (path: string) => !path.startsWith(`${store}/`) || !path.includes(".growing.");
      assertEquals(
        snapshot(`${userHome}/.claude`).filter(unchanged),
        before.filter(unchanged),
        "the client's directory changed",
      );
      return run;
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
