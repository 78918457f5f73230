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
import { resolveClaudeSession, type SessionHandle } from "../../record/session_handle.ts";
import type { ParsedArguments } from "../command.ts";
import { absolutePath } from "../setup.ts";
import { habitatSession } from "./habitat_session.ts";

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
