/**
 * What the curating commands look at: every conversation of one workspace that may be read, the current project's first.
 *
 * @module
 */
import { InputError, UsageError } from "../errors.ts";
import type { SessionContent } from "../import/forget_targets.ts";
import type { Product } from "../import/product.ts";
import { type ReadableSession, readableSessions } from "../import/readable_sessions.ts";
import { standingCopies, standingRows } from "../import/standing_rows.ts";
import { saysSomething } from "../record/learnings_store.ts";
import { workingDirectory } from "../io/process.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { ParsedArguments } from "./command.ts";
import { asksEveryWorkspace } from "./every_workspace.ts";
import type { FoundLearning } from "./judge_learning.ts";
import { sessionsInScope, workspaceHere } from "./read_scope.ts";

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
  return workspaceScope(product, workspaceHere(product, args));
}

function workspaceScope(product: Product, workspace: string): CuratedScope {
  const here = readableSessions(product, { kind: "project", directory: workingDirectory(), workspace });
  const everywhere = readableSessions(product, { kind: "all", workspace });
  const sessions = new Map([...here.sessions, ...everywhere.sessions].map((session) => [session.directory, session]));
  return {
    workspace,
    sessions: [...sessions.values()],
    workDirs: [...new Set([...here.workDirs, ...everywhere.workDirs])],
  };
}

/**
 * The one learning that a person names: in the workspace, in the project that `--in` names, or with `--all` in every
 * workspace.
 *
 * @throws {UsageError} when options contradict each other, the id is none, or `--all` is given without a terminal
 * @throws {InputError} when no learning or several have that id
 */
export async function namedLearning(product: Product, args: ParsedArguments, command: string): Promise<FoundLearning> {
  const id = typedId(command, args.operands[0]);
  const found = learningOfId(await contentsOf(product, sessionsToName(product, args, command)), id);
  if (found !== undefined) return found;
  const directory = args.value("in");
  if (args.flag("all")) throw new InputError(`no learning "${id}" in any workspace; see "imprint-hook search --all"`);
  throw new InputError(
    directory === undefined
      ? `no learning "${id}" in this workspace; see "imprint-hook list --all"`
      : `no learning "${id}" in the project of "${visible(directory)}"; see "imprint-hook list --in DIR"`,
  );
}

function sessionsToName(product: Product, args: ParsedArguments, command: string): readonly ReadableSession[] {
  if (asksEveryWorkspace(args, command)) {
    return product.config.workspaces.flatMap(({ name }) => workspaceScope(product, name).sessions);
  }
  return (args.value("in") === undefined ? curatedScope(product, args) : sessionsInScope(product, args)).sessions;
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
    exchanges: standingCopies(product, session).filter(({ state }) => state !== "retracted"),
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
): FoundLearning | undefined {
  const found = contents.flatMap((content) =>
    content.learnings.filter(({ row }) => saysSomething(row) && row.id.startsWith(id)).map((learning) => ({
      learning,
      content,
    }))
  );
  const ids = new Set(found.map(({ learning }) => learning.row.id));
  if (ids.size > 1) throw new InputError(`"${id}" begins ${ids.size} ids; give more of it: ${[...ids].join(", ")}`);
  return found[0];
}
