/**
 * Everything that this program put on this machine, and taking it away: hook entries, learnings, its own directories.
 *
 * @module
 */
import { parse } from "@std/jsonc";
import { CLIENTS } from "../../../hooks/clients.ts";
import { INSTALLERS } from "../../../hooks/installers.ts";
import { readTranscriptState } from "../../import/transcript_state.ts";
import type { SettingsEdit, SettingsMachine } from "../../installer.ts";
import { environment } from "../../io/env.ts";
import type { Files } from "../../io/files.ts";
import { findHomes, type Homes } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import { readConfig } from "../../ownership/mod.ts";
import { readInstalls } from "../../record/installs.ts";
import { readWorkDirs } from "../../record/kept_data.ts";
import { under } from "../../record/layout.ts";
import type { ImprintMeta } from "../../record/meta_types.ts";
import { purgeLearnings } from "../../record/purge_learnings.ts";
import { machineDirectories } from "../setup.ts";
import { homeIn } from "../wired_hooks.ts";
import { removeOwnDirectories } from "./own_directories.ts";

/** What there is to take away. */
export interface Everything {
  /** Settings files that hold entries of ours. */
  readonly edits: readonly SettingsEdit[];
  /** Settings files that mention this program and cannot be edited, one sentence each. */
  readonly problems: readonly string[];
  /** Settings files that cannot be read and do not seem to mention it. */
  readonly unread: readonly string[];
  /** Where this program keeps its things: where this command looks, and where the hooks that are wired do. */
  readonly homes: readonly Homes[];
  /** Working directories that were ever written to, by the home that remembers them. */
  readonly workDirs: ReadonlyMap<Homes, readonly string[]>;
}

/** Finds it. Nothing is changed. */
export function findEverything(files: Files, machine: SettingsMachine, own: Homes): Everything {
  const first = homesOf(files, machine, own);
  const remembered = [...first].flatMap((homes) => workDirsOf(files, homes));
  const projects = [
    machine.project,
    ...first.flatMap(({ data }) => readInstalls(files, data).map(({ project }) => project)),
    // Entries of versions that did not remember where they were put.
    ...remembered,
  ];
  const edits = new Map<string, SettingsEdit>();
  const problems = new Set<string>();
  const unread = new Set<string>();
  for (const project of new Set(projects)) {
    for (const installer of INSTALLERS) {
      const plan = installer.planUninstall({ ...machine, project }, {});
      for (const edit of plan.edits) edits.set(edit.path, edit);
      for (const problem of plan.problems) problems.add(problem);
      for (const sentence of plan.unread ?? []) unread.add(sentence);
    }
  }
  return {
    edits: [...edits.values()],
    problems: [...problems],
    unread: [...unread],
    homes: first,
    workDirs: new Map(first.map((homes) => [homes, workDirsOf(files, homes)])),
  };
}

/** This command's home, and those of the hooks that are wired. */
function homesOf(files: Files, machine: SettingsMachine, own: Homes): readonly Homes[] {
  const projects = [machine.project, ...readInstalls(files, own.data).map(({ project }) => project)];
  const named = new Set(
    projects.flatMap((project) =>
      INSTALLERS.flatMap((installer) => installer.entries({ ...machine, project }).map(({ args }) => homeIn(args)))
    ),
  );
  const found = [...named].flatMap((home) => {
    try {
      return findHomes({
        os: operatingSystem(),
        mode: "hook",
        environment: machine.environment,
        ...(home === null ? {} : { home }),
      }) ?? [];
    } catch {
      // An entry that somebody edited may name anything.
      return [];
    }
  });
  const all = new Map([own, ...found].map((homes) => [JSON.stringify(homes), homes]));
  return [...all.values()];
}

function workDirsOf(files: Files, { data }: Homes): readonly string[] {
  const work = under(data, "work");
  return [
    ...new Set([
      ...readWorkDirs(files, data).map(({ dir }) => dir),
      ...(files.list(work) ?? []).map((name) => under(work, name)),
    ]),
  ];
}

/** What was left, and why. */
export interface Leftovers {
  /** Learnings that were not to go, by working directory. */
  readonly learnings: readonly string[];
  /** What others wrote, by working directory. */
  readonly foreign: readonly { readonly workDir: string; readonly rows: number; readonly sessions: number }[];
  /** In this program's own directories, and not made by it. */
  readonly strangers: readonly string[];
  /** What could not be done, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Takes the learnings and the directories away; the hook entries went before, so that no hook makes them anew.
 *
 * @param files the disk, or a rehearsal of it
 */
export async function removeEverything(
  files: Files,
  everything: Everything,
  { purge }: { readonly purge: boolean },
): Promise<Leftovers> {
  const learnings: string[] = [];
  const foreign: { workDir: string; rows: number; sessions: number }[] = [];
  const strangers: string[] = [];
  const problems: string[] = [];
  for (const [homes, workDirs] of everything.workDirs) {
    const failed = problems.length;
    for (const workDir of workDirs) {
      if (!purge) {
        if (files.stat(under(workDir, ".umwelten", "learnings")) !== undefined) learnings.push(workDir);
        continue;
      }
      try {
        const { foreignRows: rows, foreignSessions: sessions, isBusy } = await purgeLearnings(files, workDir, {
          key: files.readBytes(under(homes.data, "seal.key")),
          isOwn: (meta) => isOwnSession(files, homes, meta),
        });
        if (isBusy) problems.push(`another program holds "${workDir}"; run the command again`);
        if (rows + sessions > 0) foreign.push({ workDir, rows, sessions });
      } catch (error) {
        problems.push(`cannot take what was learned out of "${workDir}": ${messageOf(error)}`);
      }
    }
    // Without the list of working directories the rest would be found by nobody.
    if (problems.length > failed) continue;
    try {
      for (const { path, why } of removeOwnDirectories(files, homes, { purge, home: machineDirectories().home })) {
        if (why === "not-ours") strangers.push(path);
      }
    } catch (error) {
      problems.push(
        `cannot remove all of "${homes.config}", "${homes.state}" and "${homes.data}": ${messageOf(error)}`,
      );
    }
  }
  return { learnings: [...new Set(learnings)], foreign, strangers: [...new Set(strangers)], problems };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** It remembers the transcript, or the transcript lies in a store of this person's. */
function isOwnSession(files: Files, homes: Homes, meta: ImprintMeta): boolean {
  const stores = [
    ...CLIENTS.filter(({ name }) => name === meta.client).flatMap((client) =>
      client.stores({ home: machineDirectories().home, environment })
    ),
    ...recordedStores(files, homes),
  ];
  return meta.transcripts.some((path) =>
    readTranscriptState(files, homes.state, path) !== undefined ||
    stores.some((store) => path.startsWith(`${store}/`) || path.startsWith(`${store}\\`))
  );
}

/** A configuration that cannot be read records none. */
function recordedStores(files: Files, { configFile }: Homes): readonly string[] {
  try {
    return readConfig(parse(files.readText(configFile) ?? "{}")).config?.stores.map(({ dir }) => dir) ?? [];
  } catch {
    return [];
  }
}
