/**
 * One session before the ownership rule: its facts, who learns, the verdict, and where its files go.
 *
 * @module
 */
import {
  chooseWorkDir,
  decide,
  type DirectoryFacts,
  findWorkspace,
  gatherWorkDirFacts,
  hookWorkspace,
  type Learner,
  namedWorkspace,
  normalRemote,
  type OwnershipFlags,
  type SessionFacts,
  type Verdict,
  type WorkDir,
} from "../ownership/mod.ts";
import { projectPathOf as renderProjectPath } from "../paths/render.ts";
import { keptWorkDir } from "../record/kept_data.ts";
import type { RecordedDirectory } from "../types.ts";
import type { Product } from "./product.ts";

/** Who asks: a hook finds the workspace from the roots, a person names it or means the active one. */
export type Asker =
  | { readonly kind: "hook" }
  | { readonly kind: "person"; readonly workspace: string | undefined };

/** A session with its verdict. */
export interface Judged {
  readonly facts: SessionFacts;
  readonly learner: Learner;
  readonly verdict: Verdict;
}

/** What is known about a session beside its directories. */
export interface MoreFacts {
  readonly flags: OwnershipFlags;
  /** Files that tool records name. */
  readonly touched?: readonly string[];
  /** Remotes of the repository, as the client recorded them. */
  readonly remotes?: readonly string[];
}

/** Gathers the facts of recorded directories and decides. */
export function judge(
  product: Product,
  directories: readonly RecordedDirectory[],
  { asker, ...more }: MoreFacts & { readonly asker: Asker },
): Judged {
  const facts = sessionFacts(product, directories, more);
  const learner = asker.kind === "hook"
    ? hookWorkspace(facts, product.world)
    : namedWorkspace([asker.workspace], product.world);
  return { facts, learner, verdict: decide(facts, product.world, learner) };
}

/** What the disk says about recorded directories. */
export function sessionFacts(
  product: Product,
  directories: readonly RecordedDirectory[],
  { flags, touched = [], remotes = [] }: MoreFacts,
): SessionFacts {
  return {
    directories: directories.map((directory) =>
      product.facts.directory(directory, directory.environment ?? product.environment)
    ),
    files: touched.map((path) => product.facts.file(path, product.environment)),
    remotes: remotes.map(normalRemote).filter((remote) => remote !== undefined),
    flags,
  };
}

/**
 * The directory that the session's projectPath is made of: the first one recorded; for a fork that rewrote its rows the
 * original one.
 */
export function projectDirectory(facts: SessionFacts): DirectoryFacts | null {
  const directories = facts.directories.filter(({ source }) => source !== "damaged");
  const of = (source: DirectoryFacts["source"]) => directories.find((directory) => directory.source === source);
  const copied = directories.some(({ source }) => source === "origin-session");
  if (copied) {
    const original = directories.find(({ source, lexical }) =>
      source === "origin-session" && lexical.kind !== "unknown"
    );
    return original ?? of("environment") ?? of("record") ?? null;
  }
  return of("record") ?? of("environment") ?? directories.find(({ source }) => source !== "payload") ??
    directories[0] ?? null;
}

/** projectPath: the directory rendered in its own environment (design section 2); empty without any. */
export function projectPathOf(product: Product, project: DirectoryFacts | null): string {
  if (project === null) return "";
  const recorded = { text: project.recorded, place: project.lexical, environment: project.environment };
  return renderProjectPath(recorded, product.facts.machine.paths.mounts ?? []);
}

/** Where the session's files go: an absolute native path. */
export function workDirFor(
  product: Product,
  judged: Judged,
  options: { readonly project: DirectoryFacts | null; readonly given: string | undefined },
): string {
  return chosenWorkDir(product, judged, options).dir;
}

/** Where the session's files go, and why there. */
export function chosenWorkDir(
  product: Product,
  judged: Judged,
  { project, given }: { readonly project: DirectoryFacts | null; readonly given: string | undefined },
): { readonly dir: string; readonly because: WorkDir["because"] } {
  const { verdict, facts } = judged;
  const settings = findWorkspace(product.config, verdict.workspace);
  const choice = chooseWorkDir(
    {
      project,
      directories: facts.directories,
      verdict: verdict.kind,
      workspace: verdict.workspace,
      settings: { workDir: settings?.workDir ?? null, place: settings?.place ?? "project" },
      ...(given === undefined ? {} : { given }),
    },
    product.world,
    gatherWorkDirFacts(product.facts, project, product.directories),
  );
  const dir = choice.kind === "directory" ? choice.dir : keptWorkDir(product.homes.data, verdict.workspace);
  return { dir, because: choice.because };
}
