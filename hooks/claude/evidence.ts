/**
 * Where a record was made and which sessions it comes from (formats/claude_code.md 4, last paragraph). The slug of the
 * folder says nothing; `session_id` (snake case) names the process's first session and is never used.
 *
 * @module
 */
import type { DirectorySource, RecordedDirectory, RecordEvidence } from "../../lib/types.ts";
import { asId, asRow, asRows, type Row } from "./records.ts";

const NOTHING: RecordEvidence = { directories: [], originSessions: [] };

/**
 * The directories and sessions that a record names.
 *
 * @param record one parsed line
 */
export function claudeEvidence(record: unknown): RecordEvidence {
  const row = asRow(record);
  if (row === undefined) return NOTHING;
  const directories: RecordedDirectory[] = [];
  const add = (value: unknown, source: DirectorySource) => {
    const path = asId(value);
    if (path !== null) directories.push({ path, source });
  };
  add(row["cwd"], "record");
  // No version writes it so: that it names a directory is enough to keep the conversation from others, and no more.
  for (const value of nested(row["cwd"])) add(value, "damaged");
  const attachment = asRow(row["attachment"]);
  if (attachment?.["type"] === "environment") addEnvironment(attachment, add);
  if (row["type"] === "relocated") add(row["relocatedCwd"], "relocated");
  if (row["type"] === "worktree-state") {
    const worktree = asRow(row["worktreeSession"]);
    for (const field of ["originalCwd", "preEnterOriginalCwd", "worktreePath"]) {
      add(worktree?.[field], "worktree-state");
    }
  }
  const sessionId = asId(row["sessionId"]);
  const originSessions = originsOf(row, sessionId);
  return sessionId === null ? { directories, originSessions } : { sessionId, directories, originSessions };
}

function nested(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** Copied rows name the session they come from; a fork rewrites their cwd, so that session's directories count too. */
function originsOf(row: Row, sessionId: string | null): readonly string[] {
  const values = [row["requestSessionId"], asRow(row["forkedFrom"])?.["sessionId"]];
  if (values[0] === undefined && values[1] === undefined) return NOTHING.originSessions;
  const origins = values.map(asId).filter((origin) => origin !== null);
  return [...new Set(origins)].filter((origin) => origin !== sessionId);
}

function addEnvironment(attachment: Row, add: (value: unknown, source: DirectorySource) => void): void {
  const snapshot = asRow(attachment["snapshot"]);
  add(snapshot?.["workingDirectory"], "environment");
  const more = snapshot?.["additionalWorkingDirectories"];
  if (Array.isArray(more)) {
    for (const entry of more) add(typeof entry === "string" ? entry : asRow(entry)?.["path"], "environment");
  }
  for (const change of [...asRows(attachment["changes"]), ...asRows(snapshot?.["changes"])]) {
    const from = change["from"];
    for (const value of Array.isArray(from) ? from : [from]) if (isAbsolute(value)) add(value, "environment");
  }
}

/** Changes are of any field of the environment; a branch name is no directory. */
function isAbsolute(value: unknown): boolean {
  return typeof value === "string" && /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(value);
}
