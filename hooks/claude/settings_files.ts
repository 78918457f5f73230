/**
 * Which settings files Claude Code reads.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { decodeSettings } from "../../lib/settings/decode.ts";

/** Whose settings: the person's, the person's for one project, the project's committed ones, the administrator's. */
export type SettingsScope = "user" | "project" | "shared" | "managed";

/** One settings file. */
export interface SettingsFile {
  readonly scope: SettingsScope;
  /** Native absolute path. */
  readonly path: string;
}

/** What decides where the settings are. */
export interface SettingsPlaces {
  /** WSL counts as Linux. */
  readonly os: "linux" | "macos" | "windows";
  /** The home directory. */
  readonly home: string;
  /** Value of `CLAUDE_CONFIG_DIR`, when set. */
  readonly configDirectory?: string;
  /** The project's directory. */
  readonly project?: string;
}

const MANAGED = {
  linux: "/etc/claude-code",
  macos: "/Library/Application Support/ClaudeCode",
  windows: "C:\\Program Files\\ClaudeCode",
} as const;

/**
 * The settings files in the order in which the client merges them, weakest first; they need not exist. Files of
 * `managed-settings.d` are found by `readSettings`.
 *
 * @returns each path once: in the home directory the project's committed settings are the person's
 * @example
 * ```ts
 * import { settingsFiles } from "./settings_files.ts";
 * settingsFiles({ os: "linux", home: "/home/mira" })[0]; // { scope: "user", path: "/home/mira/.claude/settings.json" }
 * ```
 */
export function settingsFiles(places: SettingsPlaces): readonly SettingsFile[] {
  const separator = places.os === "windows" ? "\\" : "/";
  const join = (...parts: readonly string[]) => parts.map((part) => part.replace(/[\\/]+$/, "")).join(separator);
  const { configDirectory, project } = places;
  const config = configDirectory === undefined || configDirectory === ""
    ? join(places.home, ".claude")
    : configDirectory;
  const files: SettingsFile[] = [{ scope: "user", path: join(config, "settings.json") }];
  if (project !== undefined) {
    files.push({ scope: "shared", path: join(project, ".claude", "settings.json") });
    files.push({ scope: "project", path: join(project, ".claude", "settings.local.json") });
  }
  files.push({ scope: "managed", path: join(MANAGED[places.os], "managed-settings.json") });
  return files.filter(({ path }, index) => files.findIndex((other) => other.path === path) === index);
}

/** A settings file with its text. */
export interface ReadSettings extends SettingsFile {
  /** Undefined when the file is not there or can't be read. */
  readonly text: string | undefined;
  /** Why it can't be read. */
  readonly problem?: string;
}

/** Reads every settings file that the client merges, the administrator's drop-in files included. */
export function readSettings(
  files: Pick<Files, "readBytes" | "list">,
  places: SettingsPlaces,
): readonly ReadSettings[] {
  const separator = places.os === "windows" ? "\\" : "/";
  const dropIns = `${MANAGED[places.os]}${separator}managed-settings.d`;
  const all = [
    ...settingsFiles(places),
    ...jsonFiles(files, dropIns).map((name): SettingsFile => ({
      scope: "managed",
      path: `${dropIns}${separator}${name}`,
    })),
  ];
  return all.map((file) => ({ ...file, ...readText(files, file.path) }));
}

function jsonFiles(files: Pick<Files, "list">, directory: string): readonly string[] {
  try {
    return (files.list(directory) ?? []).filter((name) => name.endsWith(".json"));
  } catch {
    // Not ours to see; the client reads it all the same.
    return [];
  }
}

function readText(files: Pick<Files, "readBytes">, path: string): Pick<ReadSettings, "text" | "problem"> {
  try {
    const bytes = files.readBytes(path);
    return { text: bytes === undefined ? undefined : decodeSettings(bytes) };
  } catch (error) {
    return { text: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}
