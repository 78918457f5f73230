/**
 * The real Claude Code on a scratch machine: a home of its own, the hooks wired by `imprint-hook install claude`, and a
 * model on the loopback interface.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { testWith } from "./client_test_support.ts";
import { type ModelApi, startModelApi } from "./model_api_test_support.ts";
import { createScratchPerson, PATH, runProgram, type ScratchPerson, tail } from "./scratch_person_test_support.ts";
import { startTerminal, type Terminal, until } from "./terminal_test_support.ts";

export { tail } from "./scratch_person_test_support.ts";

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
export interface ClaudeMachine extends ScratchPerson {
  readonly api: ModelApi;
  /** Makes a project whose folder the user trusts. */
  trusted(name: string): string;
  /** `claude -p PROMPT`. @returns what it printed */
  print(prompt: string, options: { readonly cwd: string; readonly args?: readonly string[] }): Promise<string>;
  /** Starts the client in a terminal and waits until it takes input. */
  session(options: { readonly cwd: string; readonly args?: readonly string[] }): Promise<ClaudeSession>;
  /** Paths of the client's transcripts. */
  transcripts(): readonly string[];
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export const claudeTest = testWith<ClaudeMachine>({
  title: "Claude Code",
  program: CLAUDE,
  startApi: startModelApi,
  async createMachine(root, api) {
    const machine = createClaudeMachine(root, api);
    await machine.type(["install", "claude"]);
    return machine;
  },
  mayAsk: (request) => request.startsWith("HEAD "),
});

function createClaudeMachine(root: string, api: ModelApi): ClaudeMachine {
  const machine = createScratchPerson(root);
  const { userHome, heartbeats, count } = machine;
  const account = `${userHome}/.claude.json`;
  const projects: Record<string, unknown> = {};
  Deno.mkdirSync(`${userHome}/.claude`, { recursive: true });
  const env = {
    HOME: userHome,
    PATH,
    LANG: "C.UTF-8",
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_AUTH_TOKEN: "loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  };

  return {
    ...machine,
    api,
    trusted(name) {
      const directory = machine.project(name);
      projects[directory] = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
      Deno.writeTextFileSync(account, JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects }));
      return directory;
    },
    async print(prompt, { cwd, args = [] }) {
      const words = ["-p", prompt, "--allowedTools", "Bash", ...args];
      const { code, stdout, stderr } = await runProgram(CLAUDE ?? "", { args: words, cwd, env });
      assertEquals([code, stderr], [0, ""]);
      return stdout;
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
