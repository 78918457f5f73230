/**
 * An invented conversation of one turn, as Claude Code 2.1.332 writes it, and the payload of its Stop hook.
 *
 * @module
 */
import type { HookSample, SamplePlace } from "../../lib/checkup.ts";
import { under } from "../../lib/record/layout.ts";

const SESSION = "00000000-0000-4000-8000-00000000d0c7";
const QUESTION = "How long does the kettle take to boil?";
const REPLY = "About three minutes.";

/** Makes the sample for a scratch home. */
export function hookSample({ home, project }: SamplePlace): HookSample {
  const path = under(home, ".claude", "projects", "-sample", `${SESSION}.jsonl`);
  const row = (n: number, more: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({
      parentUuid: n === 1 ? null : uuid(n - 1),
      isSidechain: false,
      userType: "external",
      entrypoint: "cli",
      cwd: project,
      sessionId: SESSION,
      version: "2.1.332",
      uuid: uuid(n),
      timestamp: `2026-01-01T09:00:0${n}.000Z`,
      ...more,
    });
  const rows = [
    row(1, {
      type: "user",
      message: { role: "user", content: QUESTION },
      origin: { kind: "human" },
      promptSource: "typed",
    }),
    row(2, {
      type: "assistant",
      message: { id: "msg_sample", role: "assistant", model: "sample", content: [{ type: "text", text: REPLY }] },
    }),
  ];
  const payload = JSON.stringify({
    session_id: SESSION,
    transcript_path: path,
    cwd: project,
    hook_event_name: "Stop",
    stop_hook_active: false,
    last_assistant_message: REPLY,
  });
  return { transcript: { path, text: `${rows.join("\n")}\n` }, payload: `${payload}\n`, question: QUESTION };
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}
