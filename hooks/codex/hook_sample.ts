/**
 * An invented thread of one turn, as Codex 0.138 writes it, and the payload of its Stop hook.
 *
 * @module
 */
import type { HookSample, SamplePlace } from "../../lib/checkup.ts";
import { under } from "../../lib/record/layout.ts";

const THREAD = "019b7000-0000-7000-8000-00000000d0c7";
const TURN = "019b7000-03e8-7000-8000-00000000d0c7";
const QUESTION = "How long does the kettle take to boil?";
const REPLY = "About three minutes.";

/** Makes the sample for a scratch home. */
export function hookSample({ home, project }: SamplePlace): HookSample {
  const name = `rollout-2026-01-01T09-00-00-${THREAD}.jsonl`;
  const path = under(home, ".codex", "sessions", "2026", "01", "01", name);
  const at = (n: number): string => `2026-01-01T09:00:0${n}.000Z`;
  const line = (n: number, type: string, payload: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ timestamp: at(n), type, payload });
  const message = (role: string, type: string, text: string) => ({ type: "message", role, content: [{ type, text }] });
  const lines = [
    line(0, "session_meta", {
      id: THREAD,
      timestamp: at(0),
      cwd: project,
      originator: "codex_tui",
      cli_version: "0.138.0",
      source: "cli",
    }),
    line(1, "event_msg", { type: "task_started", turn_id: TURN }),
    line(2, "turn_context", { turn_id: TURN, cwd: project, model: "sample" }),
    line(3, "response_item", message("user", "input_text", QUESTION)),
    line(4, "event_msg", { type: "user_message", message: QUESTION, images: [] }),
    line(5, "event_msg", { type: "agent_message", message: REPLY, phase: "final_answer" }),
    line(6, "response_item", message("assistant", "output_text", REPLY)),
  ];
  const payload = JSON.stringify({
    session_id: THREAD,
    turn_id: TURN,
    transcript_path: path,
    cwd: project,
    hook_event_name: "Stop",
    model: "sample",
    permission_mode: "default",
    stop_hook_active: false,
    last_assistant_message: REPLY,
  });
  return { transcript: { path, text: `${lines.join("\n")}\n` }, payload: `${payload}\n`, question: QUESTION };
}
