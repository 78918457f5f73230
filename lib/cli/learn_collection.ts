/**
 * `imprint-hook learn --transcript FILE` for a file that holds many conversations.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { openFile } from "../import/collections.ts";
import type { Product } from "../import/product.ts";
import type { ImportOptions } from "../import/session_import.ts";
import { emptyReport, type ImportReport } from "../import_report.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { importTranscript } from "../pipeline.ts";
import type { ClientModule } from "../types.ts";
import { clientStores } from "./client_stores.ts";
import { idOf, ownConversations } from "./swept_collections.ts";

/**
 * Learns every conversation in the file.
 *
 * @returns the first one's report with the others', undefined when the file is no such one
 * @throws {InputError} when it is being changed
 */
export async function learnCollection(product: Product, options: ImportOptions): Promise<ImportReport | undefined> {
  const { transcript: path, clients, dryRun } = options;
  const stat = product.files.stat(path);
  if (stat === undefined) return undefined;
  for (const client of clients) {
    const collections = await client.collections?.();
    if (collections?.holds(path) !== true) continue;
    const opened = openFile(product, { collections, file: { path, stat } }, { dryRun: true });
    if (opened === undefined) return undefined;
    try {
      if (!opened.ready) throw new InputError(isBusy(path));
      const reports: ImportReport[] = [];
      const given = { ...options, clients: [collections.client ?? client] };
      const file = { path, stat };
      const known = collections.isOver === undefined ? new Set<string>() : withTranscripts(product, client);
      const found = ownConversations(product, client, { collections, file, found: opened.found, known, options });
      for (const transcript of found) {
        const files = opened.filesWith(transcript);
        if ("skip" in files) {
          if (files.skip === "busy") throw new InputError(isBusy(path));
          const skipped = emptyReport({ transcript: path, outcome: "skipped", reason: files.skip, dryRun });
          reports.push({ ...skipped, client: client.name });
        } else reports.push(await importTranscript({ ...product, files }, { ...given, transcript: transcript.path }));
      }
      const [first, ...others] = reports;
      if (first !== undefined) return { ...first, ...(others.length === 0 ? {} : { otherSessions: others }) };
      const reason = "empty";
      return { ...emptyReport({ transcript: path, outcome: "skipped", reason, dryRun }), client: client.name };
    } finally {
      opened.close();
    }
  }
  return undefined;
}

function withTranscripts(product: Product, client: ClientModule): ReadonlySet<string> {
  const transcripts = clientStores(product, client).flatMap((store) => client.transcripts(product.files, store));
  return new Set(transcripts.map((transcript) => idOf(client, transcript.path)));
}

function isBusy(path: string): string {
  return `cannot learn "${visible(path)}": its program is changing it right now; try again in a moment`;
}
