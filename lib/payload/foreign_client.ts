/**
 * Which client really sent a payload. One Claude hook entry is also run by Copilot CLI, VS Code and Cursor
 * (https://github.com/usalu/semio/issues/638), and a person may point another client at the same entry, so the payload's
 * own fields decide, never the settings file that named this program.
 *
 * @module
 */

/** A client that is not Claude Code. `vscode` is the Copilot agent of VS Code, which keeps transcripts of its own. */
export type ForeignClient = "cursor" | "cline" | "copilot" | "vscode" | "gemini" | "codex";

/** The members of a payload object. */
export type PayloadObject = Readonly<Record<string, unknown>>;

/**
 * Names the client other than Claude Code that a payload comes from. The first row that holds decides:
 *
 * 1. Cursor: `conversation_id` with `cursor_version` or `workspace_roots`
 * 2. Cline: `taskId` with `workspaceRoots`
 * 3. Copilot CLI: `sessionId`, a numeric `timestamp` and `cwd`, no `hook_event_name`
 * 4. Copilot CLI: the transcript is `session-state/<id>/events.jsonl` (or, in old versions, `session-state/<id>.jsonl`)
 * 5. VS Code: `hookEventName`, `transcript_path` and a textual `timestamp`, or a transcript of `GitHub.copilot-chat`
 * 6. Gemini CLI: the transcript lies below `.gemini/tmp/`
 * 7. Codex: a `turn_id`, a transcript named `rollout-*`, or a session end without a transcript (`--ephemeral`)
 * 8. Copilot CLI without a transcript to go by: a textual `timestamp` with `stop_reason`, or at a session end
 *
 * Rows 1 to 6 are those of every client's hook reference; 7 and 8 tell apart what looks like Claude's payload, which never
 * has a `turn_id`, a `timestamp` or a null transcript.
 *
 * @param payload the object on stdin
 * @returns undefined for Claude Code, and for objects of no known client
 * @example
 * ```ts
 * import { foreignClient } from "./foreign_client.ts";
 * foreignClient({ taskId: "t1", workspaceRoots: ["/srv/kettle"], hookName: "agent_end" }); // "cline"
 * ```
 */
export function foreignClient(payload: PayloadObject): ForeignClient | undefined {
  if (has(payload, "conversation_id") && (has(payload, "cursor_version") || has(payload, "workspace_roots"))) {
    return "cursor";
  }
  if (has(payload, "taskId") && has(payload, "workspaceRoots")) return "cline";
  const { sessionId, timestamp, cwd } = payload;
  const camel = typeof sessionId === "string" && typeof cwd === "string" && !has(payload, "hook_event_name");
  if (camel && typeof timestamp === "number") return "copilot";
  const path = transcriptPath(payload);
  if (isCopilotTranscript(path)) return "copilot";
  const dated = typeof timestamp === "string";
  if (has(payload, "hookEventName") && has(payload, "transcript_path") && dated) return "vscode";
  if (path.toLowerCase().includes("/github.copilot-chat/")) return "vscode";
  if (path.includes("/.gemini/tmp/")) return "gemini";
  if (isCodex(payload, path)) return "codex";
  return dated && path === "" && isCopilotWithoutTranscript(payload) ? "copilot" : undefined;
}

function has(payload: PayloadObject, key: string): boolean {
  return Object.hasOwn(payload, key);
}

/** The transcript's path with forward slashes; empty when there is none. */
function transcriptPath(payload: PayloadObject): string {
  for (const path of [payload.transcript_path, payload.transcriptPath]) {
    if (typeof path === "string" && path !== "") return path.replaceAll("\\", "/");
  }
  return "";
}

function isCopilotTranscript(path: string): boolean {
  const parts = path.split("/");
  const last = parts.at(-1) ?? "";
  if (last === "events.jsonl") return parts.at(-3) === "session-state" && parts.at(-2) !== "";
  return parts.at(-2) === "session-state" && last.length > ".jsonl".length && last.endsWith(".jsonl");
}

function isCodex(payload: PayloadObject, path: string): boolean {
  if (typeof payload.turn_id === "string") return true;
  if (path.slice(path.lastIndexOf("/") + 1).startsWith("rollout-")) return true;
  return payload.transcript_path === null && payload.hook_event_name === "SessionEnd" && payload.reason === "other";
}

function isCopilotWithoutTranscript(payload: PayloadObject): boolean {
  return typeof payload.stop_reason === "string" || payload.hook_event_name === "SessionEnd";
}
