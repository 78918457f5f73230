/**
 * Cline's hooks, as `install`, `uninstall` and `status` see them.
 *
 * @module
 */
import type { Installer, InstallPlan, SettingsEdit, SettingsMachine, UninstallPlan } from "../../lib/installer.ts";
import { escapeControls } from "../../lib/io/escape_controls.ts";
import { namingFile, settingsFailure } from "../../lib/settings/failure.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { readWhole, removeWhole, writeWhole } from "../../lib/settings/whole_file.ts";
import { CLINE_EVENTS, hookFileName, type HookFileOptions, hookFileText, readHookFile } from "./hook_files.ts";

const TITLE = "Cline";

/** Cline. */
export const clineInstaller: Installer = {
  client: "cline",
  name: "cline",
  title: TITLE,
  // A repository's hooks would run for every colleague.
  scopes: ["user"],
  sharing: [],
  // Its conversations do not name one that counts.
  clientVersion: () => undefined,
  planInstall(machine, { program, home }): InstallPlan {
    const options: HookFileOptions = { program, os: machine.os, ...(home === undefined ? {} : { home }) };
    const edits = CLINE_EVENTS.map(({ event, subcommand }): SettingsEdit => {
      const path = hookPath(machine, event);
      const text = namingFile(path, () => readWhole(machine.files, path));
      if (text !== undefined && readHookFile(text) === undefined) {
        const advice = `it is not imprint-hook's; give it another extension, as Cline runs every file of that name`;
        throw settingsFailure("write", path, advice);
      }
      const found = text === undefined ? [] : [event];
      const wanted = hookFileText(subcommand, options);
      const mode = machine.os === "windows" ? {} : { mode: 0o755 };
      return writeWhole(machine, path, { title: TITLE, text, wanted, events: [event], found, ...mode });
    });
    return {
      edits,
      events: CLINE_EVENTS.map(({ event }) => event),
      program,
      home: home ?? null,
      warnings: [],
      steps: [
        'Where Cline\'s settings have "Enable Hooks" (Features), it has to be on. Tasks that run keep the hooks they began with.',
      ],
    };
  },
  planUninstall(machine): UninstallPlan {
    const edits: SettingsEdit[] = [];
    const problems: string[] = [];
    for (const { event } of CLINE_EVENTS) {
      const path = hookPath(machine, event);
      try {
        const text = readWhole(machine.files, path);
        if (text === undefined || readHookFile(text) === undefined) continue;
        edits.push(removeWhole(machine, path, { title: TITLE, folder: "hooks", events: [event] }));
      } catch (error) {
        if (!(error instanceof SettingsTextError)) throw error;
        problems.push(`cannot edit "${escapeControls(path)}": ${error.message}`);
      }
    }
    return { edits, problems };
  },
  entries: (machine) =>
    CLINE_EVENTS.flatMap(({ event }) => {
      const path = hookPath(machine, event);
      try {
        const text = readWhole(machine.files, path);
        const entry = text === undefined ? undefined : readHookFile(text);
        return entry === undefined ? [] : [{ path, event, ...entry }];
      } catch {
        return [];
      }
    }),
};

/** The folder of every workspace of the person's. */
function hookPath({ home, environment, os }: SettingsMachine, event: string): string {
  const path = `${environment("CLINE_DIR") ?? `${home}/.cline`}/hooks/${hookFileName(event, os)}`;
  return os === "windows" ? path.replaceAll("/", "\\") : path;
}
