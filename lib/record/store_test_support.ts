/**
 * What the tests of the store share: invented sessions, a store on a real disk, and a disk that fails.
 *
 * @module
 */
import type { ExchangeChange } from "../exchange/changes.ts";
import { disk } from "../io/disk.ts";
import type { Files } from "../io/files.ts";
import { exchangeIdOf, messageIdentityOf } from "./ids.ts";
import { EXCHANGES_FILE, type SessionPlace, sessionPlace, under } from "./layout.ts";
import { prepareDirectory } from "./prepare_directory.ts";
import { readExchanges, type StoredExchange } from "./read_exchanges.ts";
import { readMeta } from "./meta.ts";
import type { SeenIndex } from "./seen.ts";
import { type CommitMeta, openSession, type SessionStore } from "./session_store.ts";

export const CLIENT = "claude-code";
export const NOW = "2026-10-26T09:00:00.000Z";
export const SEAL_KEY = new Uint8Array(32).fill(7);

/** A question of the session's user. */
export function question(key: string, text: string): ExchangeChange {
  return {
    type: "question",
    exchangeId: exchangeIdOf(CLIENT, key),
    identity: messageIdentityOf(CLIENT, key),
    label: "typed",
    cwd: "/srv/kettle",
    uuid: key,
    at: NOW,
    text,
  };
}

/** A reply in the exchange of a question. */
export function answer(questionKey: string, key: string, text: string): ExchangeChange {
  return {
    type: "answer",
    exchangeId: exchangeIdOf(CLIENT, questionKey),
    identity: messageIdentityOf(CLIENT, key),
    uuid: key,
    at: NOW,
    msg: null,
    text,
  };
}

/** A reply known from the payload only. */
export function provisional(questionKey: string, text: string): ExchangeChange {
  return { type: "provisional", exchangeId: exchangeIdOf(CLIENT, questionKey), at: NOW, text };
}

/** Client-written text. */
export function evidence(questionKey: string, key: string, text: string): ExchangeChange {
  return {
    type: "evidence",
    exchangeId: exchangeIdOf(CLIENT, questionKey),
    identity: messageIdentityOf(CLIENT, key),
    uuid: key,
    at: NOW,
    origin: "task-notification",
    raw: "task-notification",
    text,
  };
}

export const COMMIT: CommitMeta = {
  workspace: "default",
  projectPath: "/srv/kettle",
  transcripts: ["/home/mira/.claude/projects/-srv-kettle/s1.jsonl"],
  cursor: { offset: 10, size: 10, mtime: 1, headHash: "aa", lineHash: "bb" },
  reader: null,
  exchange: null,
  learnings: null,
  directories: [{ path: "/srv/kettle", source: "record" }],
  verdict: { kind: "unclaimed" },
  flags: null,
  counts: null,
  digest: null,
};

/** Places an invented session below `workDir`. */
export function placeOf(workDir: string, sessionId: string): SessionPlace {
  return sessionPlace({ workDir, folder: "claude", projectPath: "/srv/kettle", sessionId });
}

/** How a test's run differs from the usual one. */
export interface RunOptions {
  readonly files?: Files;
  readonly relearn?: boolean;
  /** False: the transcript is not the one that the cursor was made for. */
  readonly accepts?: boolean;
  readonly storesExchanges?: boolean;
  readonly previousSeen?: SeenIndex;
  readonly commit?: Partial<CommitMeta>;
}

/** One whole run: open, do, commit. */
export function run(
  place: SessionPlace,
  sessionId: string,
  options: RunOptions & { use: (store: SessionStore) => unknown },
): SessionStore {
  const files = options.files ?? disk;
  prepareDirectory(files, place);
  const store = openSession(files, place, {
    client: CLIENT,
    sessionId,
    rules: "2026-12-01",
    sealKey: SEAL_KEY,
    now: NOW,
    ...(options.relearn === undefined ? {} : { relearn: options.relearn }),
    ...(options.storesExchanges === undefined ? {} : { storesExchanges: options.storesExchanges }),
    accepts: () => options.accepts !== false,
    previousSeen: options.previousSeen,
  });
  options.use(store);
  store.commit({ ...COMMIT, ...options.commit });
  return store;
}

/** The exchanges that readers see. */
export function exchangesOf(place: SessionPlace): readonly StoredExchange[] {
  return readExchanges(disk, under(place.directory, EXCHANGES_FILE), {
    committed: readMeta(disk, place.directory).imprint?.revision,
  }).exchanges;
}

/** Thrown in place of the n-th write: the process "died" there. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/**
 * A disk that dies at the n-th write (0 is the first): an append is cut in the middle, a replace leaves its temporary
 * file only, a removal does not happen. Every write after that dies too.
 */
export function dyingDisk(survives: number): Files & { readonly writes: number } {
  let writes = 0;
  const dies = () => writes++ >= survives;
  return {
    ...disk,
    get writes() {
      return writes;
    },
    append(path, bytes, options) {
      if (dies()) {
        if (writes === survives + 1) disk.append(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
        throw new Killed();
      }
      disk.append(path, bytes, options);
    },
    replace(path, bytes, options) {
      if (dies()) {
        if (writes === survives + 1) disk.append(`${path}.0badcafe.imprint-tmp`, bytes);
        throw new Killed();
      }
      disk.replace(path, bytes, options);
    },
    remove(path) {
      if (dies()) throw new Killed();
      disk.remove(path);
    },
    makeDirectory(path) {
      if (dies()) throw new Killed();
      disk.makeDirectory(path);
    },
  };
}
