/**
 * What a new session may be told: the ownership rule of today's configuration for the session itself and for every stored
 * one, this project alone, and only what this installation wrote or a person trusts (design section 5, seal; issue 9).
 *
 * @module
 */
import { consolidate, type Consolidated } from "../learnings/consolidate.ts";
import { contextWords, userWords } from "../learnings/context_line.ts";
import { decide, hookWorkspace, isLearned, NO_FLAGS } from "../ownership/mod.ts";
import { isSafeKey, safeKey } from "../record/layout.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import { isObject } from "../record/read_rows.ts";
import { readReviewMarks, type ReviewMarks, statementOf } from "../record/review_marks.ts";
import type { RecordedDirectory } from "../types.ts";
import { sessionFacts } from "./judge.ts";
import type { Product } from "./product.ts";
import { type ReadableSession, readableSessions } from "./readable_sessions.ts";
import { projectFilter, projectOf } from "./same_project.ts";
import { standingRows } from "./standing_rows.ts";
import { isTrustedDirectory } from "./trusted_directory.ts";

/** What may be told, best first. */
export interface ContextLearnings {
  readonly workspace: string;
  readonly lines: readonly ContextLine[];
  /** Open loops that are not told. */
  readonly otherLoops: number;
  /** Sessions of the project that may be read, the newest last. */
  readonly sessions: readonly ReadableSession[];
}

/** One learning. */
export interface ContextLine {
  readonly kind: Consolidated["kind"];
  /** ISO time. */
  readonly at: string;
  /** Made safe, on one line. */
  readonly words: string;
}

/** The newest sessions of a project; what older ones say is kept in `review`, or said again. */
const MOST_SESSIONS = 400;
/** Longest title of an open loop. */
const LONGEST_LOOP = 120;
const LONGEST_LINE = 240;

/**
 * Gathers.
 *
 * @param directories recorded for the session that begins
 * @returns undefined when the session is none that this installation would learn
 */
export async function contextLearnings(
  product: Product,
  directories: readonly RecordedDirectory[],
): Promise<ContextLearnings | undefined> {
  const facts = sessionFacts(product, directories, { flags: NO_FLAGS });
  const { workspace } = hookWorkspace(facts, product.world);
  const verdict = decide(facts, product.world, { workspace });
  const project = projectOf(product, directories);
  const [first] = directories;
  if (first === undefined || project === undefined || !isLearned(verdict.kind)) return undefined;
  const readable = readableSessions(product, { kind: "project", directory: first.path, workspace });
  const isOfProject = projectFilter(product, project);
  const sessions = newest(product, readable.sessions).filter(({ meta }) => isOfProject(meta.projectPath));
  const key = await product.sealKey();
  const rows = sessions.flatMap((session) =>
    standingRows(product, session, { key }).filter((row) => mayCount(product, session, row))
  );
  const marks = readReviewMarks(product.files, product.homes.data);
  return { workspace, sessions, ...chosen(consolidate(rows, product.now()), { marks, workspace }) };
}

/** By what was said last in each: a run that reads an old conversation again makes it no newer. */
function newest(product: Product, sessions: readonly ReadableSession[]): readonly ReadableSession[] {
  return sessions.map((session) => ({ session, time: lastTime(product, session) }))
    .sort((a, b) => a.time - b.time || (a.session.directory < b.session.directory ? -1 : 1))
    .slice(-MOST_SESSIONS).map(({ session }) => session);
}

/** Milliseconds since 1970; of a conversation without a date, or whose figures a purge lost, the last run over it. */
function lastTime({ files }: Product, { directory, meta: { digest } }: ReadableSession): number {
  const last = isObject(digest) && typeof digest["last"] === "string" ? Date.parse(digest["last"]) : NaN;
  return Number.isNaN(last) ? files.stat(directory)?.mtime ?? 0 : last;
}

/**
 * A row of this installation that says itself that it is of this session and project: `meta.json` has no seal, and a row
 * that was copied here from another project still has its own. Or any row in a directory that a person trusts.
 */
function mayCount(product: Product, { directory, workDir, meta }: ReadableSession, { row, foreign }: StoredLearning) {
  if (foreign) return isTrustedDirectory(product, workDir);
  const { claudeProjectPath, claudeSessionUuid, workspace } = row.provenance;
  const { projectPath, sessionId } = meta;
  const name = directory.slice(-32);
  return claudeSessionUuid === sessionId && workspace === meta.workspace &&
    claudeProjectPath === product.redactor.redact(projectPath).text &&
    isSafeKey(name) && name === safeKey({ projectPath, sessionId });
}

function chosen(
  learnings: readonly Consolidated<StoredLearning>[],
  { marks, workspace }: { readonly marks: ReviewMarks; readonly workspace: string },
): Pick<ContextLearnings, "lines" | "otherLoops"> {
  const kept: ContextLine[] = [];
  const own: ContextLine[] = [];
  let otherLoops = 0;
  for (const learning of learnings) {
    const { row } = learning.newest;
    const isKept = marks.verdictOn(statementOf(row, workspace)) === "kept";
    const words = isKept ? row.payload.text : wordsOf(learning);
    const most = learning.kind === "open_loops" ? LONGEST_LOOP : LONGEST_LINE;
    const shown = words === undefined ? "" : contextWords(words, { most });
    if (shown !== "") (isKept ? kept : own).push({ kind: learning.kind, at: row.createdAt, words: shown });
    else if (learning.kind === "open_loops" && !learning.foreign) otherLoops++;
  }
  return { lines: onceEach([...kept, ...own]), otherLoops };
}

/** Without lines that say no more than one before them. */
function onceEach(lines: readonly ContextLine[]): readonly ContextLine[] {
  const told: ContextLine[] = [];
  for (const line of lines) {
    const same = told.some(({ kind, words }) =>
      kind === line.kind && (words.includes(line.words) || line.words.includes(words))
    );
    if (!same) told.push(line);
  }
  return told;
}

/** Facts and procedures are told only when a person kept them. */
const OWN_KINDS: ReadonlySet<string> = new Set(["preferences", "mistakes", "open_loops"]);

/** @returns the user's own words; undefined when there are none, or too little speaks for the rule that found them */
function wordsOf({ kind, newest, sources, trusted }: Consolidated<StoredLearning>): string | undefined {
  const said = [newest, ...sources].find(({ row }) => row.payload.assertedBy === "user");
  if (said === undefined || !trusted || !OWN_KINDS.has(kind)) return undefined;
  const { payload, provenance } = said.row;
  // What a person wrote by hand, here or (in a trusted directory) elsewhere, has no rule.
  if (provenance.rules === undefined) return payload.text;
  return userWords(payload);
}
