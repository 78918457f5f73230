/**
 * What `install` and `uninstall` would do to the settings files, without doing it.
 *
 * @module
 */
import { InputError, UsageError } from "../../lib/errors.ts";
import { namingFile, settingsFailure } from "../../lib/settings/failure.ts";
import type { ReadSettings, SettingsFile, SettingsScope } from "./settings_files.ts";
import type { HookOptions } from "./settings_handler.ts";
import { installHooks, type SettingsChange, uninstallHooks } from "./settings_hooks.ts";
import { inspectSettings, type SettingsFinding } from "./settings_inspect.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { HOOK_EVENTS, hookSupport } from "./settings_version.ts";

/** What `install` would do. */
export interface InstallPlan {
  readonly file: SettingsFile;
  /** For `installHooks`, when the plan is carried out on the text of that moment. */
  readonly options: HookOptions;
  readonly form: "exec" | "shell";
  readonly before: string | undefined;
  readonly after: string;
  readonly changes: readonly SettingsChange[];
  /** Events that the client's version does not know yet. */
  readonly unknownEvents: readonly string[];
  /** The committed file got the bare name although a home was chosen: `--home` is one person's. */
  readonly homeLeftOut: boolean;
  /** What will be wrong once it is done. */
  readonly findings: readonly SettingsFinding[];
}

/**
 * Plans `install claude --user | --project | --shared`. Nothing is written.
 *
 * `user` is `settings.json` in the config directory, `project` the project's `settings.local.json`, `shared` its committed
 * `settings.json`, which gets the bare program name: nobody else has this machine's paths.
 *
 * @param settings what `readSettings` found
 * @throws {UsageError} when the scope needs a project and none was given, or the project is the home directory
 * @throws {InputError} when the client's version has no hook that this program can use, or the file can't be edited
 */
export function planInstall(
  settings: readonly ReadSettings[],
  options: HookOptions & { readonly scope: Exclude<SettingsScope, "managed"> },
): InstallPlan {
  const { scope, ...given } = options;
  const file = settings.find((candidate) => candidate.scope === scope);
  if (file === undefined) {
    throw new UsageError(
      `install claude: --${scope} needs a project directory other than the home directory; go there, or use --user`,
    );
  }
  const hooks: HookOptions = scope === "shared" ? sharedOptions(given) : given;
  const { form, events } = hookSupport(hooks.clientVersion, hooks);
  if (events.length === 0) {
    throw new InputError(
      `install claude: Claude Code ${hooks.clientVersion} has no usable hooks; update it to ${
        HOOK_EVENTS[0].since
      } or newer`,
    );
  }
  if (file.problem !== undefined) throw settingsFailure("read", file.path, file.problem);
  const { text, changes } = namingFile(file.path, () => installHooks(file.text, hooks));
  const after = settings.map((other) => other === file ? { ...other, text } : other);
  return {
    file: { scope, path: file.path },
    options: hooks,
    form,
    before: file.text,
    after: text,
    changes,
    unknownEvents: hookSupport(undefined, hooks).events.filter((event) => !events.includes(event)).map(({ event }) =>
      event
    ),
    homeLeftOut: scope === "shared" && given.home !== undefined,
    findings: inspectSettings(after, hooks.clientVersion === undefined ? {} : { clientVersion: hooks.clientVersion }),
  };
}

function sharedOptions({ clientVersion, withContext = false }: HookOptions): HookOptions {
  return { program: ["imprint-hook"], withContext, ...(clientVersion === undefined ? {} : { clientVersion }) };
}

/** What `uninstall` would do to one file. */
export interface UninstallPlan {
  readonly file: SettingsFile;
  readonly before: string;
  /** Undefined: the file is to be removed. */
  readonly after: string | undefined;
  readonly changes: readonly SettingsChange[];
}

/** What `uninstall` would do. */
export interface UninstallPlans {
  readonly plans: readonly UninstallPlan[];
  /** Files that can't be edited; `mentions`: they mention this program. */
  readonly problems: readonly UninstallProblem[];
}

/** A file of which nobody can say what is wired in it. */
export interface UninstallProblem {
  readonly file: SettingsFile;
  readonly found: string;
  readonly mentions: boolean;
}

/** What an entry of ours holds, in every form that it has had. */
const OWN_WORDS = /imprint-hook|\bclaude"?,?\s*"?(?:stop|session-end|pre-compact|session-start)\b/;

/**
 * Plans `uninstall claude`: every file that holds entries of ours, the administrator's excepted. Nothing is written.
 *
 * @param settings what `readSettings` found
 * @param options `scope`: only that file
 */
export function planUninstall(
  settings: readonly ReadSettings[],
  options: { readonly scope?: SettingsScope } = {},
): UninstallPlans {
  const plans: UninstallPlan[] = [];
  const problems: UninstallProblem[] = [];
  for (const { scope, path, text, problem } of settings) {
    if (scope === "managed" || (options.scope ?? scope) !== scope) continue;
    const file = { scope, path };
    if (problem !== undefined) problems.push({ file, found: problem, mentions: false });
    if (text === undefined) continue;
    try {
      const { text: after, changes } = uninstallHooks(text);
      if (changes.length > 0) plans.push({ file, before: text, after, changes });
    } catch (error) {
      if (!(error instanceof SettingsTextError)) throw error;
      problems.push({ file, found: error.message, mentions: OWN_WORDS.test(text) });
    }
  }
  return { plans, problems };
}
