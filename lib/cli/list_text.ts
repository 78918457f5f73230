/**
 * What `list` says to people about learnings.
 *
 * @module
 */
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Consolidated } from "../learnings/consolidate.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import type { LearningKind } from "../types.ts";
import { dayOf, shortId } from "./moment.ts";
import { heading, type Layout, table, width } from "./screen.ts";
import { wrap } from "./wrap.ts";

/** A learning, and the working directory that it lies in. */
export interface ListedLearning extends Consolidated<StoredLearning> {
  readonly workDir: string;
  /** A person vouched for it (`keep`, `review`). */
  readonly kept: boolean;
}

/** Columns that a text needs beside the others; with less it gets lines of its own. */
const ROOM_FOR_TEXT = 50;
/** Columns by which lines of its own are set in. */
const INDENT = 4;

/**
 * The learnings of one kind.
 *
 * @param learnings best first
 * @param options `places`: they come from several working directories, which have to be named
 */
export function learningsTable(
  kind: LearningKind,
  learnings: readonly ListedLearning[],
  { layout, places }: { readonly layout: Layout; readonly places: boolean },
): string {
  const columns = ["id", "date", "rule", "conf", "source", "seal", ...(places ? ["project"] : [])];
  const rows = learnings.map((learning) => cellsOf(learning, places));
  const title = heading(`${kind} (${learnings.length})`, layout);
  const texts = learnings.map(({ newest }) => newest.row.payload.text);
  const used = columns.reduce((sum, name, at) => sum + 2 + widest([name, ...rows.map((row) => row[at] ?? "")]), 0);
  if (layout.plain || layout.columns - used >= ROOM_FOR_TEXT) {
    return `${title}\n${table([...columns, "text"], rows.map((row, at) => [...row, texts[at] ?? ""]), layout)}`;
  }
  const [head = "", ...lines] = table(columns, rows, layout).split("\n");
  return [title, head, ...lines.map((line, at) => `${line}\n${setIn(texts[at] ?? "", layout)}`)].join("\n");
}

function cellsOf({ newest, confidence, sessions, foreign, kept, workDir }: ListedLearning, places: boolean): string[] {
  const { id, createdAt, payload } = newest.row;
  return [
    shortId(id),
    dayOf(createdAt),
    payload.rule ?? "",
    confidence.toFixed(2),
    `${payload.assertedBy ?? "unknown"}${sessions > 1 ? ` \u00d7${sessions}` : ""}`,
    foreign ? "foreign" : kept ? "kept" : "own",
    ...(places ? [(newest.row.provenance.claudeProjectPath || workDir).replace(/^.*[/\\](?=[^/\\])/, "")] : []),
  ];
}

function widest(cells: readonly string[]): number {
  return Math.max(...cells.map((cell) => width(visible(cell))));
}

function setIn(text: string, layout: Layout): string {
  const lines = wrap(visible(text.replaceAll(/\s+/g, " ")), layout.columns - INDENT);
  return lines.split("\n").map((line) => `${" ".repeat(INDENT)}${line}`).join("\n");
}
