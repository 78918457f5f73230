/**
 * A transcript by what a person typed: its path, or (the beginning of) a session's id.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { InputError } from "../errors.ts";
import { holdingFile, transcriptIsThere } from "../import/held_transcript.ts";
import type { Product } from "../import/product.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { clientStores } from "./client_stores.ts";
import { counted } from "./edit_answer.ts";
import { absolutePath } from "./setup.ts";

/** A transcript that a session's id led to. */
interface Candidate {
  readonly sessionId: string;
  readonly path: string;
  /** Bytes; -1 when the file is gone. */
  readonly size: number;
}

/** More candidates than this are not listed. */
const MOST_LISTED = 8;

/**
 * Finds the transcript.
 *
 * @param typed a path, or a session's id or the beginning of one that no other session has
 * @returns an absolute native path
 * @throws {InputError} when nothing, or more than one session, is meant
 */
export function findTranscript(product: Product, typed: string): string {
  const path = absolutePath(typed);
  const stat = product.files.stat(path);
  if (stat?.isFile) return path;
  if (stat?.isDirectory) {
    throw new InputError(`cannot explain "${visible(typed)}": it is a directory; name one transcript in it`);
  }
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]*$/.test(typed)) {
    throw new InputError(`cannot explain "${visible(typed)}": no such file; check the path, or give a session's id`);
  }
  return findSession(product, typed);
}

function findSession(product: Product, typed: string): string {
  const all = [...inStores(product), ...inWorkDirs(product)].filter(({ sessionId }) => sessionId.startsWith(typed));
  const exact = all.filter(({ sessionId }) => sessionId === typed);
  const found = largestById(exact.length > 0 ? exact : all);
  const [only, ...more] = found;
  if (only === undefined) {
    throw new InputError(
      `cannot explain "${visible(typed)}": no session's id begins so, in ${
        lookedAt(product)
      } or in what is stored; give the transcript's path`,
    );
  }
  if (more.length > 0) {
    const shown = found.slice(0, MOST_LISTED).map(({ sessionId }) => sessionId).join(", ");
    const rest = found.length > MOST_LISTED ? ` and ${found.length - MOST_LISTED} more` : "";
    throw new InputError(`"${typed}" begins the ids of ${found.length} sessions; give more of it: ${shown}${rest}`);
  }
  if (only.size < 0 && transcriptIsThere(product.files, only.path)) {
    throw new InputError(
      `cannot explain session ${only.sessionId}: it is one of those in "${
        visible(holdingFile(only.path))
      }", which only "learn" reads; "imprint-hook sessions show ${only.sessionId} --all" shows what was learned of it`,
    );
  }
  if (only.size < 0) {
    throw new InputError(
      `cannot explain session ${only.sessionId}: its transcript "${
        visible(only.path)
      }" is gone; what was learned of it is kept`,
    );
  }
  return only.path;
}

/** A stub with the same id may stay behind when a session moves: the larger file is the session. */
function largestById(candidates: readonly Candidate[]): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.sessionId);
    if (known === undefined || candidate.size > known.size) best.set(candidate.sessionId, candidate);
  }
  return [...best.values()];
}

function stores(product: Product): readonly { readonly client: typeof CLIENTS[number]; readonly store: string }[] {
  return CLIENTS.flatMap((client) => clientStores(product, client).map((store) => ({ client, store })));
}

/** The stores that are there; of the usual places that are not, how many. */
function lookedAt(product: Product): string {
  const all = [...new Set(stores(product).map(({ store }) => store))];
  const there = all.filter((store) => product.files.stat(store) !== undefined);
  const missing = all.length - there.length;
  if (there.length === 0) return `any client's store (none of ${counted(missing, "place")} is there)`;
  const more = missing === 0
    ? ""
    : ` (${counted(missing, "other place")} that clients use ${missing === 1 ? "is" : "are"} not there)`;
  return `${there.map((store) => `"${visible(store)}"`).join(", ")}${more}`;
}

/** By the names of the files: that a client writes another session's name into one is for the reader to find. */
function inStores(product: Product): readonly Candidate[] {
  return stores(product).flatMap(({ client, store }) =>
    client.transcripts(product.files, store).map(({ path, stat }): Candidate => {
      const name = path.replace(/^.*[/\\]/, "").replace(/\.[a-z]+$/, "");
      return { sessionId: client.sessionOf?.(path, () => []) ?? name, path, size: stat.size };
    })
  );
}

/** Sessions whose transcripts lay elsewhere when they were learned. */
function inWorkDirs(product: Product): readonly Candidate[] {
  return storedSessions(product).flatMap(({ meta }): readonly Candidate[] => {
    const path = meta.transcripts.at(-1);
    if (path === undefined) return [];
    return [{ sessionId: meta.sessionId, path, size: product.files.stat(path)?.size ?? -1 }];
  });
}
