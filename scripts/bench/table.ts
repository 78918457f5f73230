/**
 * The table that is printed, as Markdown.
 *
 * @module
 */
import type { Row } from "./bench.ts";

/** What a row says about its budget: nothing when it has none, or was not measured. */
export function verdictOf({ figure, most }: Row): "PASS" | "OVER" | "" {
  if (most === undefined || typeof figure === "string") return "";
  return figure.median <= most ? "PASS" : "OVER";
}

/**
 * Writes rows as a table: median, least and most of the runs, budget, verdict.
 *
 * @example
 * ```ts
 * import { tableOf } from "./table.ts";
 *
 * tableOf([{ what: "start (ms)", figure: { median: 16.04, min: 15, max: 21 }, most: 24 }]).split("\n").at(-1);
 * // "| start (ms) | 16.0 | 15.0 to 21.0 | 24 | PASS |"
 * ```
 */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, figure, most } = row;
    const numbers = typeof figure === "string"
      ? [figure, ""]
      : [digits(figure.median), `${digits(figure.min)} to ${digits(figure.max)}`];
    return [what, ...numbers, most === undefined ? "" : String(most), verdictOf(row)];
  });
  const head = ["", "median", "runs", "budget", ""];
  return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** Three digits that mean something. */
function digits(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}
