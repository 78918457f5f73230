/**
 * The environment, by the names this product may read and no others. The binary is compiled with exactly these names
 * allowed (`permissions.ts`); every other name reads as missing.
 *
 * @module
 */

/** Every environment name that may be read, sorted. */
export const ENVIRONMENT_NAMES = [
  "APPDATA",
  "CLAUDE_CONFIG_DIR",
  "CLINE_DATA_DIR",
  "CLINE_DIR",
  "CLINE_SESSION_DATA_DIR",
  "CODEX_HOME",
  "COLUMNS",
  "COPILOT_HOME",
  "HOME",
  "IMPRINT_HOOK_HOME",
  "IMPRINT_HOOK_WORKSPACE",
  "LOCALAPPDATA",
  "NO_COLOR",
  "PATH",
  "ProgramData",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "USERPROFILE",
  "WSL_DISTRO_NAME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
] as const;
/** One of {@linkcode ENVIRONMENT_NAMES}. */
export type EnvironmentName = typeof ENVIRONMENT_NAMES[number];

/** Looks one name up; tests hand in their own. */
export type EnvironmentReader = (name: EnvironmentName) => string | undefined;

/**
 * Reads one environment variable.
 *
 * @returns its value; undefined when it is not set or empty (the XDG and NO_COLOR conventions treat both alike)
 */
export const environment: EnvironmentReader = (name) => Deno.env.get(name) || undefined;
