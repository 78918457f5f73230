/**
 * Workspaces that a person names on the command line.
 *
 * @module
 */
import { InputError, UsageError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import {
  type Config,
  findWorkspace,
  isWorkspaceName,
  WORKSPACE_NAME_RULE,
  type WorkspaceConfig,
} from "../ownership/mod.ts";
import { nearest } from "./nearest.ts";

/**
 * The workspace of that name.
 *
 * @throws {InputError} when the configuration has none; it names the nearest one
 */
export function knownWorkspace(config: Config, name: string): WorkspaceConfig {
  const workspace = findWorkspace(config, name);
  if (workspace !== undefined) return workspace;
  const names = config.workspaces.map((each) => each.name);
  const near = nearest(name, names);
  throw new InputError(
    `no workspace "${visible(name)}"${near === undefined ? "" : `; did you mean "${near}"?`}; there is ${
      names.map((each) => `"${each}"`).join(", ")
    }`,
  );
}

/**
 * A name that a workspace may have.
 *
 * @throws {UsageError} when no workspace may be called so
 */
export function workspaceName(name: string): string {
  if (isWorkspaceName(name)) return name;
  throw new UsageError(`no workspace can be called "${visible(name)}"; expected ${WORKSPACE_NAME_RULE}`);
}
