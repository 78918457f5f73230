/**
 * Cline runs every file of its hooks folder that is named after an event, whatever its extension: `.sh` elsewhere, `.ps1` on
 * Windows, where a program alone is none of them (cline 4: hook-file-config.ts). Ours are small scripts that hand the payload
 * to this program, and answer what Cline wants to read, which a hook of this program never prints.
 *
 * @module
 */
import { ownCommand } from "../../lib/settings/own_command.ts";
import { commandsOf, quoteWord } from "../../lib/settings/shell_line.ts";
import { windowsLine } from "../../lib/settings/windows_line.ts";

/** The events that have a file; a session's end catches what was not written when the task was complete. */
export const CLINE_EVENTS = [
  { event: "TaskComplete", subcommand: "task-complete" },
  { event: "SessionShutdown", subcommand: "session-shutdown" },
] as const;

/** What a file is to start. */
export interface HookFileOptions {
  readonly program: readonly string[];
  /** Written as `--home DIR`. */
  readonly home?: string;
  readonly os: "linux" | "macos" | "windows";
}

const MARK = '# Written by imprint-hook; "imprint-hook uninstall cline" takes it away.';
const ANSWER = '{"cancel":false,"contextModification":"","errorMessage":""}';

/** Name of an event's file. */
export function hookFileName(event: string, os: HookFileOptions["os"]): string {
  return os === "windows" ? `${event}.ps1` : `${event}.sh`;
}

/**
 * The text of an event's file.
 *
 * @param subcommand the word behind `cline`
 * @example
 * ```ts
 * import { hookFileText } from "./hook_files.ts";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const text = hookFileText("task-complete", { program: ["/opt/imprint-hook"], os: "linux" });
 * assertStringIncludes(text, '"/opt/imprint-hook" cline task-complete');
 * ```
 */
export function hookFileText(subcommand: string, { program, home, os }: HookFileOptions): string {
  const words = [...program, "cline", subcommand, ...(home === undefined ? [] : ["--home", home])];
  if (os !== "windows") {
    return ["#!/bin/sh", MARK, `${words.map(quoteWord).join(" ")} >/dev/null || :`, `echo '${ANSWER}'`, ""].join("\n");
  }
  const line = windowsLine(words);
  return [
    MARK,
    // PowerShell 5 would take the payload through the machine's code page.
    "[Console]::InputEncoding = $OutputEncoding = New-Object System.Text.UTF8Encoding $false",
    "$payload = [Console]::In.ReadToEnd()",
    "$null = $payload |",
    `  ${line.startsWith("&") ? line : `& ${line}`}`,
    `Write-Output '${ANSWER}'`,
    "exit 0",
    "",
  ].join("\r\n");
}

/** What an own file starts. */
export interface HookFileEntry {
  readonly program: string;
  readonly args: readonly string[];
  readonly starts: readonly string[];
}

/**
 * Reads a file.
 *
 * @returns undefined when it is somebody else's
 */
export function readHookFile(text: string): HookFileEntry | undefined {
  const lines = text.split(/\r?\n/);
  if (!lines.includes(MARK)) return undefined;
  for (const line of lines) {
    const own = ownCommand(line.trim());
    if (own === undefined) continue;
    const { program, args } = own;
    const first = commandsOf(line.trim()).commands[0]?.[0] ?? program;
    return { program, args, starts: [...new Set([first, program])] };
  }
  return undefined;
}
