/**
 * `seen.bin`: every message that a client's sessions of one working directory hold, so that a fork, a branch or a
 * resumed copy stores only what is new (design section 5).
 *
 * It is a cache beside the rows, so nothing of it is synced: a damaged block shows by its checksum, and it is built anew.
 *
 * Whoever opens it holds the lock of the working directory. A run writes its rows first and `seen.bin` after them, so a
 * killed run shows as a file larger than its cover. To look at every session's file costs 7 to 20 us each on Deno 2.9, so
 * that is done only when a session is read from its beginning (which is where copied messages stand), and when the mark
 * that a run sets before its first row (`.writing`) is still there because the run was killed. Otherwise a run compares
 * its own file alone.
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import { EXCHANGES_FILE, isSafeKey, SEEN_FILE, under, WRITING_FILE } from "./layout.ts";
import { decodeSeen, encodeSeenBlock, type SeenContent } from "./seen_file.ts";
import { createSeenSet, pairOf, type SeenSet } from "./seen_set.ts";
import { storedMessages } from "./stored_messages.ts";

/** The messages of one client folder. */
export interface SeenIndex {
  has(identity: MessageIdentity): boolean;
  /** @returns false when it was there already */
  add(identity: MessageIdentity): boolean;
  readonly size: number;
  /**
   * Writes what was added, with the present size of the session's file. Call it after the rows are appended; without
   * anything new it writes nothing.
   */
  save(safeKey: string): void;
  /** True when all is saved and nobody wrote the file since: the next session of the folder can go on with this index. */
  isCurrent(): boolean;
}

/** How to open. */
export interface OpenSeenOptions {
  /** The session that is about to be written. */
  readonly own: string;
  /** `all` when the session is read from its beginning, `own` when it goes on. */
  readonly verify: "own" | "all";
  /** The index of the session before, of the same folder: it is taken as it is while it is current (sweeps). */
  readonly previous?: SeenIndex | undefined;
}

/** Files that the index needs. */
type SeenFiles = Pick<Files, "list" | "stat" | "readBytes" | "readText" | "open" | "append" | "replace">;

/**
 * Opens the index of a client folder, building it (or what is missing of it) from the rows when it does not fit them.
 *
 * @param folder `{learnings}/{client folder}`; may be missing
 */
export function openSeen(files: SeenFiles, folder: string, options: OpenSeenOptions): SeenIndex {
  if (options.previous?.isCurrent() === true) return options.previous;
  const bytes = files.readBytes(under(folder, SEEN_FILE));
  const content = bytes === undefined ? undefined : decodeSeen(bytes);
  const sizes = sizesToCheck(files, folder, { options, content });
  const covers = createCovers(content);
  if (content === undefined || hasShrunk(covers, sizes)) {
    return createIndex(files, folder, rebuilt(files, folder));
  }
  const set = createSeenSet(content.pairs);
  const wasteful = content.overhead > Math.max(MOST_OVERHEAD, content.pairs.byteLength / 16);
  const index = createIndex(files, folder, { set, covers, whole: wasteful });
  for (const [key, size] of sizes) {
    if (size === (covers.get(key) ?? 0)) continue;
    const stored = storedMessages(files, under(folder, key));
    for (const identity of [...stored.held, ...stored.withheld]) index.add(identity);
    index.cover(key, stored.size);
  }
  return index;
}

/**
 * The messages of all sessions but one, in memory only: for reading that one anew under a higher revision (`--relearn`).
 * Call `forgetSeen` before the first row of the new revision, so that the next run builds the index from what was committed.
 */
export function openSeenWithout(files: SeenFiles, folder: string, safeKey: string): SeenIndex {
  const { set } = rebuilt(files, folder, safeKey);
  return {
    has: (identity) => set.has(identity),
    add: (identity) => set.add(identity),
    get size() {
      return set.size;
    },
    save: () => {},
    isCurrent: () => false,
  };
}

/**
 * Removes `seen.bin`. Call it before rows are taken out of any session of the folder: whatever happens then, the next
 * run builds it without them.
 */
export function forgetSeen(files: Pick<Files, "remove">, folder: string): void {
  files.remove(under(folder, SEEN_FILE));
}

/** Sets the mark that rows are about to be appended in a client folder. It need not survive a power cut. */
export function markWriting(files: Pick<Files, "append">, folder: string): void {
  files.append(under(folder, WRITING_FILE), new Uint8Array(), { cache: true });
}

/** Takes the mark away: the rows are there and `seen.bin` knows of them. */
export function unmarkWriting(files: Pick<Files, "remove">, folder: string): void {
  files.remove(under(folder, WRITING_FILE));
}

/**
 * Bytes of block headers and outdated covers that are put up with before the file is written anew: those of some four
 * hundred runs, or a sixteenth of the identities. Each block costs the next run time, and a hundred runs of a project with ten thousand behind it are to be as fast as
 * its first hundred.
 */
const MOST_OVERHEAD = 16 * 1024;

/** So many covers are searched for; a run that asks for more looks at every session. */
const SEARCHES = 4;

/** Sizes of `exchanges.jsonl` by safe key: what the file says, and what this run found out. */
interface Covers {
  get(key: string): number | undefined;
  set(key: string, size: number): void;
  all(): Map<string, number>;
}

function createCovers(content: Pick<SeenContent, "coverOf" | "covers"> | undefined): Covers {
  const changed = new Map<string, number>();
  let read: Map<string, number> | undefined;
  let asked = 0;
  const all = () => read ??= content?.covers() ?? new Map();
  return {
    get: (key) => changed.get(key) ?? (++asked > SEARCHES ? all().get(key) : content?.coverOf(key)),
    set: (key, size) => void changed.set(key, size),
    all: () => new Map([...all(), ...changed]),
  };
}

interface Built {
  readonly set: SeenSet;
  readonly covers: Covers;
  /** True when the next save has to write the whole file. */
  readonly whole: boolean;
}

function sizesToCheck(
  files: SeenFiles,
  folder: string,
  { options, content }: {
    readonly options: OpenSeenOptions;
    readonly content: Pick<SeenContent, "covers"> | undefined;
  },
): ReadonlyMap<string, number> {
  if (content === undefined) return new Map();
  const onlyOwn = options.verify === "own" && files.stat(under(folder, WRITING_FILE)) === undefined;
  const keys = onlyOwn ? [options.own] : [...sessionKeys(files, folder), ...content.covers().keys()];
  return new Map(keys.map((key) => [key, files.stat(under(folder, key, EXCHANGES_FILE))?.size ?? 0]));
}

/** Only a change of the rows makes a file smaller; what left it must leave the index too. */
function hasShrunk(covers: Pick<Covers, "get">, sizes: ReadonlyMap<string, number>): boolean {
  for (const [key, size] of sizes) if (size < (covers.get(key) ?? 0)) return true;
  return false;
}

function rebuilt(files: SeenFiles, folder: string, without?: string): Built {
  const set = createSeenSet();
  const covers = createCovers(undefined);
  for (const key of sessionKeys(files, folder)) {
    const stored = storedMessages(files, under(folder, key));
    for (const identity of stored.withheld) set.add(identity);
    if (key === without) continue;
    for (const identity of stored.held) set.add(identity);
    if (stored.size > 0) covers.set(key, stored.size);
  }
  return { set, covers, whole: true };
}

function sessionKeys(files: SeenFiles, folder: string): readonly string[] {
  return (files.list(folder) ?? []).filter(isSafeKey);
}

function createIndex(
  files: SeenFiles,
  folder: string,
  built: Built,
): SeenIndex & { cover(key: string, size: number): void } {
  const { set, covers } = built;
  const path = under(folder, SEEN_FILE);
  let whole = built.whole;
  let added: number[] = [];
  let recovered = new Map<string, number>();
  let left = stampOf(files, path);
  return {
    has: (identity) => set.has(identity),
    add(identity) {
      if (!set.add(identity)) return false;
      if (!whole) added.push(...pairOf(identity));
      return true;
    },
    get size() {
      return set.size;
    },
    cover(key, size) {
      covers.set(key, size);
      recovered.set(key, size);
    },
    save(safeKey) {
      const size = files.stat(under(folder, safeKey, EXCHANGES_FILE))?.size ?? 0;
      if (size !== (covers.get(safeKey) ?? 0)) recovered.set(safeKey, size);
      if (size > 0) covers.set(safeKey, size);
      if (whole) {
        const all = covers.all();
        if (set.size === 0 && all.size === 0) return;
        files.replace(path, encodeSeenBlock(set.pairs(), all), { cache: true });
      } else if (added.length > 0 || recovered.size > 0) {
        files.append(path, encodeSeenBlock(Uint32Array.from(added), recovered), { cache: true });
      }
      whole = false;
      added = [];
      recovered = new Map();
      left = stampOf(files, path);
    },
    isCurrent: () =>
      !whole && added.length === 0 && recovered.size === 0 && left === stampOf(files, path) &&
      files.stat(under(folder, WRITING_FILE)) === undefined,
  };
}

/** Changes whenever the file is written. */
function stampOf(files: SeenFiles, path: string): string {
  const stat = files.stat(path);
  return stat === undefined ? "" : `${stat.size} ${stat.mtime} ${stat.ino}`;
}
