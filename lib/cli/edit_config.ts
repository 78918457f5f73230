/**
 * Editing `config.jsonc` in place (design section 5): comments, order and layout stay, and of two programs that edit at
 * the same time none loses what the other wrote.
 *
 * @module
 */
import { parse } from "@std/jsonc";
import { InputError } from "../errors.ts";
import type { Files } from "../io/files.ts";
import type { Homes } from "../io/homes.ts";
import { type Config, describeProblem, type ReadConfig, readConfig } from "../ownership/mod.ts";
import { under } from "../record/layout.ts";
import { type Change, changed } from "./config_edit/jsonc_edit.ts";
import { parseObjectTree } from "./config_edit/jsonc_tree.ts";

/** Where the configuration is edited. */
export interface ConfigPlace {
  readonly files: Files;
  readonly homes: Pick<Homes, "config" | "configFile">;
}

/** What is to be changed; nothing when the configuration says it already. */
export type ConfigPlan = (config: Config) => readonly Change[];

/** What became of the file. */
export interface EditedConfig {
  /** The configuration as it is now, without the machine's policy. */
  readonly config: Config;
  readonly outcome: "created" | "written" | "unchanged";
}

/** Milliseconds to wait for another program that edits. */
const LOCK_MILLISECONDS = 5000;
/** How often an edit is planned anew because the file changed under it (an editor does not know the lock). */
const ATTEMPTS = 3;
const NEW_TEXT = '{\n  "version": 1\n}\n';
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Edits the configuration. A missing one is made (0600, its directories 0700); a symlink stays one.
 *
 * @param plan called under the lock with what the file says now, perhaps more than once
 * @param check called with the configuration before and after; throws to refuse the edit
 * @throws {InputError} when the file does not parse, cannot be written, is held by another program, or would not be usable
 * afterwards; it is as it was then
 */
export async function editConfig(
  place: ConfigPlace,
  plan: ConfigPlan,
  check: (configs: { readonly before: Config; readonly after: Config }) => void = () => {},
): Promise<EditedConfig> {
  const { files, homes } = place;
  const lock = await trying(homes.configFile, async () => {
    files.makeDirectory(homes.config);
    return await files.lock(under(homes.config, "config.lock"), { milliseconds: LOCK_MILLISECONDS });
  });
  if (lock === undefined) {
    throw cannot(homes.configFile, "another program has been editing it for 5 s; run the command again");
  }
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const edited = await editOnce(files, homes.configFile, { plan, check });
      if (edited !== undefined) return edited;
    }
  } finally {
    lock.release();
  }
  throw cannot(homes.configFile, "it keeps changing while it is edited; close it elsewhere and run the command again");
}

/** @returns undefined when the file changed between reading and writing */
async function editOnce(
  files: Files,
  path: string,
  { plan, check }: {
    readonly plan: ConfigPlan;
    readonly check: (configs: { readonly before: Config; readonly after: Config }) => void;
  },
): Promise<EditedConfig | undefined> {
  const target = await trying(path, () => followLink(files, path));
  const bytes = await trying(path, () => readFile(files, target));
  const { mark, text } = decode(bytes, path);
  const before = usable(readText(text, path), { path, action: "edit" });
  const edited = changed(text, plan(before));
  if (edited === text) return { config: before, outcome: "unchanged" };
  const after = usable(readText(edited, path), { path, action: "write" });
  check({ before, after });
  return await trying(path, () => {
    if (!sameBytes(bytes, readFile(files, target))) return undefined;
    files.replace(target, new TextEncoder().encode(mark + edited));
    return { config: after, outcome: bytes === undefined ? "created" : "written" };
  });
}

function followLink(files: Files, path: string): string {
  if (files.lstat(path)?.isSymlink !== true) return path;
  const target = files.realPath(path);
  if (target === undefined) {
    throw cannot(path, "it is a symbolic link to a file that does not exist; make that file or remove the link");
  }
  return target;
}

function readFile(files: Files, path: string): Uint8Array | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return undefined;
  if (!stat.isFile) throw cannot(path, "it is no file; remove it");
  // A rename would get past it, but somebody (an administrator, a dotfile manager) wants the file as it is.
  if (stat.mode !== null && (stat.mode & 0o222) === 0) {
    throw cannot(path, "it is read-only; make it writable, or change it where it is generated");
  }
  return files.readBytes(path);
}

function decode(
  bytes: Uint8Array | undefined,
  path: string,
): { readonly mark: string; readonly text: string } {
  if (bytes === undefined) return { mark: "", text: NEW_TEXT };
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw cannot(path, "it is not UTF-8; save it as UTF-8");
  }
  return whole.startsWith(BYTE_ORDER_MARK)
    ? { mark: BYTE_ORDER_MARK, text: whole.slice(1) }
    : { mark: "", text: whole };
}

function readText(text: string, path: string): ReadConfig {
  try {
    parseObjectTree(text);
    return readConfig(parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw cannot(path, `${error.message}; mend it and run the command again`);
  }
}

function usable(
  { config, problems }: ReadConfig,
  { path, action }: { readonly path: string; readonly action: "edit" | "write" },
): Config {
  if (config !== null) return config;
  const told = problems.filter(({ severity }) => severity === "error").map(describeProblem).join("; ");
  throw cannot(
    path,
    action === "edit" ? `${told}; mend it and run the command again` : `it would not be usable: ${told}`,
  );
}

async function trying<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw cannot(path, error instanceof Error ? error.message : String(error));
  }
}

function cannot(path: string, found: string): InputError {
  return new InputError(`cannot edit "${path}": ${found}; nothing was changed`);
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
