/**
 * Claude Code's settings, as `install`, `uninstall` and `status` see them.
 *
 * @module
 */
import type {
  EditOutcome,
  Installer,
  InstallPlan,
  SettingsEdit,
  SettingsMachine,
  UninstallPlan,
  WiredEntry,
} from "../../lib/installer.ts";
import { escapeControls } from "../../lib/io/escape_controls.ts";
import { claudeCheckup } from "./checkup.ts";
import { newestClaudeVersion } from "./client_version.ts";
import {
  applySettingsEdit,
  describeFinding,
  hookSupport,
  installedEntries,
  type InstalledEntry,
  installHooks,
  planInstall,
  planUninstall,
  type ReadSettings,
  readSettings,
  type SettingsFinding,
  uninstallHooks,
  type UninstallPlans,
} from "./settings.ts";
import { commandsOf } from "../../lib/settings/shell_line.ts";

const CONTEXT_STEP =
  "Each session that begins in a project is given at most 1,500 characters of what was learned there: what you kept in " +
  '"imprint-hook review", your own words. "context": false in the configuration ends that.';

/** Claude Code. */
export const claudeInstaller: Installer = {
  client: "claude-code",
  name: "claude",
  title: "Claude Code",
  scopes: ["user", "project", "shared"],
  sharing: [
    "It is committed with the project: Claude Code starts the hook for everybody who works there.",
    "The entry is the bare name, so each colleague needs imprint-hook on the PATH. Those who have it get their own " +
    "conversations learned, on their own machine; nobody gets anybody else's.",
    "Those who do not have it see a hook error after each turn; their session goes on.",
  ],
  clientVersion: newestClaudeVersion,
  planInstall(machine, { scope, program, home, clientVersion, withContext = false }): InstallPlan {
    const plan = planInstall(settingsOf(machine), {
      scope,
      program,
      withContext,
      ...(home === undefined ? {} : { home }),
      ...(clientVersion === undefined ? {} : { clientVersion }),
    });
    const { file, options, before, after, changes } = plan;
    const edit: SettingsEdit = {
      path: file.path,
      outcome: outcomeOf(before, after),
      changes,
      apply: () => applySettingsEdit(machine.files, file.path, (text) => installHooks(text, options).text),
    };
    return {
      edits: [edit],
      events: hookSupport(clientVersion, { withContext }).events.map(({ event }) => event),
      program: options.program,
      home: options.home ?? null,
      warnings: warningsOf(plan, clientVersion),
      steps: [...stepsOf(scope, edit), ...(withContext ? [CONTEXT_STEP] : [])],
    };
  },
  planUninstall(machine, { scope }): UninstallPlan {
    const { plans, problems } = planUninstall(settingsOf(machine), scope === undefined ? {} : { scope });
    const sentences = (mentions: boolean): readonly string[] =>
      problems.filter((problem) => problem.mentions === mentions).map(problemSentence);
    return {
      edits: plans.map((plan) => removal(machine, plan)),
      problems: sentences(true),
      unread: sentences(false),
    };
  },
  entries: (machine) => installedEntries(settingsOf(machine)).map(wiredEntry),
  checkup: claudeCheckup,
};

function wiredEntry({ path, event, form, command, program, args }: InstalledEntry): WiredEntry {
  const starter = form === "exec" ? command : commandsOf(command).commands[0]?.[0] ?? program;
  return { path, event, program, args, starts: [...new Set([starter, program])] };
}

function settingsOf({ files, os, home, environment, project }: SettingsMachine): readonly ReadSettings[] {
  const configDirectory = environment("CLAUDE_CONFIG_DIR");
  return readSettings(files, {
    os,
    home,
    project,
    ...(configDirectory === undefined ? {} : { configDirectory }),
  });
}

function outcomeOf(before: string | undefined, after: string | undefined): EditOutcome {
  if (before === after) return "unchanged";
  if (before === undefined) return "created";
  return after === undefined ? "removed" : "written";
}

function warningsOf(
  { unknownEvents, homeLeftOut, findings }: ReturnType<typeof planInstall>,
  clientVersion: string | undefined,
): readonly string[] {
  return [
    ...(unknownEvents.length === 0
      ? []
      : [`Claude Code ${clientVersion} does not know ${unknownEvents.join(" and ")}; install again after an update`]),
    ...(homeLeftOut ? ["the committed entry has no --home: that is one person's; colleagues use their own"] : []),
    ...duplicateSentences(findings),
    ...findings.filter(({ kind }) => kind !== "duplicate").map(describeFinding),
  ];
}

/** Events that the same files wire, in one sentence. */
function duplicateSentences(findings: readonly SettingsFinding[]): readonly string[] {
  const events = new Map<string, string[]>();
  for (const finding of findings) {
    if (finding.kind !== "duplicate") continue;
    const paths = finding.paths.map((path) => `"${escapeControls(path)}"`).join(" and ");
    events.set(paths, [...(events.get(paths) ?? []), finding.event]);
  }
  return [...events].map(([paths, names]) =>
    `${names.join(", ")}: wired in ${paths}; nothing is stored twice, but one of them is enough`
  );
}

function stepsOf(scope: string, { outcome, path }: SettingsEdit): readonly string[] {
  return [
    "Claude Code takes the hook up at once, in running sessions too. In a folder that you have not trusted it runs no hook.",
    ...(scope === "project" && outcome === "created"
      ? [`Keep "${escapeControls(path)}" out of git: it is yours.`]
      : []),
  ];
}

function removal(machine: SettingsMachine, plan: UninstallPlans["plans"][number]): SettingsEdit {
  const { file, before, after, changes } = plan;
  return {
    path: file.path,
    outcome: outcomeOf(before, after),
    changes,
    apply: () => applySettingsEdit(machine.files, file.path, (text) => uninstallHooks(text).text),
  };
}

function problemSentence({ file, found, mentions }: UninstallPlans["problems"][number]): string {
  const what = `cannot read "${escapeControls(file.path)}": ${escapeControls(found)}`;
  return mentions
    ? `${what}; it mentions imprint-hook: mend it and run the command again, or take the entry out by hand`
    : `${what}; whether it starts imprint-hook nobody can say until that is mended`;
}
