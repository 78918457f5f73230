/**
 * The bridge killed at every point: the outer side before and after each change on its disk and around each call of
 * `wsl.exe`, the inner side at each of its system calls, the way between them at each part of the reply. After the next run
 * everything is stored once.
 */
import { assert, assertEquals } from "@std/assert";
import { claude } from "../../hooks/claude/client.ts";
import { CLIENTS } from "../../hooks/clients.ts";
import { check } from "../../lib/bridge/inner.ts";
import { readEnvelope } from "../../lib/bridge/envelope_schema.ts";
import { drain } from "../../lib/bridge/outer.ts";
import { learnCall } from "../../lib/cli/hook.ts";
import { setUp } from "../../lib/cli/setup.ts";
import type { Product } from "../../lib/import/product.ts";
import type { Files } from "../../lib/io/files.ts";
import type { WslEnd, WslRunner } from "../../lib/io/wsl.ts";
import { type Border, createBorder, windowsSide } from "../bridge_test_support.ts";
import { canUseDisk, withTemporaryDirectory } from "../disk_test_support.ts";
import { canHappen, type Fault, Killed, withFault } from "../faults/faulty_system_test_support.ts";
import { remember, restoreTo, type Tree } from "../faults/sweep_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const EARLIER = "bbbbbbbb-0000-4000-8000-000000000001";
const CHANGES = ["makeDirectory", "append", "replace", "create", "remove", "removeTree", "rename"] as const;

function killTest(name: string, fn: (bridge: Bridge) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !canUseDisk || Deno.build.os === "windows",
    // What is killed closes no file.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () => withTemporaryDirectory(async (root) => fn(await bridgeIn(root))),
  });
}

/** Both sides in this process, with one call that waits from before and one that a hook is about to make. */
interface Bridge {
  readonly prepared: Tree;
  /** Everything as it was before the hook. */
  restore(): void;
  /** The hook. @param more what is different this time */
  hook(more?: { readonly files?: Files; readonly run?: WslRunner }): Promise<void>;
  /** The inner side, which answers an envelope. */
  readonly inner: WslRunner;
  readonly files: Files;
  /** The next run: a drain; where nothing had come to wait yet, the client's next hook. Then everything is there once. */
  assertMended(where: string): Promise<void>;
}

async function bridgeIn(root: string): Promise<Bridge> {
  const border = createBorder(root);
  const project = `${border.home}/garden`;
  Deno.mkdirSync(`${project}/.git`, { recursive: true });
  await border.register();
  const cwd = `\\\\wsl.localhost\\Ubuntu${project.replaceAll("/", "\\")}`;
  for (const session of [EARLIER, SESSION]) {
    border.windowsTranscript(session, [cwd, cwd], `rinse the kettle of ${session}`);
  }
  const windows = windowsSide(border);
  const hookOf = async (session: string, product: Product, run: WslRunner): Promise<void> => {
    await learnCall(product, claude, {
      call: {
        kind: "call",
        sessionId: session,
        event: "stop",
        eventName: "Stop",
        transcript: `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`,
        cwd,
        reply: null,
        subagent: false,
      },
      run,
    });
  };
  windows.mood("stopped");
  await hookOf(EARLIER, windows.product, windows.run);
  assertEquals(windows.waiting(), 1);
  windows.mood("running");
  const inner = innerSide(border);
  const [profile] = windows.product.profiles;
  assert(profile);
  const prepared = remember(root);
  await hookOf(SESSION, windows.product, inner);
  const expected = questions(project);
  assertEquals(expected.length, 4, "two questions of each");
  return {
    prepared,
    inner,
    files: windows.product.files,
    restore: () => restoreTo(root, prepared),
    hook: ({ files = windows.product.files, run = inner } = {}) => hookOf(SESSION, { ...windows.product, files }, run),
    async assertMended(where) {
      const waits = (await drain(windows.product, profile, { run: inner })).waiting;
      if (questions(project).length < 4) await hookOf(SESSION, windows.product, inner);
      assertEquals([waits, windows.waiting(), questions(project)], [0, 0, expected], where);
      // Once more changes nothing.
      await hookOf(SESSION, windows.product, inner);
      assertEquals(questions(project), expected, `${where}, once more`);
    },
  };
}

/** Ids of every exchange below a project, sorted; what stands there twice is there twice. */
function questions(project: string): readonly string[] {
  const folder = `${project}/.umwelten/learnings/claude`;
  let names: readonly string[];
  try {
    names = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => /^[0-9a-f]{32}$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    let text = "";
    try {
      text = Deno.readTextFileSync(`${folder}/${name}/exchanges.jsonl`);
    } catch {
      // A directory that was made just before.
    }
    return text.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line): string => JSON.parse(line).id);
  }).sort();
}

/** `wsl.exe` in front of the inner side, in this process. */
function innerSide(border: Border): WslRunner {
  const homes = {
    config: `${border.home}/.config/imprint-hook`,
    configFile: `${border.home}/.config/imprint-hook/config.jsonc`,
    state: `${border.home}/.local/state/imprint-hook`,
    data: `${border.home}/.local/share/imprint-hook`,
  };
  return async ({ args, input }) => {
    if (args[0] === "--list") return ended(0, "Ubuntu\n");
    const envelope = readEnvelope(input);
    if (envelope === undefined) return ended(65, "");
    const product = await setUp({ mode: "hook", homes, userHome: border.home });
    const there = { ...product, directories: { home: border.home, temporary: [] } };
    const { reply, exit } = await check(there, envelope, { clients: CLIENTS, begun: performance.now() });
    return ended(exit, `${JSON.stringify(reply)}\n`);
  };
}

function ended(code: number, text: string): WslEnd {
  return { kind: "ended", code, stdout: new TextEncoder().encode(text) };
}

/** A disk of which the `at`-th change, from 1, is the last thing that happens, or does not happen any more. */
function mortal(files: Files, { at, before }: { readonly at: number; readonly before: boolean }) {
  let count = 0;
  let dead = false;
  const step = <T>(act: () => T): T => {
    if (dead) throw new Killed("killed");
    const isNow = ++count === at;
    if (isNow && before) dead = true;
    if (dead) throw new Killed("killed");
    const done = act();
    if (isNow) dead = true;
    if (dead) throw new Killed("killed");
    return done;
  };
  const changed = { ...files } as Record<string, unknown>;
  for (const name of CHANGES) {
    const original = files[name] as (...args: readonly unknown[]) => unknown;
    changed[name] = (...args: readonly unknown[]) => step(() => original(...args));
  }
  // What is dead reads nothing either.
  for (const name of ["stat", "lstat", "realPath", "list", "readText", "readBytes", "open"] as const) {
    const original = files[name] as (...args: readonly unknown[]) => unknown;
    changed[name] = (...args: readonly unknown[]) => {
      if (dead) throw new Killed("killed");
      return original(...args);
    };
  }
  return { files: changed as unknown as Files, step, count: () => count, isDead: () => dead };
}

killTest(
  "the outer side is killed before or after any change on its disk, or around any call of wsl.exe",
  async (bridge) => {
    let points = 0;
    for (const before of [true, false]) {
      for (let at = 1;; at++) {
        bridge.restore();
        const outer = mortal(bridge.files, { at, before });
        const run: WslRunner = async (call) => {
          outer.step(() => {});
          const end = await bridge.inner(call);
          // Killed while it waits: the inner side has done its work, nobody reads the reply.
          return outer.step(() => end);
        };
        try {
          await bridge.hook({ files: outer.files, run });
        } catch (error) {
          if (!outer.isDead()) throw error;
        }
        if (!outer.isDead()) break;
        points++;
        await bridge.assertMended(`killed ${before ? "before" : "after"} step ${at}`);
      }
    }
    assert(points >= 20, `only ${points} points`);
  },
);

killTest("the inner side is killed at any of its system calls, also in the middle of a write", async (bridge) => {
  const swept = async (at: number, fault: Fault): Promise<readonly string[]> => {
    bridge.restore();
    let calls: readonly string[] = [];
    const run: WslRunner = async (call) => {
      if (call.args[0] === "--list") return await bridge.inner(call);
      let end = ended(137, "");
      const done = await withFault({ at, fault }, async () => void (end = await bridge.inner(call)));
      calls = done.calls;
      return done.died ? ended(137, "") : end;
    };
    await bridge.hook({ run });
    if (at > 0) await bridge.assertMended(`${fault} at call ${at} (${calls.at(-1)})`);
    return calls;
  };
  // Counted after everything was loaded once.
  const calls = await swept(0, "crash");
  assert(calls.length > 50, `only ${calls.length} calls`);
  for (const [index, call] of calls.entries()) {
    for (const fault of ["crash", "torn"] as const) if (canHappen(fault, call)) await swept(index + 1, fault);
  }
});

killTest("the reply is cut off anywhere, or lost, after the inner side has written", async (bridge) => {
  let length = 0;
  const cut = async (change: (end: WslEnd) => WslEnd): Promise<void> => {
    bridge.restore();
    const run: WslRunner = async (call) => {
      const end = await bridge.inner(call);
      if (call.args[0] === "--list") return end;
      if (end.kind === "ended") length = end.stdout.length;
      return change(end);
    };
    await bridge.hook({ run });
  };
  await cut((end) => end);
  for (let at = 0; at < length; at += 1 + Math.floor(length / 40)) {
    await cut((end) => end.kind === "ended" ? { ...end, stdout: end.stdout.slice(0, at) } : end);
    await bridge.assertMended(`the reply is cut off behind ${at} of ${length} bytes`);
  }
  const late: WslEnd = { kind: "late" };
  for (const end of [late, ended(-1, ""), ended(4294967295, ""), ended(1, ""), ended(137, ""), ended(70, "")]) {
    await cut(() => end);
    await bridge.assertMended(`the reply is lost: ${JSON.stringify(end)}`);
  }
});
