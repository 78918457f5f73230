/**
 * The real Cline CLI on a scratch machine: a home of its own, the hooks wired by `install cline`, and a model on the
 * loopback interface, named in the client's list of providers.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { testWith } from "./client_test_support.ts";
import { type ModelApi, startModelApi, type Turn } from "./model_api_test_support.ts";
import { createScratchPerson, PATH, runProgram, type ScratchPerson, tail } from "./scratch_person_test_support.ts";
import { pause, startTerminal, until } from "./terminal_test_support.ts";
import { type TurnSession, turnSession } from "./turns_test_support.ts";

/** The client; undefined outside of `deno task test:clients`. */
const CLINE = canUseDisk ? Deno.env.get("IMPRINT_TEST_CLINE") : undefined;

/** The machine. */
export interface ClineMachine extends ScratchPerson {
  readonly api: ModelApi;
  /** `cline PROMPT`, behind the hook. @returns what it said */
  print(prompt: string, cwd: string): Promise<string>;
  /** Starts the client in a terminal and waits until it takes input. */
  session(cwd: string, args?: readonly string[]): Promise<TurnSession>;
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export const clineTest = testWith<ClineMachine>({
  title: "Cline",
  program: CLINE,
  startApi: (script) => startModelApi((asked) => withItsTools(script(asked))),
  createMachine: createClineMachine,
});

/** Its tools have other names and forms. */
function withItsTools(turn: Turn): Turn {
  if (turn.kind !== "tool") return turn;
  if (turn.name === "Bash") return { kind: "tool", name: "run_commands", input: { commands: [turn.input["command"]] } };
  if (turn.name !== "AskUserQuestion") throw new Error(`no ${turn.name} here`);
  const [{ question }] = turn.input["questions"] as readonly [{ readonly question: string }];
  return { kind: "tool", name: "ask_question", input: { question, options: ["Green", "Black"] } };
}

async function createClineMachine(root: string, api: ModelApi): Promise<ClineMachine> {
  const person = createScratchPerson(root);
  const { userHome, heartbeats, count } = person;
  await person.type(["install", "cline"]);
  const settings = `${userHome}/.cline/data/settings`;
  Deno.mkdirSync(settings, { recursive: true });
  Deno.writeTextFileSync(`${settings}/providers.json`, JSON.stringify(providers(api.url)));
  const env = { HOME: userHome, PATH, LANG: "C.UTF-8", TERM: "xterm-256color" };
  const command = CLINE ?? "";
  const ended = () => count("agent_end");

  return {
    ...person,
    api,
    async print(prompt, cwd) {
      const before = ended();
      const { code, stdout, stderr } = await runProgram(command, { args: ["--timeout", "60", prompt], cwd, env });
      assertEquals(code, 0, stderr);
      // It does not wait for its hooks.
      await until("the TaskComplete hook", () => ended() > before, { explain: () => stderr });
      return stdout;
    },
    session(cwd, args = []) {
      const terminal = startTerminal({ command, args: ["--tui", ...args], cwd, env });
      return turnSession(terminal, {
        isReady: (screen) => screen.includes("Auto-approve all"),
        ended,
        explain: () => `${tail(terminal.screen())}\n${JSON.stringify(heartbeats().slice(-4))}`,
        async settle() {
          // What it advertises lies over the prompt, a moment later.
          await pause(3000);
          await terminal.keys("\x1b");
          await pause(1000);
        },
      });
    },
  };
}

function providers(url: string): unknown {
  const settings = { provider: "anthropic", apiKey: "loopback", model: "claude-sonnet-4-5", baseUrl: `${url}/v1` };
  const anthropic = { settings, updatedAt: "2026-11-01T08:00:00.000Z", tokenSource: "manual" };
  return { version: 1, lastUsedProvider: "anthropic", modes: {}, providers: { anthropic } };
}
