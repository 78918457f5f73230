/**
 * The clients' stores: which are there, and what in them is new to this version.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { tailRecords } from "../../transcript/tail_records.ts";
import { unrecordedStores } from "../client_stores.ts";
import { counted } from "../edit_answer.ts";
import type { CheckFamily, ClientSubject, Subject } from "./subject.ts";

/** Transcripts that are looked into, newest first, and how much of each. */
const MOST_FILES = 50;
const TAIL_BYTES = 128 * 1024;
/** Names that are told. */
const MOST_NAMES = 5;

/** Stores found, gone, and unknown to hooks. */
export const storeChecks: CheckFamily = (subject) => {
  const found = subject.clients.flatMap((each) => storeCheck(each));
  const gone = subject.product.config.stores.filter(({ dir }) => subject.files.stat(dir)?.isDirectory !== true)
    .map(({ client, dir }): Check => ({
      id: `${client}/store-gone`,
      title: "stores",
      state: "problem",
      found: `"${dir}", recorded as a store of ${client}, is no directory`,
      advice: 'take it out of "stores" in the configuration, or bring it back',
    }));
  const none: readonly Check[] = found.length > 0 ? [] : [{
    id: "stores",
    title: "stores",
    state: "note",
    found: "no store of any client was found: there is nothing to learn yet",
  }];
  return [...found, ...none, ...gone, ...subject.clients.flatMap((each) => unrecordedChecks(subject, each))];
};

function storeCheck({ client, stores, known }: ClientSubject): readonly Check[] {
  if (stores.length === 0) return [];
  const { transcripts, clientVersion } = known;
  const where = stores.map((store) => `"${store}"`).join(" and ");
  const version = clientVersion === undefined ? "" : `, newest version ${clientVersion}`;
  return [{
    id: `${client.name}/store`,
    title: `${client.name} store`,
    state: "ok",
    found: `${counted(transcripts.length, "conversation")} in ${where}${version}`,
  }];
}

function unrecordedChecks(
  { product, environment }: Subject,
  { client, installer, hooks }: ClientSubject,
): readonly Check[] {
  if (hooks.length === 0) return [];
  return unrecordedStores(product, client, { environment }).map((store): Check => ({
    id: `${client.name}/store-unrecorded`,
    title: `${client.name} store`,
    state: "problem",
    found: `only a variable names "${store}", and hooks look at none: they will not read what lies there`,
    advice: `run "imprint-hook install ${installer?.name ?? client.name}", which records it`,
  }));
}

/**
 * Values of markers that this version does not know: such messages count as the client's, so what a person typed may be
 * missing (design section 3).
 */
export const markerChecks: CheckFamily = (subject) =>
  subject.clients.filter(({ known }) => known.transcripts.length > 0).flatMap((each) => {
    const { client } = each;
    const check = { id: `${client.name}/markers`, title: `${client.name} markers` };
    const { counts, files } = unknownMarkers(subject, each);
    const names = Object.entries(counts);
    if (files === 0) return [];
    if (names.length === 0) {
      return { ...check, state: "ok", found: `every marker in the newest ${counted(files, "conversation")} is known` };
    }
    const told = names.slice(0, MOST_NAMES).map(([name, count]) => `${name} (${count})`).join(", ");
    const more = names.length > MOST_NAMES ? `, ${names.length - MOST_NAMES} more` : "";
    return {
      ...check,
      state: "problem",
      found: `messages marked ${told}${more} are unknown to this version, and not taken for yours`,
      advice: 'update imprint-hook, and then run "imprint-hook learn --relearn"',
    };
  });

function unknownMarkers(
  { files }: Subject,
  { client, known }: ClientSubject,
): { readonly counts: Readonly<Record<string, number>>; readonly files: number } {
  const counts: Record<string, number> = {};
  const newest = [...known.transcripts].sort((a, b) => b.stat.mtime - a.stat.mtime)
    .filter(({ path }) => path.endsWith(".jsonl")).slice(0, MOST_FILES);
  for (const { path } of newest) {
    const handle = files.open(path);
    if (handle === undefined) continue;
    try {
      const reader = client.createReader({ sessionId: "" });
      for (const record of tailRecords(handle, TAIL_BYTES)) reader.read(record);
      for (const [name, count] of Object.entries(reader.counts.unknownMarkers)) {
        counts[name] = (counts[name] ?? 0) + count;
      }
    } finally {
      handle.close();
    }
  }
  return { counts, files: newest.length };
}
