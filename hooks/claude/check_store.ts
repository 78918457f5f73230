/**
 * What stands in Claude Code's store beside conversations that this version understands.
 *
 * @module
 */
import type { Check, ClientKnowledge } from "../../lib/checkup.ts";
import type { Files } from "../../lib/io/files.ts";
import { tailRecords } from "../../lib/transcript/tail_records.ts";
import { isObserverDirectory } from "./automation.ts";
import { isIdleType } from "./may_matter.ts";
import { isTreeRow } from "./records.ts";

/** Transcripts that are looked into, newest first, and how much of each. */
const MOST_FILES = 50;
const TAIL_BYTES = 128 * 1024;
/** Names that are told. */
const MOST_NAMES = 5;

/** Types of rows that are read, or known to hold nothing of the conversation (formats/claude_code.md 2.2). */
const OTHER_TYPES: ReadonlySet<unknown> = new Set([
  "queue-operation",
  "relocated",
  "worktree-state",
  "continued-in",
  "bridge-session",
  "dev-mods",
  "content-replacement",
  "task-summary",
  "fork-context-ref",
]);

/** Types of rows that this version does not know: they are left out of what is learned. */
export function recordTypesCheck(files: Pick<Files, "open">, known: ClientKnowledge): readonly Check[] {
  const counts = new Map<string, number>();
  for (const record of newestRecords(files, known)) {
    const { type } = record;
    if (typeof type !== "string" || isTreeRow(record) || isIdleType(type) || OTHER_TYPES.has(type)) continue;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const names = [...counts].slice(0, MOST_NAMES).map(([name, count]) => `${name.slice(0, 64)} (${count})`);
  const more = counts.size > MOST_NAMES ? `, ${counts.size - MOST_NAMES} more` : "";
  return [{
    id: "claude-code/record-types",
    title: "Claude Code records",
    state: "note",
    found: `this version passes over records that it does not know: ${names.join(", ")}${more}`,
  }];
}

/**
 * Sessions that another memory tool runs to watch the user's, and keeps in the same store
 * (https://github.com/thedotmack/claude-mem/issues/832).
 */
export function observerCheck(files: Pick<Files, "open">, known: ClientKnowledge): readonly Check[] {
  const looked = newest(known);
  const count = looked.filter(({ path }) => {
    const handle = files.open(path);
    if (handle === undefined) return false;
    try {
      return tailRecords(handle, TAIL_BYTES).some(({ cwd }) => typeof cwd === "string" && isObserverDirectory(cwd));
    } finally {
      handle.close();
    }
  }).length;
  if (count === 0) return [];
  return [{
    id: "claude-code/other-tools",
    title: "Claude Code store",
    state: "note",
    found: `${count} of the newest ${looked.length} conversations are another memory tool's own; they are not learned`,
  }];
}

function newest({ transcripts }: ClientKnowledge): ClientKnowledge["transcripts"] {
  return [...transcripts].sort((a, b) => b.stat.mtime - a.stat.mtime).slice(0, MOST_FILES);
}

function* newestRecords(
  files: Pick<Files, "open">,
  known: ClientKnowledge,
): Generator<ReturnType<typeof tailRecords>[number]> {
  for (const { path } of newest(known)) {
    const handle = files.open(path);
    if (handle === undefined) continue;
    try {
      yield* tailRecords(handle, TAIL_BYTES);
    } finally {
      handle.close();
    }
  }
}
