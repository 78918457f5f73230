/**
 * One line more in a Markdown file, below a heading of its own, and the patch that says so.
 *
 * @module
 */

/** The heading below which promoted learnings stand. */
export const HEADING = "## Learned";

/** A text with lines put in. */
export interface Inserted {
  readonly text: string;
  /** Index of the first new line. */
  readonly at: number;
  readonly added: readonly string[];
}

/**
 * Puts a list item behind the last one below the heading, which is made at the end where it is missing.
 *
 * @returns undefined when the line stands in the text already
 * @example
 * ```ts
 * import { insertLine } from "./promote_patch.ts";
 * insertLine("# Kettle\n", "- use tabs")?.text; // "# Kettle\n\n## Learned\n\n- use tabs\n"
 * ```
 */
export function insertLine(text: string, line: string): Inserted | undefined {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.includes(line)) return undefined;
  const heading = lines.findIndex((one) => one.trim() === HEADING);
  let at = lines.length;
  let added: readonly string[] = [...(lines.length > 0 && lines.at(-1) !== "" ? [""] : []), HEADING, "", line];
  if (heading >= 0) {
    const next = lines.findIndex((one, index) => index > heading && /^#{1,2} /.test(one));
    const end = next < 0 ? lines.length : next;
    const last = lines.slice(0, end).findLastIndex((one, index) => index > heading && /^[-*] /.test(one));
    at = (last < 0 ? heading : last) + 1;
    added = last < 0 ? ["", line] : [line];
  }
  const all = [...lines.slice(0, at), ...added, ...lines.slice(at)];
  return { text: `${all.join(eol)}${eol}`, at, added };
}

const CONTEXT = 3;

/** The patch as `git apply` and `patch -p1` take it, with three lines around. */
export function patchText(name: string, before: string, { at, added }: Inserted): string {
  const endsOpen = before !== "" && !before.endsWith("\n");
  const lines = before === "" ? [] : before.replace(/\r?\n$/, "").split("\n").map((line) => line.replace(/\r$/, ""));
  const above = lines.slice(Math.max(0, at - CONTEXT), at);
  const below = lines.slice(at, at + CONTEXT);
  const reachesEnd = at + below.length === lines.length;
  // A last line without line feed gets one: it is a changed line.
  const touched = endsOpen && reachesEnd;
  const body: string[] = [];
  const old = [...above, ...below];
  const push = (line: string, index: number): void => {
    const isLast = touched && index === old.length - 1;
    if (isLast) body.push(`-${line}`, "\\ No newline at end of file", `+${line}`);
    else body.push(` ${line}`);
  };
  above.forEach(push);
  body.push(...added.map((line) => `+${line}`));
  below.forEach((line, index) => push(line, above.length + index));
  const start = at - above.length;
  const from = old.length === 0 ? "0,0" : `${start + 1},${old.length}`;
  const to = `${start + 1},${old.length + added.length}`;
  const source = before === "" ? "/dev/null" : `a/${name}`;
  return `--- ${source}\n+++ b/${name}\n@@ -${from} +${to} @@\n${body.join("\n")}\n`;
}
