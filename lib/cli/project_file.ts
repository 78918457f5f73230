/**
 * A project file (`.imprint-hook.jsonc`, ADR 0072): what it asks for. It counts only once a person approved exactly
 * these bytes.
 *
 * @module
 */
import { parse } from "@std/jsonc";
import { InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { isWorkspaceName, PROJECT_FILE, WORKSPACE_NAME_RULE } from "../ownership/mod.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";

/** What a project file says. */
export interface ProjectFile {
  readonly path: string;
  /** Of the bytes that were read. */
  readonly sha256: string;
  readonly workspace: string;
  /** Other keys in it, which mean nothing. */
  readonly ignored: readonly string[];
}

/** The ownership rule does not read a larger one. */
const MOST_BYTES = 65_536;

/**
 * Reads a directory's project file.
 *
 * @throws {InputError} when there is none, it is too large, does not parse or names no workspace
 */
export function readProjectFile({ files }: Pick<Product, "files">, directory: string): ProjectFile {
  const path = under(directory, PROJECT_FILE);
  const stat = files.stat(path);
  if (stat === undefined) {
    throw cannot(path, `there is none; a project file holds { "workspace": "NAME" } and is called ${PROJECT_FILE}`);
  }
  if (!stat.isFile) throw cannot(path, "it is no file");
  if (stat.size > MOST_BYTES) throw cannot(path, `it is larger than ${MOST_BYTES} bytes`);
  const bytes = files.readBytes(path) ?? new Uint8Array();
  const value = parsed(bytes, path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw cannot(path, "it holds no object");
  const workspace = Object.hasOwn(value, "workspace") ? value["workspace"] : undefined;
  if (typeof workspace !== "string" || !isWorkspaceName(workspace)) {
    throw cannot(path, `"workspace" is ${JSON.stringify(workspace) ?? "missing"}, expected ${WORKSPACE_NAME_RULE}`);
  }
  const ignored = Object.keys(value).filter((key) => key !== "workspace" && key !== "$schema");
  return { path, sha256: sha256Hex(bytes), workspace, ignored };
}

function parsed(bytes: Uint8Array, path: string): ReturnType<typeof parse> {
  try {
    return parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw cannot(path, error instanceof SyntaxError ? error.message : "it is not UTF-8");
  }
}

function cannot(path: string, found: string): InputError {
  return new InputError(`cannot approve "${visible(path)}": ${found}`);
}
