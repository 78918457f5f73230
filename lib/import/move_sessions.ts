/**
 * Moves sessions to the workspace that they belong to now, and reads again what they had left to each other.
 *
 * @module
 */
import type { Lock } from "../io/files.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { keepWorkDir, keptWorkDir } from "../record/kept_data.ts";
import { type SessionPlace, sessionPlace } from "../record/layout.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { moveSession } from "../record/move_session.ts";
import { prepareDirectory } from "../record/prepare_directory.ts";
import { readCopiesAgain } from "../record/remove_text.ts";
import type { MovableSession } from "./changing_hands.ts";
import type { Product } from "./product.ts";
import { dropSearchIndexes } from "./search_index.ts";
import { takesBack } from "./stored_copies.ts";
import { storedFacts } from "./stored_facts.ts";
import { readTranscriptState, writeTranscriptState } from "./transcript_state.ts";

/** What became of one session. */
export interface MovedSession {
  readonly session: MovableSession["session"];
  /** Where it lies now. */
  readonly directory: string;
  readonly outcome: "moved" | "gone" | "occupied" | "busy" | "failed";
  /** What went wrong, for `failed`. */
  readonly problem?: string;
}

/** A transcript to import again, for the workspace that its session belongs to. */
export interface ReadAgain {
  readonly transcript: string;
  readonly workspace: string;
  /** As it was when the session was stored. */
  readonly namedByPerson: boolean;
}

/**
 * Moves sessions, one after the other. Running it again finishes what a killed run left.
 *
 * @returns what became of each, and transcripts to import again from byte 0
 */
export async function moveSessions(
  product: Product,
  sessions: readonly MovableSession[],
): Promise<{ readonly moved: readonly MovedSession[]; readonly readAgain: readonly ReadAgain[] }> {
  const moved: MovedSession[] = [];
  const readAgain = new Map<string, ReadAgain>();
  for (const movable of sessions) {
    const { session } = movable;
    try {
      const { directory, outcome, again } = await moveOne(product, movable);
      for (const each of again) readAgain.set(each.transcript, each);
      moved.push({ session, directory, outcome });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      moved.push({ session, directory: session.place.directory, outcome: "failed", problem });
    }
  }
  return { moved, readAgain: [...readAgain.values()] };
}

async function moveOne(
  product: Product,
  { session, workspace, target: wished }: MovableSession,
): Promise<Pick<MovedSession, "directory" | "outcome"> & { readonly again: readonly ReadAgain[] }> {
  const { files } = product;
  const source = session.place;
  const target = prepared(product, { session, workspace, target: wished });
  const left = { directory: source.directory, again: [] };
  const locks = await lockAll(product, [source.lock, target.lock]);
  if (locks === undefined) return { ...left, outcome: "busy" };
  try {
    const now = product.now().toISOString();
    // Known before the session goes there: a killed run has to find it again.
    keepWorkDir(files, product.homes.data, { dir: target.workDir, workspace });
    const stays = source.directory === target.directory;
    // The index of its old place holds its words; a run that is killed finds it moved the next time.
    if (!stays) dropSearchIndexes(product);
    const done = moveSession(files, {
      source,
      target,
      workspace,
      sealKey: await product.sealKey(),
      now,
      mayReplace: takesBack,
    });
    if (!stays) dropSearchIndexes(product);
    if (done.kind !== "moved") return { ...left, outcome: done.kind };
    rememberPlace(product, { session, workspace, target });
    const own = done.readAgain ? readAgainFor(product, { ...session.meta, workspace }) : [];
    const others = stays ? [] : readCopiesAgain(files, source.folder, { except: source.safeKey, now });
    const again = others.flatMap(({ meta }) => readAgainFor(product, meta));
    return { directory: target.directory, outcome: "moved", again: [...again, ...own] };
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** The last transcript of a session, for its workspace. */
function readAgainFor(product: Product, meta: ImprintMeta): readonly ReadAgain[] {
  const { namedByPerson } = storedFacts(product, meta).flags;
  return meta.transcripts.slice(-1).map((transcript) => ({ transcript, workspace: meta.workspace, namedByPerson }));
}

/** The target, made; when the working directory cannot be written, in the kept data, as an import does it. */
function prepared(product: Product, { session, workspace, target }: MovableSession): SessionPlace {
  try {
    prepareDirectory(product.files, target);
    return target;
  } catch (error) {
    const workDir = keptWorkDir(product.homes.data, workspace);
    const refused = error instanceof Error && /^(?:PermissionDenied|NotCapable)$/.test(error.name);
    if (!refused || target.workDir === workDir) throw error;
    const { projectPath, sessionId } = session.meta;
    const other = sessionPlace({ workDir, folder: session.client, projectPath, sessionId });
    product.files.makeDirectory(workDir);
    prepareDirectory(product.files, other);
    return other;
  }
}

/** Takes the locks in one order, so that two programs never wait for each other. */
async function lockAll({ files }: Product, paths: readonly string[]): Promise<readonly Lock[] | undefined> {
  const locks: Lock[] = [];
  for (const path of [...new Set(paths)].sort()) {
    const lock = await files.lock(path, { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      for (const held of locks) held.release();
      return undefined;
    }
    locks.push(lock);
  }
  return locks;
}

/** The state of the session's transcripts names its new place, so that later runs go on there. */
function rememberPlace(product: Product, { session, workspace, target }: MovableSession): void {
  const { files, homes } = product;
  const { sessionId, transcripts } = session.meta;
  for (const transcript of transcripts) {
    const state = readTranscriptState(files, homes.state, transcript);
    const known = state?.sessions[sessionId];
    if (state === undefined || known === undefined) continue;
    const gone = [session.place.workDir, target.workDir];
    const places = [
      ...known.places.filter(({ workDir }) => !gone.includes(workDir)),
      { workspace, workDir: target.workDir },
    ];
    writeTranscriptState(files, homes.state, {
      ...state,
      sessions: { ...state.sessions, [sessionId]: { ...known, places } },
    });
  }
}
