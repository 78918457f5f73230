/**
 * The real Gemini CLI on a scratch machine: a home of its own, the hooks named in `settings.json` by hand as the README
 * says, beside hooks of the person's own, and a model on the loopback interface.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { programLine } from "../program_test_support.ts";
import { testWith } from "./client_test_support.ts";
import { startGenerateContentApi } from "./generate_content_api_test_support.ts";
import type { ModelApi } from "./model_api_test_support.ts";
import {
  createScratchPerson,
  PATH,
  runProgram,
  type ScratchPerson,
  tail,
  textsBelow,
} from "./scratch_person_test_support.ts";
import { pause, startTerminal, type Terminal, until } from "./terminal_test_support.ts";

/** The client's script; undefined outside of `deno task test:clients`. */
const GEMINI = canUseDisk ? Deno.env.get("IMPRINT_TEST_GEMINI") : undefined;
/** The Node of whoever runs the tests, which need not be in a usual place. */
const NODE_PATH = canUseDisk ? Deno.env.get("PATH") ?? PATH : PATH;

/** What a hook of the person's own says before each turn. */
export const HOOK_CONTEXT = "remember: tea is served at four";
/** What another says when {@linkcode GeminiMachine.goOnOnce} was called. */
export const GO_ON = "the lid is still open, look at it again";

/** Gemini CLI in a terminal. */
export interface GeminiSession extends Terminal {
  /** Types a prompt and waits for the end of its turn, which is behind so many calls of the AfterAgent hook. */
  turn(text: string, afterAgents?: number): Promise<void>;
  /** Runs a command in the shell mode, and waits until its output was recorded. */
  shell(command: string): Promise<void>;
  /** Types `/quit` and waits for the end of the client and of the SessionEnd hook, which it does not wait for. */
  quit(): Promise<void>;
}

/** The machine. */
export interface GeminiMachine extends ScratchPerson {
  readonly api: ModelApi;
  /** `gemini -p PROMPT`, behind the SessionEnd hook. @returns what the model said */
  print(prompt: string, cwd: string): Promise<string>;
  /** Starts the client in a terminal and waits until it takes input. */
  session(cwd: string): Promise<GeminiSession>;
  /** Kind and text of everything that was learned below a working directory. */
  learnings(workDir: string): readonly (readonly unknown[])[];
  /** Lets a hook of the person's own refuse the end of the next turn, once. */
  goOnOnce(): void;
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export const geminiTest = testWith<GeminiMachine>({
  title: "Gemini CLI",
  program: GEMINI,
  startApi: startGenerateContentApi,
  createMachine: createGeminiMachine,
});

function createGeminiMachine(root: string, api: ModelApi): GeminiMachine {
  const person = createScratchPerson(root);
  const { userHome, heartbeats, count } = person;
  const again = `${root}/again`;
  Deno.mkdirSync(`${userHome}/.gemini`, { recursive: true });
  Deno.writeTextFileSync(`${userHome}/.gemini/settings.json`, JSON.stringify(settings(again)));
  const chats = () => textsBelow(`${userHome}/.gemini/tmp`, "");
  const env = {
    HOME: userHome,
    PATH: NODE_PATH,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    GEMINI_API_KEY: "loopback",
    GOOGLE_GEMINI_BASE_URL: api.url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // It would start itself again with more memory.
    GEMINI_CLI_NO_RELAUNCH: "true",
  };
  const args = [GEMINI ?? "", "--model", "gemini-2.5-pro", "--approval-mode", "yolo"];

  return {
    ...person,
    api,
    learnings(workDir) {
      const sessions = person.canonical(workDir) as readonly { readonly learnings: readonly unknown[][] }[];
      return sessions.flatMap(({ learnings }) => learnings.map(([, kind, , text]) => [kind, text]));
    },
    goOnOnce: () => Deno.writeTextFileSync(again, ""),
    async print(prompt, cwd) {
      const ended = count("SessionEnd");
      const { code, stdout, stderr } = await runProgram("node", { args: [...args, "--prompt", prompt], cwd, env });
      assertEquals(code, 0, stderr);
      await until("the SessionEnd hook", () => count("SessionEnd") > ended, { explain: () => stderr });
      return stdout;
    },
    async session(cwd) {
      const started = count("SessionStart");
      const terminal = startTerminal({ command: "node", args, cwd, env });
      const explain = () => `${tail(terminal.screen())}\n${JSON.stringify(heartbeats().slice(-4))}`;
      /** Enter that comes in one read with the text is a line feed to the client, so it is pressed until it counts. */
      const submit = async (text: string, isTaken: () => boolean) => {
        await terminal.line(text);
        for (let tries = 0; tries < 10 && !await soon(isTaken); tries++) await terminal.keys("\r");
        assert(isTaken(), `"${text}" was not taken: ${explain()}`);
      };
      try {
        await until("Gemini CLI", () => terminal.screen().includes("Type your message"), {
          milliseconds: 120_000,
          explain,
        });
        // It takes input before that hook has answered.
        await until("the SessionStart hook", () => count("SessionStart") > started, { explain });
        await pause(500);
      } catch (error) {
        await terminal.end(0);
        throw error;
      }
      return {
        ...terminal,
        async turn(text, afterAgents = 1) {
          const ended = count("AfterAgent");
          await submit(text, () => api.asked.some(({ last }) => last.includes(text)));
          await until(`the end of the turn of "${text}"`, () => count("AfterAgent") >= ended + afterAgents, {
            explain,
          });
          await pause(500);
        },
        async shell(command) {
          await terminal.keys("!");
          await pause(500);
          await submit(command, () => chats().includes(`shell command:\\n\`\`\`sh\\n${command}`));
          await terminal.keys("\x1b");
          await pause(500);
        },
        async quit() {
          const ended = count("SessionEnd");
          await submit("/quit", () => count("SessionEnd") > ended);
          assert(await terminal.end(20_000), explain());
        },
      };
    },
  };
}

/** True as soon as something is, false when it is not within three seconds. */
async function soon(isTrue: () => boolean): Promise<boolean> {
  const end = performance.now() + 3000;
  while (!isTrue() && performance.now() < end) await pause(50);
  return isTrue();
}

/** Nothing leaves the machine and nothing is asked; our hooks, and two of the person's own. */
function settings(again: string): unknown {
  const hook = (command: string) => ({ type: "command", command });
  const own = (word: string) => {
    const { command, args, env } = programLine(["gemini", word]);
    return hook(
      [...Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`), ...[command, ...args].map(quoted)]
        .join(" "),
    );
  };
  const said = (answer: unknown) => `echo ${quoted(JSON.stringify(answer))}`;
  const context = { hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: HOOK_CONTEXT } };
  const goOn = hook(`if rm ${quoted(again)} 2>/dev/null; then ${said({ decision: "deny", reason: GO_ON })}; fi`);
  return {
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    // What moves on the screen takes most of its time.
    ui: { theme: "Default", hideBanner: true, hideTips: true, showSpinner: false, renderProcess: false },
    hooksConfig: { notifications: false },
    hooks: {
      SessionStart: [{ hooks: [own("session-start")] }],
      BeforeAgent: [{ hooks: [hook(said(context))] }],
      // One after the other: what ours leaves behind is the end of a turn.
      AfterAgent: [{ sequential: true, hooks: [goOn, own("after-agent")] }],
      SessionEnd: [{ hooks: [own("session-end")] }],
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
