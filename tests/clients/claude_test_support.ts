/**
 * The real Claude Code on a scratch machine: a home of its own, the hooks wired by `imprint-hook install claude`, and a
 * model on the loopback interface.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { createMachine, type Machine } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";
import { type ModelApi, startModelApi } from "./model_api_test_support.ts";
import { createModel } from "./model_script_test_support.ts";
import { hasTerminal, pause, startTerminal, type Terminal, until } from "./terminal_test_support.ts";

/** The client's program; undefined outside of `deno task test:clients`. */
const CLAUDE = canUseDisk ? Deno.env.get("IMPRINT_TEST_CLAUDE") : undefined;

/** Claude Code in a terminal. */
export interface ClaudeSession extends Terminal {
  /** Types a prompt and waits until the turn has ended and its Stop hook has run. */
  turn(text: string): Promise<void>;
  /** Types `/exit` and waits for the end of the client and its SessionEnd hook. */
  exit(): Promise<void>;
}

/** The machine. */
export interface ClaudeMachine extends Machine {
  readonly userHome: string;
  readonly api: ModelApi;
  /** Makes a project whose folder the user trusts. */
  trusted(name: string): string;
  configure(config: Record<string, unknown>): void;
  /** Types a command of imprint-hook, which has to succeed. */
  type(words: readonly string[]): Promise<void>;
  /** `claude -p PROMPT`. @returns what it printed */
  print(prompt: string, options: { readonly cwd: string; readonly args?: readonly string[] }): Promise<string>;
  /** Starts the client in a terminal and waits until it takes input. */
  session(options: { readonly cwd: string; readonly args?: readonly string[] }): Promise<ClaudeSession>;
  heartbeats(): readonly Record<string, unknown>[];
  /** Each stored exchange as its question with its replies, in the order they were typed. */
  learned(workDir: string): readonly (readonly string[])[];
  /** Paths of the client's transcripts. */
  transcripts(): readonly string[];
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export function claudeTest(
  name: string,
  fn: (machine: ClaudeMachine) => Promise<void>,
  { terminal = false }: { readonly terminal?: boolean } = {},
): void {
  const why = CLAUDE === undefined
    ? ' (ignored: "deno task test:clients" runs it)'
    : terminal && !hasTerminal()
    ? " (ignored: it needs Linux and the script of util-linux)"
    : "";
  Deno.test({
    name: `Claude Code: ${name}${why}`,
    ignore: why !== "",
    async fn() {
      const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-client-" }));
      const api = startModelApi(createModel());
      try {
        const machine = createClaudeMachine(root, api);
        await machine.type(["install", "claude"]);
        await fn(machine);
        assertEquals(api.strange.filter((request) => !request.startsWith("HEAD ")), []);
      } finally {
        await api.end();
        await removeLater(root);
      }
    },
  });
}

function createClaudeMachine(root: string, api: ModelApi): ClaudeMachine {
  const machine = createMachine(root);
  const userHome = `${root}/home`;
  const account = `${userHome}/.claude.json`;
  const projects: Record<string, unknown> = {};
  Deno.mkdirSync(`${userHome}/.claude`, { recursive: true });
  const env = {
    HOME: userHome,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_AUTH_TOKEN: "loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  };

  function heartbeats(): readonly Record<string, unknown>[] {
    try {
      const text = Deno.readTextFileSync(`${userHome}/.local/state/imprint-hook/events.jsonl`);
      return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }
  const count = (event: string) => heartbeats().filter((beat) => beat["event"] === event).length;

  return {
    ...machine,
    userHome,
    api,
    heartbeats,
    async type(words) {
      const { command, args, env: needed } = programLine(words);
      const { code, stdout, stderr } = await new Deno.Command(command, {
        args: [...args],
        cwd: root,
        clearEnv: true,
        env: { HOME: userHome, PATH: env.PATH, ...needed },
        stdin: "null",
      }).output();
      const decoder = new TextDecoder();
      assertEquals(code, 0, decoder.decode(stdout) + decoder.decode(stderr));
    },
    trusted(name) {
      const directory = machine.project(name);
      projects[directory] = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
      Deno.writeTextFileSync(account, JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects }));
      return directory;
    },
    configure(config) {
      Deno.mkdirSync(`${userHome}/.config/imprint-hook`, { recursive: true });
      Deno.writeTextFileSync(`${userHome}/.config/imprint-hook/config.jsonc`, JSON.stringify(config));
    },
    async print(prompt, { cwd, args = [] }) {
      const child = new Deno.Command(CLAUDE ?? "", {
        args: ["-p", prompt, "--allowedTools", "Bash", ...args],
        cwd,
        clearEnv: true,
        env,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
      const { code, stdout, stderr } = await child.output();
      clearTimeout(timer);
      const decoder = new TextDecoder();
      assertEquals([code, decoder.decode(stderr)], [0, ""]);
      return decoder.decode(stdout).trim();
    },
    async session({ cwd, args = [] }) {
      const terminal = startTerminal({ command: CLAUDE ?? "", args: ["--allowedTools", "Bash", ...args], cwd, env });
      const explain = () => `${tail(terminal.screen())}\n${JSON.stringify(heartbeats().slice(-4))}`;
      try {
        await until("the prompt of Claude Code", () => terminal.screen().includes("\u276f"), { explain });
      } catch (error) {
        await terminal.end(0);
        throw error;
      }
      return {
        ...terminal,
        async turn(text) {
          const before = count("Stop");
          await terminal.line(text);
          await until(`the Stop hook of "${text}"`, () => count("Stop") > before, { explain });
        },
        async exit() {
          const before = count("SessionEnd");
          await terminal.line("/exit");
          assertEquals(await terminal.end(20_000), true, explain());
          await until("the SessionEnd hook", () => count("SessionEnd") > before, { explain });
        },
      };
    },
    learned(workDir) {
      const exchanges = [...machine.exchanges(workDir)];
      return exchanges.sort((a, b) => (a.question?.at ?? "") < (b.question?.at ?? "") ? -1 : 1)
        .map(({ question, answers }) => [question?.text ?? "(copy)", ...answers.map(({ text }) => text)]);
    },
    transcripts() {
      const store = `${userHome}/.claude/projects`;
      return [...Deno.readDirSync(store)].flatMap(({ name }) =>
        [...Deno.readDirSync(`${store}/${name}`)]
          .filter((entry) => entry.isFile && entry.name.endsWith(".jsonl"))
          .map((entry) => `${store}/${name}/${entry.name}`)
      );
    },
  };
}

/** Removes a directory that a client which was just ended may still write to. */
async function removeLater(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      Deno.removeSync(directory, { recursive: true });
      return;
    } catch {
      await pause(250);
    }
  }
}

/** The end of a screen, for messages. */
export function tail(screen: string): string {
  return screen.replace(/\s+/g, " ").slice(-1500);
}
