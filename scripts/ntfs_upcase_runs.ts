/**
 * How an upcase table is packed into source.
 *
 * @module
 */

/** `count` code units from `first` on, `step` apart, each changed by `delta`. */
export interface UpcaseRun {
  readonly first: number;
  readonly count: number;
  readonly step: 1 | 2;
  readonly delta: number;
}

/**
 * Packs a table: neighbours that change by the same amount become one run.
 *
 * @param table the upper-case unit of each of the 65,536 code units
 * @returns the runs in ascending order
 */
export function runsOf(table: Uint16Array): UpcaseRun[] {
  const changed: { unit: number; delta: number }[] = [];
  table.forEach((upper, unit) => {
    if (upper !== unit) changed.push({ unit, delta: upper - unit });
  });
  const runs: UpcaseRun[] = [];
  for (let at = 0; at < changed.length;) {
    const run = ([1, 2] as const).map((step) => runAt(changed, at, step))
      .reduce((best, next) => next.count > best.count ? next : best);
    runs.push(run);
    at += run.count;
  }
  return runs;
}

function runAt(changed: readonly { unit: number; delta: number }[], at: number, step: 1 | 2): UpcaseRun {
  const start = changed[at];
  if (start === undefined) throw new RangeError(`no changed unit at ${at}`);
  let count = 1;
  for (;; count++) {
    const next = changed[at + count];
    if (next === undefined || next.delta !== start.delta || next.unit !== start.unit + count * step) break;
  }
  return { first: start.unit, count, step, delta: start.delta };
}

/**
 * The source text of `lib/paths/ntfs_upcase.ts`.
 *
 * @param runs the packed table
 * @param sha256 hash of the table's 131,072 bytes, in hex
 * @returns a formatted module
 */
export function upcaseModule(runs: readonly UpcaseRun[], sha256: string): string {
  const lines: string[] = [];
  let line = "";
  for (const { first, count, step, delta } of runs) {
    const word = [first, count, step, delta].map((value) => value.toString(36)).join(",");
    if (line.length + word.length > 110) {
      lines.push(line);
      line = "";
    }
    line += (line === "" ? "" : " ") + word;
  }
  lines.push(line);
  return `/**
 * Made by \`scripts/ntfs_upcase.ts\` from the \`$UpCase\` file of a volume that Debian's mkntfs formatted. Do not edit.
 *
 * @module
 */

/** SHA-256 of the 131,072 bytes the runs unpack to (65,536 little-endian code units). */
export const NTFS_UPCASE_SHA256 = "${sha256}";

/** Runs of \`first,count,step,delta\` in base 36: \`count\` code units from \`first\` on, \`step\` apart, change by \`delta\`. */
export const NTFS_UPCASE_RUNS = [
${lines.map((text) => `  "${text}",`).join("\n")}
].join(" ");
`;
}
