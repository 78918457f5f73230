/**
 * What only Codex' settings tell `doctor`: whether it trusts our hooks, and whether they are wired once and for long enough.
 *
 * @module
 */
import type { Check, ClientCheckup, ClientKnowledge } from "../../lib/checkup.ts";
import type { SettingsMachine } from "../../lib/installer.ts";
import { compareVersions } from "../../lib/settings/versions.ts";
import { hookSample } from "./hook_sample.ts";
import { type CodexFiles, configValue, hooksJsonValue, readCodexFiles } from "./settings_files.ts";
import { CODEX_EVENTS } from "./settings_handler.ts";
import { type CodexHook, ownHooks } from "./settings_value.ts";
import { describeTrust, trustOf } from "./trust.ts";

/** Codex' part. */
export const codexCheckup: ClientCheckup = {
  checks(machine, known) {
    const read = readCodexFiles(machine);
    const hooks = wired(read, machine);
    // What Codex reads badly is its own business as long as nothing of ours is meant to be there.
    if (hooks.length === 0 && !mentionsUs(read)) return [];
    const checks = [...trustChecks(read, machine), ...entryChecks(hooks, known)];
    return checks.length > 0 ? checks : [ok(hooks)];
  },
  sample: hookSample,
};

function ok(hooks: readonly Wired[]): Check {
  const events = [...new Set(hooks.map(({ hook }) => hook.event))].join(", ");
  return { id: "codex/settings", title: "Codex settings", state: "ok", found: `${events}: wired once, and trusted` };
}

/** A hook and the file that it stands in. */
interface Wired {
  readonly path: string;
  readonly hook: CodexHook;
}

function wired(read: CodexFiles, { os }: Pick<SettingsMachine, "os">): readonly Wired[] {
  return ([[read.hooks.path, hooksJsonValue(read.hooks.text)], [
    read.config.path,
    configValue(read.config.text),
  ]] as const).flatMap(([path, found]) =>
    "value" in found ? ownHooks(found.value, os).map((hook) => ({ path, hook })) : []
  );
}

function mentionsUs({ hooks, config }: CodexFiles): boolean {
  return [hooks, config].some(({ text }) => text?.includes("imprint-hook") === true);
}

function problem(kind: string, sentence: string, separator = "; "): Check {
  const at = sentence.lastIndexOf(separator);
  const check = { id: `codex/settings/${kind}`, title: "Codex settings", state: "problem" } as const;
  const [found, advice] = at < 0
    ? [sentence, "mend it"]
    : [sentence.slice(0, at), sentence.slice(at + separator.length)];
  return { ...check, found, advice };
}

/** What keeps Codex from running hooks, which it does not say. */
function trustChecks(read: CodexFiles, machine: SettingsMachine): readonly Check[] {
  const { hooks, hooksOff, problems } = trustOf(read, machine);
  return [
    ...problems.map((sentence) => problem("unreadable", `${sentence}; mend it`)),
    ...(hooksOff
      ? [problem("hooks-disabled", `"features" in "${read.config.path}" switches every hook off; switch them on`)]
      : []),
    ...hooks.flatMap((hook) => {
      const sentence = describeTrust(hook);
      return sentence === undefined ? [] : [problem(hook.state, sentence, ": ")];
    }),
  ];
}

/** Seconds from 1,000 on were meant as milliseconds. */
const MOST_SECONDS = 1000;

function entryChecks(hooks: readonly Wired[], { clientVersion }: ClientKnowledge): readonly Check[] {
  const known = CODEX_EVENTS.filter(({ since }) =>
    clientVersion === undefined || compareVersions(clientVersion, since) >= 0
  );
  return [
    ...known.flatMap(({ event }) => {
      const entries = hooks.filter(({ hook }) => hook.event === event);
      const paths = [...new Set(entries.map(({ path }) => `"${path}"`))].join(" and ");
      if (entries.length === 0 && hooks.length > 0) {
        return [problem("missing-event", `${event} is not wired; "imprint-hook install codex" adds it`)];
      }
      return entries.length < 2 ? [] : [problem(
        "duplicate",
        `${event} is wired ${entries.length} times, in ${paths}; nothing is stored twice, but take out all but one`,
      )];
    }),
    ...hooks.flatMap(({ path, hook: { event, handler } }) => {
      const { timeout } = handler;
      return typeof timeout === "number" && timeout >= MOST_SECONDS
        ? [problem(
          "milliseconds",
          `the timeout ${timeout} of ${event} in "${path}" is in seconds; "imprint-hook install codex" mends it`,
        )]
        : [];
    }),
  ];
}
