/**
 * The hook entry that `install` writes.
 *
 * @module
 */
import type { EventHandler } from "../../lib/settings/handler.ts";
import { quoteWord } from "../../lib/settings/shell_line.ts";
import { type HookEvent, hookSupport } from "./settings_version.ts";

/** What the entries are to start. */
export interface HookOptions {
  /**
   * The program and what comes before its own arguments: `["/home/mira/.local/bin/imprint-hook"]`, the bare name for a
   * committed file, or `["deno", "run", ..., "/opt/imprint-hook.js"]`.
   */
  readonly program: readonly [string, ...string[]];
  /** Written as `--home DIR` when another home was chosen: no environment variable steers a hook (design section 4). */
  readonly home?: string;
  /** The newest version found in the transcripts; undefined counts as the current one. */
  readonly clientVersion?: string;
  /** Session start is wired, too: what was learned is given to new sessions as context. */
  readonly withContext?: boolean;
}

/** A `hooks[]` element of Claude's settings, as far as it is ours. */
export interface Handler {
  readonly type: "command";
  readonly command: string;
  readonly args?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
}

/**
 * The entries for every event that the client's version knows.
 *
 * Exec form where the client starts programs without a shell (2.1.139+), else one shell line with a quoted path. Windows
 * paths get forward slashes: Git Bash eats backslashes (https://github.com/anthropics/claude-code/issues/21878).
 *
 * @returns empty for a version without hooks
 * @example
 * ```ts
 * import { wantedHandlers } from "./settings_handler.ts";
 * wantedHandlers({ program: ["C:\\tools\\imprint-hook.exe"] })[0]?.handler.command; // "C:/tools/imprint-hook.exe"
 * ```
 */
export function wantedHandlers(options: HookOptions): readonly EventHandler<Handler>[] {
  const { form, events } = hookSupport(options.clientVersion, options);
  return events.map((event) => ({ event: event.event, handler: handlerOf(event, { ...options, form }) }));
}

function handlerOf(event: HookEvent, options: HookOptions & { readonly form: "exec" | "shell" }): Handler {
  const [command, ...before] = options.program.map(forwardSlashes);
  const home = options.home === undefined ? [] : ["--home", forwardSlashes(options.home)];
  const args = [...before, "claude", event.subcommand, ...home];
  const program = command ?? "";
  if (options.form === "exec") return { type: "command", command: program, args, timeout: event.timeout };
  return { type: "command", command: [program, ...args].map(quoteWord).join(" "), timeout: event.timeout };
}

/** Only a Windows path: elsewhere a backslash is part of a name. */
function forwardSlashes(path: string): string {
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll("\\", "/") : path;
}
