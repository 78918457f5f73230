/**
 * Codex' hook settings, as `install`, `uninstall` and `status` see them.
 *
 * @module
 */
import type { Installer, InstallPlan, SettingsEdit, UninstallPlan, WiredEntry } from "../../lib/installer.ts";
import { escapeControls } from "../../lib/io/escape_controls.ts";
import { applyEdit } from "../../lib/settings/apply.ts";
import { commandsOf } from "../../lib/settings/shell_line.ts";
import { compareVersions } from "../../lib/settings/versions.ts";
import { codexCheckup } from "./checkup.ts";
import { newestCodexVersion } from "./client_version.ts";
import { type CodexFiles, type CodexMachine, configValue, hooksJsonValue, readCodexFiles } from "./settings_files.ts";
import { CODEX_EVENTS, type CodexHookOptions } from "./settings_handler.ts";
import { editFor, outcomeOf, planCodexInstall, planCodexUninstall, type PlannedFile } from "./settings_plan.ts";
import { ownHooks } from "./settings_value.ts";
import { describeTrust, trustOf } from "./trust.ts";

/** Codex. */
export const codexInstaller: Installer = {
  client: "codex",
  name: "codex",
  title: "Codex",
  // A project's hooks run in a trusted project only, and each of its users would have to trust them.
  scopes: ["user"],
  sharing: [],
  clientVersion: newestCodexVersion,
  planInstall(machine, { program, home, clientVersion }): InstallPlan {
    const options: CodexHookOptions = { program, os: machine.os, ...(home === undefined ? {} : { home }) };
    const read = readCodexFiles(machine);
    const plan = planCodexInstall(read, options);
    const after = afterPlan(read, plan);
    const edit = editOf(machine, plan, (text) => editFor(plan.kind).install(text, options).text);
    return {
      edits: [edit],
      events: CODEX_EVENTS.map(({ event }) => event),
      program,
      home: home ?? null,
      warnings: [...versionWarnings(clientVersion), ...stateWarnings(after, machine)],
      steps: stepsOf(after, machine),
    };
  },
  planUninstall(machine): UninstallPlan {
    const { files, problems } = planCodexUninstall(readCodexFiles(machine));
    return {
      edits: files.map((plan) => editOf(machine, plan, (text) => editFor(plan.kind).uninstall(text).text)),
      problems: problems.map(({ path, found }) =>
        `cannot edit "${escapeControls(path)}": ${
          escapeControls(found)
        }; if there is an entry of imprint-hook in it, take that out by hand`
      ),
    };
  },
  entries: (machine) => wiredEntries(readCodexFiles(machine), machine.os),
  checkup: codexCheckup,
};

function editOf(
  { files }: Pick<CodexMachine, "files">,
  plan: PlannedFile,
  edit: (text: string | undefined) => string | undefined,
): SettingsEdit {
  return {
    path: plan.path,
    outcome: outcomeOf(plan),
    changes: plan.changes,
    apply: () => applyEdit(files, plan.path, { title: "Codex", edit }),
  };
}

/** The files as they will be. */
function afterPlan(read: CodexFiles, { kind, after }: PlannedFile): CodexFiles {
  return kind === "hooks.json"
    ? { ...read, hooks: { ...read.hooks, text: after } }
    : { ...read, config: { ...read.config, text: after } };
}

function versionWarnings(version: string | undefined): readonly string[] {
  if (version === undefined) return [];
  const unknown = CODEX_EVENTS.filter(({ since }) => compareVersions(version, since) < 0);
  return unknown.map(({ event, since }) =>
    `Codex ${version}, the newest in your transcripts, has no ${event} hook; ${since} and newer have one`
  );
}

function stateWarnings(after: CodexFiles, machine: CodexMachine): readonly string[] {
  const { hooksOff, problems, hooks } = trustOf(after, machine);
  const paths = [...new Set(hooks.map(({ path }) => path))];
  return [
    ...problems.map((problem) => problem.replace(/\.$/, "")),
    ...(hooksOff
      ? [`"hooks = false" below [features] in "${escapeControls(after.config.path)}" switches every hook off`]
      : []),
    ...(paths.length > 1
      ? [
        `it is wired in ${paths.map((path) => `"${escapeControls(path)}"`).join(" and ")}; nothing is stored twice, ` +
        "but one of them is enough",
      ]
      : []),
    ...hooks.filter(({ state }) => state === "disabled").flatMap((hook) => describeTrust(hook) ?? []),
  ];
}

/** The one step of the person's, where it is left to do. */
function stepsOf(after: CodexFiles, machine: CodexMachine): readonly string[] {
  const waiting = trustOf(after, machine).hooks.filter(({ state }) => state === "untrusted" || state === "changed");
  const [first] = waiting;
  if (first === undefined) return ["You trust both hooks already; sessions that run keep the hooks they began with."];
  const events = [...new Set(waiting.map(({ event }) => event))].join(" and ");
  return [
    `One step is yours: start codex; where it says "Hooks need review", trust ${events} of ` +
    `"${
      escapeControls(first.path)
    }" (later: type /hooks). Codex runs no hook before that, and does not say so. Until ` +
    "then, and for sessions that were killed, there is imprint-hook learn.",
  ];
}

function wiredEntries(read: CodexFiles, os: CodexMachine["os"]): readonly WiredEntry[] {
  return ([[read.hooks.path, hooksJsonValue(read.hooks.text)], [
    read.config.path,
    configValue(read.config.text),
  ]] as const)
    .flatMap(([path, found]) =>
      "value" in found
        ? ownHooks(found.value, os).map(({ event, line, command: { program, args } }): WiredEntry => ({
          path,
          event,
          program,
          args,
          starts: [...new Set([commandsOf(line).commands[0]?.[0] ?? program, program])],
        }))
        : []
    );
}
