/**
 * What `install`, `uninstall` and `doctor` need from a client: which settings it reads and what an entry of ours looks like
 * there.
 * `hooks/<client>/installer.ts` implements it; the table is `hooks/installers.ts`, which no hook ever loads.
 *
 * @module
 */
import type { ClientCheckup } from "./checkup.ts";
import type { EnvironmentReader } from "./io/env.ts";
import type { Files } from "./io/files.ts";
import type { ClientName, StoredTranscript } from "./types.ts";

/** Whose settings: the person's, the person's for one project, the project's committed ones. */
export const INSTALL_SCOPES = ["user", "project", "shared"] as const;
/** One of {@linkcode INSTALL_SCOPES}. */
export type InstallScope = typeof INSTALL_SCOPES[number];

/** The machine that the settings are on. */
export interface SettingsMachine {
  readonly files: Files;
  /** WSL counts as Linux. */
  readonly os: "linux" | "macos" | "windows";
  /** The person's home directory. */
  readonly home: string;
  readonly environment: EnvironmentReader;
  /** The project that `project` and `shared` mean. */
  readonly project: string;
}

/** What an entry is to start. */
export interface EntryOptions {
  readonly scope: InstallScope;
  /** The program and what comes before its own arguments. */
  readonly program: readonly [string, ...string[]];
  /** Written as `--home DIR`, as no environment variable steers a hook (design section 4). */
  readonly home?: string;
  /** The client's newest version that was found; undefined counts as the current one. */
  readonly clientVersion?: string;
  /** What was learned is given to new sessions as context. */
  readonly withContext?: boolean;
}

/** What an edit does to the entry of one event. */
export interface EntryChange {
  readonly event: string;
  readonly action: "added" | "updated" | "removed";
}

/** What became of a settings file. */
export type EditOutcome = "created" | "written" | "removed" | "unchanged";

/** One settings file that is to be edited. */
export interface SettingsEdit {
  /** Native absolute path. */
  readonly path: string;
  /** What carrying it out would do. */
  readonly outcome: EditOutcome;
  /** Empty when everything is as wanted. */
  readonly changes: readonly EntryChange[];
  /**
   * Carries it out, on the text of that moment.
   *
   * @throws {InputError} when the file can't be read, parsed or written, or changed meanwhile; it is as it was then
   */
  apply(): { readonly path: string; readonly outcome: EditOutcome };
}

/** What `install` would do. */
export interface InstallPlan {
  readonly edits: readonly SettingsEdit[];
  /** Events that are wired then. */
  readonly events: readonly string[];
  /** The words that start the program, as they are written. */
  readonly program: readonly string[];
  /** `--home`, as it is written. */
  readonly home: string | null;
  /** What will be wrong or left out, one sentence each. */
  readonly warnings: readonly string[];
  /** What the person has to know or do in the client, one sentence each (a trust question, a restart). */
  readonly steps: readonly string[];
}

/** What `uninstall` would do. */
export interface UninstallPlan {
  /** Files that hold entries of ours. */
  readonly edits: readonly SettingsEdit[];
  /** Files that mention this program and can't be edited, one sentence each. */
  readonly problems: readonly string[];
  /** Files that can't be read and do not seem to mention it, one sentence each. */
  readonly unread?: readonly string[];
}

/** An entry of ours as it stands in a settings file. */
export interface WiredEntry {
  readonly path: string;
  readonly event: string;
  /** Path or name of the binary or script. */
  readonly program: string;
  /** What follows it. */
  readonly args: readonly string[];
  /** Every file or name that has to be there for it to run: what runs a script, and the script. */
  readonly starts: readonly string[];
}

/** One client's settings, behind one interface. */
export interface Installer {
  readonly client: ClientName;
  /** What a person types. */
  readonly name: string;
  /** The client's own name. */
  readonly title: string;
  readonly scopes: readonly InstallScope[];
  /** What an entry in the committed settings means for colleagues, one sentence each. */
  readonly sharing: readonly string[];
  /**
   * The client's newest version, as its transcripts tell it.
   *
   * @returns undefined when none does
   */
  clientVersion(files: Files, transcripts: readonly StoredTranscript[]): string | undefined;
  /**
   * Plans; nothing is written.
   *
   * @throws {UsageError} when the scope does not fit the place
   * @throws {InputError} when the settings or the client's version do not allow it
   */
  planInstall(machine: SettingsMachine, options: EntryOptions): InstallPlan;
  /** Plans; nothing is written. Without a scope: every file that holds entries of ours. */
  planUninstall(machine: SettingsMachine, options: { readonly scope?: InstallScope }): UninstallPlan;
  /** Every entry of ours, in files that can be read. */
  entries(machine: SettingsMachine): readonly WiredEntry[];
  /** What only this client can tell `doctor`. */
  readonly checkup?: ClientCheckup;
}
