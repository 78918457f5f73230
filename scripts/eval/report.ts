/**
 * The evaluation as text.
 *
 * @module
 */
import type { Label } from "./labels.ts";
import type { Hit } from "./match.ts";
import type { Precision, Score } from "./score.ts";
import { wilson } from "./wilson.ts";

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`.padStart(5);

function shareOf(right: number, all: number): string {
  return all === 0 ? "    -" : percent(right / all);
}

function precisionCells({ found, right }: Precision): readonly string[] {
  const [low, high] = wilson(right, found);
  return [
    String(found).padStart(5),
    String(right).padStart(5),
    shareOf(right, found),
    found === 0 ? "" : `${percent(low).trim()} to ${percent(high).trim()}`,
  ];
}

/** The tables. */
export function scoreText({ kinds, rules, low }: Score): string {
  const kindRows = kinds.map((one) => [
    one.kind.padEnd(16),
    ...precisionCells(one),
    `${one.told}/${one.labels}`.padStart(7),
    shareOf(one.told, one.labels),
    `${one.mustTold}/${one.must}`.padStart(6),
    shareOf(one.mustTold, one.must),
  ]);
  const head = ["found", "right", "prec.", "95 % interval"];
  return [
    table([["kind".padEnd(16), ...head, "recall", "", "must", ""], ...kindRows]),
    table([["rule", "kind", ...head], ...rules.map((one) => [one.rule, one.kind, ...precisionCells(one)])]),
    low.length === 0 ? "" : "Kept with low confidence, left out above:\n" +
      table(low.map((one) => [one.rule, one.kind, ...precisionCells(one)])),
  ].filter((part) => part !== "").join("\n\n");
}

/** A miss on one line. */
export function missText({ kind, must, file, source, text }: Label): string {
  return `${must ? "MUST " : "     "}${kind.padEnd(16)} ${shortFile(file)} ${source[0]?.slice(0, 13) ?? ""}  ${text}`;
}

/** A hit on one line. */
export function hitText({ found, file, tells, by }: Hit): string {
  const verdict = tells.length > 0 ? `right (${by})` : `wrong (${by})`;
  return `${verdict.padEnd(22)} ${found.rule.padEnd(28)} ${shortFile(file)} ${found.source.slice(0, 13)}  ${
    found.text.replaceAll(/\s+/g, " ").slice(0, 300)
  }`;
}

function shortFile(file: string): string {
  return (file.split("/").findLast((part) => part !== "") ?? file).replace(/\.jsonl$/, "").slice(0, 12).padEnd(12);
}

/** Columns, aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()).join("\n");
}
