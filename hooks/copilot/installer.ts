/**
 * Copilot CLI's hook settings, as `install`, `uninstall` and `status` see them.
 *
 * @module
 */
import type { Installer, InstallPlan, SettingsMachine, UninstallPlan } from "../../lib/installer.ts";
import type { Files } from "../../lib/io/files.ts";
import { escapeControls } from "../../lib/io/escape_controls.ts";
import { namingFile, settingsFailure } from "../../lib/settings/failure.ts";
import { compareVersions } from "../../lib/settings/versions.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { readWhole, removeWhole, writeWhole } from "../../lib/settings/whole_file.ts";
import type { StoredTranscript } from "../../lib/types.ts";
import { COPILOT_EVENTS, type CopilotHookOptions, copilotHooksText, type OwnFile, readOwnFile } from "./hooks_file.ts";
import { copilotStores } from "./stores.ts";

const TITLE = "Copilot CLI";

/** Copilot CLI. */
export const copilotInstaller: Installer = {
  client: "copilot",
  name: "copilot",
  title: TITLE,
  // A repository's hooks would run for every colleague.
  scopes: ["user"],
  sharing: [],
  clientVersion: newestVersion,
  planInstall(machine, { program, home }): InstallPlan {
    const options: CopilotHookOptions = { program, os: machine.os, ...(home === undefined ? {} : { home }) };
    const wanted = copilotHooksText(options);
    const path = hooksFile(machine);
    const text = namingFile(path, () => readWhole(machine.files, path));
    const { entries, mixed } = text === undefined ? NOTHING : namingFile(path, () => readOwnFile(text));
    // The file is replaced whole: what somebody else put there would be lost.
    if (mixed) {
      throw settingsFailure(
        "edit",
        path,
        "it holds more than the entries of imprint-hook; move that to a file of its own",
      );
    }
    const found = entries.map(({ event }) => event);
    const events = COPILOT_EVENTS.map(({ event }) => event);
    return {
      edits: [writeWhole(machine, path, { title: TITLE, text, wanted, events, found })],
      events,
      program,
      home: home ?? null,
      warnings: [],
      steps: ["Copilot CLI reads hooks when it starts: sessions that run keep those they began with."],
    };
  },
  planUninstall(machine): UninstallPlan {
    const path = hooksFile(machine);
    try {
      const text = readWhole(machine.files, path);
      if (text === undefined) return { edits: [], problems: [] };
      const { entries, mixed } = readOwnFile(text);
      if (mixed) {
        const problem = `"${escapeControls(path)}" holds more than the entries of imprint-hook; take them out by hand`;
        return { edits: [], problems: [problem] };
      }
      return {
        edits: [
          removeWhole(machine, path, { title: TITLE, folder: "hooks", events: entries.map(({ event }) => event) }),
        ],
        problems: [],
      };
    } catch (error) {
      if (!(error instanceof SettingsTextError)) throw error;
      return { edits: [], problems: [`cannot edit "${escapeControls(path)}": ${error.message}`] };
    }
  },
  entries(machine) {
    const path = hooksFile(machine);
    try {
      const text = readWhole(machine.files, path);
      return text === undefined ? [] : readOwnFile(text).entries.map((entry) => ({ path, ...entry }));
    } catch {
      return [];
    }
  },
};

const NOTHING: OwnFile = { entries: [], mixed: false };

function hooksFile({ home, environment, os }: Pick<SettingsMachine, "home" | "environment" | "os">): string {
  const [store = `${home}/.copilot`] = copilotStores({ home, environment });
  const path = `${store}/hooks/imprint-hook.json`;
  return os === "windows" ? path.replaceAll("/", "\\") : path;
}

/** Bytes at the start of a log in which its version is looked for. */
const HEAD = 4096;
/** Logs that are looked at, the newest first. */
const MOST_LOGS = 20;

function newestVersion(files: Files, transcripts: readonly StoredTranscript[]): string | undefined {
  const newest = [...transcripts].sort((a, b) => b.stat.mtime - a.stat.mtime).slice(0, MOST_LOGS);
  const versions = newest.flatMap(({ path }) => {
    const handle = files.open(path);
    if (handle === undefined) return [];
    try {
      const bytes = new Uint8Array(HEAD);
      const text = new TextDecoder().decode(bytes.subarray(0, handle.read(bytes, 0)));
      return /"copilotVersion":"(\d+\.\d+\.\d+)"/.exec(text)?.[1] ?? [];
    } finally {
      handle.close();
    }
  });
  return versions.sort(compareVersions).at(-1);
}
