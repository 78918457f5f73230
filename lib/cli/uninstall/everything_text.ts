/**
 * What `uninstall --all` says to people.
 *
 * @module
 */
import type { EditOutcome } from "../../installer.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { counted } from "../edit_answer.ts";
import type { Layout } from "../screen.ts";
import { paragraph } from "../wrap.ts";
import type { Leftovers } from "./everything.ts";

/** What became of everything, as `--json` prints it. */
export interface EverythingRemoved extends Leftovers {
  readonly schema: 1;
  readonly dryRun: boolean;
  readonly purge: boolean;
  /** Settings files with their outcome. */
  readonly settings: readonly { readonly path: string; readonly outcome: EditOutcome }[];
  /** Files and directories; a directory stands for all in it. */
  readonly removed: readonly string[];
  /** Files that others write too: what is theirs stays in them. */
  readonly rewritten: readonly string[];
}

/** Every path that goes or changes, one a line, before it is touched, and what is known no more without it. */
export function pathsText({ settings, removed, rewritten }: EverythingRemoved, layout: Layout): string {
  const lines = [
    ...settings.map(({ path, outcome }) => `${outcome === "removed" ? "remove" : "edit  "}  ${path}`),
    ...rewritten.map((path) => `edit    ${path}`),
    ...removed.map((path) => `remove  ${path}`),
  ];
  if (lines.length === 0) return "Nothing of imprint-hook is here.";
  const kept = removed.some((path) => /[/\\](?:tombstones|pauses)\.jsonl$/.test(path))
    ? [paragraph(UNKNOWN_THEN, layout)]
    : [];
  return [...lines.map((line) => visible(line)), ...kept].join("\n");
}

const UNKNOWN_THEN =
  "With it goes what says what was forgotten, and what was said during a pause: a new install learns it " +
  "where transcripts still hold it, and shows it where it was forgotten without --purge.";

/** What stays, and why. */
export function leftText(answer: EverythingRemoved, layout: Layout): string {
  const { learnings, foreign, strangers, problems, dryRun, purge } = answer;
  const lines = [
    ...problems.map((problem) => paragraph(`Problem: ${problem}.`, layout)),
    ...(learnings.length === 0 ? [] : [
      paragraph(
        `What was learned stays${dryRun ? "" : ", and this program does not know any more where that is"}; --purge ${
          dryRun ? "removes it" : "would have removed it"
        }:`,
        layout,
      ),
      ...learnings.map((dir) => `  ${visible(dir)}/.umwelten/learnings`),
    ]),
    ...foreign.map(({ workDir, rows, sessions }) =>
      paragraph(
        `In "${workDir}" stays what others wrote or what was imported: ${
          [
            ...(rows > 0 ? [counted(rows, "row")] : []),
            ...(sessions > 0 ? [counted(sessions, "session")] : []),
          ].join(" and ")
        }.`,
        layout,
      )
    ),
    ...(strangers.length === 0
      ? []
      : ["Not made by imprint-hook, so it stays:", ...strangers.map((path) => `  ${visible(path)}`)]),
    ...(purge || learnings.length > 0 ? [] : ["No learnings are left."]),
    paragraph(
      dryRun
        ? "Nothing was changed."
        : "The program itself stays; remove it the way it came (npm uninstall --global, say).",
      layout,
    ),
  ];
  return lines.join("\n");
}
