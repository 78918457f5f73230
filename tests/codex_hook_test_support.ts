/**
 * Runs the real program as Codex would: its hook's command line, a payload on stdin or as an argument, a home directory
 * with a `.codex` in it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { type CodexMachine, createCodexMachine } from "./codex_test_support.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createHookMachine, type HookMachine, type HookOptions, type HookRun } from "./hook_test_support.ts";
import { snapshot } from "./import_test_support.ts";

/** A machine with the real program and a store of Codex on it. */
export interface CodexHookMachine extends Omit<CodexMachine, "learn" | "product" | "configure"> {
  readonly configure: HookMachine["configure"];
  readonly heartbeats: HookMachine["heartbeats"];
  readonly type: HookMachine["type"];
  /** Starts a hook; Codex' directory must be the same afterwards. */
  hook(words: readonly string[], stdin: string | Uint8Array, options?: HookOptions): Promise<HookRun>;
}

/** Registers a test with the real program. */
export function codexHookTest(name: string, fn: (machine: CodexHookMachine) => Promise<void>): void {
  diskTest(name, () => withTemporaryDirectory((root) => fn(createCodexHookMachine(root))));
}

/** Sets a home directory up below `root`. */
export function createCodexHookMachine(root: string): CodexHookMachine {
  const { configure, heartbeats, hook, type, userHome } = createHookMachine(root);
  const codexHome = `${userHome}/.codex`;
  Deno.mkdirSync(`${codexHome}/sessions`, { recursive: true });
  return {
    ...createCodexMachine(root, codexHome),
    configure,
    heartbeats,
    type,
    async hook(words, stdin, options) {
      const before = snapshot(codexHome);
      const run = await hook(words, stdin, options);
      assertEquals(snapshot(codexHome), before, "the client's directory changed");
      return run;
    },
  };
}

/** A Stop payload as Codex 0.171 writes it: one object, no line feed behind it. */
export function codexStop(
  thread: string,
  transcript: string | null,
  more: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    session_id: thread,
    turn_id: "01a2a290-aaaa-7000-8000-000000000001",
    transcript_path: transcript,
    cwd: "/",
    hook_event_name: "Stop",
    model: "sample",
    permission_mode: "default",
    stop_hook_active: false,
    last_assistant_message: "the reply",
    ...more,
  });
}

/** A SessionEnd payload, which has little in it. */
export function codexEnd(thread: string, transcript: string | null, cwd = "/"): string {
  return JSON.stringify({
    session_id: thread,
    transcript_path: transcript,
    cwd,
    hook_event_name: "SessionEnd",
    reason: "other",
  });
}
