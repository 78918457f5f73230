/**
 * What each version of Claude Code knows of hooks.
 *
 * @module
 */
import { compareVersions } from "../../lib/settings/versions.ts";

export { compareVersions, newestVersion } from "../../lib/settings/versions.ts";

/** The events that `install` wires, in the order in which it writes them, and the sub-command of each. */
export const HOOK_EVENTS = [
  // Before 1.0.41 a payload did not name its event.
  { event: "Stop", subcommand: "stop", since: "1.0.41", timeout: 20 },
  // Session ends share 1.5 s unless a hook asks for more (https://github.com/anthropics/claude-code/issues/32712).
  { event: "SessionEnd", subcommand: "session-end", since: "1.0.85", timeout: 30 },
  { event: "PreCompact", subcommand: "pre-compact", since: "1.0.48", timeout: 20 },
] as const;

/**
 * What `--with-context` wires as well. Plain output and `additionalContext` reach the model since the event exists
 * (https://code.claude.com/docs/en/hooks#sessionstart).
 */
export const CONTEXT_EVENT = {
  event: "SessionStart",
  subcommand: "session-start",
  since: "1.0.62",
  timeout: 10,
} as const;

/** One of {@linkcode HOOK_EVENTS}, or {@linkcode CONTEXT_EVENT}. */
export type HookEvent = typeof HOOK_EVENTS[number] | typeof CONTEXT_EVENT;

/** The first version that starts a program without a shell when `args` is there; older ones ignore `args`. */
export const EXEC_FORM_SINCE = "2.1.139";

/** What a version of the client knows. */
export interface HookSupport {
  readonly form: "exec" | "shell";
  readonly events: readonly HookEvent[];
}

/**
 * @param version the newest one found in the transcripts; undefined (no transcript yet) counts as the current one
 * @param options `withContext`: with the event that context is given at
 */
export function hookSupport(
  version: string | undefined,
  { withContext = false }: { readonly withContext?: boolean } = {},
): HookSupport {
  const events: readonly HookEvent[] = withContext ? [...HOOK_EVENTS, CONTEXT_EVENT] : HOOK_EVENTS;
  if (version === undefined) return { form: "exec", events };
  return {
    form: compareVersions(version, EXEC_FORM_SINCE) < 0 ? "shell" : "exec",
    events: events.filter(({ since }) => compareVersions(version, since) >= 0),
  };
}
