/**
 * Entries of ours in what one of Codex' files says, with the places by which Codex knows them.
 *
 * @module
 */
import { type OwnCommand, ownCommand } from "../../lib/settings/own_command.ts";
import { isObject } from "./settings_files.ts";

/** One entry of ours. */
export interface CodexHook {
  readonly event: string;
  /** Places in the lists, from 0: Codex knows a hook by them, so that a group put in front takes its trust. */
  readonly group: number;
  readonly index: number;
  readonly matcher: string | null;
  readonly handler: { readonly [key: string]: unknown };
  /** The line that this system runs. */
  readonly line: string;
  readonly command: OwnCommand;
}

/**
 * Finds them, in the order of the events' names in the file.
 *
 * @param settings `hooks.json` or `config.toml` as a value
 * @param os whose command line counts: Windows has its own (`commandWindows`)
 */
export function ownHooks(settings: unknown, os: "linux" | "macos" | "windows"): readonly CodexHook[] {
  const hooks = isObject(settings) ? settings["hooks"] : undefined;
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((value, group) => {
      if (!isObject(value)) return [];
      const matcher = typeof value["matcher"] === "string" ? value["matcher"] : null;
      return listOf(value["hooks"]).flatMap((handler, index): CodexHook[] => {
        if (!isObject(handler)) return [];
        const line = effectiveLine(handler, os);
        const command = line === undefined ? undefined : ownCommand(line);
        return line === undefined || command === undefined
          ? []
          : [{ event, group, index, matcher, handler, line, command }];
      });
    })
  );
}

/** Events that hooks are written for; the trust, which `config.toml` has below the same name, is no list. */
export function eventsIn(settings: unknown): readonly string[] {
  const hooks = isObject(settings) ? settings["hooks"] : undefined;
  return isObject(hooks) ? Object.keys(hooks).filter((event) => Array.isArray(hooks[event])) : [];
}

function effectiveLine(handler: { readonly [key: string]: unknown }, os: string): string | undefined {
  const { command } = handler;
  const windows = handler["commandWindows"] ?? handler["command_windows"];
  const line = os === "windows" && typeof windows === "string" ? windows : command;
  return typeof line === "string" ? line : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
