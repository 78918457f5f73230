/**
 * The small files by which git connects a working tree with its repository, as text. A repository's content is anybody's
 * work: sizes are bounded and nothing is trusted before the other side confirms it.
 *
 * @module
 */

/** More than any `.git`, `gitdir` or `commondir` file holds: a path and a word. */
export const MOST_GIT_TEXT = 4096;

/** What a `.git` entry is. */
export type GitEntry =
  /** A repository of its own, or nothing that git would follow. */
  | { readonly kind: "own" }
  /** A file that leads elsewhere. */
  | { readonly kind: "file"; readonly gitdir: string };

/**
 * Reads a `.git` file.
 *
 * @param text its content, undefined when it is too large or no text
 * @returns `own` when it is no file that git would follow
 * @example
 * ```ts
 * import { readGitFile } from "./git_text.ts";
 * readGitFile("gitdir: /srv/kettle/.git/worktrees/spout\n"); // { kind: "file", gitdir: "/srv/kettle/.git/worktrees/spout" }
 * ```
 */
export function readGitFile(text: string | undefined): GitEntry {
  const gitdir = text?.startsWith("gitdir: ") ? readPathLine(text.slice("gitdir: ".length)) : undefined;
  return gitdir === undefined ? { kind: "own" } : { kind: "file", gitdir };
}

/**
 * The path in a file that holds nothing else (`gitdir`, `commondir`).
 *
 * @returns undefined when the content is missing, has a NUL or more than one line
 */
export function readPathLine(text: string | undefined): string | undefined {
  const path = text?.replace(/[\r\n]+$/, "");
  return path === undefined || path === "" || /[\0\r\n]/.test(path) ? undefined : path;
}

/**
 * True for the git directory of a linked worktree as text, whatever repository it belongs to.
 *
 * @example
 * ```ts
 * import { namesWorktree } from "./git_text.ts";
 * namesWorktree("C:/kettle/.git/worktrees/spout"); // true
 * ```
 */
export function namesWorktree(gitdir: string): boolean {
  return /[\\/]worktrees[\\/][^\\/]+[\\/]?$/.test(gitdir);
}

/**
 * The URLs of all remotes in a repository's `config` file, as written.
 *
 * @example
 * ```ts
 * import { remoteUrls } from "./git_text.ts";
 * remoteUrls('[remote "origin"]\n\turl = git@example.org:mira/kettle.git\n'); // ["git@example.org:mira/kettle.git"]
 * ```
 */
export function remoteUrls(config: string): readonly string[] {
  const urls: string[] = [];
  let inRemote = false;
  for (const raw of config.split("\n")) {
    const line = raw.trim();
    if (line.startsWith("[")) inRemote = /^\[remote[ \t]+"/i.test(line);
    const value = inRemote ? /^(?:url|pushurl)[ \t]*=[ \t]*(.*)$/i.exec(line)?.[1] : undefined;
    if (value !== undefined && value !== "") urls.push(value.replace(/^"(.*)"$/, "$1"));
  }
  return urls;
}

/**
 * One form for all spellings of a remote: `host/path` in lower case without scheme, user, port, `.git` and trailing
 * slash; a path stays a path.
 *
 * @returns undefined for an empty text
 * @example
 * ```ts
 * import { normalRemote } from "./git_text.ts";
 * normalRemote("git@example.org:Mira/kettle.git"); // "example.org/mira/kettle"
 * normalRemote("https://token@example.org/mira/kettle/"); // "example.org/mira/kettle"
 * ```
 */
export function normalRemote(url: string): string | undefined {
  const text = url.trim().toLowerCase().replace(/[?#].*$/, "");
  const withScheme = /^(?:[a-z][a-z0-9+.-]*:\/\/)(?:[^/@]*@)?([^/:]*)(?::[0-9]*)?(?:\/(.*))?$/.exec(text);
  const scp = withScheme === null ? /^(?:[^/@:]+@)?([^/:@]{2,}):(?!\/\/)\/?(.*)$/.exec(text) : null;
  const parts = withScheme ?? scp;
  const joined = parts === null ? text : `${parts[1] ?? ""}/${parts[2] ?? ""}`;
  const normal = joined.replace(/\/+$/, "").replace(/\.git$/, "").replace(/\/+$/, "").replace(/\/{2,}/g, "/");
  return normal === "" ? undefined : normal;
}
