/**
 * A session in a few figures: what lists show.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { readHabitatMeta } from "./habitat_meta.ts";
import { under } from "./layout.ts";
import { latestById, readLearnings, saysSomething, type StoredLearning } from "./learnings_store.ts";
import { textMessageOf } from "./message_text.ts";
import { exchangeSpan } from "./exchange_span.ts";
import type { ImprintMeta } from "./meta_types.ts";
import type { StoredExchange } from "./read_exchanges.ts";
import { isObject } from "./read_rows.ts";
import { iterateMessages, iterateMessagesBackwards } from "./transcript_messages.ts";
import { isFrozenName, LIVE_TRANSCRIPT, transcriptSegments } from "./transcript_segments.ts";

/** The figures. */
export interface SessionDigest {
  /** The client's id of the session; for a habitat session the name of its directory. */
  readonly id: string;
  /** The client, or `habitat`. */
  readonly client: string;
  /** What a habitat session is talked to through. */
  readonly type?: string;
  /** The project that it was about; empty when none is known. */
  readonly project: string;
  /** The workspace that stored it. */
  readonly workspace?: string;
  /** ISO time of the first message. */
  readonly first: string | null;
  /** ISO time of the last one. */
  readonly last: string | null;
  /** Minutes between them; null when a time is missing. */
  readonly minutes: number | null;
  /** Questions of the user; null when the transcript is too large to be counted for them. */
  readonly questions: number | null;
  /** Learnings that stand, by kind. */
  readonly learnings: Readonly<Record<LearningKind, number>>;
  /** Open loops that are still open: that no later session closed either, where the others are known. */
  readonly openLoops: number;
  /** The beginning of the first question, on one line; empty when there is none. */
  readonly title: string;
  /** Where it lies. */
  readonly directory: string;
}

/** Longest title, in UTF-16 code units. */
const MOST_TITLE = 200;

/**
 * Figures of a session that was learned.
 *
 * @param stored its directory and what `meta.json` says
 * @param rows what readers see of it: the learnings, one row an id, and the exchanges; `isOpen`: what all sessions
 * together say of an open loop, by default what its own row says
 */
export function storedDigest(
  { directory, meta }: { readonly directory: string; readonly meta: ImprintMeta },
  rows: {
    readonly learnings: readonly StoredLearning[];
    readonly exchanges: readonly StoredExchange[];
    readonly isOpen?: (learning: StoredLearning) => boolean;
  },
): SessionDigest {
  const digest = isObject(meta.digest) ? meta.digest : {};
  // Where no exchanges are kept, meta.json alone knows.
  const span = exchangeSpan(rows.exchanges);
  const [first, last] = [span.first ?? textOf(digest.first), span.last ?? textOf(digest.last)];
  const questions = rows.exchanges.flatMap(({ question }) => question ?? []);
  return {
    id: meta.sessionId,
    client: meta.client,
    project: meta.projectPath,
    workspace: meta.workspace,
    first,
    last,
    minutes: minutesBetween(first, last),
    questions: questions.length,
    ...countsOf(rows.learnings, rows.isOpen),
    title: titleOf(questions[0]?.text ?? ""),
    directory,
  };
}

/** A transcript of up to so many bytes is read for its figures unless told; of a larger one only its ends. */
const COUNTED_BYTES = 8 * 1024 * 1024;
/** The first question mostly lies here. */
const HEAD_BYTES = 16 * 1024;

/**
 * Figures of a habitat session. What `meta.json` says of times, first prompt and messages is taken where the transcript
 * does not say it.
 *
 * @param sessionDir the session's directory
 * @param options `countedBytes`: of a larger transcript only the ends are read, and its questions are not counted
 */
export function habitatDigest(
  files: Pick<Files, "list" | "open" | "readText" | "stat">,
  sessionDir: string,
  { countedBytes = COUNTED_BYTES }: { readonly countedBytes?: number } = {},
): SessionDigest {
  const meta = readHabitatMeta(files, sessionDir);
  const sizes = transcriptSegments(files, sessionDir).map(({ path }) => files.stat(path)?.size ?? 0);
  const isCounted = sizes.reduce((sum, size) => sum + size, 0) <= countedBytes;
  let title = "";
  let first: string | null = null;
  let questions = 0;
  for (const row of iterateMessages(files, sessionDir, isCounted ? {} : { chunkBytes: HEAD_BYTES })) {
    first ??= textOf(row.timestamp);
    const message = textMessageOf(row);
    if (message?.role !== "user") continue;
    questions++;
    if (title === "") title = message.content;
    if (!isCounted) break;
  }
  let last: string | null = null;
  for (const row of iterateMessagesBackwards(files, sessionDir)) {
    last = textOf(row.timestamp);
    break;
  }
  first ??= meta.created ?? null;
  last ??= meta.lastUsed ?? null;
  const { firstPrompt } = meta.metadata;
  return {
    id: /[^/\\]+$/.exec(sessionDir)?.[0] ?? sessionDir,
    client: "habitat",
    ...(meta.type === undefined ? {} : { type: meta.type }),
    project: "",
    first,
    last,
    minutes: minutesBetween(first, last),
    questions: isCounted ? questions : null,
    ...countsOf(latestById(readLearnings(files, sessionDir, { key: undefined }).learnings)),
    title: titleOf(title !== "" ? title : typeof firstPrompt === "string" ? firstPrompt : ""),
    directory: sessionDir,
  };
}

/**
 * The directories of a habitat's sessions: those with a transcript or a `meta.json`.
 *
 * @param sessionsDir the directory that holds them
 * @returns undefined when it is missing
 */
export function habitatSessions(files: Pick<Files, "list">, sessionsDir: string): readonly string[] | undefined {
  return files.list(sessionsDir)?.filter((name) => !name.startsWith(".")).map((name) => under(sessionsDir, name))
    .filter((directory) => {
      const names = listed(files, directory);
      return names.includes("meta.json") || names.some((name) => name === LIVE_TRANSCRIPT || isFrozenName(name));
    });
}

/** What is no directory, or may not be looked into, holds no session. */
function listed(files: Pick<Files, "list">, path: string): readonly string[] {
  try {
    return files.list(path) ?? [];
  } catch {
    return [];
  }
}

function countsOf(
  learnings: readonly StoredLearning[],
  isOpen: (learning: StoredLearning) => boolean = ({ row }) => row.payload.status !== "closed",
): { readonly learnings: Record<LearningKind, number>; readonly openLoops: number } {
  const counts = Object.fromEntries(LEARNING_KINDS.map((kind) => [kind, 0])) as Record<LearningKind, number>;
  let openLoops = 0;
  for (const learning of learnings) {
    if (!saysSomething(learning.row)) continue;
    const { kind } = learning.row;
    counts[kind]++;
    if (kind === "open_loops" && isOpen(learning)) openLoops++;
  }
  return { learnings: counts, openLoops };
}

function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= MOST_TITLE ? line : `${line.slice(0, MOST_TITLE - 1).toWellFormed()}…`;
}

function minutesBetween(first: string | null, last: string | null): number | null {
  const span = first === null || last === null ? NaN : Date.parse(last) - Date.parse(first);
  return Number.isNaN(span) ? null : Math.max(0, Math.round(span / 60_000));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
