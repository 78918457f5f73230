/**
 * Task lists that clients write as Markdown.
 *
 * @module
 */
import type { TaskItem } from "../types.ts";

const MAX_TASKS = 256;
const MAX_TITLE = 512;

/**
 * Reads a Markdown checklist: `- [ ] open`, `- [x] done`, `- [~] in work`. Other lines are passed over.
 *
 * @param text any text; what lies behind 128 KiB of it is not read
 * @returns the items in order, numbered from 1
 * @example
 * ```ts
 * import { checklist } from "./checklist.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(checklist("Plan\n- [x] boil\n- [ ] pour").map(({ title, status }) => `${title} ${status}`), [
 *   "boil completed",
 *   "pour pending",
 * ]);
 * ```
 */
export function checklist(text: string): readonly TaskItem[] {
  const items: TaskItem[] = [];
  for (const line of text.slice(0, MAX_TASKS * MAX_TITLE).split("\n")) {
    const found = /^\s*[-*] \[([ xX~-])\] (\S.*)$/.exec(line);
    if (found === null || items.length >= MAX_TASKS) continue;
    const [, mark = " ", title = ""] = found;
    const status = mark === " " ? "pending" : mark === "x" || mark === "X" ? "completed" : "in_progress";
    items.push({ id: String(items.length + 1), title: title.slice(0, MAX_TITLE).toWellFormed(), status });
  }
  return items;
}
