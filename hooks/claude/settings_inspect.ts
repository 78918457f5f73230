/**
 * What can be wrong with our entries in Claude's settings, for `doctor` and for the end of `install`.
 *
 * @module
 */
import { escapeControls } from "../../lib/io/escape_controls.ts";
import type { OwnCommand } from "../../lib/settings/own_command.ts";
import { findEntries, type FoundEntry } from "../../lib/settings/entries.ts";
import type { ReadSettings } from "./settings_files.ts";
import { type Node, parseSettings, SettingsTextError, valueOf } from "../../lib/settings/tree.ts";
import { compareVersions, EXEC_FORM_SINCE, HOOK_EVENTS, hookSupport } from "./settings_version.ts";

/** One thing that is wrong. */
export type SettingsFinding =
  | { readonly kind: "unreadable"; readonly path: string; readonly found: string }
  /** `disableAllHooks` is true. */
  | { readonly kind: "hooks-disabled"; readonly path: string }
  /** `allowManagedHooksOnly` is true in the administrator's settings. */
  | { readonly kind: "managed-hooks-only"; readonly path: string }
  /** The same event in several files: it runs once for each form. */
  | { readonly kind: "duplicate"; readonly event: string; readonly paths: readonly string[] }
  /** Several times in one file. */
  | { readonly kind: "repeated"; readonly path: string; readonly event: string; readonly count: number }
  /** `timeout` is in seconds. */
  | { readonly kind: "milliseconds"; readonly path: string; readonly event: string; readonly timeout: number }
  | {
    readonly kind: "never-runs";
    readonly path: string;
    readonly event: string;
    readonly because: "if" | "matcher" | "shape";
  }
  /** Inside a larger command, which `install` does not touch. */
  | { readonly kind: "compound"; readonly path: string; readonly event: string }
  | { readonly kind: "missing-event"; readonly path: string; readonly event: string }
  /** An entry whose form this version of the client does not run as meant. */
  | { readonly kind: "form"; readonly path: string; readonly event: string; readonly form: "exec" | "shell" };

/** One entry of ours as it stands in a file. */
export interface InstalledEntry {
  readonly scope: ReadSettings["scope"];
  readonly path: string;
  readonly event: string;
  readonly form: OwnCommand["form"];
  /** The handler's `command`: a shell line, or with `args` the program that is started. */
  readonly command: string;
  /** Path or name of the binary or script, for checking that it exists. */
  readonly program: string;
  /** What follows it. */
  readonly args: readonly string[];
  /** Seconds; null when none is stated. */
  readonly timeout: number | null;
}

/** Every entry that starts this program, in the files that can be read. */
export function installedEntries(settings: readonly ReadSettings[]): readonly InstalledEntry[] {
  return settings.flatMap(({ scope, path, text }) =>
    findEntries(rootOf(text)).map(({ event, command, handler }) => ({
      scope,
      path,
      event,
      ...command,
      command: String(handler.command),
      timeout: typeof handler.timeout === "number" ? handler.timeout : null,
    }))
  );
}

/**
 * Looks for everything that keeps our hooks from running once, on time, for each event.
 *
 * @param settings what `readSettings` found
 * @param options `clientVersion`: the newest found in the transcripts
 */
export function inspectSettings(
  settings: readonly ReadSettings[],
  options: { readonly clientVersion?: string } = {},
): readonly SettingsFinding[] {
  const files = settings.map((file) => ({ ...file, entries: findEntries(rootOf(file.text)) }));
  return [
    ...settings.flatMap((file) => fileFindings(file)),
    ...files.flatMap(({ path, entries }) => [
      ...entries.flatMap((entry) => entryFindings(path, entry, options)),
      ...eventFindings(path, entries, options),
    ]),
    ...duplicates(files),
  ];
}

function rootOf(text: string | undefined): Node | undefined {
  try {
    return text === undefined ? undefined : parseSettings(text);
  } catch (error) {
    if (error instanceof SettingsTextError) return undefined;
    throw error;
  }
}

function fileFindings({ scope, path, text, problem }: ReadSettings): readonly SettingsFinding[] {
  if (problem !== undefined) return [{ kind: "unreadable", path, found: problem }];
  if (text === undefined) return [];
  let root: Node | undefined;
  try {
    root = parseSettings(text);
  } catch (error) {
    if (!(error instanceof SettingsTextError)) throw error;
    return [{ kind: "unreadable", path, found: error.message }];
  }
  const isTrue = (key: string) => root !== undefined && valueOf(root, key)?.value === true;
  const findings: SettingsFinding[] = [];
  if (isTrue("disableAllHooks")) findings.push({ kind: "hooks-disabled", path });
  // Elsewhere the key means nothing.
  if (scope === "managed" && isTrue("allowManagedHooksOnly")) findings.push({ kind: "managed-hooks-only", path });
  return findings;
}

function entryFindings(
  path: string,
  { event, command, handler, neverRuns }: FoundEntry,
  { clientVersion }: { readonly clientVersion?: string },
): readonly SettingsFinding[] {
  const findings: SettingsFinding[] = [];
  const { timeout } = handler;
  if (typeof timeout === "number" && timeout >= 1000) findings.push({ kind: "milliseconds", path, event, timeout });
  if (neverRuns !== undefined) findings.push({ kind: "never-runs", path, event, because: neverRuns });
  if (command.form === "compound") findings.push({ kind: "compound", path, event });
  // Older versions ignore args and start the bare program; newer ones run a shell line as before, but through a shell.
  const tooOld = clientVersion !== undefined && compareVersions(clientVersion, EXEC_FORM_SINCE) < 0;
  if (command.form === (tooOld ? "exec" : "shell")) findings.push({ kind: "form", path, event, form: command.form });
  return findings;
}

function eventFindings(
  path: string,
  entries: readonly FoundEntry[],
  { clientVersion }: { readonly clientVersion?: string },
): readonly SettingsFinding[] {
  if (entries.length === 0) return [];
  const counts = countByEvent(entries);
  const repeated = [...counts].filter(([, count]) => count > 1).map(([event, count]): SettingsFinding => ({
    kind: "repeated",
    path,
    event,
    count,
  }));
  const missing = hookSupport(clientVersion).events.filter(({ event }) => !counts.has(event));
  return [...repeated, ...missing.map(({ event }): SettingsFinding => ({ kind: "missing-event", path, event }))];
}

function countByEvent(entries: readonly FoundEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { event } of entries) counts.set(event, (counts.get(event) ?? 0) + 1);
  return counts;
}

function duplicates(
  files: readonly { readonly path: string; readonly entries: readonly FoundEntry[] }[],
): readonly SettingsFinding[] {
  return HOOK_EVENTS.flatMap(({ event }): readonly SettingsFinding[] => {
    const paths = files.filter(({ entries }) => entries.some((entry) => entry.event === event)).map(({ path }) => path);
    return paths.length < 2 ? [] : [{ kind: "duplicate", event, paths }];
  });
}

/**
 * A finding as one sentence for a person: what was found, and what to do.
 *
 * @example
 * ```ts
 * import { describeFinding } from "./settings_inspect.ts";
 * describeFinding({ kind: "hooks-disabled", path: "/home/mira/.claude/settings.json" });
 * ```
 */
export function describeFinding(finding: SettingsFinding): string {
  if (finding.kind === "duplicate") {
    const paths = finding.paths.map(shown).join(" and ");
    return `${finding.event} is wired in ${paths}; nothing is stored twice, but take it out of all but one`;
  }
  const path = shown(finding.path);
  switch (finding.kind) {
    case "unreadable":
      return `${path} cannot be read: ${escapeControls(finding.found)}; until that is mended no hook in it runs`;
    case "hooks-disabled":
      return `"disableAllHooks" in ${path} switches every hook off; set it to false`;
    case "managed-hooks-only":
      return `"allowManagedHooksOnly" in ${path} switches your hooks off; ask the administrator, or use "learn"`;
    case "repeated":
      return `${finding.event} is wired ${finding.count} times in ${path}; "install claude" leaves one`;
    case "milliseconds":
      return `the timeout ${finding.timeout} of ${finding.event} in ${path} is in seconds; "install claude" mends it`;
    case "never-runs":
      return `${finding.event} in ${path} ${NEVER[finding.because]}; "install claude" mends it`;
    case "compound":
      return `${finding.event} in ${path} starts imprint-hook inside a larger command, which "install claude" leaves alone`;
    case "missing-event":
      return `${finding.event} is not wired in ${path}; "install claude" adds it`;
    case "form":
      return finding.form === "exec"
        ? `${finding.event} in ${path} uses "args", which this Claude Code ignores; update it or run "install claude"`
        : `${finding.event} in ${path} runs through a shell; "install claude" makes it start without one`;
  }
}

const NEVER = {
  if: 'has an "if", so it never runs',
  matcher: "has a matcher, so it runs only sometimes",
  shape: "stands where Claude Code does not look for it",
} as const;

function shown(path: string): string {
  return `"${escapeControls(path)}"`;
}
