/**
 * Which sessions no person took part in (design section 3, Automation).
 *
 * @module
 */

/** A memory tool that runs sessions of its own to watch the user's. */
export interface KnownObserver {
  readonly tool: string;
  /** Part of the working directory of its sessions, with `/`. */
  readonly directory: string;
  readonly source: string;
}

/** Every known observer. */
export const KNOWN_OBSERVERS: readonly KnownObserver[] = [
  {
    tool: "claude-mem",
    directory: "/.claude-mem/observer-sessions",
    source: "https://github.com/thedotmack/claude-mem/issues/832",
  },
];

/** Entrypoints of programs. Editors (`claude-vscode`, `claude-desktop`) also send `promptSource: sdk`: people type there. */
const PROGRAM_ENTRYPOINTS: ReadonlySet<unknown> = new Set(["sdk-cli", "sdk-ts", "sdk-py"]);

/**
 * @param cwd a recorded directory
 * @returns true when it belongs to a known observer
 */
export function isObserverDirectory(cwd: string): boolean {
  const path = cwd.replaceAll("\\", "/");
  return KNOWN_OBSERVERS.some(({ directory }) => path.endsWith(directory) || path.includes(`${directory}/`));
}

/**
 * @param entrypoint a row's `entrypoint`
 * @returns true when a program, not a person at a prompt, started the client
 */
export function isProgramEntrypoint(entrypoint: unknown): boolean {
  return PROGRAM_ENTRYPOINTS.has(entrypoint);
}
