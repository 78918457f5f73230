/**
 * Where a thread took place and which threads its words come from (formats/codex.md 2.4). A command's working directory
 * and a command item's `cwd` say nothing about the conversation's place, and the state database's has been wrong.
 *
 * @module
 */
import type { DirectorySource, RecordedDirectory, RecordEvidence } from "../../lib/types.ts";
import { asId, asRow, type CodexLine, codexLine, messageContent, type Row } from "./records.ts";

const NOTHING: RecordEvidence = { directories: [], originSessions: [] };

/**
 * The directories, remotes and parent threads that a record names.
 *
 * @param record one parsed line
 */
export function codexEvidence(record: unknown): RecordEvidence {
  const line = codexLine(record);
  if (line === undefined) return NOTHING;
  switch (line.type) {
    case "session_meta":
      return metaEvidence(line.payload);
    case "turn_context":
      return found((add) => {
        add(line.payload["cwd"], "turn-context");
        addAll(line.payload["workspace_roots"], add);
      });
    case "world_state":
      return found((add) => addEnvironments(line.payload, add));
    case "event_msg":
      if (line.payload["type"] !== "thread_settings_applied") return NOTHING;
      return found((add) => {
        const settings = asRow(line.payload["thread_settings"]);
        add(settings?.["cwd"], "turn-context");
        addAll(settings?.["runtime_workspace_roots"], add);
      });
    case "response_item":
      return line.bare ? found((add) => addEnvironmentContext(line, add)) : NOTHING;
  }
  return NOTHING;
}

type Add = (value: unknown, source: DirectorySource) => void;

function found(fill: (add: Add) => void): RecordEvidence {
  const directories: RecordedDirectory[] = [];
  fill((value, source) => {
    const path = asId(value);
    if (path !== null && !isRebuilt(path)) directories.push({ path, source });
  });
  return directories.length === 0 ? NOTHING : { directories, originSessions: [] };
}

function metaEvidence(payload: Row): RecordEvidence {
  const { directories } = found((add) => {
    add(payload["cwd"], "record");
    addAll(payload["runtime_workspace_roots"], add);
  });
  const parent = asId(payload["forked_from_id"]);
  const remote = asId(asRow(payload["git"])?.["repository_url"]);
  return {
    directories,
    originSessions: [],
    ...(parent === null ? {} : { parentSessions: [parent] }),
    ...(remote === null ? {} : { remotes: [remote] }),
  };
}

/** Permission roots: they may refuse the conversation, never grant it. */
function addAll(roots: unknown, add: Add): void {
  if (Array.isArray(roots)) { for (const root of roots) add(root, "workspace-root"); }
}

function addEnvironments(payload: Row, add: Add): void {
  const environments = asRow(asRow(asRow(payload["state"])?.["environments"])?.["environments"]);
  for (const environment of Object.values(environments ?? {})) add(asRow(environment)?.["cwd"], "environment");
}

/** The only place where a file of 0.29 and older says where it was made. Later ones say it elsewhere as well. */
function addEnvironmentContext({ payload }: CodexLine, add: Add): void {
  if (payload["role"] !== "user") return;
  for (const { text } of messageContent(payload).texts) {
    const context = /^\s*<environment_context>([\s\S]{0,8192}?)<\/environment_context>/.exec(text)?.[1];
    const cwd = context === undefined ? undefined : /<cwd>([^<]{1,4096})<\/cwd>/.exec(context)?.[1];
    if (cwd !== undefined) add(cwd.trim(), "environment");
  }
}

/**
 * A Windows directory that the app rebuilt below its own resources is not where anybody worked
 * (https://github.com/openai/codex/issues/41525).
 */
function isRebuilt(path: string): boolean {
  return /[\\/]Program Files[\\/]WindowsApps[\\/]OpenAI\.Codex_/i.test(path);
}
