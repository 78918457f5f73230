/**
 * The parts of a habitat session's transcript: those that compactions froze, oldest first, then the live one.
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import { under } from "./layout.ts";

/** The part that is appended to. */
export const LIVE_TRANSCRIPT = "transcript.jsonl";

/** One part. */
export interface TranscriptSegment {
  /** File name. */
  readonly name: string;
  /** Absolute native path. */
  readonly path: string;
  /** True for the part that is appended to. */
  readonly live: boolean;
}

/** A part that is open for reading: it is the same one, whatever it is renamed to meanwhile. */
export interface OpenSegment extends TranscriptSegment {
  /** The file. */
  readonly handle: ReadHandle;
}

/**
 * The parts in the order in which they were said. Frozen ones are ordered by the time in their name, which is UTC whatever
 * the machine's zone: for names that umwelten writes that is the order of the names, by which umwelten sorts. Names without
 * a time come first, so that what is frozen next is always the last.
 *
 * @param sessionDir the session's directory; missing: no parts
 */
export function transcriptSegments(files: Pick<Files, "list">, sessionDir: string): readonly TranscriptSegment[] {
  const names = files.list(sessionDir) ?? [];
  const frozen = names.filter(isFrozenName).sort(byTime);
  const live = names.filter((name) => name === LIVE_TRANSCRIPT);
  return [...frozen, ...live].map((name) => ({ name, path: under(sessionDir, name), live: name === LIVE_TRANSCRIPT }));
}

/** How often the parts are listed again because a compaction went on at the same moment. */
const MOST_ATTEMPTS = 20;

/**
 * Opens every part at one moment: where a compaction renames one in between, all are opened again, so that no message is
 * seen twice or not at all. Every handle has to be closed.
 */
export function openSegments(files: Pick<Files, "list" | "open">, sessionDir: string): readonly OpenSegment[] {
  for (let attempt = 1;; attempt++) {
    const segments = transcriptSegments(files, sessionDir);
    const opened: OpenSegment[] = [];
    try {
      for (const segment of segments) {
        const handle = files.open(segment.path);
        if (handle !== undefined) opened.push({ ...segment, handle });
      }
    } catch (error) {
      closeSegments(opened);
      throw error;
    }
    const isWhole = opened.length === segments.length;
    if ((isWhole && isSame(segments, transcriptSegments(files, sessionDir))) || attempt === MOST_ATTEMPTS) {
      return opened;
    }
    closeSegments(opened);
  }
}

/** Closes what {@linkcode openSegments} opened. */
export function closeSegments(segments: readonly OpenSegment[]): void {
  for (const { handle } of segments) handle.close();
}

function isSame(one: readonly TranscriptSegment[], other: readonly TranscriptSegment[]): boolean {
  return one.length === other.length && one.every(({ name }, index) => name === other[index]?.name);
}

/** True for `transcript.{something}.jsonl`. */
export function isFrozenName(name: string): boolean {
  return name !== LIVE_TRANSCRIPT && name.startsWith("transcript.") && name.endsWith(".jsonl");
}

/**
 * The time in a frozen part's name, in milliseconds since 1970. Its colons are replaced, as Windows allows none.
 *
 * @returns undefined for a name without one
 * @example
 * ```ts
 * import { frozenTime } from "./transcript_segments.ts";
 * frozenTime("transcript.2026-04-07T12-00-00.000Z.jsonl"); // Date.UTC(2026, 3, 7, 12)
 * ```
 */
export function frozenTime(name: string): number | undefined {
  const [, day, hour, minute, second, fraction = "", zone = "Z"] = FROZEN.exec(name) ?? [];
  if (day === undefined) return undefined;
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = Date.parse(`${day}T${hour}:${minute}:${second}${fraction}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}

const FROZEN =
  /^transcript\.(\d{4}-\d{2}-\d{2})T(\d{2})[-:](\d{2})[-:](\d{2})(\.\d{1,9})?(Z|[+-]\d{2}[-:]?\d{2})?\.jsonl$/;

/** The name of a part that is frozen at a time. */
export function frozenName(time: number): string {
  return `transcript.${new Date(time).toISOString().replaceAll(":", "-")}.jsonl`;
}

function byTime(one: string, other: string): number {
  const [a = -Infinity, b = -Infinity] = [frozenTime(one), frozenTime(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
