/**
 * What a session has been told already, so that it is told nothing twice: hashes of lines, in the state directory.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";
import { isObject, parseObject } from "../record/read_rows.ts";
import type { ClientName } from "../types.ts";

/** A session by its client. */
export interface ToldSession {
  readonly client: ClientName;
  readonly sessionId: string;
}

/** Sessions that are remembered, the newest ones. */
const MOST_SESSIONS = 500;
/** Two entries of one hook run at the same time; neither waits for long. */
const LOCK_MILLISECONDS = 1000;

/**
 * Picks what the session has not been told yet, and remembers what is told then.
 *
 * @param state the state directory
 * @param tell gets the lines that are new, gives those that are told
 * @returns what `tell` gave; undefined when another run holds the file: nothing is told then
 */
export async function tellOnce<T extends { readonly lines: readonly string[] }>(
  files: Pick<Files, "readText" | "replace" | "makeDirectory" | "lock">,
  state: string,
  { session, lines, tell }: {
    readonly session: ToldSession;
    readonly lines: readonly string[];
    readonly tell: (fresh: readonly string[]) => T | undefined;
  },
): Promise<T | undefined> {
  files.makeDirectory(state);
  const lock = await files.lock(under(state, "context.lock"), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) return undefined;
  try {
    const path = under(state, "context.json");
    const known = readTold(files.readText(path));
    const name = hashOf(`${session.client}\0${session.sessionId}`);
    const told = known.get(name) ?? [];
    const answer = tell(lines.filter((line) => !told.includes(lineHash(line))));
    if (answer === undefined || answer.lines.length === 0) return undefined;
    known.delete(name);
    known.set(name, [...told, ...answer.lines.map(lineHash)]);
    const sessions = Object.fromEntries([...known].slice(-MOST_SESSIONS));
    files.replace(path, new TextEncoder().encode(JSON.stringify({ schema: 1, sessions })), { cache: true });
    return answer;
  } finally {
    lock.release();
  }
}

/** Said again on another day it is the same. */
function lineHash(line: string): string {
  return hashOf(line.replace(/^- \d{4}-\d{2}-\d{2} /, "- "));
}

function hashOf(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

function readTold(text: string | undefined): Map<string, readonly string[]> {
  const sessions = text === undefined ? undefined : parseObject(text)?.["sessions"];
  const told = new Map<string, readonly string[]>();
  if (!isObject(sessions)) return told;
  for (const [name, lines] of Object.entries(sessions)) {
    if (Array.isArray(lines)) told.set(name, lines.filter((line) => typeof line === "string"));
  }
  return told;
}
