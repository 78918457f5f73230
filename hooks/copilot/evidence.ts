/**
 * Where a session took place (formats/other_clients.md A.3). `/cd`, `/worktree` and `/move` change the directory, so every
 * one that is recorded counts. `gitRoot` is no working directory; a hook's `input.cwd` is the hook's.
 *
 * @module
 */
import type { RecordEvidence } from "../../lib/types.ts";
import { asId, asRow, type CopilotEvent, copilotEvent, type Row } from "./records.ts";

const NOTHING: RecordEvidence = { directories: [], originSessions: [] };

/**
 * The directories and remotes that a record names. Those of a sub-agent's event may refuse the conversation only.
 *
 * @param record one parsed line
 */
export function copilotEvidence(record: unknown): RecordEvidence {
  const event = copilotEvent(record);
  const context = event === undefined ? undefined : contextIn(event);
  const cwd = asId(context?.["cwd"]);
  if (event === undefined || context === undefined || cwd === null) return NOTHING;
  const remote = remoteOf(context);
  return {
    directories: [{ path: cwd, source: event.agent ? "workspace-root" : "record" }],
    originSessions: [],
    ...(remote === undefined ? {} : { remotes: [remote] }),
  };
}

/**
 * The working directory's context that a record of the session itself states. It may be absent.
 *
 * @param record one parsed line
 */
export function contextOf(record: unknown): Row | undefined {
  const event = copilotEvent(record);
  return event === undefined || event.agent ? undefined : contextIn(event);
}

/** `data.context` at a start and a resume, `data` itself behind a change. */
function contextIn({ type, data }: CopilotEvent): Row | undefined {
  switch (type) {
    case "session.start":
    case "session.resume":
      return asRow(data["context"]);
    case "session.context_changed":
      return data;
  }
  return undefined;
}

/** `owner/name` with the host it lies on: it may refuse the conversation. */
function remoteOf(context: Row): string | undefined {
  const repository = asId(context["repository"]);
  const host = asId(context["repositoryHost"]) ?? (context["hostType"] === "github" ? "github.com" : null);
  return repository === null || host === null ? undefined : `https://${host}/${repository}`;
}
