/**
 * Claude Code deletes transcripts (https://github.com/anthropics/claude-code/issues/62476,
 * https://github.com/anthropics/claude-code/issues/90866): what was not looked at by then cannot be learned any more.
 *
 * @module
 */
import type { Check, ClientKnowledge } from "../../lib/checkup.ts";
import { parseSettings, SettingsTextError, valueOf } from "../../lib/settings/tree.ts";
import type { ReadSettings } from "./settings.ts";

/** `cleanupPeriodDays` unless the settings say something else [DOC:settings]. */
const USUAL_DAYS = 30;
const DAY = 86_400_000;
/** So long before the client deletes a transcript it is time to say so. */
const WARNING_DAYS = 7;

/** The administrator's settings win, the committed ones may not set it. */
const STRONGEST_FIRST: readonly ReadSettings["scope"][] = ["managed", "project", "user"];

/**
 * Compares how long transcripts are kept with what has been looked at.
 *
 * @param settings what `readSettings` found
 */
export function retentionCheck(
  settings: readonly ReadSettings[],
  { transcripts, wasLookedAt, lastImport, now }: ClientKnowledge,
): Check {
  const check = { id: "claude-code/retention", title: "Claude Code retention" };
  const stated = statedDays(settings);
  // 0 meant "write no transcript at all" (https://github.com/anthropics/claude-code/issues/23710); newer versions refuse it.
  if (stated !== undefined && !(typeof stated === "number" && stated > 0)) {
    return {
      ...check,
      state: "problem",
      found: `"cleanupPeriodDays" is ${JSON.stringify(stated)}: without transcripts nothing can be learned`,
      advice: "set it to a number of days above 0, or take it out",
    };
  }
  const days = stated ?? USUAL_DAYS;
  const told = `transcripts are kept for ${days} days${stated === undefined ? " (the default)" : ""}`;
  const limit = now.getTime() - Math.max(0, days - Math.min(WARNING_DAYS, days / 4)) * DAY;
  const endangered = transcripts.filter(({ path, stat }) => stat.mtime < limit && !wasLookedAt(path)).length;
  if (endangered > 0) {
    const which = endangered === 1 ? "1 conversation was" : `${endangered} conversations were`;
    return {
      ...check,
      state: "problem",
      found: `${which} never looked at and will be deleted soon; ${told}`,
      advice: 'run "imprint-hook learn" now, and set "cleanupPeriodDays" higher in your settings.json',
    };
  }
  const last = lastImport === null ? "nothing was looked at yet" : `last import ${daysAgo(lastImport, now)}`;
  if (lastImport !== null && lastImport < limit && transcripts.length > 0) {
    return {
      ...check,
      state: "problem",
      found: `${told}, ${last}: what was said since may be gone already`,
      advice: 'run "imprint-hook learn", and see above whether the hook runs',
    };
  }
  return { ...check, state: "ok", found: `${told}, ${last}` };
}

function daysAgo(time: number, now: Date): string {
  const days = Math.floor((now.getTime() - time) / DAY);
  return days <= 0 ? "today" : days === 1 ? "1 day ago" : `${days} days ago`;
}

/** The value that counts; undefined when no file states one. */
function statedDays(settings: readonly ReadSettings[]): unknown {
  for (const scope of STRONGEST_FIRST) {
    for (const file of settings.filter((each) => each.scope === scope).reverse()) {
      const value = readDays(file.text);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

function readDays(text: string | undefined): unknown {
  try {
    const root = text === undefined ? undefined : parseSettings(text);
    const node = root === undefined ? undefined : valueOf(root, "cleanupPeriodDays");
    return node === undefined ? undefined : node.value ?? null;
  } catch (error) {
    // A file that does not parse is told of by the check of the settings.
    if (error instanceof SettingsTextError) return undefined;
    throw error;
  }
}
