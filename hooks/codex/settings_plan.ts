/**
 * Which of Codex' two files gets our entries, and what that file would be then.
 *
 * @module
 */
import type { EditOutcome, EntryChange } from "../../lib/installer.ts";
import { namingFile, settingsFailure } from "../../lib/settings/failure.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { type CodexFile, type CodexFiles, configValue, hooksJsonValue } from "./settings_files.ts";
import type { CodexHookOptions } from "./settings_handler.ts";
import { installHooksJson, uninstallHooksJson } from "./settings_json.ts";
import { installHooksToml, tomlValue, uninstallHooksToml } from "./settings_toml.ts";
import { eventsIn, ownHooks } from "./settings_value.ts";

/** A file after an edit. */
export interface PlannedFile {
  readonly kind: "hooks.json" | "config.toml";
  readonly path: string;
  readonly before: string | undefined;
  /** Undefined: the file goes. */
  readonly after: string | undefined;
  readonly changes: readonly EntryChange[];
}

/**
 * Plans `install codex`: into `hooks.json`, unless the person has inline hooks and no `hooks.json`, as Codex warns at every
 * start where there are both. Where entries of ours are already, they stay.
 *
 * @throws {InputError} when the file can't be read or edited
 */
export function planCodexInstall(read: CodexFiles, options: CodexHookOptions): PlannedFile {
  const { config } = read;
  // Codex does not start with such a file, and whether there are inline hooks nobody can say.
  if (config.problem !== undefined) throw settingsFailure("read", config.path, config.problem);
  namingFile(config.path, () => tomlValue(config.text ?? ""));
  const kind = chosenKind(read);
  const file = kind === "hooks.json" ? read.hooks : read.config;
  if (file.problem !== undefined) throw settingsFailure("read", file.path, file.problem);
  const { text, changes } = namingFile(file.path, () => editFor(kind).install(file.text, options));
  return { kind, path: file.path, before: file.text, after: text, changes };
}

function chosenKind({ hooks, config }: CodexFiles): PlannedFile["kind"] {
  const [json, inline] = [hooksJsonValue(hooks.text), configValue(config.text)];
  if (entriesIn(json).length > 0) return "hooks.json";
  if (entriesIn(inline).length > 0) return "config.toml";
  // A file that Codex cannot read is the person's choice all the same.
  if (hooks.text?.trim() && (!("value" in json) || eventsIn(json.value).length > 0)) return "hooks.json";
  return hooks.problem === undefined && "value" in inline && eventsIn(inline.value).length > 0
    ? "config.toml"
    : "hooks.json";
}

function entriesIn(read: ReturnType<typeof configValue>): ReturnType<typeof ownHooks> {
  return "value" in read ? ownHooks(read.value, "linux").filter(({ command }) => command.form !== "compound") : [];
}

/** The two edits of one kind of file; texts go in and come out. */
export function editFor(kind: PlannedFile["kind"]): {
  install(text: string | undefined, options: CodexHookOptions): { text: string; changes: readonly EntryChange[] };
  uninstall(text: string | undefined): { text: string | undefined; changes: readonly EntryChange[] };
} {
  return kind === "hooks.json" ? { install: installHooksJson, uninstall: uninstallHooksJson } : {
    install: (text, options) => installHooksToml(text ?? "", options),
    uninstall: (text) => text === undefined ? { text, changes: [] } : uninstallHooksToml(text),
  };
}

/** What `uninstall codex` would do. */
export interface CodexUninstall {
  readonly files: readonly PlannedFile[];
  /** Files that mention this program and can't be edited. */
  readonly problems: readonly { readonly path: string; readonly found: string }[];
}

/** Plans `uninstall codex`: both files. Nothing is written. */
export function planCodexUninstall(read: CodexFiles): CodexUninstall {
  const files: PlannedFile[] = [];
  const problems: { readonly path: string; readonly found: string }[] = [];
  for (const [kind, file] of filesOf(read)) {
    const { path, text, problem } = file;
    if (problem !== undefined) problems.push({ path, found: problem });
    if (text === undefined) continue;
    try {
      const { text: after, changes } = editFor(kind).uninstall(text);
      if (changes.length > 0) files.push({ kind, path, before: text, after, changes });
    } catch (error) {
      if (!(error instanceof SettingsTextError)) throw error;
      // A broken file without a word of us is not this command's business.
      if (text.includes("imprint-hook")) problems.push({ path, found: error.message });
    }
  }
  return { files, problems };
}

function filesOf({ hooks, config }: CodexFiles): readonly (readonly [PlannedFile["kind"], CodexFile])[] {
  return [["hooks.json", hooks], ["config.toml", config]];
}

/** What carrying a plan out does to its file. */
export function outcomeOf({ before, after }: Pick<PlannedFile, "before" | "after">): EditOutcome {
  if (before === after) return "unchanged";
  if (before === undefined) return "created";
  return after === undefined ? "removed" : "written";
}
