/**
 * Is this a Claude Code transcript? By content: other programs write rows that look like it.
 *
 * @module
 */
import { asId, asRow, messageBlocks, type Row } from "./records.ts";

/** Side rows and log rows that only this client writes; with a `sessionId` they are proof. */
const OWN_TYPES: ReadonlySet<unknown> = new Set([
  "queue-operation",
  "file-history-snapshot",
  "permission-mode",
  "ai-title",
  "custom-title",
  "last-prompt",
  "relocated",
  "worktree-state",
  "bridge-session",
  "api-request",
  "api-request-blob",
  "api-request-shape",
]);

/**
 * @param sample first records of a file
 * @returns true when at least one record is this client's and none is another's
 */
export function recognisesClaude(sample: readonly unknown[]): boolean {
  let own = false;
  for (const record of sample) {
    const row = asRow(record);
    if (row === undefined) continue;
    if (isForeign(row)) return false;
    own ||= isOwn(row);
  }
  return own;
}

function isOwn(row: Row): boolean {
  const type = row["type"];
  if (type === "user" || type === "assistant") return messageBlocks(row) !== undefined;
  if (type === "attachment") return asRow(row["attachment"]) !== undefined;
  if (type === "summary") return typeof row["summary"] === "string" && typeof row["leafUuid"] === "string";
  if (type === "system") return typeof row["subtype"] === "string" && asId(row["uuid"]) !== null;
  return OWN_TYPES.has(type) && (asId(row["sessionId"]) !== null || asRow(row["snapshot"]) !== undefined);
}

/** Rows that another program marks as its own. */
function isForeign(row: Row): boolean {
  // Codex rollouts and Copilot events wrap everything in one object.
  if (asRow(row["payload"]) !== undefined || asRow(row["data"]) !== undefined && row["type"] !== "progress") {
    return true;
  }
  for (const field of ["agentSlug", "agent"]) {
    const value = row[field];
    if (typeof value === "string" && !value.toLowerCase().startsWith("claude")) return true;
  }
  // iFlow copies the envelope, with ids of its own (kenn-io/agentsview has one).
  const message = asRow(row["message"]);
  const id = message?.["id"];
  if (row["type"] === "assistant" && typeof id === "string" && /^response-\d/.test(id)) return true;
  const sessionId = row["sessionId"];
  return typeof sessionId === "string" && row["type"] !== "summary" && isIflowSession(row, sessionId);
}

function isIflowSession(row: Row, sessionId: string): boolean {
  return row["version"] === "1.0.0" && row["gitBranch"] === null &&
    /^session-[0-9a-f]{8}-[0-9a-f]{4}-/.test(sessionId);
}
