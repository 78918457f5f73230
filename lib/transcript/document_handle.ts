/**
 * A conversation that a client keeps as one document, read as the lines of a transcript: what was read before is known
 * again by the same cursor.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import type { ClientModule, DocumentFiles, Json } from "../types.ts";
import { joinedHandle } from "./joined_handle.ts";

/** A document that a client knows. */
export interface OpenDocument {
  readonly client: ClientModule;
  readonly handle: ReadHandle;
}

/**
 * Opens a file as a document.
 *
 * @returns undefined when no client keeps conversations in such files
 */
export function openDocument(
  files: DocumentFiles,
  clients: readonly ClientModule[],
  path: string,
): OpenDocument | undefined {
  for (const client of clients) {
    const records = client.documentRecords?.(files, path);
    if (records !== undefined) return { client, handle: recordsHandle(records) };
  }
  return undefined;
}

function recordsHandle(records: readonly Json[]): ReadHandle {
  const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return joinedHandle([{ bytes }], () => {});
}
