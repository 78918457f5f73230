/**
 * The hooks file that is wholly ours, `hooks/imprint-hook.json` below Copilot CLI's directory: the client reads every file
 * there, so no other file is edited (formats/other_clients.md A.6).
 *
 * @module
 */
import { asRow, asRows, asText } from "../../lib/transcript/rows.ts";
import { ownCommand } from "../../lib/settings/own_command.ts";
import { commandsOf, quoteWord } from "../../lib/settings/shell_line.ts";
import { windowsLine } from "../../lib/settings/windows_line.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";

/** What the entries are to start. */
export interface CopilotHookOptions {
  /** The program and what comes before its own arguments. */
  readonly program: readonly string[];
  /** Written as `--home DIR`. */
  readonly home?: string;
  /** The system that the program runs on. */
  readonly os: "linux" | "macos" | "windows";
}

/** The events that are wired; a session's end names no transcript, so the end of each turn comes first. */
export const COPILOT_EVENTS = [
  { event: "agentStop", subcommand: "agent-stop" },
  { event: "sessionEnd", subcommand: "session-end" },
] as const;

/** Seconds; the client waits for a hook. */
const TIMEOUT = 10;

/**
 * The file's text. A command line for each shell, which every version knows; `exec` came later.
 *
 * @example
 * ```ts
 * import { copilotHooksText } from "./hooks_file.ts";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const text = copilotHooksText({ program: ["/opt/imprint-hook"], os: "linux" });
 * assertStringIncludes(text, '"bash": "\\"/opt/imprint-hook\\" copilot agent-stop"');
 * ```
 */
export function copilotHooksText({ program, home, os }: CopilotHookOptions): string {
  const entries = COPILOT_EVENTS.map(({ event, subcommand }) => {
    const words = [...program, "copilot", subcommand, ...(home === undefined ? [] : ["--home", home])];
    const bash = os === "windows" ? words.map((word) => quoteWord(word.replaceAll("\\", "/"))) : words.map(quoteWord);
    const command = { type: "command", bash: bash.join(" "), powershell: windowsLine(words), timeoutSec: TIMEOUT };
    return [event, [command]] as const;
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, undefined, 2)}\n`;
}

/** An entry of ours in the file. */
export interface OwnEntry {
  readonly event: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly starts: readonly string[];
}

/** What stands in the file. */
export interface OwnFile {
  readonly entries: readonly OwnEntry[];
  /** True: somebody put something else into it. */
  readonly mixed: boolean;
}

/**
 * Reads the file.
 *
 * @throws {SettingsTextError} when it is not JSON
 */
export function readOwnFile(text: string): OwnFile {
  let value;
  try {
    value = asRow(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    throw new SettingsTextError("it is not JSON", { text, offset: 0 });
  }
  const entries: OwnEntry[] = [];
  let mixed = value === undefined || Object.keys(value).some((key) => key !== "version" && key !== "hooks");
  for (const [event, list] of Object.entries(asRow(value?.["hooks"]) ?? {})) {
    for (const handler of asRows(list)) {
      const line = asText(handler["bash"]) ?? asText(handler["powershell"]) ?? "";
      const own = ownCommand(line);
      if (own === undefined) mixed = true;
      else {
        const { program, args } = own;
        entries.push({
          event,
          program,
          args,
          starts: [...new Set([commandsOf(line).commands[0]?.[0] ?? program, program])],
        });
      }
    }
  }
  return { entries, mixed };
}
