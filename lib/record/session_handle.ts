/**
 * Where a session's transcript is read and where what is learned from it lies. Resolving makes nothing: no directory, no
 * file.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { type HabitatMeta, readHabitatMeta } from "./habitat_meta.ts";
import { sessionPlace, under } from "./layout.ts";
import { transcriptSegments } from "./transcript_segments.ts";

/** Whose layout a session has. */
export type SessionRecordSource = "habitat" | "claude-code";

/** A session that was found. */
export interface SessionHandle {
  /** Whose layout it has. */
  readonly source: SessionRecordSource;
  /** `habitat:{name of the directory}` or `claude-code:{safe key}`. */
  readonly sessionKey: string;
  /** Every part of the transcript in the order in which it was said; they may be missing. */
  readonly transcriptReadPaths: readonly string[];
  /** Where learnings lie, one file a kind; it need not exist. */
  readonly learningsRoot: string;
  /** The session's own directory; habitat only. */
  readonly habitatSessionDir?: string;
  /** What `meta.json` says; habitat only. */
  readonly meta?: HabitatMeta;
  /** The directory that `.umwelten` lies in; Claude Code only. */
  readonly workingDirectory?: string;
  /** The project that the session was about, as the client wrote it; Claude Code only. */
  readonly claudeProjectPath?: string;
  /** The client's id of the session; Claude Code only. */
  readonly claudeSessionUuid?: string;
}

/**
 * A habitat session: learnings lie beside `meta.json` and the transcript.
 *
 * @param sessionDir the session's directory, absolute and native
 */
export function resolveHabitatSession(files: Pick<Files, "list" | "readText">, sessionDir: string): SessionHandle {
  const directory = withoutEnd(sessionDir);
  return {
    source: "habitat",
    sessionKey: `habitat:${baseName(directory)}`,
    transcriptReadPaths: transcriptSegments(files, directory).map(({ path }) => path),
    learningsRoot: directory,
    habitatSessionDir: directory,
    meta: readHabitatMeta(files, directory),
  };
}

/** Which session of Claude Code is meant. */
export interface ClaudeSession {
  /** The directory that `.umwelten` lies in, absolute and native. */
  readonly workDir: string;
  /** The project as the client recorded it: its name is part of what the key is made of. */
  readonly projectPath: string;
  /** The client's id of the session. */
  readonly sessionUuid: string;
  /** Claude Code's own directory, such as `/home/mira/.claude`; without it the transcript's path is not known. */
  readonly claudeDir?: string;
}

/** A session of Claude Code: its transcript is the client's and only read, learnings lie below the working directory. */
export function resolveClaudeSession(session: ClaudeSession): SessionHandle {
  const { workDir, projectPath, sessionUuid, claudeDir } = session;
  const place = sessionPlace({ workDir, folder: "claude", projectPath, sessionId: sessionUuid });
  const transcripts = claudeDir === undefined
    ? []
    : [under(claudeDir, "projects", encodedProject(projectPath), `${sessionUuid}.jsonl`)];
  return {
    source: "claude-code",
    sessionKey: `claude-code:${place.safeKey}`,
    transcriptReadPaths: transcripts,
    learningsRoot: place.directory,
    workingDirectory: workDir,
    claudeProjectPath: projectPath,
    claudeSessionUuid: sessionUuid,
  };
}

/** Claude Code's folder for a project: everything but ASCII letters and digits becomes a hyphen. */
function encodedProject(projectPath: string): string {
  return projectPath.replaceAll(/[^A-Za-z0-9]/g, "-");
}

function withoutEnd(path: string): string {
  return path.length > 1 && /[/\\]$/.test(path) ? path.slice(0, -1) : path;
}

function baseName(path: string): string {
  return /[^/\\]+$/.exec(path)?.[0] ?? path;
}
