/**
 * Conversations that are one document, which the client writes anew: the clients' files and what is said in them.
 *
 * @module
 */
import type { CommandMachine } from "./command_test_support.ts";
import type { Row } from "./import_test_support.ts";
import { sha256Hex } from "../lib/record/ids.ts";

/** A conversation that is one document: the file and what it holds of these rows. */
export interface Kept {
  readonly client: string;
  /** Writes the conversation. @returns the file */
  put(machine: CommandMachine, cwd: string, said: readonly Said[]): string;
}

/** Who said what, under which id. */
export type Said = readonly [id: number, who: "user" | "agent", text: string];

const TASK = "1756000000000";
const SESSION = "1788000000000_cd34";
const CHAT = "8d8d8d8d-4444-4444-8444-000000000002";

/** Writes JSON to a file. @returns its path */
export function write(path: string, content: unknown): string {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, JSON.stringify(content));
  return path;
}

/** The clients. */
export const KEPT: readonly Kept[] = [
  {
    client: "a task of Cline's",
    put(machine, cwd, said) {
      const folder = `${machine.root}/client`;
      write(`${folder}/state/taskHistory.json`, [{ id: TASK, task: "x", cwdOnTaskInitialization: cwd }]);
      const rows = said.map(([ts, who, text]): Row => ({
        ts,
        type: "say",
        say: who === "agent" ? "text" : ts === 1 ? "task" : "user_feedback",
        text,
      }));
      return write(`${folder}/tasks/${TASK}/ui_messages.json`, rows);
    },
  },
  {
    client: "a session of Cline's",
    put(machine, cwd, said) {
      const folder = `${machine.root}/client/sessions/${SESSION}`;
      write(`${folder}/${SESSION}.json`, { version: 1, session_id: SESSION, cwd, workspace_root: cwd });
      const messages = said.map(([id, who, text]): Row => ({
        id: `m${id}`,
        role: who === "agent" ? "assistant" : "user",
        content: [{ type: "text", text: who === "agent" ? text : `<user_input mode="act">${text}</user_input>` }],
        ts: 1788000000000 + id,
      }));
      return write(`${folder}/${SESSION}.messages.json`, { version: 1, agent: "lead", sessionId: SESSION, messages });
    },
  },
  {
    client: "an older chat of Gemini CLI's",
    put(machine, cwd, said) {
      const folder = `${machine.root}/client/tmp/kettle`;
      Deno.mkdirSync(`${folder}/chats`, { recursive: true });
      Deno.writeTextFileSync(`${folder}/.project_root`, cwd);
      const [startTime, lastUpdated] = ["2026-09-08T09:14:00.000Z", `2026-09-08T09:15:${10 + said.length}.000Z`];
      const messages = said.map(([id, who, content]): Row => ({
        id: `m${id}`,
        timestamp: startTime,
        type: who === "agent" ? "gemini" : "user",
        content,
      }));
      const metadata = { sessionId: CHAT, projectHash: sha256Hex(cwd), startTime, lastUpdated };
      return write(`${folder}/chats/session-2026-09-08T09-14-8d8d8d8d.json`, { ...metadata, messages });
    },
  },
];

/** A question. */
export const ASKED: Said = [1, "user", "why does it boil dry?"];
/** A reply that is still written. */
export const HALF: Said = [2, "agent", "The sensor"];
/** The same, whole. */
export const WHOLE: Said = [2, "agent", "The sensor sends a null. Next step: I still have to descale the lid."];
/** How the talk goes on. */
export const NEXT: readonly Said[] = [[3, "user", "and now?"], [4, "agent", "It is dry."]];
/** More than a row holds. */
export const LONG = `${"The kettle hums, and it hums on. ".repeat(600)}It is whole.`;

/** The first of them. */
export const [TASKS] = KEPT;

/** What older versions of Cline's keep beside a task: nothing in it has an id, so a reply is named after its place. */
export const WITHOUT_IDS: Kept = {
  client: "a task of Cline's without ids",
  put(machine, cwd, said) {
    const path = TASKS!.put(machine, cwd, []);
    return write(
      path.replace("ui_messages", "api_conversation_history"),
      said.map(([, who, text], n): Row =>
        who === "agent"
          ? { role: "assistant", content: text }
          : { role: "user", content: n === 0 ? `<task>${text}</task>` : text }
      ),
    );
  },
};

/** What is told of the only session, in order. */
export function textsOf(machine: CommandMachine, workDir: string): readonly string[] {
  return machine.exchanges(workDir).flatMap(({ question, answers }) => [
    question?.text ?? "",
    ...answers.map(({ text }) => text),
  ]);
}
