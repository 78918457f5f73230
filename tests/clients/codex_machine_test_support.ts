/**
 * The real Codex on a scratch machine: a home of its own, the hooks wired by `imprint-hook install codex` and trusted as a
 * person does it, and a model on the loopback interface.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ownHooks } from "../../hooks/codex/settings_value.ts";
import { trustHash } from "../../hooks/codex/trust.ts";
import { disk } from "../../lib/io/disk.ts";
import { canUseDisk } from "../disk_test_support.ts";
import { walk } from "../import_test_support.ts";
import { testWith } from "./client_test_support.ts";
import type { ModelApi } from "./model_api_test_support.ts";
import { startResponsesApi } from "./responses_api_test_support.ts";
import { createScratchPerson, PATH, runProgram, type ScratchPerson, tail } from "./scratch_person_test_support.ts";
import { pause, startTerminal, type Terminal, until } from "./terminal_test_support.ts";

/** The client's program; undefined outside of `deno task test:clients`. */
const CODEX = canUseDisk ? Deno.env.get("IMPRINT_TEST_CODEX") : undefined;

/** What the screen shows when Codex takes input. */
export const COMPOSER = /permissions: YOLO mode|sample default/;

/** Codex in a terminal. */
export interface CodexSession extends Terminal {
  /** Types a prompt and waits until its turn has ended, which is behind the Stop hook. */
  turn(text: string): Promise<void>;
  /** Sends a signal to the client itself, and waits for its end. */
  kill(signal: Deno.Signal): Promise<void>;
}

/** How Codex is started. */
export interface CodexOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
}

/** The machine. */
export interface CodexClientMachine extends ScratchPerson {
  readonly codexHome: string;
  readonly api: ModelApi;
  /** Makes a project whose folder the user trusts. */
  trusted(name: string): string;
  /** Trusts our hooks in `config.toml`, as Codex itself writes it after `/hooks`. */
  trustHooks(): void;
  /** Takes our hook for one event out of `hooks.json`. */
  unwire(event: string): void;
  /** `codex exec PROMPT`. @returns what the model said */
  exec(prompt: string, options: CodexOptions): Promise<string>;
  /** Starts Codex in a terminal and waits until it takes input. */
  session(options: CodexOptions & { readonly shows?: string }): Promise<CodexSession>;
  /** Ids of the threads, oldest first. */
  threads(): readonly string[];
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export const codexClientTest = testWith<CodexClientMachine>({
  title: "Codex",
  program: CODEX,
  startApi: startResponsesApi,
  async createMachine(root, api) {
    const machine = createCodexClientMachine(root, api);
    await machine.type(["install", "codex"]);
    return machine;
  },
});

function createCodexClientMachine(root: string, api: ModelApi): CodexClientMachine {
  const person = createScratchPerson(root);
  const { userHome, heartbeats } = person;
  const codexHome = `${userHome}/.codex`;
  const [config, hooksFile] = [`${codexHome}/config.toml`, `${codexHome}/hooks.json`];
  Deno.mkdirSync(codexHome, { recursive: true });
  Deno.writeTextFileSync(config, configuration(api.url));
  const env = { HOME: userHome, PATH, LANG: "C.UTF-8", LOOPBACK_KEY: "loopback" };

  const sessions = `${codexHome}/sessions`;
  const rollouts = (): readonly string[] => disk.stat(sessions) === undefined ? [] : [...walk(sessions)];
  /** Turns that have ended, in all threads; forks of this version copy none. */
  const turnsEnded = () =>
    rollouts().reduce((sum, path) => sum + Deno.readTextFileSync(path).split('"type":"task_complete"').length - 1, 0);

  return {
    ...person,
    codexHome,
    api,
    threads: () => rollouts().map((path) => /([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1] ?? path),
    trusted(name) {
      const directory = person.project(name);
      Deno.writeTextFileSync(config, `\n[projects."${directory}"]\ntrust_level = "trusted"\n`, { append: true });
      return directory;
    },
    trustHooks() {
      for (const hook of ownHooks(JSON.parse(Deno.readTextFileSync(hooksFile)), "linux")) {
        const event = hook.event === "Stop" ? "stop" : "session_end";
        const key = `${hooksFile}:${event}:${hook.group}:${hook.index}`;
        const text = `\n[hooks.state."${key}"]\ntrusted_hash = "${trustHash(hook)}"\n`;
        Deno.writeTextFileSync(config, text, { append: true });
      }
    },
    unwire(event) {
      const settings = JSON.parse(Deno.readTextFileSync(hooksFile));
      delete settings.hooks[event];
      Deno.writeTextFileSync(hooksFile, JSON.stringify(settings));
    },
    async exec(prompt, { cwd, args = [] }) {
      const { code, stdout, stderr } = await runProgram(CODEX ?? "", {
        args: ["exec", "--skip-git-repo-check", ...args, prompt],
        cwd,
        env,
      });
      assertEquals(code, 0, stderr);
      return stdout;
    },
    async session({ cwd, args = [], shows }) {
      const pidFile = `${root}/codex.pid`;
      const terminal = startTerminal({
        command: "sh",
        args: ["-c", 'echo $$ > "$0"; exec "$@"', pidFile, CODEX ?? "", ...args],
        cwd,
        env,
      });
      const explain = () => `${tail(terminal.screen())}\n${JSON.stringify(heartbeats().slice(-4))}`;
      const isReady = () =>
        shows === undefined ? COMPOSER.test(screenOf(terminal)) : screenOf(terminal).includes(shows);
      try {
        await until("Codex", isReady, { explain });
      } catch (error) {
        await terminal.end(0);
        throw error;
      }
      return {
        ...terminal,
        async turn(text) {
          const ended = turnsEnded();
          const tag = /\b[a-z]+-\d\d\b/.exec(text)?.[0] ?? text;
          await terminal.line(text);
          const isAsked = () => api.asked.some(({ last }) => last.includes(tag));
          // While it starts, Codex may take the first enter key for a part of what is pasted.
          for (let tries = 0; !isAsked() && tries < 10; tries++) {
            await pause(2000);
            if (!isAsked()) await terminal.keys("\r");
          }
          // That is written behind the Stop hook.
          await until(`the end of the turn of "${text}"`, () => turnsEnded() > ended, { explain });
          await pause(300);
        },
        async kill(signal) {
          Deno.kill(Number(Deno.readTextFileSync(pidFile)), signal);
          assert(await terminal.end(20_000), explain());
        },
      };
    },
  };
}

/** Words on a screen stand where the cursor was sent, not behind one space. */
function screenOf(terminal: Pick<Terminal, "screen">): string {
  return terminal.screen().replace(/\s+/g, " ");
}

/** The model is on the loopback interface, nothing is looked for elsewhere, and no daemon outlives the test. */
function configuration(url: string): string {
  return `model = "sample"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[features]
daemon_auto_start = false
in_app_updates = false
animation = false
remote_plugin = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"
request_max_retries = 0
stream_max_retries = 0
`;
}
