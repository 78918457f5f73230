/**
 * What a session looked like when it was read last: a cache in the state directory, one small file a session. Losing it
 * costs reading again. It is written for skipped sessions too, so that a large one is not scanned at every hook.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { CLIENT_NAMES, type ClientName, type Json, type RecordedDirectory } from "../types.ts";
import { sha256Hex } from "./ids.ts";
import { under } from "./layout.ts";
import type { MetaCursor } from "./meta_types.ts";
import { parseCursor, parseDirectories } from "./parse_meta.ts";
import { isObject, parseObject } from "./read_rows.ts";

/** One of the session's transcript files. */
export interface StateFile extends MetaCursor {
  readonly path: string;
}

/** What was decided for one workspace. */
export interface StateVerdict {
  readonly kind: string;
  readonly reason?: string;
  /** Hash of the configuration that it was decided with. */
  readonly config: string;
  readonly projectPath: string;
  /** null when nothing is stored for this verdict. */
  readonly workDir: string | null;
}

/** The content of a state file. */
export interface SessionState {
  readonly schema: 1;
  readonly client: ClientName;
  readonly sessionId: string;
  /** ISO time. */
  readonly updatedAt: string;
  readonly files: readonly StateFile[];
  readonly directories: readonly RecordedDirectory[];
  readonly flags: Json;
  /** By workspace. */
  readonly workspaces: Readonly<Record<string, StateVerdict>>;
}

/**
 * Where a session's state lies. Names are hashes, as ids and paths of transcripts never become path parts.
 *
 * @param state the state directory
 * @param session `key`: the session's id, or the path of a transcript whose session is not known yet
 */
export function sessionStatePath(
  state: string,
  session: { readonly client: ClientName; readonly key: string },
): string {
  return under(state, "sessions", `${sha256Hex(`${session.client}\0${session.key}`).slice(0, 32)}.json`);
}

/** @returns undefined when nothing usable is there */
export function readSessionState(files: Pick<Files, "readText">, path: string): SessionState | undefined {
  const value = parseObject(files.readText(path) ?? "");
  const client = CLIENT_NAMES.find((name) => name === value?.client);
  if (value?.schema !== 1 || client === undefined || typeof value.sessionId !== "string") return undefined;
  return {
    schema: 1,
    client,
    sessionId: value.sessionId,
    updatedAt: typeof value.updatedAt === "string" ? value.updatedAt : "",
    files: parseFiles(value.files),
    directories: parseDirectories(value.directories),
    flags: (value.flags ?? null) as Json,
    workspaces: parseVerdicts(value.workspaces),
  };
}

/** Replaces a session's state, making the directory when it is the first. */
export function writeSessionState(
  files: Pick<Files, "stat" | "makeDirectory" | "replace">,
  path: string,
  state: SessionState,
): void {
  const directory = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
  if (files.stat(directory) === undefined) files.makeDirectory(directory);
  files.replace(path, new TextEncoder().encode(`${JSON.stringify(state)}\n`));
}

function parseFiles(value: unknown): readonly StateFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): readonly StateFile[] => {
    const cursor = parseCursor(entry);
    return cursor === null || !isObject(entry) || typeof entry.path !== "string"
      ? []
      : [{ path: entry.path, ...cursor }];
  });
}

function parseVerdicts(value: unknown): Readonly<Record<string, StateVerdict>> {
  if (!isObject(value)) return {};
  const verdicts: Record<string, StateVerdict> = {};
  for (const [workspace, verdict] of Object.entries(value)) {
    if (!isObject(verdict)) continue;
    const { kind, reason, config, projectPath, workDir } = verdict;
    if (typeof kind !== "string" || typeof config !== "string" || typeof projectPath !== "string") continue;
    verdicts[workspace] = {
      kind,
      ...(typeof reason === "string" ? { reason } : {}),
      config,
      projectPath,
      workDir: typeof workDir === "string" ? workDir : null,
    };
  }
  return verdicts;
}
