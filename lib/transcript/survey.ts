/**
 * The first pass over a transcript: whose sessions it holds and where they took place. Nothing may be written before the
 * verdict, and the verdict needs every recorded directory, so this pass comes before the reading; it parses only lines
 * that can tell something new.
 *
 * @module
 */
import { decodeLine } from "../jsonl/decode.ts";
import type { Line } from "../jsonl/lines.ts";
import type { LineSource } from "../jsonl/read_lines.ts";
import { readLines } from "../jsonl/read_lines.ts";
import { createPrescan } from "../jsonl/prescan.ts";
import type { JsonRecord } from "../jsonl/resync.ts";
import { readSkeleton } from "../jsonl/skeleton.ts";
import type { ClientModule, RecordedDirectory } from "../types.ts";
import { brokenLineDirectories } from "./broken_line.ts";

/** What the records of one session say about where it took place. */
export interface SessionSurvey {
  readonly id: string;
  /** In file order, each directory once per source. */
  readonly directories: readonly RecordedDirectory[];
  /** Sessions that records were copied from. */
  readonly originSessions: readonly string[];
  /** Sessions that this one goes on from; absent without any. */
  readonly parentSessions?: readonly string[];
  /** Remotes of the repository, as recorded; absent without any. */
  readonly remotes?: readonly string[];
}

/** What a first pass found. */
export interface Survey {
  /** In order of first appearance. */
  readonly sessions: readonly SessionSurvey[];
  /** Offset behind the last whole line. */
  readonly end: number;
  /** Session that records without an id of their own belong to there; absent when it is none of these. */
  readonly current?: string;
  /** True: a line that was surveyed now may be an opt-out; whether the user typed it is for the reader to say. */
  readonly mayOptOut: boolean;
  /** True: a line that was surveyed now bears a program's mark; whether the session is a program's the reader says. */
  readonly mayBeAutomation: boolean;
  /** Sessions beyond {@linkcode MOST_SESSIONS}, not surveyed. */
  readonly moreSessions: number;
  /** True: the time was over before the end, and nobody has made anything of this yet. A survey that goes on completes it. */
  readonly partial?: true;
}

/** A file with more sessions than this is no transcript that a client writes. */
export const MOST_SESSIONS = 64;

const OPT_OUT = "no-imprint";
/** The opt-out as a line of its own inside a JSON string, with what may be trimmed around it. */
const OPT_OUT_LINE = /(?:[">]|\\(?:[bfnrt]|u[\da-f]{4}))\s*no-imprint\s*(?:["<]|\\(?:[bfnrt]|u[\da-f]{4}))/i;

/** What is known already, from an earlier pass over the first bytes. */
export interface SurveyOptions {
  /** Path of the transcript: a file whose records name no session holds the one that it is named after. */
  readonly name: string;
  /** The session that the file holds, for clients whose records do not name it. */
  readonly session?: string;
  /** Offset to begin at. */
  readonly from?: number;
  readonly known?: Survey;
  /** True when no more may be read; asked once a chunk. */
  readonly isOver?: () => boolean;
}

/**
 * Surveys a transcript from `from` to its end.
 *
 * @returns what is known now, `known` included
 */
export function surveyTranscript(source: LineSource, client: ClientModule, options: SurveyOptions): Survey {
  const timed = timedSource(source, options.isOver);
  const first = runSurvey(timed, client, { ...options, everyLine: (options.known?.sessions.length ?? 0) > 1 });
  // Two sessions in one file may share directories: which of them recorded which is seen only by reading every line.
  if (first.sessions.length > 1 && (options.known?.sessions.length ?? 0) <= 1) {
    return finished(runSurvey(timed, client, { ...options, everyLine: true }), timed);
  }
  return finished(first, timed);
}

/** A source that ends when the time is over, and says so. */
interface TimedSource extends LineSource {
  readonly isOver: boolean;
}

/** So much is surveyed at least: a run that had to wait for its start comes forward, and a short file to its end. */
const LEAST_BYTES = 1024 * 1024;

function timedSource(source: LineSource, isOver: () => boolean = () => false): TimedSource {
  let over = false;
  let bytes = 0;
  return {
    size: source.size,
    read(into, at) {
      over ||= bytes >= LEAST_BYTES && isOver();
      const count = over ? 0 : source.read(into, at);
      bytes += count;
      return count;
    },
    get isOver() {
      return over;
    },
  };
}

function finished(survey: Survey, { isOver }: TimedSource): Survey {
  return isOver ? { ...survey, partial: true } : survey;
}

interface Found {
  readonly id: string;
  readonly directories: RecordedDirectory[];
  readonly seen: Set<string>;
  readonly originSessions: Set<string>;
  readonly parentSessions: Set<string>;
  readonly remotes: Set<string>;
}

function runSurvey(
  source: TimedSource,
  client: ClientModule,
  options: SurveyOptions & { readonly everyLine: boolean },
): Survey {
  const sessions = new Map<string, Found>();
  for (const session of options.known?.sessions ?? []) {
    const found = newSession(session.id);
    for (const directory of session.directories) addDirectory(found, directory);
    addOrigins(found, session);
    sessions.set(session.id, found);
  }
  if (options.session !== undefined && sessions.size === 0 && source.size > 0) {
    sessions.set(options.session, newSession(options.session));
  }
  const more = new Set<string>();
  // Of what was surveyed in part nobody has asked the reader yet.
  const { known } = options;
  let mayOptOut = known?.partial === true && known.mayOptOut;
  let mayBeAutomation = known?.partial === true && known.mayBeAutomation;
  let end = options.from ?? 0;
  const orphans: RecordedDirectory[] = [];
  // Only what was recorded as a record's own directory is known as such: a worktree's origin may become one later.
  const isOwn = ({ source }: RecordedDirectory): boolean => source === "record";
  const knownDirectories = new Set(
    [...sessions.values()].flatMap((s) => s.directories.filter(isOwn).map((d) => d.path)),
  );
  const knownSessions = new Set(sessions.keys());
  const mayAdd = createPrescan({
    needles: [...client.evidenceNeedles, ...client.automationNeedles, OPT_OUT],
    keyed: client.evidenceKeys === false
      ? []
      : [{ key: "cwd", known: knownDirectories }, { key: "sessionId", known: knownSessions }],
  });
  const [only] = sessions.size === 1 ? sessions.values() : [];
  let current: Found | undefined = sessions.get(options.known?.current ?? "") ?? only;
  let currentAtEnd = current;

  readLines(source, (line) => {
    // Where the time was over a line is cut off that stands there whole.
    if (line.terminated || !source.isOver) readLine(line);
    if (line.terminated) {
      end = line.end;
      currentAtEnd = current;
    }
  }, {
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.everyLine ? {} : { wants: mayAdd }),
  });

  function readLine(line: Line): void {
    if (line.oversized) {
      const record = readSkeleton(source, line);
      if (record !== undefined) takeRecord(record);
    }
    if (line.text === "") return;
    if (!mayOptOut && line.text.includes(OPT_OUT)) mayOptOut = OPT_OUT_LINE.test(line.text);
    if (!mayBeAutomation) mayBeAutomation = client.automationNeedles.some((needle) => line.text.includes(needle));
    if (!client.mayMatter(line.text)) return;
    const { records, bad } = decodeLine(line);
    for (const record of records) takeRecord(record);
    if (bad > 0 && line.text.includes('"cwd"')) takeBroken(line.text);
  }

  /** What the whole records of the line name is known by now. */
  function takeBroken(text: string): void {
    for (const path of brokenLineDirectories(text)) {
      if (knownDirectories.has(path)) continue;
      const directory: RecordedDirectory = { path, source: "damaged" };
      if (current === undefined) orphans.push(directory);
      else addDirectory(current, directory);
    }
  }

  function takeRecord(record: JsonRecord): void {
    const evidence = client.evidence(record);
    const { sessionId, directories } = evidence;
    if (sessionId !== undefined) {
      current = sessions.get(sessionId);
      knownSessions.add(sessionId);
      if (current === undefined) {
        if (sessions.size >= MOST_SESSIONS) {
          more.add(sessionId);
          return;
        }
        current = newSession(sessionId);
        sessions.set(sessionId, current);
      }
    }
    if (current === undefined) {
      orphans.push(...directories);
      return;
    }
    for (const directory of directories) {
      addDirectory(current, directory);
      if (isOwn(directory)) knownDirectories.add(directory.path);
    }
    addOrigins(current, evidence);
  }

  // Old and hand-made files: no record names a session.
  if (sessions.size === 0 && end > 0) {
    const id = sessionNamedBy(options.name);
    sessions.set(id, newSession(id));
  }
  const [first] = sessions.values();
  for (const directory of orphans) if (first !== undefined) addDirectory(first, directory);

  return {
    sessions: [...sessions.values()].map(({ id, directories, originSessions, parentSessions, remotes }) => ({
      id,
      directories,
      originSessions: [...originSessions],
      ...(parentSessions.size === 0 ? {} : { parentSessions: [...parentSessions] }),
      ...(remotes.size === 0 ? {} : { remotes: [...remotes] }),
    })),
    end,
    ...(currentAtEnd === undefined ? {} : { current: currentAtEnd.id }),
    mayOptOut,
    mayBeAutomation,
    moreSessions: (options.known?.moreSessions ?? 0) + more.size,
  };
}

/** The file's name without folder and extension. */
function sessionNamedBy(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/\.jsonl$/, "");
}

function newSession(id: string): Found {
  return {
    id,
    directories: [],
    seen: new Set(),
    originSessions: new Set(),
    parentSessions: new Set(),
    remotes: new Set(),
  };
}

function addOrigins(
  session: Found,
  { originSessions, parentSessions = [], remotes = [] }: Pick<
    SessionSurvey,
    "originSessions" | "parentSessions" | "remotes"
  >,
): void {
  for (const origin of originSessions) session.originSessions.add(origin);
  for (const parent of parentSessions) session.parentSessions.add(parent);
  for (const remote of remotes) session.remotes.add(remote);
}

function addDirectory(session: Found, directory: RecordedDirectory): void {
  const key = `${directory.source} ${directory.path}`;
  if (session.seen.has(key)) return;
  session.seen.add(key);
  session.directories.push(directory);
}
