/**
 * Whether Codex runs our hooks: it runs none that the person has not trusted, and says nothing about that
 * (https://github.com/openai/codex/issues/46210, https://github.com/openai/codex/issues/35306,
 * https://github.com/openai/codex/issues/42959, https://github.com/openai/codex/issues/21639). Trust stands in
 * `config.toml` as `[hooks.state."<file>:<event>:<group>:<handler>"] trusted_hash`.
 *
 * @module
 */
import { escapeControls } from "../../lib/io/escape_controls.ts";
import { sha256Hex } from "../../lib/record/ids.ts";
import { sortedJson } from "../../lib/record/sorted_json.ts";
import {
  type CodexFile,
  type CodexFiles,
  type CodexMachine,
  type CodexValue,
  configValue,
  hooksJsonValue,
  isObject,
  readCodexFiles,
} from "./settings_files.ts";
import { type CodexHook, ownHooks } from "./settings_value.ts";

/**
 * What Codex makes of a hook: it runs it; it has changed since it was trusted; it was never trusted; the person switched
 * it off.
 */
export type HookTrustState = "trusted" | "changed" | "untrusted" | "disabled";

/** One hook of ours. */
export interface HookTrust {
  /** The file that it stands in. */
  readonly path: string;
  readonly event: string;
  /** What Codex calls it. */
  readonly key: string;
  readonly state: HookTrustState;
}

/** What keeps hooks of ours from running, or that nothing does. */
export interface CodexTrust {
  /** The home directory of Codex. */
  readonly home: string;
  /** Every entry of ours in files that Codex can read. */
  readonly hooks: readonly HookTrust[];
  /** `features.hooks` in `config.toml` is false: no hook runs at all. */
  readonly hooksOff: boolean;
  /** Files of which Codex makes nothing, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads the trust state of our hooks, from the person's own Codex home. Nothing is started and nothing is written.
 *
 * The hash is computed as Codex does it (measured with `hooks/list` of 0.171), so that a hook that was changed after it
 * was trusted is told apart from one that was not.
 *
 * @param machine `CODEX_HOME` counts
 */
export function codexHookTrust(machine: CodexMachine): CodexTrust {
  return trustOf(readCodexFiles(machine), machine);
}

/** The same for files that are read already, or not yet written. */
export function trustOf(read: CodexFiles, { os, files }: Pick<CodexMachine, "os" | "files">): CodexTrust {
  const config = configValue(read.config.text);
  const settings = "value" in config ? config.value : {};
  const state = isObject(settings) && isObject(settings["hooks"]) ? settings["hooks"]["state"] : undefined;
  const hooks = ([[read.hooks, hooksJsonValue(read.hooks.text)], [read.config, config]] as const).flatMap(
    ([{ path }, found]) => {
      if (!("value" in found)) return [];
      // Codex names the file by the path of its home, which may be a link.
      const paths = [...new Set([path, realPath(files, path)])];
      return ownHooks(found.value, os).map((hook): HookTrust => {
        const keys = paths.map((each) => keyOf(each, hook));
        const known = keys.find((key) => isObject(state) && isObject(state[key]));
        const entry = known !== undefined && isObject(state) ? state[known] : undefined;
        return { path, event: hook.event, key: known ?? keys[0] ?? "", state: stateOf(hook, entry) };
      });
    },
  );
  return {
    home: read.home,
    hooks,
    hooksOff: areHooksOff(settings),
    problems: [problemOf(read.hooks, hooksJsonValue(read.hooks.text)), problemOf(read.config, config)].filter((one) =>
      one !== undefined
    ),
  };
}

/** Codex' own name of a hook: the event in snake case, then its places. */
function keyOf(path: string, { event, group, index }: CodexHook): string {
  return `${path}:${snakeCase(event)}:${group}:${index}`;
}

function stateOf(hook: CodexHook, entry: unknown): HookTrustState {
  if (!isObject(entry)) return "untrusted";
  if (entry["enabled"] === false) return "disabled";
  const { trusted_hash: hash } = entry;
  if (typeof hash !== "string") return "untrusted";
  return hash === trustHash(hook) ? "trusted" : "changed";
}

/** Seconds that Codex allows a hook that says none, and at most: session ends get 3, whatever they ask for. */
const TIMEOUTS: Readonly<Record<string, readonly [usual: number, most: number]>> = {
  SessionEnd: [1, 3],
  Interrupt: [1, 3],
};

/**
 * The hash that a hook has to be trusted with. A matcher counts where Codex looks at one, which it does not for Stop; the
 * other system's command line does not count.
 *
 * @example
 * ```ts
 * import { trustHash } from "./trust.ts";
 *
 * const handler = { type: "command", command: "/bin/true", timeout: 10 };
 * trustHash({ event: "Stop", matcher: null, handler, line: "/bin/true" }); // as "hooks/list" says it
 * ```
 */
export function trustHash(
  { event, matcher, handler, line }: Pick<CodexHook, "event" | "matcher" | "handler" | "line">,
) {
  const [usual, most] = TIMEOUTS[event] ?? [600, Infinity];
  const { timeout, statusMessage } = handler;
  const seconds = typeof timeout === "number" ? timeout : usual;
  return `sha256:${
    sha256Hex(sortedJson({
      event_name: snakeCase(event),
      ...(matcher === null || event === "Stop" ? {} : { matcher }),
      hooks: [{
        type: "command",
        command: line,
        timeout: Math.min(Math.max(seconds, 1), most),
        async: handler["async"] === true,
        ...(typeof statusMessage === "string" ? { statusMessage } : {}),
      }],
    }))
  }`;
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** `features.codex_hooks` up to 0.125, `features.hooks` from 0.138 on; on unless it says otherwise. */
function areHooksOff(config: unknown): boolean {
  const features = isObject(config) ? config["features"] : undefined;
  return isObject(features) && (features["hooks"] === false || features["codex_hooks"] === false);
}

function problemOf({ path, problem }: CodexFile, value: CodexValue): string | undefined {
  const found = problem ?? ("problem" in value ? value.problem : undefined);
  return found === undefined
    ? undefined
    : `"${escapeControls(path)}" cannot be read by Codex: ${
      escapeControls(found)
    }; until that is mended no hook in it runs`;
}

function realPath(files: CodexMachine["files"], path: string): string {
  try {
    return files.realPath(path) ?? path;
  } catch {
    return path;
  }
}

/**
 * A hook that does not run as one sentence for a person: what was found, and what to do.
 *
 * @returns undefined for one that runs
 */
export function describeTrust({ path, event, state }: HookTrust): string | undefined {
  const hook = `${event} in "${escapeControls(path)}"`;
  switch (state) {
    case "trusted":
      return undefined;
    case "untrusted":
      return `Codex does not run ${hook} until you trust it: start codex, type /hooks, and trust it there`;
    case "changed":
      return `${hook} is another than the one you trusted, so Codex does not run it: start codex, type /hooks, and trust it there`;
    case "disabled":
      return `${hook} is switched off in Codex: start codex, type /hooks, and switch it on`;
  }
}
