/**
 * What a session that begins is told, by the code that the hook loads for it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { claude } from "../hooks/claude/client.ts";
import { startSession } from "../lib/cli/session_start.ts";
import { type Conversation, conversation, type Machine } from "./import_test_support.ts";

/** How a session begins. */
export interface StartOptions {
  readonly cwd: string;
  readonly session?: string;
  readonly transcript?: string;
}

/** Begins a session. @returns the context that the client gets, as its lines; none without any */
export async function startOf(machine: Machine, options: StartOptions): Promise<readonly string[]> {
  const { cwd, session = "eeeeeeee-0000-4000-8000-00000000000e", transcript = null } = options;
  const { output } = await startSession(await machine.product(), claude, {
    kind: "call",
    sessionId: session,
    event: "session-start",
    eventName: "SessionStart",
    transcript,
    cwd,
    reply: null,
    subagent: false,
  });
  return contextIn(output);
}

/** The context in what a hook printed. */
export function contextIn(output: string): readonly string[] {
  if (output === "") return [];
  const { hookSpecificOutput, ...rest } = JSON.parse(output);
  assertEquals(rest, {});
  assertEquals(hookSpecificOutput.hookEventName, "SessionStart");
  return String(hookSpecificOutput.additionalContext).trimEnd().split("\n");
}

/** The notes in a context, without frame, dates, counts and the last session's numbers. */
export function notesIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^- (?:\d{4}-\d{2}-\d{2}|undated) (.*)$/.exec(line)?.[1] ?? []);
}

let sessions = 0;

/** Learns a conversation up to its end, as a hook does. @returns its session id */
export async function heard(machine: Machine, cwd: string, tell: (talk: Conversation) => void): Promise<string> {
  const session = `${String(++sessions).padStart(8, "0")}-0000-4000-8000-00000000000a`;
  const talk = conversation(session, cwd);
  tell(talk);
  const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  const report = await machine.learn(machine.transcript(session, talk.rows, { slug }), {
    asker: { kind: "hook" },
    namedByPerson: false,
  });
  assertEquals(report.outcome, "learned");
  return session;
}
