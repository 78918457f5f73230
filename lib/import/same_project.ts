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
  return choice.kind === "directory" ? `dir ${choice.dir}` : `path ${projectPathOf(product, project)}`;
}
