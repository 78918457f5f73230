/**
 * The real Copilot CLI on a scratch machine: a home of its own, the hooks wired by `install copilot`, and a model on the
 * loopback interface, which it takes for a provider of the user's own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { testWith } from "./client_test_support.ts";
import { type Asked, type ModelApi, startModelApi, type Turn } from "./model_api_test_support.ts";
import {
  createScratchPerson,
  PATH,
  runProgram,
  type ScratchPerson,
  tail,
  textsBelow,
} from "./scratch_person_test_support.ts";
import { pause, startTerminal, until } from "./terminal_test_support.ts";
import { type TurnSession, turnSession } from "./turns_test_support.ts";

/** The client; undefined outside of `deno task test:clients`. */
const COPILOT = canUseDisk ? Deno.env.get("IMPRINT_TEST_COPILOT") : undefined;

/** The machine. */
export interface CopilotMachine extends ScratchPerson {
  readonly api: ModelApi;
  /** `copilot -p PROMPT`. @returns what it said */
  print(prompt: string, cwd: string): Promise<string>;
  /** Starts the client in a terminal and waits until it takes input. */
  session(cwd: string, args?: readonly string[]): Promise<TurnSession>;
  /** Everything in the client's own logs. */
  logs(): string;
}

/** Registers a test with the real client, `terminal: true` when it needs one. */
export const copilotTest = testWith<CopilotMachine>({
  title: "Copilot CLI",
  program: COPILOT,
  startApi: (script) => startModelApi((asked) => withItsTools(script(asked), asked)),
  createMachine: createCopilotMachine,
});

/** Its tools have other names, and the question another form. */
function withItsTools(turn: Turn, { isResult }: Asked): Turn {
  if (turn.kind !== "tool") return turn;
  assert(!isResult, "the model of the tests calls one tool a prompt");
  if (turn.name === "Bash") return { ...turn, name: "bash" };
  if (turn.name !== "AskUserQuestion") throw new Error(`no ${turn.name} here`);
  const [{ question }] = turn.input["questions"] as readonly [{ readonly question: string }];
  const tea = { type: "string", title: "Tea", enum: ["Green", "Black"] };
  const requestedSchema = { type: "object", properties: { tea }, required: ["tea"] };
  return { kind: "tool", name: "ask_user", input: { message: question, requestedSchema } };
}

async function createCopilotMachine(root: string, api: ModelApi): Promise<CopilotMachine> {
  const person = createScratchPerson(root);
  const { userHome, heartbeats, count } = person;
  await person.type(["install", "copilot"]);
  const env = {
    HOME: userHome,
    PATH,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    // Tools run and folders are trusted without a question.
    COPILOT_ALLOW_ALL: "true",
    COPILOT_PROVIDER_TYPE: "anthropic",
    COPILOT_PROVIDER_BASE_URL: api.url,
    COPILOT_PROVIDER_API_KEY: "loopback",
    COPILOT_MODEL: "claude-sonnet-4.5",
  };
  const command = COPILOT ?? "";

  return {
    ...person,
    api,
    logs: () => textsBelow(`${userHome}/.copilot/session-state`, "events.jsonl"),
    async print(prompt, cwd) {
      const ended = count("sessionEnd");
      const { code, stdout, stderr } = await runProgram(command, { args: ["--prompt", prompt], cwd, env });
      assertEquals(code, 0, stderr);
      await until("the sessionEnd hook", () => count("sessionEnd") > ended, { explain: () => stderr });
      return stdout;
    },
    async session(cwd, args = []) {
      const ends = count("sessionEnd");
      const terminal = startTerminal({ command, args: ["--screen-reader", ...args], cwd, env });
      const explain = () => `${tail(terminal.screen())}\n${JSON.stringify(heartbeats().slice(-4))}`;
      const session = await turnSession(terminal, {
        isReady: (screen) => screen.includes("Start of Prompt Indicator"),
        ended: () => count("agentStop"),
        explain,
        settle: () => pause(1000),
      });
      return {
        ...session,
        async exit() {
          await session.exit();
          await until("the sessionEnd hook", () => count("sessionEnd") > ends, { explain });
        },
      };
    },
  };
}
