/**
 * Which sessions are about one project, wherever they are stored: a workspace may keep all of its projects in one working
 * directory, and what one project's user said is nothing for another.
 *
 * @module
 */
import { chooseWorkDir, gatherWorkDirFacts, NO_FLAGS } from "../ownership/mod.ts";
import type { RecordedDirectory } from "../types.ts";
import { projectDirectory, projectPathOf, sessionFacts } from "./judge.ts";
import type { Product } from "./product.ts";

/**
 * Names the project of recorded directories: the nearest directory with `.umwelten` or `.git` (a linked worktree's main
 * tree), else the directory itself.
 *
 * @returns undefined when no directory was recorded
 */
export function projectOf(product: Product, directories: readonly RecordedDirectory[]): string | undefined {
  const facts = sessionFacts(product, directories, { flags: NO_FLAGS });
  const project = projectDirectory(facts);
  if (project === null) return undefined;
  const choice = chooseWorkDir(
    {
      project,
      directories: facts.directories,
      verdict: "unclaimed",
      // Of no workspace: a root may hold several projects.
      workspace: "",
      settings: { workDir: null, place: "project" },
    },
    product.world,
    gatherWorkDirFacts(product.facts, project, product.directories),
  );
  if (choice.kind === "directory") return `dir ${product.files.realPath(choice.dir) ?? choice.dir}`;
  // Temporary directories are the ones with two names (macOS), and a command knows its directory by the real one.
  return `path ${projectPathOf(product, { ...project, lexical: project.real ?? project.lexical })}`;
}

/**
 * Tells which conversations are about one project, by the path that each recorded; one without a path is about none.
 *
 * @param project as {@linkcode projectOf} names it
 */
export function projectFilter(product: Product, project: string | undefined): (projectPath: string) => boolean {
  const known = new Map<string, boolean>();
  return (projectPath) => {
    if (projectPath === "" || project === undefined) return false;
    let isSame = known.get(projectPath);
    if (isSame === undefined) {
      isSame = projectOf(product, [{ path: projectPath, source: "record" }]) === project;
      known.set(projectPath, isSame);
    }
    return isSame;
  };
}
