/**
 * What the curating commands look at: every conversation of one workspace that may be read, the current project's first.
 *
 * @module
 */
import { InputError, UsageError } from "../errors.ts";
import type { SessionContent } from "../import/forget_targets.ts";
import type { Product } from "../import/product.ts";
import { type ReadableSession, readableSessions } from "../import/readable_sessions.ts";
import { standingExchanges, standingRows } from "../import/standing_rows.ts";
import { hookWorkspace, NO_FLAGS } from "../ownership/mod.ts";
import { sessionFacts } from "../import/judge.ts";
import { workingDirectory } from "../io/process.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import type { ParsedArguments } from "./command.ts";
import { namedWorkspace } from "./setup.ts";

/** Shorter beginnings of ids name too many rows. */
const SHORTEST = 6;

/** The sessions, and the workspace that they are of. */
export interface CuratedScope {
  readonly workspace: string;
  readonly sessions: readonly ReadableSession[];
  readonly workDirs: readonly string[];
}

/** Finds the sessions of the workspace that is named, or of the one that the current directory belongs to. */
export function curatedScope(product: Product, args: ParsedArguments): CuratedScope {
  const directory = workingDirectory();
  const workspace = namedWorkspace(product, args.value("workspace")) ??
    hookWorkspace(sessionFacts(product, [{ path: directory, source: "record" }], { flags: NO_FLAGS }), product.world)
      .workspace;
  const here = readableSessions(product, { kind: "project", directory, workspace });
  const everywhere = readableSessions(product, { kind: "all", workspace });
  const sessions = new Map([...here.sessions, ...everywhere.sessions].map((session) => [session.directory, session]));
  return {
    workspace,
    sessions: [...sessions.values()],
    workDirs: [...new Set([...here.workDirs, ...everywhere.workDirs])],
  };
}

/** What stands in the sessions. */
export async function contentsOf(
  product: Product,
  sessions: readonly ReadableSession[],
): Promise<readonly SessionContent[]> {
  const key = await product.sealKey();
  return sessions.map((session) => ({
    session,
    learnings: standingRows(product, session, { key }).filter(({ row }) => row.payload.retracted !== true),
    exchanges: standingExchanges(product, session).filter(({ state }) => state !== "retracted"),
  }));
}

/**
 * The beginning of an id, as a person typed it.
 *
 * @throws {UsageError} when it is none
 */
export function typedId(command: string, word: string | undefined): string {
  const id = (word ?? "").toLowerCase();
  if (/^[0-9a-f]+$/.test(id) && id.length >= SHORTEST) return id;
  throw new UsageError(
    `${command}: "${word ?? ""}" is no id; give at least ${SHORTEST} characters of one that "list" shows`,
  );
}

/**
 * The learning that an id begins, in its session.
 *
 * @returns undefined when none does
 * @throws {InputError} when several do
 */
export function learningOfId(
  contents: readonly SessionContent[],
  id: string,
): { readonly learning: StoredLearning; readonly content: SessionContent } | undefined {
  const found = contents.flatMap((content) =>
    content.learnings.filter(({ row }) => row.id.startsWith(id)).map((learning) => ({ learning, content }))
  );
  const ids = new Set(found.map(({ learning }) => learning.row.id));
  if (ids.size > 1) throw new InputError(`"${id}" begins ${ids.size} ids; give more of it: ${[...ids].join(", ")}`);
  return found[0];
}

/** Nothing has that id. */
export function noSuchLearning(id: string): InputError {
  return new InputError(`no learning "${id}" in this workspace; see "imprint-hook list --all"`);
}
