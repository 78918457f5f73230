/**
 * What a sweep finds of the notes that a client's agent keeps of a project. A note names no directory: whose it is, the
 * transcripts beside it say, and only when they agree.
 *
 * @module
 */
import type { OpenedFile } from "../import/collections.ts";
import { recordBytes, withTranscript } from "../import/held_transcript.ts";
import type { Product } from "../import/product.ts";
import { rememberNothing } from "../import/seen_sessions.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { readTranscriptStates } from "../import/transcript_state.ts";
import { memoryNotesRule } from "../learnings/memory_notes.ts";
import { memoryOwner } from "../ownership/mod.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";
import { latestById, readLearnings } from "../record/learnings_store.ts";
import type { ClientModule, MemoryFolder, MemoryNote, RecordedDirectory } from "../types.ts";
import { clientStores, otherSides } from "./client_stores.ts";
import type { SweepMode, SweptCollection } from "./swept_collections.ts";

/** Every folder of notes, to be read when the transcripts beside it have been. */
export async function sweptMemories(
  product: Product,
  client: ClientModule,
  options: SweepMode & { readonly workspace: string },
): Promise<readonly SweptCollection[]> {
  const memories = await client.memories?.();
  if (memories === undefined) return [];
  const places = [
    ...clientStores(product, client).map((dir) => ({ dir, environment: product.environment })),
    ...await otherSides(product, client),
  ];
  const folders = places.flatMap(({ dir, environment }) =>
    memories.list(product.files, dir).map((folder) => ({ folder, environment }))
  );
  return folders.map(({ folder, environment }) => {
    // Whose notes they are may change without them.
    const beside = (product.files.list(folder.transcripts) ?? []).map((name) => {
      const stat = product.files.stat(under(folder.transcripts, name));
      return `${name} ${stat?.size} ${stat?.mtime}`;
    });
    const mark = sha256Hex([folder.mark, product.configHash, options.workspace, ...beside].join("\n"));
    const stat = { ...folder.stat, size: beside.length, mtime: Number.parseInt(mark.slice(0, 12), 16) };
    const transcript = { path: folder.path, stat };
    const file: OpenedFile = {
      ready: true,
      found: [transcript],
      filesWith() {
        const { directories, refusal } = ownerOf(product, folder, options.workspace);
        const stored = storedSessions(product).filter(({ meta }) =>
          meta.client === client.name && meta.sessionId === folder.session
        );
        const now = directories === undefined ? [] : memories.notes(product.files, folder);
        const gone = directories === undefined && refusal === undefined ? [] : goneNotes(product, stored, now);
        const notes = [...gone, ...now];
        if (notes.length === 0) {
          if (!options.dryRun) rememberNothing(product, client.name, transcript);
          return { skip: directories === undefined ? "no-owner" : "empty" };
        }
        // What refuses the conversations beside them refuses the notes: the verdict is the same rule's.
        const own = directories ?? [...stored.flatMap(({ meta }) => meta.directories), ...refusal?.directories ?? []];
        const records = memories.records(folder, own, notes, { optedOut: refusal?.optedOut === true });
        return withTranscript(product.files, folder.path, { bytes: recordBytes(records), stat });
      },
      close() {},
    };
    return { environment, file, found: [transcript], reader: memories.client, rules: [memoryNotesRule] };
  });
}

/** What the transcripts beside the notes say. */
interface Owner {
  /** Theirs, when all began in one and none was refused. */
  readonly directories: readonly RecordedDirectory[] | undefined;
  /** One was refused, or they began in several: what was taken before is withdrawn. Without any of them it stays. */
  readonly refusal?: { readonly directories: readonly RecordedDirectory[]; readonly optedOut: boolean };
}

/** A program's sessions say where they were, too. */
function ownerOf(product: Product, { transcripts }: MemoryFolder, workspace: string): Owner {
  const states = readTranscriptStates(product.files, product.homes.state).filter(({ transcript }) =>
    transcript.replace(/[\\/][^\\/]*$/, "") === transcripts
  );
  const sessions = states.flatMap(({ survey, sessions }) =>
    survey.sessions.map((session) => ({ session, state: sessions[session.id] }))
  );
  const verdicts = sessions.map(({ state }) => ({ kind: state?.verdicts[workspace]?.kind ?? "no-evidence", workspace }))
    .filter(({ kind }) => kind !== "automation");
  const projects = new Set(sessions.map(({ state }) => state?.projectPath ?? ""));
  const isOwned = memoryOwner(verdicts as Parameters<typeof memoryOwner>[0]) === workspace && projects.size === 1;
  const directories = sessions.flatMap(({ session }) => session.directories);
  if (isOwned) return { directories };
  const isRefused = projects.size > 1 || verdicts.some(({ kind }) => REFUSED.has(kind));
  const optedOut = verdicts.some(({ kind }) => kind === "opted-out");
  return { directories: undefined, ...(isRefused ? { refusal: { directories, optedOut } } : {}) };
}

/** Final, whatever is read later: what has no verdict yet is waited for. */
const REFUSED: ReadonlySet<string> = new Set(["claimed", "excluded", "opted-out"]);

/** Notes that were taken before and are no more: what they gave is withdrawn. */
function goneNotes(
  product: Product,
  stored: ReturnType<typeof storedSessions>,
  now: readonly MemoryNote[],
): readonly MemoryNote[] {
  const rows = stored.flatMap(({ place }) =>
    latestById(readLearnings(product.files, place.directory, { key: undefined }).learnings)
  );
  return rows.filter(({ row }) => row.payload.retracted !== true)
    .flatMap(({ row: { kind, createdAt, provenance } }): readonly MemoryNote[] => {
      const [name] = provenance.messageUuids ?? [];
      if (name === undefined || (kind !== "preferences" && kind !== "facts")) return [];
      const isThere = now.some((note) => note.name === name && note.kind === kind);
      return isThere ? [] : [{ name, kind, text: "", at: createdAt, isGone: true }];
    });
}
