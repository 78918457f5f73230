/**
 * The two files of a Codex home that hold hooks (measured, 0.171): `hooks.json`, and `[hooks]` in `config.toml`. Codex runs
 * the hooks of both; `config.toml` also holds which of them the person trusts.
 *
 * @module
 */
import { parse as parseToml, TomlError } from "smol-toml";
import type { SettingsMachine } from "../../lib/installer.ts";
import { decodeSettings } from "../../lib/settings/decode.ts";

/** A file with its text. */
export interface CodexFile {
  /** Native absolute path. */
  readonly path: string;
  /** Undefined when the file is not there or can't be read. */
  readonly text: string | undefined;
  /** Why it can't be read. */
  readonly problem?: string;
}

/** The files of one Codex home. */
export interface CodexFiles {
  /** The home directory of Codex. */
  readonly home: string;
  readonly hooks: CodexFile;
  readonly config: CodexFile;
}

/** What is needed to find them. */
export type CodexMachine = Pick<SettingsMachine, "files" | "os" | "home" | "environment">;

/** Reads them; nothing need be there. */
export function readCodexFiles({ files, os, home, environment }: CodexMachine): CodexFiles {
  const separator = os === "windows" ? "\\" : "/";
  const codexHome = (environment("CODEX_HOME") ?? `${home}${separator}.codex`).replace(/(?<=.)[\\/]+$/, "");
  const read = (name: string): CodexFile => {
    const path = `${codexHome}${separator}${name}`;
    try {
      const bytes = files.readBytes(path);
      return { path, text: bytes === undefined ? undefined : decodeSettings(bytes) };
    } catch (error) {
      return { path, text: undefined, problem: error instanceof Error ? error.message : String(error) };
    }
  };
  return { home: codexHome, hooks: read("hooks.json"), config: read("config.toml") };
}

/** What a file says, or why Codex makes nothing of it. */
export type CodexValue =
  | { readonly value: unknown }
  | {
    readonly problem: string;
    /** Where it was found, in UTF-16 code units. */
    readonly offset?: number;
  };

/**
 * `hooks.json` as Codex reads it: plain JSON without byte-order mark or comments, with nothing at its top level but `hooks`
 * and `description`, and no null in place of a list; else no hook in it runs (measured, 0.171).
 *
 * @param text of the file; undefined: there is none
 * @example
 * ```ts
 * import { hooksJsonValue } from "./settings_files.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals("problem" in hooksJsonValue('{"hooks": {}, "model": "o"}'), true);
 * assertEquals(hooksJsonValue('{"hooks": {}}'), { value: { hooks: {} } });
 * ```
 */
export function hooksJsonValue(text: string | undefined): CodexValue {
  if (text === undefined) return { value: {} };
  if (text.startsWith("\ufeff")) return { problem: "it begins with a byte-order mark" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "it is not plain JSON (comments and trailing commas are not)" };
  }
  if (!isObject(value)) return { problem: "it is no object" };
  const stranger = Object.keys(value).find((key) => key !== "hooks" && key !== "description");
  if (stranger !== undefined) return { problem: `there is "${stranger}" beside "hooks"` };
  const { hooks } = value;
  if (hooks !== undefined && !isObject(hooks)) return { problem: '"hooks" is no object' };
  for (const [event, groups] of Object.entries(hooks ?? {})) {
    if (!Array.isArray(groups)) return { problem: `"hooks"."${event}" is no list` };
    if (!groups.every(isGroup)) return { problem: `"hooks"."${event}" holds something else than groups of hooks` };
  }
  return { value };
}

function isGroup(group: unknown): boolean {
  if (!isObject(group)) return false;
  const { hooks = [] } = group;
  return Array.isArray(hooks) && hooks.every((hook) => isObject(hook) && typeof hook["type"] === "string");
}

/**
 * `config.toml` as Codex reads it.
 *
 * @param text of the file; undefined: there is none
 */
export function configValue(text: string | undefined): CodexValue {
  const toml = (text ?? "").replace(/^\ufeff/, "");
  try {
    return { value: parseToml(toml, { integersAsBigInt: "asNeeded" }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [, found = "nothing that could be read"] = /^[^:]*: *(.*)$/m.exec(error.message) ?? [];
    const lines = toml.split("\n").slice(0, error.line - 1);
    const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1;
    return { problem: `it is not TOML: ${found}`, offset };
  }
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
