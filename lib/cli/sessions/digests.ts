/**
 * The digests that `sessions list` and `sessions browse` show: of what was learned, or of a habitat's sessions.
 *
 * @module
 */
import { InputError, UsageError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import type { Readable, ReadableSession } from "../../import/readable_sessions.ts";
import { retainFrom } from "../../import/retain_from.ts";
import { standingRows } from "../../import/standing_rows.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import type { StoredLearning } from "../../record/learnings_store.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import { habitatDigest, habitatSessions, type SessionDigest, storedDigest } from "../../record/session_digest.ts";
import { CLIENT_NAMES } from "../../types.ts";
import type { ParsedArguments } from "../command.ts";
import { consolidatedOf, exchangesOf } from "../list.ts";
import { nearest } from "../nearest.ts";
import { sessionsInScope } from "../read_scope.ts";
import { absolutePath } from "../setup.ts";

/** A session with its digest. */
export interface DigestedSession {
  readonly digest: SessionDigest;
  /** What is stored of it; undefined for a habitat's. */
  readonly stored: ReadableSession | undefined;
}

/** Sessions, newest first, and what was read for them; a habitat hides nothing. */
export interface Digested {
  readonly sessions: readonly DigestedSession[];
  readonly readable: Readable | undefined;
}

/**
 * Gathers what the options ask for.
 *
 * @param command for messages
 * @throws {UsageError} when options contradict each other
 * @throws {InputError} when there is no such directory
 */
export async function digestedSessions(product: Product, args: ParsedArguments, command: string): Promise<Digested> {
  const sessionsDir = args.value("sessions-dir");
  if (sessionsDir !== undefined) {
    if (args.flag("all") || args.value("in") !== undefined || args.value("workspace") !== undefined) {
      throw new UsageError(`${command}: --sessions-dir names a habitat; --in, --all and --workspace do not go with it`);
    }
    return { sessions: sorted(habitatDigests(product, sessionsDir)), readable: undefined };
  }
  const readable = sessionsInScope(product, args);
  const digestOf = createDigests(product, readable, await product.sealKey());
  const from = retainFrom(product);
  const digested = readable.sessions.map((stored): DigestedSession => ({ stored, digest: digestOf(stored) }))
    .filter(({ digest }) => !isExpired(digest, from));
  return { sessions: sorted(digested), readable };
}

/**
 * Makes digests of stored sessions, as readers see their rows. What one left open a later one may have finished.
 *
 * @param readable every session in scope
 */
export function createDigests(
  product: Product,
  readable: Readable,
  key: Uint8Array,
): (stored: ReadableSession) => SessionDigest {
  const nameOf = (workDir: string, { row: { payload }, foreign }: StoredLearning): string =>
    JSON.stringify([workDir, foreign, payload.key ?? payload.text]);
  const open = new Set(
    consolidatedOf(product, readable, { key, kinds: ["open_loops"] })
      .map(({ workDir, newest }) => nameOf(workDir, newest)),
  );
  return (stored) => {
    const exchanges = exchangesOf(product, { sessions: [stored], workDirs: [], hidden: 0 });
    const learnings = standingRows(product, stored, { key });
    const isOpen = (learning: StoredLearning): boolean => open.has(nameOf(stored.workDir, learning));
    return redactValue(
      storedDigest(stored, { learnings, exchanges, isOpen }),
      (text) => product.redactor.redact(text).text,
    );
  };
}

/** True of what `retainDays` took everything out of. */
function isExpired({ last, questions, learnings }: SessionDigest, from: string | null): boolean {
  return from !== null && last !== null && last < from && questions === 0 &&
    Object.values(learnings).every((count) => count === 0);
}

function habitatDigests({ files, redactor }: Product, typed: string): readonly DigestedSession[] {
  const sessionsDir = absolutePath(typed);
  const directories = habitatSessions(files, sessionsDir);
  if (directories === undefined) {
    throw new InputError(`no sessions in "${visible(sessionsDir)}": there is no such directory; see --sessions-dir`);
  }
  return directories.map((directory) => ({
    stored: undefined,
    digest: redactValue(habitatDigest(files, directory), (text) => redactor.redact(text).text),
  }));
}

function sorted(sessions: readonly DigestedSession[]): readonly DigestedSession[] {
  const key = ({ digest }: DigestedSession) => digest.last ?? "";
  return sessions.toSorted((a, b) => key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : a.digest.id < b.digest.id ? -1 : 1);
}

/**
 * Those of some clients; all when none is named.
 *
 * @throws {UsageError} for a client that there is not
 */
export function ofClients(
  sessions: readonly DigestedSession[],
  { command, named }: { readonly command: string; readonly named: readonly string[] },
): readonly DigestedSession[] {
  if (named.length === 0) return sessions;
  const known: readonly string[] = [...CLIENT_NAMES, "habitat"];
  const clients = named.map((name) => name === "claude" ? "claude-code" : name);
  for (const client of clients) {
    if (known.includes(client)) continue;
    const near = nearest(client, known);
    const hint = near === undefined ? "" : `; did you mean "${near}"?`;
    throw new UsageError(`${command}: no client "${visible(client)}"${hint}; there is ${known.join(", ")}`);
  }
  return sessions.filter(({ digest }) => clients.includes(digest.client));
}
