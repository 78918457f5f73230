/**
 * Opens a conversation: the named file, plain or compressed, whose it is, what an earlier run remembers about it, and the
 * other files of a conversation that is kept in several.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import { cursorHolds } from "../transcript/cursor.ts";
import { openDocument } from "../transcript/document_handle.ts";
import { openSource, openWhole } from "../transcript/open_transcript.ts";
import type { ClientModule } from "../types.ts";
import type { Product } from "./product.ts";
import { sampleRecords } from "./sample.ts";
import type { ImportOptions } from "./session_import.ts";
import { readTranscriptState, type TranscriptState } from "./transcript_state.ts";

/** An open conversation. */
export interface OpenConversation {
  /** What is read: decoded, and all files of the conversation in order. */
  readonly handle: ReadHandle;
  /** Undefined when it is no client's transcript. */
  readonly client: ClientModule | undefined;
  /** What is remembered, when the content that was read still stands there. */
  readonly valid: TranscriptState | undefined;
  /** First records of the named file; read once. */
  sample(): readonly unknown[];
  close(): void;
}

/** A conversation whose client is known. */
export type KnownConversation = OpenConversation & { readonly client: ClientModule };

/**
 * Opens a conversation.
 *
 * @returns undefined when the file does not exist
 */
export async function openConversation(
  product: Pick<Product, "files" | "homes">,
  { transcript, clients, moreClients }: Pick<ImportOptions, "transcript" | "clients" | "moreClients">,
): Promise<OpenConversation | undefined> {
  const opened = await openAs(product, clients, transcript);
  if (moreClients === undefined || opened === undefined || opened.client !== undefined) return opened;
  opened.close();
  return await openAs(product, [...clients, ...await moreClients()], transcript);
}

async function openAs(
  { files, homes }: Pick<Product, "files" | "homes">,
  clients: readonly ClientModule[],
  path: string,
): Promise<OpenConversation | undefined> {
  const document = openDocument(files, clients, path);
  const named = document?.handle ?? await openSource(files, path);
  if (named === undefined) return undefined;
  let records: readonly unknown[] | undefined;
  const sample = () => records ??= sampleRecords(named);
  const open = (client: ClientModule, handle: ReadHandle, valid: TranscriptState | undefined): KnownConversation => ({
    handle,
    client,
    valid,
    sample,
    close() {
      if (handle !== named) handle.close();
      named.close();
    },
  });
  const remembered = readTranscriptState(files, homes.state, path);
  if (document !== undefined) {
    const holds = remembered?.client === document.client.name && cursorHolds(named, remembered.surveyed);
    return open(document.client, named, holds ? remembered : undefined);
  }
  const before = clients.find(({ name }) => name === remembered?.client);
  if (remembered !== undefined && before !== undefined) {
    const handle = await openWhole(files, before, { path, handle: named });
    if (cursorHolds(handle, remembered.surveyed)) return open(before, handle, remembered);
    if (handle !== named) handle.close();
  }
  // The content decides whose it is: another client's file may lie where one was read before.
  const client = clients.find((each) => each.recognises(sample()));
  if (client !== undefined) return open(client, await openWhole(files, client, { path, handle: named }), undefined);
  return { handle: named, client, valid: undefined, sample, close: () => named.close() };
}
