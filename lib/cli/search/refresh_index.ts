/**
 * Brings the search index of a working directory up to date: sessions whose files changed go into a segment of their own,
 * and everything is written anew when too much of it is outdated.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { sha256Hex } from "../../record/ids.ts";
import { learningsRoot, under } from "../../record/layout.ts";
import { documentsOf } from "./documents_of.ts";
import { encodeSegment } from "./encode_segment.ts";
import { encodeManifest, type Manifest, type ManifestSegment, readManifest } from "./manifest.ts";
import { openSegment } from "./segment.ts";
import { sessionStamps } from "./session_stamps.ts";
import { encodeTrusted, type FolderTimes, type TrustedSegment } from "./trusted_index.ts";

const MOST_SEGMENTS = 8;
/** So many sessions are read before anybody wonders what takes so long. */
const MANY = 20;

/** What is brought up to date. */
export interface RefreshOptions {
  /** The folder of all indexes. */
  readonly folder: string;
  /** Beginning of the names of its files. */
  readonly name: string;
  /** Where it is remembered what can be believed. */
  readonly trustedPath: string;
  readonly workDir: string;
  /** This installation's. */
  readonly sealKey: Uint8Array;
  /** Hash of what is redacted. */
  readonly words: string;
  /** The times of the folders before anything was looked at, and that moment. */
  readonly folders: FolderTimes;
  readonly now: number;
  /** Called before many rows are read. */
  readonly onBuild: (() => void) | undefined;
}

/**
 * Looks at every session, and writes what is new. The folder is made before a row is read and never again: when somebody
 * takes it away, what was read before is written nowhere.
 *
 * @returns the segments, with what does not count in them
 * @throws {Error} "not found" when the folder went
 */
export function refreshIndex(product: Product, options: RefreshOptions): readonly TrustedSegment[] {
  const { files } = product;
  const { folder, name, trustedPath, workDir, words, folders, now: at } = options;
  files.makeDirectory(folder);
  const manifestPath = under(folder, `${name}.json`);
  let manifest = readManifest(files.readText(manifestPath), words);
  // A segment that is not there any more, or damaged, is made anew.
  if (manifest.segments.some((segment) => !isSegment(files, under(folder, segment.name)))) {
    manifest = { words, segments: [] };
  }
  const latest = latestStamps(manifest);
  const now = sessionStamps(files, workDir, latest);
  // What is gone is passed by when the segments are read; only what is new has to be written.
  if ([...now].some(([key, stamp]) => latest.get(key) !== stamp)) {
    manifest = writeSegment(product, { ...options, manifestPath, known: manifest, latest, stamps: now });
  }
  const newest = new Map<string, string>();
  for (const segment of manifest.segments) for (const { key } of segment.sessions) newest.set(key, segment.name);
  const segments = manifest.segments.map((segment): TrustedSegment => ({
    name: segment.name,
    outdated: segment.sessions.flatMap(({ key, stamp }, position) =>
      newest.get(key) === segment.name && now.get(key) === stamp ? [] : [position]
    ),
  }));
  const bytes = encodeTrusted({ words, at, folders: folders.text, segments }, folders.latest);
  if (bytes === undefined) files.remove(trustedPath);
  else files.replace(trustedPath, bytes, { cache: true });
  return segments;
}

function isSegment(files: Product["files"], path: string): boolean {
  const segment = openSegment(files, path);
  segment?.close();
  return segment !== undefined;
}

function latestStamps({ segments }: Manifest): ReadonlyMap<string, string> {
  return new Map(segments.flatMap(({ sessions }) => sessions).map(({ key, stamp }) => [key, stamp]));
}

interface WriteOptions extends RefreshOptions {
  readonly manifestPath: string;
  /** The index as it is. */
  readonly known: Manifest;
  /** The stamps that it holds, by key, and those of today. */
  readonly latest: ReadonlyMap<string, string>;
  readonly stamps: ReadonlyMap<string, string>;
}

function writeSegment(product: Product, options: WriteOptions): Manifest {
  const { files } = product;
  const { folder, name, manifestPath, workDir, sealKey, known, latest, stamps } = options;
  const outdated = new Set([...latest].filter(([key, stamp]) => stamps.get(key) !== stamp).map(([key]) => key));
  const kept = keptSegments(known, outdated);
  const held = latestStamps({ ...known, segments: kept });
  const sessions = [...stamps].filter(([key, stamp]) => held.get(key) !== stamp).map(([key, stamp]) => ({
    key,
    stamp,
  }));
  if (sessions.length > MANY) options.onBuild?.();
  const documents = sessions.flatMap(({ key }, session) =>
    documentsOf(product, under(learningsRoot(workDir), ...key.split("/")), { session, sealKey })
  );
  const bytes = encodeSegment(documents, sessions.map(({ key }) => key));
  const file = `${name}.${sha256Hex(bytes).slice(0, 12)}.seg`;
  const segments = [...kept.filter((one) => one.name !== file), { name: file, documents: documents.length, sessions }];
  const manifest = { words: known.words, segments };
  files.replace(under(folder, file), bytes, { cache: true });
  files.replace(manifestPath, encodeManifest(manifest), { cache: true });
  const current = new Set(segments.map((segment) => segment.name));
  // Also those that the manifest of another version named.
  for (const other of files.list(folder) ?? []) {
    if (other.startsWith(`${name}.`) && other.endsWith(".seg") && !current.has(other)) {
      files.remove(under(folder, other));
    }
  }
  return manifest;
}

/**
 * The segments that go on: all of them while they are few, then the largest alone, and none when most of it is outdated.
 * What is in the others is indexed again with what is new.
 */
function keptSegments({ segments }: Manifest, outdated: ReadonlySet<string>): readonly ManifestSegment[] {
  const [largest] = [...segments].sort((a, b) => b.documents - a.documents);
  if (largest === undefined) return [];
  const later = segments.slice(segments.indexOf(largest) + 1).flatMap(({ sessions }) => sessions).map(({ key }) => key);
  const dead = new Set([...outdated, ...later]);
  const alive = largest.sessions.filter(({ key }) => !dead.has(key)).length;
  if (alive * 2 < largest.sessions.length) return [];
  if (segments.length < MOST_SEGMENTS) return segments;
  return [largest];
}
