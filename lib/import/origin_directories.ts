/**
 * The directories of the sessions that records were copied from. A fork rewrites the directory of every copied row
 * (measured on Claude Code 2.1.332), so what the rows say now is not where the words were spoken.
 *
 * @module
 */
import type { ClientModule, RecordedDirectory } from "../types.ts";
import type { SessionSurvey } from "../transcript/survey.ts";
import { surveyTranscript } from "../transcript/survey.ts";
import type { Product } from "./product.ts";

/** Forks of forks that are followed. */
const MOST_GENERATIONS = 8;

/**
 * Finds where copied records were recorded first.
 *
 * A session that is not in the store any more, in a conversation without rows about its environment, gives a directory
 * that cannot be placed: the conversation counts as mixed (design section 4, Evidence).
 *
 * @param transcript the file that holds the copies
 */
export function originDirectories(
  { files }: Pick<Product, "files">,
  client: ClientModule,
  { transcript, session }: { readonly transcript: string; readonly session: SessionSurvey },
): readonly RecordedDirectory[] {
  const found: RecordedDirectory[] = [];
  const visited = new Set([session.id]);
  const hasEnvironment = session.directories.some(({ source }) => source === "environment");

  function follow(ids: readonly string[], generation: number): void {
    for (const id of ids) {
      if (visited.has(id)) continue;
      visited.add(id);
      const path = client.findSession(files, transcript, id);
      const handle = path === undefined ? undefined : files.open(path);
      const origin = handle === undefined
        ? undefined
        : close(handle, () => surveyTranscript(handle, client, { name: id }).sessions.find((other) => other.id === id));
      if (origin === undefined) {
        if (!hasEnvironment) found.push({ path: `session ${id}`, source: "origin-session" });
        continue;
      }
      found.push(...origin.directories.map(({ path }): RecordedDirectory => ({ path, source: "origin-session" })));
      if (generation < MOST_GENERATIONS) follow(origin.originSessions, generation + 1);
    }
  }

  follow(session.originSessions, 0);
  return found;
}

function close<T>(handle: { close(): void }, use: () => T): T {
  try {
    return use();
  } finally {
    handle.close();
  }
}
