/**
 * The search index of one working directory, brought up to date: sessions whose files changed go into a segment of their
 * own, and everything is written anew when too much of it is outdated. It is a cache in the state directory; the rows are
 * the truth.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { searchIndexFolder } from "../../import/search_index.ts";
import { standingExchanges, standingRows } from "../../import/standing_rows.ts";
import { sha256Hex } from "../../record/ids.ts";
import { EXCHANGES_FILE, learningsRoot, ROW_FILES, under } from "../../record/layout.ts";
import { sessionDirectories } from "../../record/session_directories.ts";
import { readMeta } from "../../record/meta.ts";
import { isObject, parseObject } from "../../record/read_rows.ts";
import type { StoredExchange } from "../../record/read_exchanges.ts";
import { LEARNING_KINDS } from "../../types.ts";
import { tokensOf } from "./fold.ts";
import { placesIn } from "./places.ts";
import { encodeSegment, type IndexedDocument, openSegment, type Segment } from "./segment.ts";

/** A session in a segment. */
export interface IndexedSession {
  /** `{client folder}/{safe key}` */
  readonly key: string;
  /** Changes whenever a file of the session does. */
  readonly stamp: string;
}

/** An open segment with its sessions; those that are outdated are null. */
export interface OpenIndexSegment {
  readonly segment: Segment;
  readonly sessions: readonly (IndexedSession | null)[];
}

/** The index of a working directory. */
export interface WorkDirIndex {
  readonly workDir: string;
  readonly segments: readonly OpenIndexSegment[];
  close(): void;
}

interface Manifest {
  readonly words: string;
  readonly segments: readonly {
    readonly name: string;
    readonly documents: number;
    readonly sessions: readonly IndexedSession[];
  }[];
}

const MOST_SEGMENTS = 8;
const SCHEMA = 2;

/**
 * Opens the index, after bringing it up to date.
 *
 * @param options `sealKey`: this installation's; `onBuild`: called before many rows are read
 */
export function openIndex(
  product: Product,
  workDir: string,
  { sealKey, onBuild }: { readonly sealKey: Uint8Array; readonly onBuild?: () => void },
): WorkDirIndex {
  const { files, config } = product;
  const folder = searchIndexFolder(product);
  const name = sha256Hex(workDir).slice(0, 24);
  const manifestPath = under(folder, `${name}.json`);
  // Other words to redact: other words to index.
  const words = sha256Hex(JSON.stringify(config.redact)).slice(0, 16);
  const known = readManifest(files.readText(manifestPath), words);
  const latest = new Map(known.segments.flatMap(({ sessions }) => sessions).map(({ key, stamp }) => [key, stamp]));
  const now = new Map(sessionsIn(product, workDir, latest).map((session) => [session.key, session]));
  const changed = [...now.values()].filter(({ key, stamp }) => latest.get(key) !== stamp);
  const gone = [...latest.keys()].filter((key) => !now.has(key));
  let manifest = known;
  // What is gone is passed by when the segments are read; only what is new has to be written.
  if (changed.length > 0) {
    const kept = keptSegments(known, new Set([...changed.map(({ key }) => key), ...gone]));
    const held = new Map(kept.flatMap(({ sessions }) => sessions).map(({ key, stamp }) => [key, stamp]));
    const toIndex = [...now.values()].filter(({ key, stamp }) => held.get(key) !== stamp);
    if (toIndex.length > 20) onBuild?.();
    manifest = write(product, { folder, name, manifestPath, words, workDir, sealKey, sessions: toIndex, kept });
    const names = new Set(manifest.segments.map((segment) => segment.name));
    for (const segment of known.segments) if (!names.has(segment.name)) files.remove(under(folder, segment.name));
  }
  return open(product, { folder, manifest, now, workDir });
}

/**
 * The segments that go on: all of them while they are few, then the largest alone, and none when most of it is outdated.
 * What is in the others is indexed again with what is new.
 */
function keptSegments({ segments }: Manifest, outdated: ReadonlySet<string>): Manifest["segments"] {
  const [largest] = [...segments].sort((a, b) => b.documents - a.documents);
  if (largest === undefined) return [];
  const later = segments.slice(segments.indexOf(largest) + 1).flatMap(({ sessions }) => sessions).map(({ key }) => key);
  const dead = new Set([...outdated, ...later]);
  const alive = largest.sessions.filter(({ key }) => !dead.has(key)).length;
  if (alive * 2 < largest.sessions.length) return [];
  if (segments.length < MOST_SEGMENTS) return segments;
  return [largest];
}

function open(
  { files }: Product,
  { folder, manifest, now, workDir }: {
    readonly folder: string;
    readonly manifest: Manifest;
    readonly now: ReadonlyMap<string, IndexedSession>;
    readonly workDir: string;
  },
): WorkDirIndex {
  const newest = new Map<string, string>();
  manifest.segments.forEach(({ name, sessions }) => sessions.forEach(({ key }) => newest.set(key, name)));
  const segments = manifest.segments.flatMap(({ name, sessions }): readonly OpenIndexSegment[] => {
    const segment = openSegment(files, under(folder, name));
    if (segment === undefined) {
      // Built anew by the next search.
      files.remove(under(folder, `${name.split(".")[0]}.json`));
      return [];
    }
    const alive = sessions.map((session) =>
      newest.get(session.key) === name && now.get(session.key)?.stamp === session.stamp ? session : null
    );
    return [{ segment, sessions: alive }];
  });
  return { workDir, segments, close: () => segments.forEach(({ segment }) => segment.close()) };
}

interface WriteOptions {
  readonly folder: string;
  readonly name: string;
  readonly manifestPath: string;
  readonly words: string;
  readonly workDir: string;
  readonly sealKey: Uint8Array;
  readonly sessions: readonly IndexedSession[];
  readonly kept: Manifest["segments"];
}

function write(product: Product, options: WriteOptions): Manifest {
  const { files } = product;
  const { folder, name, manifestPath, words, workDir, sealKey, sessions, kept } = options;
  const documents = sessions.flatMap(({ key }, session) =>
    documentsOf(product, under(learningsRoot(workDir), ...key.split("/")), { session, sealKey })
  );
  const bytes = encodeSegment(documents);
  const file = `${name}.${sha256Hex(bytes).slice(0, 12)}.seg`;
  const segments = [...kept.filter((one) => one.name !== file), { name: file, documents: documents.length, sessions }];
  files.makeDirectory(folder);
  files.replace(under(folder, file), bytes, { cache: true });
  files.replace(
    manifestPath,
    new TextEncoder().encode(JSON.stringify({ schema: SCHEMA, words, segments })),
    { cache: true },
  );
  return { words, segments };
}

/** Weight of a word by where it stands. */
const WEIGHTS = { question: 3, userAnswer: 2, answer: 1, evidence: 0.5, text: 4, quote: 1 } as const;
/** So much of a reply says what it is about. */
const MOST_TEXT = 6000;

function documentsOf(
  product: Product,
  directory: string,
  { session, sealKey }: { readonly session: number; readonly sealKey: Uint8Array },
): readonly IndexedDocument[] {
  const meta = readMeta(product.files, directory).imprint;
  if (meta === undefined || meta.tombstone !== undefined) return [];
  const add = (tokens: Map<string, number>, text: string, weight: number): void => {
    if (text === "") return;
    const shown = product.redactor.redact(text.slice(0, MOST_TEXT)).text;
    for (const token of tokensOf(shown)) tokens.set(token, (tokens.get(token) ?? 0) + weight);
  };
  const exchanges = standingExchanges(product, { directory, meta }).filter(({ state }) => state !== "retracted");
  const places = placesIn(product.files.readBytes(under(directory, EXCHANGES_FILE)) ?? new Uint8Array());
  const found = exchanges.map((exchange): IndexedDocument => {
    const tokens = new Map<string, number>();
    add(tokens, exchange.question?.text ?? "", WEIGHTS.question);
    for (const { text, asked } of exchange.userAnswers) add(tokens, `${asked ?? ""} ${text}`, WEIGHTS.userAnswer);
    for (const { text } of exchange.answers) add(tokens, text, WEIGHTS.answer);
    for (const { text } of exchange.evidence) add(tokens, text.slice(0, 500), WEIGHTS.evidence);
    return {
      session,
      kind: 0,
      time: seconds(timeOf(exchange)),
      confidence: 100,
      id: exchange.id,
      place: places.get(exchange.id),
      tokens,
    };
  });
  const learnings = standingRows(product, { directory, meta }, { key: sealKey })
    .filter(({ row }) => row.payload.retracted !== true && row.payload.text !== "" && /^[0-9a-f]{32}$/.test(row.id))
    .map(({ row }): IndexedDocument => {
      const tokens = new Map<string, number>();
      add(tokens, row.payload.text, WEIGHTS.text);
      add(tokens, row.payload.quote ?? "", WEIGHTS.quote);
      const confidence = Math.round(Math.min(1, Math.max(0, row.payload.confidence ?? 0.5)) * 100);
      const kind = 1 + LEARNING_KINDS.indexOf(row.kind);
      return { session, kind, time: seconds(row.createdAt), confidence, id: row.id, tokens };
    });
  return [...found, ...learnings];
}

function timeOf(exchange: StoredExchange): string {
  return exchange.question?.at ?? exchange.answers[0]?.at ?? "";
}

function seconds(at: string): number {
  const time = Date.parse(at);
  return Number.isNaN(time) || time < 0 ? 0 : Math.floor(time / 1000);
}

function sessionsIn(
  { files }: Product,
  workDir: string,
  known: ReadonlyMap<string, string>,
): readonly IndexedSession[] {
  return sessionDirectories(files, workDir).map(({ client, safeKey, directory }) => {
    const key = `${client}/${safeKey}`;
    return { key, stamp: stampOf(files, directory, known.get(key)) };
  });
}

/**
 * When a directory changed, and the sizes and times of its row files. As long as the directory has not changed, no file
 * came or went, and `meta.json`, which is replaced after every run, is as it was: it need not be listed, nor the exchanges
 * be looked at, which nobody else writes. Other programs append learnings.
 */
function stampOf(files: Pick<Product["files"], "list" | "stat">, directory: string, known: string | undefined): string {
  const changed = String(files.stat(directory)?.mtime ?? 0);
  const [before, ...entries] = known?.split(" ") ?? [];
  const isSame = before === changed;
  const names = isSame
    ? entries.map((entry) => entry.slice(0, entry.indexOf(":")))
    : (files.list(directory) ?? []).filter((name) => ROWS.has(name));
  const stamps = names.map((name, index) => {
    if (isSame && name === EXCHANGES_FILE) return entries[index] ?? "";
    const stat = files.stat(under(directory, name));
    return `${name}:${stat?.size ?? 0}:${stat?.mtime ?? 0}`;
  });
  return [changed, ...stamps].join(" ");
}

const ROWS: ReadonlySet<string> = new Set(ROW_FILES);

function readManifest(text: string | undefined, words: string): Manifest {
  const nothing: Manifest = { words, segments: [] };
  const value = text === undefined ? undefined : parseObject(text);
  if (value?.schema !== SCHEMA || value.words !== words || !Array.isArray(value.segments)) return nothing;
  const segments = value.segments.flatMap((segment: unknown): Manifest["segments"] => {
    if (!isObject(segment)) return [];
    const { name, documents, sessions } = segment;
    if (typeof name !== "string" || !/^[0-9a-f]+\.[0-9a-f]+\.seg$/.test(name) || !Array.isArray(sessions)) return [];
    const read = sessions.flatMap((session: unknown): readonly IndexedSession[] =>
      isObject(session) && typeof session.key === "string" && typeof session.stamp === "string"
        ? [{ key: session.key, stamp: session.stamp }]
        : []
    );
    return read.length === sessions.length
      ? [{ name, documents: typeof documents === "number" ? documents : 0, sessions: read }]
      : [];
  });
  return { words, segments };
}
