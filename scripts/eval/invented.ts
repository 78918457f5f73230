/**
 * The invented conversations of `fixtures/labelled`: their compact form becomes transcript rows and labels. The form is
 * described in the README beside them.
 *
 * @module
 */
import { LEARNING_KINDS, type LearningKind } from "../../lib/types.ts";
import { createRows, type InventedRow } from "./invented_rows.ts";
import type { Label } from "./labels.ts";

/** One invented conversation. */
export interface Invented {
  readonly name: string;
  readonly rows: readonly InventedRow[];
  readonly labels: readonly Label[];
  /** Ids of the rows that the user typed, and of those from which nothing may be learned. */
  readonly typed: readonly string[];
  readonly traps: readonly string[];
}

/**
 * Reads a file of conversations.
 *
 * @throws {SyntaxError} when a line has an unknown mark
 */
export function readInvented(text: string): readonly Invented[] {
  const parts = text.split(/^# /m).slice(1);
  return parts.map((part) => {
    const [head = "", ...lines] = part.split("\n");
    return conversation(head.split(":")[0]?.trim() ?? "", lines.filter((line) => line.trim() !== ""));
  });
}

function conversation(name: string, lines: readonly string[]): Invented {
  const rows = createRows(name);
  const labels: Label[] = [];
  const typed: string[] = [];
  const traps: string[] = [];
  for (const line of lines) {
    const mark = line.charAt(0);
    const text = line.slice(1).trim().replaceAll("\\n", "\n");
    if (mark === "+") {
      labels.push(labelOf(text, { name, source: rows.last() }));
      continue;
    }
    rows.add(mark, text);
    if (mark === "U" || mark === "T") typed.push(rows.last());
    if (mark === "T") traps.push(rows.last());
  }
  return { name, rows: rows.all(), labels, typed, traps };
}

function labelOf(text: string, { name, source }: { readonly name: string; readonly source: string }): Label {
  const match = /^(\w+)(!?):? (.+)$/.exec(text);
  const kind = match?.[1] as LearningKind;
  if (match === null || !LEARNING_KINDS.includes(kind)) {
    throw new SyntaxError(`Labels: no kind in "${text}" of ${name}`);
  }
  return {
    file: name,
    sessionId: name,
    kind,
    text: match[3] ?? "",
    source: [source],
    quote: "",
    must: match[2] === "!",
  };
}
