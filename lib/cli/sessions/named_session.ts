/**
 * The session that `sessions ...` commands name: a habitat's directory, or one of Claude Code by working directory,
 * project and id.
 *
 * @module
 */
import { InputError, UsageError } from "../../errors.ts";
import { decideStored } from "../../import/decide_stored.ts";
import { sessionFacts } from "../../import/judge.ts";
import type { Product } from "../../import/product.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { isAbsolute } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import { decide, hookWorkspace, isLearned, NO_FLAGS, type Verdict } from "../../ownership/mod.ts";
import { readMeta } from "../../record/meta.ts";
import type { ImprintMeta } from "../../record/meta_types.ts";
import { resolveClaudeSession, resolveHabitatSession, type SessionHandle } from "../../record/session_handle.ts";
import { LEARNING_KINDS, type LearningKind } from "../../types.ts";
import type { ParsedArguments } from "../command.ts";
import { nearest } from "../nearest.ts";
import { absolutePath } from "../setup.ts";

/** A session that was named. */
export interface NamedSession {
  readonly handle: SessionHandle;
  /** What this product stored of it; undefined for a habitat's, and for one that only others wrote to. */
  readonly stored: ImprintMeta | undefined;
}

/**
 * Finds the session. Nothing is made. One of Claude Code that today's configuration hides is refused, as every reader does.
 *
 * @param command for messages
 * @throws {UsageError} when the options name none
 * @throws {InputError} when it may not be read
 */
export function namedSession(product: Product, args: ParsedArguments, command: string): NamedSession {
  const directory = args.value("session-dir");
  const [workDir, project, uuid] = ["work-dir", "claude-project", "claude-uuid"].map((name) => args.value(name));
  const named = [workDir, project, uuid].filter((value) => value !== undefined).length;
  if ((directory === undefined) === (named === 0) || (named !== 0 && named !== 3)) {
    throw new UsageError(
      `${command}: name one session: --session-dir DIR, or --work-dir DIR with --claude-project DIR and --claude-uuid ID`,
    );
  }
  if (directory !== undefined) return { handle: habitatSession(product, directory), stored: undefined };
  const handle = resolveClaudeSession({
    workDir: absolutePath(workDir ?? ""),
    projectPath: recordedPath(project ?? ""),
    sessionUuid: uuid ?? "",
  });
  const meta = readMeta(product.files, handle.learningsRoot).imprint;
  if (meta?.tombstone !== undefined) {
    throw new InputError(
      `${command}: what was stored of session "${visible(uuid ?? "")}" was taken out (${
        visible(meta.tombstone.reason)
      })`,
    );
  }
  const verdict = meta === undefined ? verdictOn(product, handle) : decideStored(product, meta, meta.workspace);
  if (!isLearned(verdict.kind)) {
    throw new InputError(
      `${command}: session "${visible(uuid ?? "")}" is hidden by today's configuration (${verdict.kind}); ` +
        `"imprint-hook explain ${visible(uuid ?? "")}" says why`,
    );
  }
  return { handle, stored: meta };
}

/**
 * A habitat's session by its directory.
 *
 * @throws {InputError} when it is none
 */
export function habitatSession({ files }: Pick<Product, "files">, typed: string): SessionHandle {
  const directory = absolutePath(typed);
  if (files.stat(directory)?.isDirectory !== true) {
    throw new InputError(
      `no session in "${visible(directory)}": there is no such directory; name one with --session-dir`,
    );
  }
  return resolveHabitatSession(files, directory);
}

/** Only others wrote to it: its project alone says whose it is. */
function verdictOn(product: Product, { claudeProjectPath = "" }: SessionHandle): Verdict {
  const facts = sessionFacts(product, [{ path: claudeProjectPath, source: "record" }], { flags: NO_FLAGS });
  const { workspace } = hookWorkspace(facts, product.world);
  return decide(facts, product.world, { workspace });
}

/** The client's own spelling is part of the key: links are not followed. */
function recordedPath(typed: string): string {
  if (!isAbsolute(typed, operatingSystem())) return absolutePath(typed);
  return typed.length > 1 ? typed.replace(/(?<=[^:])[/\\]+$/, "") : typed;
}

/**
 * A kind that was typed.
 *
 * @throws {UsageError} when it is none
 */
export function namedKind(command: string, typed: string | undefined): LearningKind | undefined {
  if (typed === undefined) return undefined;
  const kind = LEARNING_KINDS.find((name) => name === typed);
  if (kind !== undefined) return kind;
  const near = nearest(typed, LEARNING_KINDS);
  throw new UsageError(
    `${command}: no kind "${visible(typed)}"${near === undefined ? "" : `; did you mean "${near}"?`}; there is ${
      LEARNING_KINDS.join(", ")
    }`,
  );
}

/**
 * A number that was typed.
 *
 * @throws {UsageError} when it is no whole number above zero
 */
export function namedCount(command: string, name: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const count = /^[0-9]{1,9}$/.test(typed) ? Number(typed) : 0;
  if (count > 0) return count;
  throw new UsageError(`${command}: --${name} needs a whole number above 0, got "${visible(typed)}"`);
}

/**
 * A JSON object that was typed.
 *
 * @throws {UsageError} when it is none
 */
export function namedObject(
  command: string,
  name: string,
  typed: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (typed === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${command}: --${name} needs a JSON object, got "${visible(typed.slice(0, 200))}"`);
}
