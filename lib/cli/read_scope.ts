/**
 * What `list` and `show` look at, from their options.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { sessionFacts } from "../import/judge.ts";
import { type Readable, readableSessions } from "../import/readable_sessions.ts";
import { workingDirectory } from "../io/process.ts";
import { hookWorkspace, NO_FLAGS } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { absolutePath, namedWorkspace } from "./setup.ts";

/**
 * The sessions that the options ask for: the current project's, unless `--in` or `--all` says otherwise.
 *
 * @throws {UsageError} when options contradict each other
 */
export function sessionsInScope(product: Product, args: ParsedArguments): Readable {
  const directory = args.value("in");
  if (args.flag("all")) {
    if (directory !== undefined) throw new UsageError("--in and --all exclude each other; give one of them");
    return readableSessions(product, { kind: "all", workspace: workspaceHere(product, args) });
  }
  return readableSessions(product, {
    kind: "project",
    directory: directory === undefined ? workingDirectory() : absolutePath(directory),
    workspace: namedWorkspace(product, args.value("workspace")),
  });
}

/** The workspace that is named, or the one that the current directory belongs to. */
export function workspaceHere(product: Product, args: ParsedArguments): string {
  const here = [{ path: workingDirectory(), source: "record" }] as const;
  return namedWorkspace(product, args.value("workspace")) ??
    hookWorkspace(sessionFacts(product, here, { flags: NO_FLAGS }), product.world).workspace;
}
