/**
 * The hook entry that `install codex` writes. Its command line never changes from run to run: what Codex trusts is a hash
 * of it.
 *
 * @module
 */
import type { Json } from "../../lib/types.ts";
import { type EventHandler, type FoundValue, isLongEnough, type UpdateRules } from "../../lib/settings/handler.ts";
import { ownCommand } from "../../lib/settings/own_command.ts";
import { quoteWord } from "../../lib/settings/shell_line.ts";
import { windowsLine } from "../../lib/settings/windows_line.ts";

/** What the entries are to start. */
export interface CodexHookOptions {
  /** The program and what comes before its own arguments. */
  readonly program: readonly [string, ...string[]];
  /** Written as `--home DIR`. */
  readonly home?: string;
  /** The system that the program runs on. */
  readonly os: "linux" | "macos" | "windows";
}

/** One handler of ours. */
export interface CodexHandler {
  readonly type: "command";
  /** What `$SHELL -lc` runs. */
  readonly command: string;
  /** What PowerShell or cmd runs on Windows. */
  readonly commandWindows: string;
  /** Seconds. */
  readonly timeout: number;
}

/** The events that are wired, in the order in which they are written. */
export const CODEX_EVENTS = [
  { event: "Stop", subcommand: "stop", since: "0.125.0", timeout: 10 },
  // More is cut to 3, with a warning at every start (measured, 0.171).
  { event: "SessionEnd", subcommand: "session-end", since: "0.145.0", timeout: 3 },
] as const;

/** The name by which the other system of a shared home finds the program: nobody knows its paths here. */
const BARE = "imprint-hook";

/**
 * The entries. One file may serve Windows and WSL (https://github.com/rullerzhou-afk/clawd-on-desk/issues/544,
 * https://github.com/rullerzhou-afk/clawd-on-desk/pull/594), so both command lines are there: that of this system with
 * its path, that of the other one with the bare name.
 *
 * @example
 * ```ts
 * import { codexHandlers } from "./settings_handler.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [stop] = codexHandlers({ program: ["/opt/my tools/imprint-hook"], os: "linux" });
 * assertEquals(stop?.handler.command, '"/opt/my tools/imprint-hook" codex stop');
 * assertEquals(stop?.handler.commandWindows, "imprint-hook codex stop");
 * ```
 */
export function codexHandlers({ program, home, os }: CodexHookOptions): readonly EventHandler<CodexHandler>[] {
  return CODEX_EVENTS.map(({ event, subcommand, timeout }) => {
    const words = [...program, "codex", subcommand, ...(home === undefined ? [] : ["--home", home])];
    const bare = `${BARE} codex ${subcommand}`;
    const isWindows = os === "windows";
    return {
      event,
      handler: {
        type: "command",
        command: isWindows ? bare : words.map(quoteWord).join(" "),
        commandWindows: isWindows ? windowsLine(words) : bare,
        timeout,
      },
    };
  });
}

/** How the entries of an earlier run, or of the other system, are brought up to date. */
export function codexRules(os: CodexHookOptions["os"]): UpdateRules {
  const theirs = os === "windows" ? "command" : "commandWindows";
  return {
    // Async hooks are killed when `codex exec` ends (measured, 0.171).
    dropped: ["async", "if", "shell", "once", "args", "command_windows"],
    isAsWanted: (value) => value.key === theirs ? isTheirs(value) : isAsWanted(value),
  };
}

/** What the other system's `install` wrote stays. */
function isTheirs({ found, value }: FoundValue): boolean {
  if (typeof found !== "string" || typeof value !== "string") return false;
  const wanted = ownCommand(value)?.args ?? [];
  const own = ownCommand(found);
  return own?.form === "shell" && wanted.every((word, at) => own.args[at] === word);
}

function isAsWanted({ event, key, found, value }: FoundValue): boolean {
  return key === "timeout" && event === "Stop" && isLongEnough(found, value as Json);
}
