/**
 * What the verdict about one session rests on, as an import and `explain` gather it: its directories from everywhere they
 * are known from, the copies that are stored, the flags.
 *
 * @module
 */
import { type DirectoryFacts, isEvidence, NO_FLAGS } from "../ownership/mod.ts";
import { foldNtfs } from "../paths/fold.ts";
import { readPayloads } from "../record/kept_data.ts";
import type { RecordedDirectory } from "../types.ts";
import { projectDirectory, projectPathOf, sessionFacts } from "./judge.ts";
import { originDirectories, type Origins } from "./origin_directories.ts";
import { namesKnown } from "./damaged_directory.ts";
import type { Product } from "./product.ts";
import { readFlags } from "./read_flags.ts";
import type { SessionImport } from "./session_import.ts";
import { keptDirectories, storedCopies, type StoredCopy, wasOptedOut } from "./stored_copies.ts";
import { claimsFiles, touchedFiles } from "./touched_files.ts";
import type { KnownFlags, SessionState } from "./transcript_state.ts";

/** What is known about a session before it is judged. */
export interface GatheredSession {
  /** Every recorded directory: of the records, of origins, of payloads, and those that stored copies keep. */
  readonly directories: readonly RecordedDirectory[];
  readonly origins: Origins;
  /** The directory that projectPath is made of. */
  readonly project: DirectoryFacts | null;
  readonly projectPath: string;
  readonly copies: readonly StoredCopy[];
  /** Copies under other names: see `StoredCopies`. */
  readonly others: readonly StoredCopy[];
  readonly otherKeys: readonly string[];
  readonly flags: KnownFlags;
  /** Files of tool records, where a workspace claims files. */
  readonly touched: readonly string[] | undefined;
}

/**
 * Gathers.
 *
 * @param remembered what the state says about the session; `at.known` says what of its records need not be read again
 */
export async function gatherSession(
  product: Product,
  at: SessionImport,
  remembered: SessionState | undefined,
): Promise<GatheredSession> {
  const { client, session, options: { transcript } } = at;
  const found = await originDirectories(product, client, {
    transcript,
    session,
    known: remembered?.origins,
    otherFiles: otherFiles(product, at, remembered),
  });
  // Read when no record says more than where the conversation may not be learned.
  const side = session.directories.some(isEvidence) ? [] : client.sideDirectories?.(product.files, transcript) ?? [];
  const written = [...session.directories, ...side, ...found.directories];
  const roots = product.config.workspaces.flatMap((workspace) => workspace.roots);
  const told = payloadDirectories(product, at, remembered)
    .filter(({ path }) => !namesKnown(path, { known: written.map((directory) => directory.path), roots }));
  const recorded = [...written, ...told].map((directory) => recordedThere(product, directory));
  const facts = sessionFacts(product, recorded, { flags: NO_FLAGS });
  const project = projectDirectory(facts);
  // Frozen when it is stored first: what was only looked at may not have said yet where it took place.
  const isStored = remembered !== undefined && remembered.places.length > 0;
  const firstPath = isStored ? remembered.projectPath : projectPathOf(product, project);
  const { copies, others, otherKeys } = storedCopies(product, {
    client,
    sessionId: session.id,
    projectPath: firstPath,
    known: remembered,
    directories: facts.directories,
    isCopy: session.originSessions.length > 0,
  });
  const flags = readFlags(at);
  const all = [...copies, ...others];
  return {
    directories: [...recorded, ...keptDirectories(all, { transcript, recorded })],
    origins: found.origins,
    project,
    projectPath: copies[0]?.meta.projectPath ?? firstPath,
    copies,
    others,
    otherKeys,
    flags: { ...flags, optedOut: flags.optedOut || all.some(wasOptedOut) },
    touched: claimsFiles(product) ? touchedFiles(at, at.surveyedBefore) : undefined,
  };
}

/** A sweep knows them of its listing. A hook asks once: looking into every folder of a store takes its time. */
function otherFiles(
  { files }: Product,
  { client, session, options }: SessionImport,
  remembered: SessionState | undefined,
): readonly string[] {
  const { transcript, asker } = options;
  // A file that is named after another session holds some rows of this one: its own file is looked at anyway.
  if (client.otherFiles === undefined || !transcript.includes(session.id)) return [];
  if (options.otherFiles !== undefined) return options.otherFiles;
  if (asker.kind === "hook" && remembered !== undefined) return [];
  return client.otherFiles(files, transcript, session.id);
}

/** Readers decide again, and know only what is stored: what another machine recorded has to say so. */
function recordedThere({ environment, facts }: Product, directory: RecordedDirectory): RecordedDirectory {
  const own = facts.machine.environment;
  if (environment === own || directory.environment !== undefined) return directory;
  const isSame = environment.os === own.os && (environment.os !== "wsl" || own.os !== "wsl" ||
    foldNtfs(environment.distro) === foldNtfs(own.distro));
  return isSame ? directory : { ...directory, environment };
}

/** Directories that payloads named, now and in earlier runs: the transcript need not hold them. */
function payloadDirectories(
  { files, homes }: Product,
  { options: { payload }, client, session }: SessionImport,
  remembered: SessionState | undefined,
): readonly RecordedDirectory[] {
  const kept = remembered === undefined
    ? readPayloads(files, homes.data, { client: client.name, sessionId: session.id })
    : remembered.payloadPaths ?? [];
  const paths = new Set(kept);
  if (payload?.sessionId === session.id) {
    if (payload.cwd !== null) paths.add(payload.cwd);
    for (const root of payload.roots ?? []) paths.add(root);
  }
  return [...paths].map((path) => ({ path, source: "payload" }));
}
