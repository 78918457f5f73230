/**
 * What `install` and `uninstall` say to people.
 *
 * @module
 */
import type { EditOutcome, EntryChange, InstallScope } from "../installer.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { ClientName } from "../types.ts";
import { counted } from "./edit_answer.ts";
import type { HomeLink } from "./hook_home.ts";
import type { Layout } from "./screen.ts";
import { paragraph, wrappedPairs } from "./wrap.ts";

/** A settings file after the command. */
export interface EditedSettings {
  readonly path: string;
  readonly outcome: EditOutcome;
  readonly changes: readonly EntryChange[];
}

/** What `install` did, as `--json` prints it. */
export interface Installed {
  readonly schema: 1;
  readonly client: ClientName;
  readonly title: string;
  readonly scope: InstallScope;
  readonly dryRun: boolean;
  readonly edits: readonly EditedSettings[];
  readonly events: readonly string[];
  readonly program: readonly string[];
  /** The program was copied (with `dryRun`: would be), as where it is it will not be for long. */
  readonly copied: { readonly from: string; readonly to: string } | null;
  readonly home: string | null;
  readonly links: readonly HomeLink[];
  /** Recorded now. */
  readonly stores: readonly string[];
  readonly clientVersion: string | null;
  readonly warnings: readonly string[];
  readonly steps: readonly string[];
  /** What a person types in front of a command. */
  readonly typed: string;
  /** Conversations in the client's stores: what `learn` would do with them. */
  readonly past: {
    readonly found: number;
    readonly new: number;
    readonly known: number;
    readonly skipped: number;
    readonly failed: number;
  };
}

/** What `uninstall` did, as `--json` prints it. */
export interface Uninstalled {
  readonly schema: 1;
  readonly client: ClientName;
  readonly title: string;
  readonly dryRun: boolean;
  readonly edits: readonly EditedSettings[];
  readonly problems: readonly string[];
  /** Kept: configuration, state and kept data. */
  readonly kept: readonly string[];
}

/** The report of `install`. */
export function installedText(answer: Installed, layout: Layout): string {
  const { title, dryRun, edits, events, program, home, links, stores, clientVersion, typed } = answer;
  const isNew = edits.some(({ outcome }) => outcome !== "unchanged");
  const verb = dryRun ? "would call" : isNew ? "will call" : "calls";
  const entries: (readonly [string, string])[] = [
    ...edits.map((edit) => ["settings", editWords(edit, dryRun)] as const),
    ["events", events.join(", ")],
    ["program", programWords(program)],
  ];
  if (home !== null) entries.push(["home", home]);
  for (const { path, directory } of links) entries.push(["link", `${path} -> ${directory}`]);
  for (const store of stores) entries.push(["store", `${store} (${dryRun ? "would be recorded" : "recorded"})`]);
  if (clientVersion !== null) entries.push(["version", `${title} ${clientVersion}, the newest in its transcripts`]);
  return [
    paragraph(`${title} ${verb} imprint-hook after each turn${isNew ? "" : ", as before"}.`, layout),
    "",
    wrappedPairs(entries, layout),
    ...spaced(answer.warnings.map((warning) => paragraph(`Warning: ${warning}.`, layout))),
    ...spaced(answer.steps.map((step) => paragraph(step, layout))),
    "",
    wrappedPairs([
      ["past", pastWords(answer.past)],
      ...(answer.past.new === 0 ? [] : [["learn them", `${typed} learn`] as const]),
      ["see what was said", `${typed} list --all --kind exchanges`],
      ["see that it ran", `${typed} status`],
    ], layout),
  ].join("\n");
}

function spaced(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** The report of `uninstall`. */
export function uninstalledText({ title, dryRun, edits, problems, kept }: Uninstalled, layout: Layout): string {
  const head = edits.length === 0
    ? problems.length === 0 ? `No settings of ${title} start imprint-hook here.` : "Nothing was taken out."
    : `${title} ${dryRun ? "would not call" : "does not call"} imprint-hook any more.`;
  return [
    paragraph(head, layout),
    ...(edits.length === 0
      ? []
      : ["", wrappedPairs(edits.map((edit) => ["settings", editWords(edit, dryRun)] as const), layout)]),
    ...spaced(problems.map((problem) => paragraph(`Warning: ${problem}.`, layout))),
    "",
    paragraph("What was learned stays in each project's .umwelten/learnings.", layout),
    ...(kept.length === 0 ? [] : ["Also kept:", ...[...new Set(kept)].map((directory) => `  ${visible(directory)}`)]),
  ].join("\n");
}

const OUTCOMES = {
  created: ["made", "would be made"],
  written: ["changed", "would be changed"],
  removed: ["removed, it held nothing else", "would be removed, it holds nothing else"],
  unchanged: ["unchanged", "unchanged"],
} as const;

function editWords({ path, outcome, changes }: EditedSettings, dryRun: boolean): string {
  const [done, planned] = OUTCOMES[outcome];
  const told = changes.map(({ event, action }) => `${event} ${action}`).join(", ");
  return `${path} (${dryRun ? planned : done}${told === "" ? "" : `: ${told}`})`;
}

/** The flags are in the settings for everybody to read; what matters here is what runs what. */
function programWords(words: readonly string[]): string {
  const [program = "", ...args] = words;
  const files = args.filter((word) => !word.startsWith("-") && word !== "run");
  return files.length === 0 ? program : `${files.join(" ")}, run by ${program} with the permissions of the binary`;
}

function pastWords({ found, new: fresh, known, skipped, failed }: Installed["past"]): string {
  if (found === 0) return "no conversation is there yet";
  const more = [
    ...(known > 0 ? [`${known} known`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return `${counted(fresh, "conversation")} of ${found} would be learned now${
    more.length === 0 ? "" : ` (${more.join(", ")})`
  }`;
}
