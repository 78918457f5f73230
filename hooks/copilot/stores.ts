/**
 * Where Copilot CLI keeps its event logs: `session-state/<id>/events.jsonl`, or `session-state/<id>.jsonl` in the versions
 * around 0.0.342. `history-session-state/` of older ones has no directory that an owner could be told by.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import type { ClientModule, RecordedDirectory, StoredTranscript } from "../../lib/types.ts";
import { safeId } from "./records.ts";

const SESSIONS = "session-state";
const LOG = "events.jsonl";

/** The directory of Copilot CLI: `COPILOT_HOME` replaces `~/.copilot` as a whole. */
export const copilotStores: ClientModule["stores"] = ({ home, environment }) => {
  const named = environment("COPILOT_HOME");
  if (named !== undefined) return [named];
  return home === null ? [] : [`${home}/.copilot`];
};

/** Every event log below a store, sorted by path; a session that is kept both ways is listed once, by its folder. */
export function copilotTranscripts(files: Files, store: string): StoredTranscript[] {
  const sessions = `${store}/${SESSIONS}`;
  const found = new Map<string, StoredTranscript>();
  for (const name of files.list(sessions) ?? []) {
    const inFolder = safeId(name) !== null ? fileAt(files, `${sessions}/${name}/${LOG}`) : undefined;
    const flat = name.endsWith(".jsonl") ? fileAt(files, `${sessions}/${name}`) : undefined;
    if (inFolder !== undefined) found.set(name, inFolder);
    else if (flat !== undefined && !found.has(name.slice(0, -6))) found.set(name.slice(0, -6), flat);
  }
  return [...found.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}

function fileAt(files: Files, path: string): StoredTranscript | undefined {
  const stat = files.lstat(path);
  return stat?.isFile && !stat.isSymlink ? { path, stat } : undefined;
}

/**
 * The log of another session of the same store.
 *
 * @param transcript a log of the store
 */
export function findCopilotSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  session: string,
): string | undefined {
  const sessions = /^(.*[/\\]session-state)[/\\]/.exec(transcript)?.[1];
  if (sessions === undefined || safeId(session) === null) return undefined;
  return [`${sessions}/${session}/${LOG}`, `${sessions}/${session}.jsonl`].find((path) => files.stat(path)?.isFile);
}

/** A `workspace.yaml` longer than this is not one that the client writes. */
const MOST_YAML = 65_536;

/**
 * The directory that `workspace.yaml` beside a log names: a second witness, for logs that name none, and only when the file
 * is that session's own (https://github.com/github/copilot-cli/issues/2446).
 *
 * @param transcript `session-state/<id>/events.jsonl`
 */
export function copilotSideDirectories(
  files: Pick<Files, "stat" | "readText">,
  transcript: string,
): readonly RecordedDirectory[] {
  const folder = /^(.*)[/\\]events\.jsonl$/.exec(transcript)?.[1];
  if (folder === undefined) return [];
  const path = `${folder}/workspace.yaml`;
  const size = files.stat(path)?.size ?? 0;
  if (size === 0 || size > MOST_YAML) return [];
  const text = files.readText(path) ?? "";
  const cwd = scalar(text, "cwd");
  return scalar(text, "id") === folder.replace(/^.*[/\\]/, "") && cwd !== undefined
    ? [{ path: cwd, source: "store" }]
    : [];
}

/** A top-level member with a plain or quoted scalar on its own line; anything cleverer is taken for absent. */
function scalar(text: string, key: string): string | undefined {
  const found = [...text.matchAll(new RegExp(`^${key}:[ \\t]+(.*?)[ \\t]*\\r?$`, "gm"))];
  const [only, ...more] = found.map(([, value = ""]) => value);
  if (only === undefined || more.length > 0) return undefined;
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(only);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  return /^[^\s"'#&*!|>%@`{}[\],?:-](?:[^#:]|:(?=\S))*$/.test(only) || /^[A-Za-z]:[\\/][^#]*$/.test(only)
    ? only
    : undefined;
}
