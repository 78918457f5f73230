/**
 * Where Claude Code keeps its transcripts: `<config>/projects/<slug>/<session id>.jsonl`. The slug encodes a directory but
 * collides (https://github.com/anthropics/claude-code/issues/40946), so it is never evidence of one.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { under } from "../../lib/record/layout.ts";
import type { ClientModule, StoredTranscript } from "../../lib/types.ts";

/** The config directory: the one that `CLAUDE_CONFIG_DIR` names, else `~/.claude`. */
export const claudeStores: ClientModule["stores"] = ({ home, environment }) => {
  const named = environment("CLAUDE_CONFIG_DIR");
  if (named !== undefined) return [named];
  return home === null ? [] : [`${home}/.claude`];
};

/**
 * Every session transcript below a config directory, sorted by path. Sub-agent transcripts, other files and links that
 * leave the store are left out.
 *
 * A session that moved may leave a stub of its name in another slug, which knows less of where the session was: the
 * largest file is the session (formats/claude_code.md 2.6, Moves).
 */
export function claudeTranscripts(files: Files, configDirectory: string): StoredTranscript[] {
  // A hook knows a transcript by its real path; what it remembers has to be found by it.
  const projects = files.realPath(`${configDirectory}/projects`);
  if (projects === undefined) return [];
  const found = new Map<string, StoredTranscript>();
  for (const slug of files.list(projects) ?? []) {
    const directory = realSlug(files, { projects, slug });
    if (directory === undefined) continue;
    for (const name of files.list(directory) ?? []) {
      if (!name.endsWith(".jsonl") || name.startsWith("agent-")) continue;
      const path = under(directory, name);
      const entry = files.lstat(path);
      if (entry?.isFile && !entry.isSymlink) found.set(path, { path, stat: entry });
    }
  }
  return largestOfEach([...found.values()]);
}

/** A slug that is a link counts only when it stays inside the store (https://github.com/anthropics/claude-code/issues/46342). */
function realSlug(
  files: Pick<Files, "lstat" | "realPath">,
  { projects, slug }: { readonly projects: string; readonly slug: string },
): string | undefined {
  const directory = under(projects, slug);
  if (!files.lstat(directory)?.isSymlink) return directory;
  const real = files.realPath(directory);
  return real?.startsWith(under(projects, "")) === true ? real : undefined;
}

function largestOfEach(found: StoredTranscript[]): StoredTranscript[] {
  const sessions = Map.groupBy(found, ({ path }) => path.replace(/^.*[/\\]/, ""));
  if (sessions.size === found.length) return found;
  const largest: StoredTranscript[] = [];
  for (const files of sessions.values()) {
    const [first, ...smaller] = files.sort((a, b) => b.stat.size - a.stat.size || b.stat.mtime - a.stat.mtime);
    if (first === undefined) continue;
    largest.push(smaller.length === 0 ? first : { ...first, smaller: smaller.map(({ path }) => path) });
  }
  return largest.sort((a, b) => a.path < b.path ? -1 : 1);
}

/**
 * The transcript of another session of the same store.
 *
 * @param transcript a transcript of the store
 * @returns undefined when the store holds none, or `transcript` lies in no store
 */
export function findClaudeSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  sessionId: string,
): string | undefined {
  let best: { path: string; size: number } | undefined;
  for (const candidate of filesOfSession(files, transcript, sessionId)) {
    const stat = files.stat(candidate);
    // A stub with the same id may stay behind when a session moves: the larger file is the session.
    if (stat?.isFile && (best === undefined || stat.size > best.size)) best = { path: candidate, size: stat.size };
  }
  return best?.path;
}

/**
 * The other files of a session: a stub that stayed behind when it moved, or a copy that went on in another directory.
 *
 * @param transcript the file of the session that is known
 */
export function otherClaudeFiles(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  sessionId: string,
): readonly string[] {
  const own = transcript.replaceAll("\\", "/");
  return filesOfSession(files, transcript, sessionId)
    .filter((path) => path !== own && files.stat(path)?.isFile === true);
}

/** Where files of that id may be: in every folder of the store that a transcript lies in. */
function filesOfSession(files: Pick<Files, "list">, transcript: string, sessionId: string): readonly string[] {
  // A session id comes out of a transcript: it becomes a path part only in the one shape that clients write.
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(sessionId)) return [];
  const path = transcript.replaceAll("\\", "/");
  const slugEnd = path.lastIndexOf("/");
  const projectsEnd = path.lastIndexOf("/", slugEnd - 1);
  if (slugEnd <= 0 || projectsEnd <= 0) return [];
  const name = `${sessionId}.jsonl`;
  const projects = path.slice(0, projectsEnd);
  const directories = projects.endsWith("/projects")
    ? (files.list(projects) ?? []).map((slug) => `${projects}/${slug}`)
    : [path.slice(0, slugEnd)];
  return directories.map((directory) => `${directory}/${name}`);
}
