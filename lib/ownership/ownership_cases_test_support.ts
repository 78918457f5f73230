/**
 * The cases of `fixtures/ownership/` as types, and how to run one. Tests only; the README beside the files says what
 * each field means.
 *
 * @module
 */
import type { DistroMounts } from "../paths/mounts.ts";
import type { DirectorySource, Environment } from "../types.ts";
import type { Config } from "./config.ts";
import { type ChangeCause, changedBy } from "./config_change.ts";
import { decide, type Learner } from "./decide.ts";
import { type FactGatherer, gatherFacts, type WorktreePair } from "./facts.ts";
import { type MemoryEntry, memoryFiles } from "./memory_files_test_support.ts";
import { applyPolicy, readPolicy } from "./policy.ts";
import { readConfig } from "./read_config.ts";
import { NO_FLAGS, type OwnershipFlags, type SessionFacts } from "./session_facts.ts";
import { hookWorkspace, namedWorkspace } from "./session_workspace.ts";
import type { Verdict, VerdictKind } from "./verdict.ts";
import { chooseWorkDir } from "./work_dir.ts";
import { gatherWorkDirFacts } from "./work_dir_facts.ts";
import type { World } from "./world.ts";

interface CaseDirectory {
  readonly path: string;
  readonly source?: DirectorySource;
  readonly environment?: Environment;
}

interface CaseSession {
  readonly directories: readonly (string | CaseDirectory)[];
  readonly files?: readonly string[];
  readonly remotes?: readonly string[];
  readonly flags?: Partial<OwnershipFlags>;
}

/** One look at a session. */
export interface CaseStep {
  readonly session: CaseSession;
  /** Workspace named by a person; missing: a hook decides. */
  readonly learn?: { readonly workspace?: string };
  /** Replaces the case's configuration or disk from this step on. */
  readonly config?: unknown;
  readonly disk?: Readonly<Record<string, MemoryEntry>>;
  readonly expect: {
    readonly verdict: VerdictKind;
    readonly workspace: string;
    /** One for each directory; `claimed:NAME`, `inside+NAME` for an unconfirmed overlap. */
    readonly places?: readonly string[];
    readonly reason?: string;
    readonly other?: string;
    readonly files?: Readonly<Record<string, number>>;
    /** What the workspace of the step before says now, and why that differs. */
    readonly before?: VerdictKind;
    readonly cause?: string;
    readonly workDir?: string;
  };
}

/** One case of a fixture file. */
export interface OwnershipCase {
  readonly name: string;
  readonly machine?: Environment;
  readonly profiles?: readonly DistroMounts[];
  readonly caseSensitive?: boolean;
  readonly disk?: Readonly<Record<string, MemoryEntry>>;
  readonly remembered?: readonly WorktreePair[];
  readonly home?: string;
  readonly temporary?: readonly string[];
  readonly clients?: readonly string[];
  readonly config?: unknown;
  readonly policy?: unknown;
  readonly workDirOption?: string;
  readonly steps: readonly CaseStep[];
}

interface VerdictChange {
  readonly before: VerdictKind;
  readonly cause: ChangeCause;
}

/** What a step came to, in the words of `expect`. */
export interface StepOutcome {
  readonly verdict: Verdict;
  readonly session: SessionFacts;
  readonly learner: Learner;
  readonly world: World;
  readonly gatherer: FactGatherer;
  readonly config: Config;
}

/** Runs the steps of a case, each on its own disk and configuration, and hands each outcome over in `expect`'s words. */
export function runCase(
  given: OwnershipCase,
  check: (step: CaseStep, actual: Record<string, unknown>) => void,
): void {
  let { config: file, disk = {} } = given;
  let before: { readonly verdict: Verdict; readonly session: CaseSession } | undefined;
  for (const step of given.steps) {
    file = step.config ?? file;
    disk = step.disk ?? disk;
    const outcome = runStep({ ...given, config: file, disk }, step);
    check(step, inWords(outcome, { change: before && changeOf(before, outcome, given), given }));
    before = { verdict: outcome.verdict, session: step.session };
  }
}

/** What the workspace of the step before says about the session now. */
function changeOf(
  before: { readonly verdict: Verdict; readonly session: CaseSession },
  { session, world, gatherer }: StepOutcome,
  given: OwnershipCase,
): VerdictChange {
  const learner = { workspace: before.verdict.workspace };
  const now = decide(session, world, learner);
  const stored = { kind: before.verdict.kind, session: gather(gatherer, before.session, given) };
  return { before: now.kind, cause: changedBy(stored, now, { world, learner }) };
}

function runStep(given: OwnershipCase, step: CaseStep): StepOutcome {
  const machine = given.machine ?? { os: "linux" };
  const { config: read, problems } = readConfig(given.config);
  const { policy } = readPolicy(given.policy);
  if (read === null || policy === null) throw new Error(`fixture "${given.name}": ${JSON.stringify(problems)}`);
  const config = applyPolicy(read, policy);
  const gatherer = gatherFacts({
    files: memoryFiles(given.disk ?? {}, { os: machine.os }),
    machine: {
      environment: machine,
      paths: { mounts: given.profiles ?? [], ...(given.caseSensitive ? { caseSensitive: true } : {}) },
    },
    remembered: given.remembered ?? [],
  });
  const world = gatherer.world(config, { remotes: true });
  const session = gather(gatherer, step.session, given);
  const learner = step.learn === undefined
    ? hookWorkspace(session, world)
    : namedWorkspace([step.learn.workspace], world);
  return { verdict: decide(session, world, learner), session, learner, world, gatherer, config };
}

function gather(gatherer: FactGatherer, session: CaseSession, given: OwnershipCase): SessionFacts {
  const machine = given.machine ?? { os: "linux" };
  return {
    directories: session.directories.map((directory) => {
      const { path, source = "record", environment = machine }: CaseDirectory = typeof directory === "string"
        ? { path: directory }
        : directory;
      return gatherer.directory({ path, source }, environment);
    }),
    files: (session.files ?? []).map((path) => gatherer.file(path, machine)),
    remotes: session.remotes ?? [],
    flags: { ...NO_FLAGS, ...session.flags },
  };
}

function inWords(
  { verdict, session, world, gatherer, config }: StepOutcome,
  { change, given }: { readonly change: VerdictChange | undefined; readonly given: OwnershipCase },
): Record<string, unknown> {
  const project = session.directories[0] ?? null;
  const settings = config.workspaces.find(({ name }) => name === verdict.workspace) ??
    { workDir: null, place: "project" };
  const machine = { home: given.home ?? null, temporary: given.temporary ?? [], clients: given.clients ?? [] };
  const chosen = chooseWorkDir(
    {
      project,
      directories: session.directories,
      verdict: verdict.kind,
      workspace: verdict.workspace,
      settings,
      ...(given.workDirOption === undefined ? {} : { given: given.workDirOption }),
    },
    world,
    gatherWorkDirFacts(gatherer, project, machine),
  );
  return {
    verdict: verdict.kind,
    workspace: verdict.workspace,
    places: verdict.cwds.map(({ place, workspace, overlaps }) =>
      [workspace === undefined ? place : `${place}:${workspace}`, ...overlaps].join("+")
    ),
    reason: verdict.reason,
    other: verdict.other,
    files: Object.fromEntries(verdict.files.map(({ workspace, count }) => [workspace, count])),
    ...change,
    workDir: chosen.kind === "directory" ? `${chosen.because} ${chosen.dir}` : `data ${chosen.because}`,
  };
}
