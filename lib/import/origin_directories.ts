/**
 * The directories of the sessions that a conversation comes from. A fork of Claude Code rewrites the directory of every
 * copied row (measured on 2.1.332), so what the rows say now is not where the words were spoken; a fork of Codex leaves
 * its parent's turns where they are, and its replies carry their context.
 *
 * @module
 */
import { cursorHolds } from "../transcript/cursor.ts";
import { openSource, openWhole } from "../transcript/open_transcript.ts";
import { type SessionSurvey, surveyTranscript } from "../transcript/survey.ts";
import type { ClientModule, DirectorySource, RecordedDirectory } from "../types.ts";
import type { Product } from "./product.ts";
import { readTranscriptState } from "./transcript_state.ts";

/** What is remembered of other transcripts saves reading them again. */
type OriginPorts = Pick<Product, "files" | "homes">;

/** Forks of forks that are followed; what lies behind the last one cannot be placed. */
const MOST_GENERATIONS = 64;

/** Directories of the sessions that a session comes from, by their ids. */
export type Origins = Readonly<Record<string, readonly RecordedDirectory[]>>;

/** Where the words of a session were first written. */
export interface FoundOrigins {
  readonly directories: readonly RecordedDirectory[];
  /** To be remembered: the client removes transcripts after a while, and what was said in them was said there all the same. */
  readonly origins: Origins;
}

/** How a session comes from another, and what that makes of the other's directories. */
interface Descent {
  readonly source: DirectorySource;
  of(session: SessionSurvey): readonly string[];
}

const COPIED: Descent = { source: "origin-session", of: ({ originSessions }) => originSessions };
const CONTINUED: Descent = { source: "parent-session", of: ({ parentSessions = [] }) => parentSessions };

/**
 * Finds where the words of a session were first written.
 *
 * A session that records were copied from and that is not in the store any more, in a conversation without rows about its
 * environment, gives a directory that cannot be placed: the conversation counts as mixed (design section 4, Evidence). A
 * parent that is gone means nothing. One that is gone and was there in an earlier run counts as it did then.
 *
 * Other files of the session, which are not read, may refuse it all the same: it would else be learned in each of them for
 * whoever owns that one's directories.
 *
 * @param options `transcript`: the file that holds the session; `known`: what an earlier run found; `otherFiles`: further
 * files of the session
 */
export async function originDirectories(
  product: OriginPorts,
  client: ClientModule,
  { transcript, session, known = {}, otherFiles = [] }: {
    readonly transcript: string;
    readonly session: SessionSurvey;
    readonly known?: Origins | undefined;
    readonly otherFiles?: readonly string[];
  },
): Promise<FoundOrigins> {
  const found: RecordedDirectory[] = [];
  const origins = new Map(Object.entries(known));
  const lost = (id: string): RecordedDirectory => ({ path: `${LOST_SESSION}${id}`, source: "origin-session" });
  const visited = new Set([session.id]);
  const hasEnvironment = session.directories.some(({ source }) => source === "environment");

  async function follow(from: SessionSurvey, descent: Descent, generation: number): Promise<void> {
    for (const id of descent.of(from)) {
      if (visited.has(id)) continue;
      visited.add(id);
      const origin = await surveyOf(product, client, { transcript, id });
      if (origin === undefined) {
        if (descent === COPIED && !hasEnvironment && !origins.has(id)) found.push(lost(id));
        continue;
      }
      origins.set(id, origin.directories.map((directory) => handedOn(directory, descent)));
      if (generation < MOST_GENERATIONS) await follow(origin, descent, generation + 1);
      else if (descent === COPIED) found.push(...descent.of(origin).filter((each) => !visited.has(each)).map(lost));
    }
  }

  // Rows of a resumed session may stand in the file of another one (https://github.com/anthropics/claude-code/issues/30802).
  if (!transcript.includes(session.id)) {
    const own = await surveyOf(product, client, { transcript, id: session.id });
    found.push(...(own?.directories ?? []).map((directory) => handedOn(directory, COPIED)));
  }
  for (const path of otherFiles) {
    const own = await surveyOfFile(product, client, { path, id: session.id });
    const more = (own?.directories ?? []).map((directory) => handedOn(directory, CONTINUED));
    if (more.length === 0) continue;
    const all = [...origins.get(session.id) ?? [], ...more];
    origins.set(session.id, [...new Map(all.map((each) => [`${each.source}\0${each.path}`, each])).values()]);
  }
  await follow(session, COPIED, 0);
  await follow(session, CONTINUED, 0);
  return { directories: [...found, ...[...origins.values()].flat()], origins: Object.fromEntries(origins) };
}

/** A directory of the session that this one comes from; what could only refuse there can only refuse here. */
function handedOn({ path, source }: RecordedDirectory, descent: Descent): RecordedDirectory {
  return { path, source: source === "damaged" ? source : descent.source };
}

/** What a session that is not in the store any more gives for a directory: none that could be placed. */
const LOST_SESSION = "session ";

/** True when the directory is one in which a session took place that this one comes from. */
export function isOfOrigin({ source, path }: RecordedDirectory): boolean {
  return (source === COPIED.source || source === CONTINUED.source) && !path.startsWith(LOST_SESSION);
}

/** What another session of the store says about itself. */
async function surveyOf(
  { files, homes }: OriginPorts,
  client: ClientModule,
  { transcript, id }: { readonly transcript: string; readonly id: string },
): Promise<SessionSurvey | undefined> {
  const path = client.findSession(files, transcript, id);
  return path === undefined ? undefined : await surveyOfFile({ files, homes }, client, { path, id });
}

/** What a file says about a session. @returns undefined when it is not there, or says nothing about it */
async function surveyOfFile(
  { files, homes }: OriginPorts,
  client: ClientModule,
  { path, id }: { readonly path: string; readonly id: string },
): Promise<SessionSurvey | undefined> {
  const handle = await openSource(files, path);
  if (handle === undefined) return undefined;
  let whole = handle;
  try {
    whole = await openWhole(files, client, { path, handle });
    const remembered = readTranscriptState(files, homes.state, path);
    const known = remembered !== undefined && cursorHolds(whole, remembered.surveyed) ? remembered : undefined;
    const survey = surveyTranscript(whole, client, {
      name: id,
      ...(known === undefined
        ? client.sessionOf === undefined ? {} : { session: id }
        : { from: known.surveyed.offset, known: known.survey }),
    });
    return survey.sessions.find((other) => other.id === id);
  } finally {
    if (whole !== handle) whole.close();
    handle.close();
  }
}
