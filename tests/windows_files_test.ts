/**
 * What Windows' own file system does under the program: `scripts/test_windows.sh` runs this elsewhere.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { nativePath } from "../scripts/native_path.ts";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const HOLD = "C:\\wsl-stand-in\\hold.exe";

interface WindowsHook {
  readonly root: string;
  /** Adds a turn to the session's transcript. @returns its path */
  turn(cwd: string): string;
  /** Calls `claude stop`; broken payloads are given as bytes. */
  stop(cwd: string, encode?: (text: string) => Uint8Array): Promise<void>;
  /** The last heartbeat. */
  beat(): readonly [outcome: unknown, reason: unknown];
  /** Texts of the questions that are stored below a project, in every session directory. */
  stored(project: string): readonly (readonly string[])[];
  type(...words: readonly string[]): Promise<string>;
}

function filesTest(name: string, fn: (hook: WindowsHook) => Promise<void>, needs?: string): void {
  let ignore = Deno.build.os !== "windows" || !canUseDisk;
  try {
    if (!ignore && needs !== undefined) Deno.statSync(needs);
  } catch {
    ignore = true;
  }
  Deno.test({
    name: `${name}${ignore ? " (ignored: needs Windows, or scripts/test_windows.sh)" : ""}`,
    ignore,
    fn: () => withTemporaryDirectory((root) => fn(hookIn(root))),
  });
}

function hookIn(root: string): WindowsHook {
  const person = `${root}\\person`;
  const store = `${person}\\.claude\\projects\\-p`;
  Deno.mkdirSync(store, { recursive: true });
  const transcript = `${store}\\${SESSION}.jsonl`;
  const main = nativePath(new URL("../main.ts", import.meta.url));
  const [roaming, local] = [`${person}\\AppData\\Roaming`, `${person}\\AppData\\Local`];
  const env = {
    USERPROFILE: person,
    APPDATA: roaming,
    LOCALAPPDATA: local,
    DENO_DIR: denoDirectory(),
    NO_COLOR: "1",
    COLUMNS: "400",
  };
  let turns = 0;

  async function run(words: readonly string[], stdin: Uint8Array) {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", ...permissionFlags("windows"), main, ...words],
      env,
      cwd: root,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(stdin);
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  return {
    root,
    turn(cwd) {
      const id = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`;
      const row = {
        parentUuid: turns === 0 ? null : id(turns),
        isSidechain: false,
        userType: "external",
        entrypoint: "cli",
        version: "2.1.332",
        type: "user",
        message: { role: "user", content: `remember: always rinse the kettle, turn ${++turns}` },
        origin: { kind: "human" },
        promptSource: "typed",
        turnOrigin: "human",
        cwd,
        sessionId: SESSION,
        uuid: id(turns),
        timestamp: `2026-10-26T09:00:0${turns}.000Z`,
      };
      Deno.writeTextFileSync(transcript, `${JSON.stringify(row)}\r\n`, { append: true });
      return transcript;
    },
    async stop(cwd, encode = (text) => new TextEncoder().encode(text)) {
      const payload = { session_id: SESSION, transcript_path: transcript, cwd, hook_event_name: "Stop" };
      assertEquals(await run(["claude", "stop"], encode(JSON.stringify(payload))), { code: 0, stdout: "", stderr: "" });
    },
    beat() {
      const beats = Deno.readTextFileSync(`${person}\\AppData\\Local\\imprint-hook\\state\\events.jsonl`);
      const { outcome, reason } = JSON.parse(beats.trim().split("\n").at(-1) ?? "{}");
      return [outcome, reason];
    },
    stored(project) {
      const folder = `${project}\\.umwelten\\learnings\\claude`;
      return Array.from(Deno.readDirSync(folder)).filter(({ name }) => /^[0-9a-f]{32}$/.test(name)).map(({ name }) => {
        const rows = Deno.readTextFileSync(`${folder}\\${name}\\exchanges.jsonl`).trim().split("\n");
        return rows.map((line): string => JSON.parse(line).question.text);
      });
    },
    async type(...words) {
      const { code, stdout, stderr } = await run(words, new Uint8Array());
      assertEquals(code, 0, `${words.join(" ")}: ${stdout}${stderr}`);
      return stdout;
    },
  };
}

/** Another program holds a file. @returns what lets it go */
async function hold(path: string, milliseconds: number): Promise<() => Promise<void>> {
  const child = new Deno.Command(HOLD, { args: [path, String(milliseconds)], stdin: "piped", stdout: "piped" }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assertStringIncludes(new TextDecoder().decode(value), "held");
  return async () => {
    await child.stdin.close().catch(() => {});
    await reader.cancel().catch(() => {});
    await child.status;
  };
}

function project(root: string, name: string): string {
  Deno.mkdirSync(`${root}\\${name}\\.git`, { recursive: true });
  return `${root}\\${name}`;
}

filesTest("claude stop takes every spelling of a directory for one", async (hook) => {
  const kettle = project(hook.root, "Kettle");
  const slashes = kettle.replaceAll("\\", "/");
  const gitBash = slashes.replace(/^([A-Z]):/, (_, drive: string) => `/${drive.toLowerCase()}`);
  const lower = kettle.replace(/^[A-Z]/, (drive) => drive.toLowerCase());
  await hook.type("workspace", "add", "tea");
  await hook.type("workspace", "root", "add", kettle, "--workspace", "tea");
  for (const cwd of [kettle, slashes, gitBash, lower, `\\\\?\\${kettle}`, `${kettle}\\`, kettle.toUpperCase()]) {
    hook.turn(kettle);
    await hook.stop(cwd);
    assertEquals(hook.beat()[0], "learned", cwd);
  }
  assertEquals(hook.stored(kettle).map((texts) => texts.length), [7]);
});

filesTest("claude stop learns when the payload's directory came through a legacy code page", async (hook) => {
  const kettle = project(hook.root, "Teek\u00fcche");
  const garden = project(hook.root, "Garten");
  await hook.type("workspace", "add", "beds");
  await hook.type("workspace", "root", "add", garden, "--workspace", "beds");
  hook.turn(kettle);
  const legacy = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  await hook.stop(kettle, legacy);
  assertEquals([hook.beat()[0], hook.stored(kettle).flat().length], ["learned", 1]);
  // One that the transcript does not hold may be anywhere.
  hook.turn(kettle);
  await hook.stop(`${hook.root}\\G\u00e4rten`, legacy);
  assertEquals(hook.beat(), ["skipped", "unplaceable-cwd"]);
});

filesTest(
  "claude stop waits while another program holds the transcript, and leaves it to the next run after 300 ms",
  async (hook) => {
    const kettle = project(hook.root, "kettle");
    const transcript = hook.turn(kettle);
    const release = await hold(transcript, 60_000);
    await hook.stop(kettle);
    assertEquals(hook.beat(), ["deferred", "file-held"]);
    await release();
    await hook.stop(kettle);
    assertEquals([hook.beat()[0], hook.stored(kettle).flat().length], ["learned", 1]);
    const [name = ""] = Array.from(Deno.readDirSync(`${kettle}\\.umwelten\\learnings\\claude`), (entry) => entry.name)
      .filter((entry) => /^[0-9a-f]{32}$/.test(entry));
    hook.turn(kettle);
    const again = await hold(`${kettle}\\.umwelten\\learnings\\claude\\${name}\\exchanges.jsonl`, 60_000);
    await hook.stop(kettle);
    assertEquals(hook.beat(), ["deferred", "file-held"]);
    await again();
    await hook.stop(kettle);
    assertEquals([hook.beat()[0], hook.stored(kettle).flat().length], ["learned", 2]);
  },
  HOLD,
);
