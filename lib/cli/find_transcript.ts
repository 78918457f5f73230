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
import { under } from "../record/layout.ts";
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

/** What is stored of a session that has none. */
interface Imported {
  readonly sessionId: string;
  readonly path: null;
  readonly size: -1;
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
export async function findTranscript(product: Product, typed: string): Promise<string> {
  const path = absolutePath(typed);
  const stat = product.files.stat(path);
  if (stat?.isFile) return path;
  if (stat?.isDirectory) {
    throw new InputError(`cannot explain "${visible(typed)}": it is a directory; name one transcript in it`);
  }
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]*$/.test(typed)) {
    throw new InputError(`cannot explain "${visible(typed)}": no such file; check the path, or give a session's id`);
  }
  return await findSession(product, typed);
}

async function findSession(product: Product, typed: string): Promise<string> {
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
  if (only.path !== null && only.size >= 0) return only.path;
  throw new InputError(
    `cannot explain session ${only.sessionId}: ${await whyNone(product, only)}; ` +
      `"imprint-hook sessions show ${only.sessionId} --all" shows what was learned of it`,
  );
}

/** Why there is no transcript. A path that no file ever had says nothing to anybody. */
async function whyNone({ files, homes }: Product, { path }: Candidate | Imported): Promise<string> {
  if (path === null) return "it was imported, and came without its transcript";
  if (path.startsWith(under(homes.data, "exports"))) {
    return 'it came with an export, which only "learn --desktop" and "learn --path" read';
  }
  const file = holdingFile(path);
  if (transcriptIsThere(files, path)) return `it is one of those in "${visible(file)}", which only "learn" reads`;
  for (const client of CLIENTS) {
    const holds = (await client.collections?.())?.holds(file) === true;
    if (holds) return `it was one of those in "${visible(file)}", which is gone`;
  }
  return `its transcript "${visible(path)}" is gone`;
}

/** A stub with the same id may stay behind when a session moves: the larger file is the session. */
function largestById<C extends Candidate | Imported>(candidates: readonly C[]): readonly C[] {
  const best = new Map<string, C>();
  for (const candidate of candidates) {
    const known = best.get(candidate.sessionId);
    const isBetter = known === undefined || known.path === null || candidate.size > known.size;
    if (isBetter) best.set(candidate.sessionId, candidate);
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
function inWorkDirs(product: Product): readonly (Candidate | Imported)[] {
  return storedSessions(product).map(({ meta: { sessionId, transcripts } }): Candidate | Imported => {
    const path = transcripts.at(-1);
    if (path === undefined) return { sessionId, path: null, size: -1 };
    return { sessionId, path, size: product.files.stat(path)?.size ?? -1 };
  });
}
