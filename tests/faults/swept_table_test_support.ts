/**
 * What a sweep found, as a table.
 *
 * @module
 */
import type { Swept } from "./sweep_test_support.ts";

/** @returns one line a scenario, and their sum; Markdown */
export function sweptTable(rows: readonly Swept[]): string {
  const sum = (of: (row: Swept) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const cells = [
    ["scenario", "calls", "faults", "failures"],
    ...rows.map(({ scenario, calls, faults, failures }) => [scenario, calls, faults, failures.length].map(String)),
    [
      "all",
      ...[sum(({ calls }) => calls), sum(({ faults }) => faults), sum(({ failures }) => failures.length)].map(String),
    ],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, n) => n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  const rule = `| ${widths.map((width, n) => n === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`).join(" | ")} |`;
  return [line(head), rule, ...body.map(line)].join("\n");
}
