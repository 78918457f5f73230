/**
 * Copies of a session that are stored already, and taking them back when the newest verdict says so (design section 4,
 * "The newest verdict holds for the whole session").
 *
 * @module
 */
import {
  changedBy,
  decide,
  type DirectoryFacts,
  gatherWorkDirFacts,
  isLearned,
  isPrivate,
  type Verdict,
  type VerdictKind,
} from "../ownership/mod.ts";
import { LOCK_MILLISECONDS, type SessionImport } from "./session_import.ts";
import { contains } from "../paths/contain.ts";
import { readStoredKeys } from "../record/kept_data.ts";
import { isSafeKey, learningsRoot, safeKey, type SessionPlace, sessionPlace, under } from "../record/layout.ts";
import { type MetaRead, readMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { removeText } from "../record/remove_text.ts";
import type { ClientModule, Json, RecordedDirectory } from "../types.ts";
import type { Judged } from "./judge.ts";
import { isOfOrigin } from "./origin_directories.ts";
import type { Product } from "./product.ts";
import { storedFacts } from "./stored_facts.ts";
import { knownWorkDirs } from "./stored_sessions.ts";
import type { SessionState, StoredPlace } from "./transcript_state.ts";

/** A session's directory in one working directory. */
export interface StoredCopy {
  readonly place: SessionPlace;
  readonly meta: ImprintMeta;
  /** The file that it stands in. */
  readonly read: MetaRead;
}

/** Verdicts that take back what was stored; the others only add nothing. */
const TAKES_BACK: ReadonlySet<VerdictKind> = new Set([
  "claimed",
  "unplaceable-cwd",
  "unconfirmed-overlap",
  "excluded",
  "opted-out",
]);

/** True for the verdicts that take back what was stored; tombstones of these do not bind (design section 4). */
export function takesBack(verdict: string): boolean {
  return (TAKES_BACK as ReadonlySet<string>).has(verdict);
}

/** Where a session is stored. */
export interface StoredCopies {
  /** Under its name: what a run goes on with. */
  readonly copies: readonly StoredCopy[];
  /**
   * Under other names, made of another first directory: the state was lost, or the transcript found elsewhere, and the
   * first directory is another one since. A verdict holds for them as well.
   */
  readonly others: readonly StoredCopy[];
  /** Those names. */
  readonly otherKeys: readonly string[];
}

/**
 * Where the session is stored: the places that the state remembers. When it is not there any more, or nothing is
 * remembered, every working directory that was ever written to, and those around the recorded directories: a project that
 * is renamed takes its own along. A copy of another session is stored under the path of its original; when that is gone,
 * and the state with it, only looking through the sessions there finds it.
 */
export function storedCopies(
  product: Product,
  session: {
    readonly client: ClientModule;
    readonly sessionId: string;
    readonly projectPath: string;
    readonly known: SessionState | undefined;
    /** Those that are recorded. */
    readonly directories: readonly DirectoryFacts[];
    /** Its records were copied from another session. */
    readonly isCopy: boolean;
  },
): StoredCopies {
  const { files, homes } = product;
  const { known, sessionId, client: { name: client, folder } } = session;
  const remembered = known?.places.map(({ workDir }) => workDir) ?? [];
  const own = safeKey(session);
  const kept = known === undefined ? readStoredKeys(files, homes.data, { client, sessionId }) : known.otherKeys ?? [];
  const otherKeys = kept.filter((key) => key !== own);
  const inFolder = (workDir: string, keys: readonly string[]): readonly StoredCopy[] =>
    keys.flatMap((key) => {
      const read = readMeta(files, under(learningsRoot(workDir), folder, key));
      const meta = read.imprint;
      if (meta?.sessionId !== sessionId) return [];
      const projectPath = key === own ? session.projectPath : meta.projectPath;
      return [{ place: sessionPlace({ workDir, folder, sessionId, projectPath }), meta, read }];
    });
  const found = remembered.flatMap((workDir) => inFolder(workDir, [own]));
  // What lies on a disk that is away is looked for once: what is found then is remembered beside it.
  const isWhole = known !== undefined && (found.length === remembered.length ||
    (found.length > 0 && found.length + placesAway(product, known, found).length === remembered.length));
  // A conversation may go on where it lay under another name while it was stored once more, as its project was away.
  const elsewhere = isWhole && found.length === 0
    ? []
    : session.directories.filter((one) => !isWhole || !isIn(product, found, one));
  const around = workDirsAround(product, elsewhere, folder);
  const isKnown = isWhole && otherKeys.length === 0;
  const workDirs = isKnown ? around : [...new Set([...knownWorkDirs(product), ...around])];
  const others = workDirs.flatMap((workDir) => inFolder(workDir, otherKeys));
  const more = (isWhole ? around : workDirs).flatMap((workDir) => inFolder(workDir, [own]));
  const copies = more.length === 0 ? found : distinct(files, [...found, ...more]);
  if (copies.length > 0 || known !== undefined || !session.isCopy) return { copies, others, otherKeys };
  const ofOriginal = workDirs.flatMap((workDir) =>
    inFolder(workDir, (files.list(under(learningsRoot(workDir), folder)) ?? []).filter(isSafeKey))
  );
  return { copies: ofOriginal, others: [], otherKeys };
}

/** True for a directory in one of the copies' working directories that belongs to nothing elsewhere, as a worktree does. */
function isIn(
  { facts: { view, machine } }: Product,
  copies: readonly StoredCopy[],
  { lexical, links, disk }: DirectoryFacts,
): boolean {
  return disk === "missing" ||
    (links.length === 0 &&
      copies.some(({ place: { workDir } }) => contains(view.identify(workDir), lexical, machine.paths)));
}

/**
 * Directories around the recorded ones that hold learnings of the client, and not by a link that a repository may hold. A
 * worktree has its main tree around it.
 */
export function workDirsAround(
  { files, facts, directories: machine }: Product,
  directories: readonly DirectoryFacts[],
  folder: string,
): readonly string[] {
  return directories.flatMap((directory) =>
    gatherWorkDirFacts(facts, directory, machine).walk.flatMap((state) => [state, ...state.mainTree])
      .filter((state) => state.hasUmwelten && isPrivate(state)).map(({ dir }) => dir)
      .filter((dir) => {
        const root = learningsRoot(dir);
        return [under(dir, ".umwelten"), root, under(root, folder)].every((path) => {
          const found = files.lstat(path);
          return found?.isDirectory === true && !found.isSymlink;
        });
      })
  );
}

/** One directory may be known by several names. */
function distinct(files: Pick<Product["files"], "realPath">, copies: readonly StoredCopy[]): readonly StoredCopy[] {
  const byPlace = new Map<string, StoredCopy>();
  for (const copy of copies) {
    const { directory } = copy.place;
    const real = files.realPath(directory) ?? directory;
    if (!byPlace.has(real)) byPlace.set(real, copy);
  }
  return [...byPlace.values()];
}

/**
 * The other workspace that has learned a conversation which nobody claims, and still may keep it.
 *
 * @returns undefined when there is none, or when `judged` has a better right than to be first
 */
export function holderOf(product: Product, judged: Judged, copies: readonly StoredCopy[]): string | undefined {
  const { kind, workspace } = judged.verdict;
  // Each workspace has an export to itself.
  if (kind === "owned" || kind === "export" || !isLearned(kind)) return undefined;
  const holder = copies.find(({ meta }) =>
    meta.workspace !== workspace && meta.tombstone === undefined &&
    isLearned(decide(judged.facts, product.world, { workspace: meta.workspace }).kind)
  );
  return holder?.meta.workspace;
}

/**
 * Directories of a session that the transcript at hand does not hold: payloads named them before the state was lost or
 * the file moved, they stand in another file of the session (https://github.com/anthropics/claude-code/issues/30802), or
 * in the file of the session that it comes from, which the client may have removed since.
 */
export function keptDirectories(
  copies: readonly StoredCopy[],
  { transcript, recorded }: { readonly transcript: string; readonly recorded: readonly RecordedDirectory[] },
): readonly RecordedDirectory[] {
  const seen = new Set(recorded.map(({ source, path }) => `${source} ${path}`));
  return copies.flatMap(({ meta }) => {
    const elsewhere = isAlsoIn(meta, transcript);
    return meta.directories.filter((directory) => {
      const { source, path } = directory;
      const key = `${source} ${path}`;
      if (seen.has(key) || !(elsewhere || source === "payload" || isOfOrigin(directory))) return false;
      seen.add(key);
      return true;
    });
  });
}

/** The user opted out of the session; the line may stand in another file of it, or the client may have dropped it since. */
export function wasOptedOut({ meta }: StoredCopy): boolean {
  return meta.tombstone?.reason === "opted-out";
}

function isAlsoIn({ transcripts }: ImprintMeta, transcript: string): boolean {
  return transcripts.some((path) => path !== transcript);
}

/** What taking back did. */
export interface TakenBack {
  /** Copies whose texts were removed. */
  readonly removed: number;
  readonly warnings: readonly string[];
  /** Where the session is still known to lie. */
  readonly places: readonly StoredPlace[];
  /** Transcripts of sessions that had left messages to a removed copy. */
  readonly readAgain: readonly string[];
  /** False: a lock was busy, so that a later run has to finish. */
  readonly complete: boolean;
}

/**
 * Remembered places whose working directory is gone, on a disk that is away or under another name: what lies there is not
 * lost, and a verdict has to find it when it is back.
 */
export function placesAway(
  { files }: Pick<Product, "files">,
  known: SessionState | undefined,
  found: readonly Pick<StoredCopy, "place">[],
): readonly StoredPlace[] {
  const there = new Set(found.map(({ place }) => place.workDir));
  return known?.places.filter(({ workDir }) => !there.has(workDir) && isAway(files, workDir)) ?? [];
}

/** True for a working directory that is not there. */
export function isAway(files: Pick<Product["files"], "stat">, workDir: string): boolean {
  return files.stat(workDir) === undefined;
}

/** Removes the copies that the newest verdict forbids. */
export async function takeBack(
  product: Product,
  { at, judged, directories, copies, others }: {
    readonly at: SessionImport;
    readonly judged: Judged;
    readonly directories: readonly RecordedDirectory[];
  } & Pick<StoredCopies, "copies" | "others">,
): Promise<TakenBack> {
  const places = copies.map(({ place, meta }) => ({ workspace: meta.workspace, workDir: place.workDir }));
  const warnings: string[] = [];
  const readAgain: string[] = [];
  let removed = 0;
  let complete = true;
  for (const copy of [...copies, ...others]) {
    const verdict = verdictForCopy(product, copy, { at, judged });
    if (verdict === undefined || !forbids(product, copy, verdict)) continue;
    removed++;
    if (at.options.dryRun) continue;
    const { dropSearchIndexes } = await import("./search_index.ts");
    const lock = await product.files.lock(copy.place.lock, { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      complete = false;
      warnings.push(`cannot take back "${copy.place.directory}" yet: another process works there; run again`);
      continue;
    }
    try {
      const { client, session, options: { transcript } } = at;
      const again = removeText(product.files, copy.place, {
        reason: verdict.kind,
        now: product.now().toISOString(),
        sealKey: await product.sealKey(),
        forget: () => dropSearchIndexes(product),
        session: {
          client: client.name,
          sessionId: session.id,
          workspace: copy.meta.workspace,
          projectPath: copy.meta.projectPath,
          transcripts: [...copy.meta.transcripts.filter((path) => path !== transcript), transcript],
          directories,
          verdict: verdictOf(verdict),
          flags: flagsOf(judged),
        },
      });
      readAgain.push(...again.flatMap(({ meta }) => meta.transcripts.slice(-1)));
    } finally {
      lock.release();
    }
  }
  return { removed, warnings, places, readAgain, complete };
}

/** What `meta.json` keeps to decide again: the flags, and the files where a workspace asked for them. */
export function flagsOf({ facts }: Judged): Readonly<Record<string, Json>> {
  const touched = facts.files.map(({ recorded }) => recorded);
  const { remotes } = facts;
  return {
    ...facts.flags,
    ...(touched.length === 0 ? {} : { touched }),
    ...(remotes.length === 0 ? {} : { remotes }),
  };
}

/** The verdict as `meta.json` keeps it. */
export function verdictOf(verdict: Verdict): ImprintMeta["verdict"] {
  return { kind: verdict.kind, ...(verdict.reason === undefined ? {} : { reason: verdict.reason }) };
}

/**
 * The newest verdict about one copy: a run speaks for its own workspace; a hook also for the workspace that learned the
 * session before, and an opt-out for all.
 */
function verdictForCopy(
  product: Product,
  { meta }: StoredCopy,
  { at, judged }: { readonly at: SessionImport; readonly judged: Judged },
): Verdict | undefined {
  const { workspace } = judged.verdict;
  if (meta.workspace === workspace) return judged.verdict;
  if (at.options.asker.kind === "hook" || judged.facts.flags.optedOut) {
    return decide(judged.facts, product.world, { workspace: meta.workspace });
  }
  return undefined;
}

function forbids(product: Product, { meta }: StoredCopy, verdict: Verdict): boolean {
  if (!takesBack(verdict.kind)) return false;
  if (meta.tombstone !== undefined) return meta.tombstone.pending;
  const kind = meta.verdict.kind as VerdictKind;
  if (!isLearned(kind)) return false;
  const session = storedFacts(product, meta);
  const learner = { workspace: meta.workspace };
  return changedBy({ kind, session }, verdict, { world: product.world, learner }) === "conversation";
}
