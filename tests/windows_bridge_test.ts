import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { nativePath } from "../scripts/native_path.ts";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const STAND_IN = "C:\\wsl-stand-in";
const GARDEN = "\\\\wsl.localhost\\Ubuntu\\home\\mira\\garden";

/** A Windows machine with a registered distribution and a conversation about a project in it. */
interface BridgeMachine {
  /** Runs the Stop hook that README.md names. */
  stop(): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
  mood(mood: string): void;
  /** Command lines of `wsl.exe`, one a line. */
  calls(): string;
  /** The last heartbeat. */
  beat(): { readonly outcome: string; readonly reason: string };
  waiting(): number;
}

function hasStandIn(): boolean {
  try {
    return Deno.build.os === "windows" && canUseDisk && Deno.statSync(STAND_IN).isDirectory;
  } catch {
    return false;
  }
}

/** Registers a test of the real program with the stand-in of `wsl.exe`; `scripts/test_windows.sh` runs them. */
function bridgeTest(name: string, fn: (machine: BridgeMachine) => Promise<void>): void {
  const ignore = !hasStandIn();
  Deno.test({
    name: `${name}${ignore ? " (ignored: needs scripts/test_windows.sh)" : ""}`,
    ignore,
    fn: () => withTemporaryDirectory((root) => fn(machineIn(root))),
  });
}

function machineIn(root: string): BridgeMachine {
  const store = `${root}\\person\\.claude\\projects\\-garden`;
  const config = `${root}\\person\\AppData\\Roaming\\imprint-hook`;
  const local = `${root}\\person\\AppData\\Local\\imprint-hook`;
  for (const directory of [store, config]) Deno.mkdirSync(directory, { recursive: true });
  const transcript = `${store}\\${SESSION}.jsonl`;
  const row = {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    entrypoint: "cli",
    version: "2.1.332",
    type: "user",
    message: { role: "user", content: "remember: always water the garden" },
    origin: { kind: "human" },
    promptSource: "typed",
    turnOrigin: "human",
    cwd: GARDEN,
    sessionId: SESSION,
    uuid: "aaaaaaaa-0000-4000-8000-000000000002",
    timestamp: "2026-10-26T09:00:00.000Z",
  };
  Deno.writeTextFileSync(transcript, `\ufeff${JSON.stringify(row)}\r\n`);
  const profile = {
    name: "ubuntu",
    distro: "Ubuntu",
    user: "mira",
    home: "/home/mira",
    bin: "/home/mira/.local/bin/imprint-hook",
    mounts: [{ src: "C:\\", at: "/mnt/c" }],
  };
  Deno.writeTextFileSync(`${config}\\profiles.json`, JSON.stringify({ version: 1, profiles: [profile] }));
  try {
    Deno.removeSync(`${STAND_IN}\\args.txt`);
  } catch {
    // Nobody has called it yet.
  }
  const mood = (name: string): void => Deno.writeTextFileSync(`${STAND_IN}\\mood`, name);
  mood("running");
  return {
    mood,
    async stop() {
      const main = nativePath(new URL("../main.ts", import.meta.url));
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--no-check", ...permissionFlags("windows"), main, "claude", "stop"],
        env: { USERPROFILE: `${root}\\person`, DENO_DIR: denoDirectory() },
        cwd: root,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      const payload = { session_id: SESSION, transcript_path: transcript, cwd: GARDEN, hook_event_name: "Stop" };
      // With a mark and CRLF, and the stream is not closed.
      await writer.write(new TextEncoder().encode(`\ufeff${JSON.stringify(payload)}\r\n`));
      const { code, stdout, stderr } = await child.output();
      await writer.abort().catch(() => {});
      const decoder = new TextDecoder();
      return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
    },
    calls: () => Deno.readTextFileSync(`${STAND_IN}\\args.txt`).trim(),
    beat: () => JSON.parse(Deno.readTextFileSync(`${local}\\state\\events.jsonl`).trim().split("\n").at(-1) ?? ""),
    waiting: () =>
      Array.from(Deno.readDirSync(`${local}\\data\\spool\\ubuntu`)).filter(({ name }) => name.endsWith(".json")).length,
  };
}

bridgeTest(
  "claude stop on Windows hands a project inside WSL over by wsl.exe alone, and is silent",
  async (machine) => {
    assertEquals(await machine.stop(), { code: 0, stdout: "", stderr: "" });
    assertEquals([machine.beat().outcome, machine.beat().reason], ["learned", "bridged to ubuntu"]);
    assertEquals(machine.calls().split("\n"), [
      "--list --running --quiet",
      "-d Ubuntu -u mira --cd / -e /home/mira/.local/bin/imprint-hook wsl check",
    ]);
    assertEquals(machine.waiting(), 0);
    const envelope = Deno.readTextFileSync(`${STAND_IN}\\stdin.txt`);
    assertStringIncludes(envelope, GARDEN.replaceAll("\\", "\\\\"));
    assert(!envelope.includes("water the garden"), "no text of the conversation");
  },
);

bridgeTest("a call on Windows waits, silently, whatever is wrong with WSL, and goes with the next", async (machine) => {
  for (
    const [mood, reason] of [
      ["stopped", "distro-stopped"],
      ["no-distro", "wsl-launch-failed"],
      ["no-program", "wsl-exec-failed"],
    ] as const
  ) {
    machine.mood(mood);
    assertEquals(await machine.stop(), { code: 0, stdout: "", stderr: "" });
    assertEquals([machine.beat().outcome, machine.beat().reason, machine.waiting()], ["deferred", reason, 1]);
  }
  machine.mood("running");
  assertEquals((await machine.stop()).code, 0);
  assertEquals([machine.beat().outcome, machine.waiting()], ["learned", 0]);
});
