/**
 * Imports one export: each conversation is judged and stored by itself, as a transcript that only memory holds.
 *
 * @module
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { recordBytes, withTranscript } from "../import/held_transcript.ts";
import type { Product } from "../import/product.ts";
import type { ImportOptions } from "../import/session_import.ts";
import type { ImportReport } from "../import_report.ts";
import type { FileStat, ReadHandle } from "../io/files.ts";
import { importTranscript } from "../pipeline.ts";
import { under } from "../record/layout.ts";
import { createJsonlSet } from "../record/jsonl_set.ts";
import type { ClientModule } from "../types.ts";
import { ArchiveError, type ConversationsFile, isZip, plainFile, zipFiles } from "./archive.ts";
import { exportRecords } from "./conversation.ts";
import { splitElements } from "./elements.ts";

/** A conversation longer than this is not read (D.3). */
const MOST_ELEMENT = 64 * 1024 * 1024;

/** What became of one export. The conversations add up: `seen` is the sum of all that follows it up to `failed`. */
export interface ExportReport {
  readonly path: string;
  /** `not-an-export`: it holds no conversations. */
  outcome: "imported" | "already-imported" | "not-an-export" | "failed";
  /** Why it failed, or was not read to its end. */
  problem?: string;
  seen: number;
  learned: number;
  known: number;
  /** Conversations in which nothing was said. */
  empty: number;
  /** Elements that are no conversation of a client known here. */
  unsupported: number;
  /** By verdict or reason. */
  skipped: Record<string, number>;
  /** Broken or too long, or not storable. */
  failed: number;
  exchanges: number;
  learnings: number;
  /** Conversations by client. */
  clients: Record<string, number>;
}

/** What is asked of an import of exports. */
export type ExportOptions = Omit<ImportOptions, "transcript" | "namedByPerson"> & { readonly workspace: string };

/**
 * Imports an export, once a workspace: what was imported is known by its content, not by its name.
 *
 * @param path a zip, or an unpacked file of conversations
 */
export async function importExport(product: Product, path: string, options: ExportOptions): Promise<ExportReport> {
  const report: ExportReport = {
    path,
    outcome: "imported",
    seen: 0,
    learned: 0,
    known: 0,
    empty: 0,
    unsupported: 0,
    skipped: {},
    failed: 0,
    exchanges: 0,
    learnings: 0,
    clients: {},
  };
  const stat = product.files.stat(path);
  const handle = product.files.open(path);
  if (handle === undefined || stat === undefined) return { ...report, outcome: "failed", problem: "it is gone" };
  try {
    const files = isZip(product.files, path) ? await zipFiles(handle) : [plainFile(handle, path)];
    if (files.length === 0) return { ...report, outcome: "not-an-export" };
    const mark = { workspace: options.workspace, hash: contentHash(handle) };
    const imported = importedExports(product);
    if (options.relearn !== true && imported.read().some((one) => sameMark(one, mark))) {
      return { ...report, outcome: "already-imported" };
    }
    for (const file of files) await importFile(product, file, { report, options, stat });
    if (report.seen > 0 && report.seen === report.unsupported) report.outcome = "not-an-export";
    // Another run may find the lock free, or no inbox any more.
    const isDone = report.failed === 0 &&
      ["lock-busy", "no-evidence"].every((one) => report.skipped[one] === undefined);
    if (!options.dryRun && report.outcome === "imported" && isDone) imported.keep(product.files, mark);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    report.outcome = "failed";
    report.problem = error.message;
  } finally {
    handle.close();
  }
  return report;
}

interface Mark {
  readonly workspace: string;
  readonly hash: string;
}

function sameMark(a: Mark, b: Mark): boolean {
  return a.workspace === b.workspace && a.hash === b.hash;
}

/** Kept data: which exports each workspace has. */
function importedExports({ files, homes }: Product) {
  return createJsonlSet<Mark>(files, under(homes.data, "exports.jsonl"), {
    directory: homes.data,
    parse: ({ workspace, hash }) =>
      typeof workspace === "string" && typeof hash === "string" ? { workspace, hash } : undefined,
  });
}

function contentHash(handle: ReadHandle): string {
  const hash = sha256.create();
  const buffer = new Uint8Array(256 * 1024);
  for (let at = 0;;) {
    const count = handle.read(buffer, at);
    if (count === 0) break;
    hash.update(buffer.subarray(0, count));
    at += count;
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface FileImport {
  readonly report: ExportReport;
  readonly options: ExportOptions;
  readonly stat: FileStat;
}

async function importFile(product: Product, file: ConversationsFile, at: FileImport): Promise<void> {
  const splitter = splitElements({ most: MOST_ELEMENT });
  const { report } = at;
  const take = async (elements: ReturnType<typeof splitter.push>): Promise<void> => {
    for (const element of elements) {
      report.seen++;
      const value = element.kind === "element" ? parsed(element.bytes) : undefined;
      if (value === undefined) report.failed++;
      else await importElement(product, value, at);
    }
  };
  await file.read((chunk) => take(splitter.push(chunk)));
  await take(splitter.end());
}

/** @returns undefined for what is no JSON */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

async function importElement(product: Product, value: unknown, at: FileImport): Promise<void> {
  const { report } = at;
  for (const client of at.options.clients) {
    const conversation = client.exported?.(value);
    if (conversation === undefined) continue;
    if (conversation === "no-id") break;
    report.clients[client.name] = (report.clients[client.name] ?? 0) + 1;
    const records = exportRecords(client.name, conversation);
    if (records.length === 1) {
      report.empty++;
      return;
    }
    const held = { client, id: conversation.id, bytes: recordBytes(records) };
    try {
      count(report, await importConversation(product, held, at));
    } catch (error) {
      report.failed++;
      report.problem = `"${conversation.id}": ${error instanceof Error ? error.message : String(error)}`;
    }
    return;
  }
  report.unsupported++;
}

/** The same path in each export, so that a later export goes on where the one before ended. */
async function importConversation(
  product: Product,
  { client, id, bytes }: { readonly client: ClientModule; readonly id: string; readonly bytes: Uint8Array },
  { options, stat }: FileImport,
): Promise<ImportReport> {
  const transcript = under(product.homes.data, "exports", client.folder, `${id}.jsonl`);
  const files = withTranscript(product.files, transcript, { bytes, stat: { ...stat, size: bytes.length } });
  return await importTranscript({ ...product, files }, {
    ...options,
    clients: [client],
    transcript,
    namedByPerson: true,
  });
}

function count(report: ExportReport, one: ImportReport): void {
  report.exchanges += one.exchanges.new;
  report.learnings += Object.values(one.learnings).reduce((sum, n) => sum + n, 0);
  if (one.outcome === "learned") report.learned++;
  else if (one.outcome === "nothing-new") report.known++;
  else if (one.outcome === "failed") report.failed++;
  else {
    const reason = one.reason ?? one.verdict?.kind ?? "unknown";
    report.skipped[reason] = (report.skipped[reason] ?? 0) + 1;
  }
}
