/**
 * What a sweep finds in files that hold many conversations each.
 *
 * @module
 */
import { type OpenedFile, openFile } from "../import/collections.ts";
import type { Product } from "../import/product.ts";
import type { ImportOptions } from "../import/session_import.ts";
import { rememberNothing, seenSessions } from "../import/seen_sessions.ts";
import type { Rule } from "../learnings/rule.ts";
import type { ClientModule, Collections, Environment, StoredTranscript } from "../types.ts";
import { clientStores, otherSides } from "./client_stores.ts";
import { isDone } from "./is_done.ts";

/** Transcripts, and the machine that recorded them. */
export interface SweptStores {
  readonly environment: Environment;
  readonly found: readonly StoredTranscript[];
  /** What holds them all, where they are no files. */
  readonly file?: OpenedFile;
  /** What reads them, where it is not their client. */
  readonly reader?: ClientModule;
  /** What learns from them, where it is not the rules for conversations. */
  readonly rules?: readonly Rule[];
}

/** Who sweeps, and how. */
export type SweepMode = Pick<ImportOptions, "asker" | "dryRun" | "relearn">;

/** The workspace that a sweep learns for. */
export function workspaceOf(product: Product, { asker }: Pick<SweepMode, "asker">): string {
  return (asker.kind === "person" ? asker.workspace : undefined) ?? product.world.active;
}

/** Conversations in one file, which has to be closed. */
export type SweptCollection = SweptStores & { readonly file: OpenedFile };

/**
 * Files of many conversations, each with those that have no transcript of their own.
 *
 * @param given the transcripts of the client
 */
export async function sweptCollections(
  product: Product,
  client: ClientModule,
  { all, options }: { readonly all: readonly SweptStores[]; readonly options: SweepMode },
): Promise<readonly SweptCollection[]> {
  const collections = await client.collections?.();
  if (collections === undefined) return [];
  const known = new Set(all.flatMap(({ found }) => found).map(({ path }) => idOf(client, path)));
  const { stores } = collections;
  // What the configuration records are stores of the client.
  const own = stores === client.stores
    ? clientStores(product, client)
    : clientStores({ ...product, config: { ...product.config, stores: [] } }, { ...client, stores });
  const places = [
    ...own.map((dir) => ({ dir, environment: product.environment })),
    ...await otherSides(product, { ...client, stores }),
  ];
  return places.flatMap(({ dir, environment }) =>
    collections.list(product.files, dir).flatMap((each): readonly SweptCollection[] => {
      const file = openFile(product, { collections, file: each }, options);
      if (file === undefined) return [];
      const found = ownConversations(product, client, { collections, file: each, found: file.found, known, options });
      for (const { path } of found) known.add(idOf(client, path));
      const reader = collections.client;
      return [{ environment, file, found: file.ready ? found : [each], ...(reader === undefined ? {} : { reader }) }];
    })
  );
}

/** What is in a file, and what is known. */
export interface FoundInFile {
  readonly collections: Collections;
  readonly file: StoredTranscript;
  readonly found: readonly StoredTranscript[];
  /** Sessions that have transcripts. */
  readonly known: ReadonlySet<string>;
  readonly options: SweepMode;
}

/** Those conversations of a file that are to be read there. */
export function ownConversations(
  product: Product,
  client: ClientModule,
  { known, ...given }: FoundInFile,
): readonly StoredTranscript[] {
  const found = given.found.filter(({ path }) => !known.has(idOf(client, path)));
  return given.collections.isOver === undefined ? found : neverSeen(product, client, { ...given, found });
}

/** The session that a transcript is named after. */
export function idOf(client: ClientModule, path: string): string {
  return client.sessionOf?.(path, () => []) ?? path.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, "");
}

/** Conversations that are over and of which nothing was ever seen but this; of the others that is remembered. */
function neverSeen(
  product: Product,
  client: ClientModule,
  { collections, file, found, options }: Omit<FoundInFile, "known">,
): readonly StoredTranscript[] {
  const workspace = workspaceOf(product, options);
  const now = product.now().getTime();
  const over = found.filter((transcript) => collections.isOver?.(transcript, now) !== false);
  const fresh = over.filter((transcript) =>
    options.relearn === true || !isDone(product, client, { transcript, workspace })
  );
  if (fresh.length === 0) return over;
  const isSeen = seenSessions(product, client, file.path);
  const elsewhere = new Set(fresh.filter(({ path }) => isSeen(idOf(client, path))));
  for (const transcript of elsewhere) {
    if (!options.dryRun) rememberNothing(product, client.name, transcript);
  }
  return over.filter((transcript) => !elsewhere.has(transcript));
}
