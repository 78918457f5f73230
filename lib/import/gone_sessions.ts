/**
 * What was stored and is there no more, as after `git clean -fdx`: told by `status`. Learnings are not in git, but as long as
 * the client keeps its transcripts they can be had again.
 *
 * @module
 */
import { readWorkDirs } from "../record/kept_data.ts";
import { learningsRoot, META_FILE, sessionPlace, under } from "../record/layout.ts";
import type { ClientModule } from "../types.ts";
import { transcriptIsThere } from "./held_transcript.ts";
import type { Product } from "./product.ts";
import { readTranscriptStates } from "./transcript_state.ts";

/** Conversations of one working directory that are gone. */
export interface GoneSessions {
  readonly workDir: string;
  /** False: the whole directory is gone, or away. */
  readonly exists: boolean;
  /** How many; null when nothing remembers it. */
  readonly conversations: number | null;
  /** How many of them have a transcript that is still there. */
  readonly restorable: number;
}

/**
 * Finds what is gone, in the order of the working directories.
 *
 * @param clients their folders' names are part of where a session lies
 */
export function goneSessions(
  { files, homes }: Pick<Product, "files" | "homes">,
  clients: readonly Pick<ClientModule, "name" | "folder">[],
): readonly GoneSessions[] {
  const gone = new Map<string, { conversations: number; restorable: number }>();
  for (const { client, transcript, sessions } of readTranscriptStates(files, homes.state)) {
    const folder = clients.find(({ name }) => name === client)?.folder;
    if (folder === undefined) continue;
    const isThere = transcriptIsThere(files, transcript);
    for (const [sessionId, { projectPath, places }] of Object.entries(sessions)) {
      // A project that was renamed has its conversations under its new name.
      const isSomewhere = places.some(({ workDir }) => {
        const { directory } = sessionPlace({ workDir, folder, projectPath, sessionId });
        return files.stat(under(directory, META_FILE)) !== undefined;
      });
      if (isSomewhere) continue;
      for (const { workDir } of places) {
        const counts = gone.get(workDir) ?? { conversations: 0, restorable: 0 };
        gone.set(workDir, {
          conversations: counts.conversations + 1,
          restorable: counts.restorable + (isThere ? 1 : 0),
        });
      }
    }
  }
  // Where the state is lost too, the directory itself is all that is known.
  const emptied = readWorkDirs(files, homes.data).map(({ dir }) => dir)
    .filter((dir) => !gone.has(dir) && files.stat(learningsRoot(dir)) === undefined);
  return [
    ...[...gone].map(([workDir, counts]) => ({ workDir, ...counts })),
    ...[...new Set(emptied)].map((workDir) => ({ workDir, conversations: null, restorable: 0 })),
  ].map((each) => ({ ...each, exists: files.stat(each.workDir)?.isDirectory === true }))
    .sort((a, b) => a.workDir < b.workDir ? -1 : 1);
}
