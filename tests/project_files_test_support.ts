/**
 * What belongs to the project: the files that git tracks, or would.
 *
 * @module
 */
import { nativePath } from "../scripts/native_path.ts";

/** The project's directory, ending in `/`. */
export const PROJECT = new URL("..", import.meta.url);

/** True when a git checkout can be asked for its files. */
export const canAskGit = Deno.permissions.querySync({ name: "run" }).state === "granted" &&
  Deno.permissions.querySync({ name: "read" }).state === "granted" && hasGit();

/** Paths of tracked files, and of new ones that are not ignored, that are on disk; relative, sorted by code unit. */
export function projectFiles(): string[] {
  return git("ls-files", "--cached", "--others", "--exclude-standard", "-z")
    .split("\0")
    .filter((path) => path !== "" && isFile(path))
    .sort();
}

/** Paths of tracked files only. */
export function trackedFiles(): string[] {
  return git("ls-files", "-z").split("\0").filter((path) => path !== "").sort();
}

/** The text of a file of the project. */
export function projectText(path: string): string {
  return Deno.readTextFileSync(projectUrl(path));
}

/** Where a file of the project is. */
export function projectUrl(path: string): URL {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), PROJECT);
}

function git(...args: string[]): string {
  const output = new Deno.Command("git", { args: ["-C", nativePath(PROJECT), ...args], stderr: "piped" }).outputSync();
  if (!output.success) throw new Error(`git ${args[0]} failed: ${new TextDecoder().decode(output.stderr)}`);
  return new TextDecoder().decode(output.stdout);
}

function hasGit(): boolean {
  try {
    git("rev-parse", "--is-inside-work-tree");
    return true;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(projectUrl(path)).isFile;
  } catch {
    return false;
  }
}
