/**
 * Checks `imprintHook` of a `meta.json` field by field. Other programs rewrite the file: what decides who a session is
 * must be right, anything else that is not falls back to "nothing known", which costs reading again.
 *
 * @module
 */
import { CLIENT_NAMES, type DirectorySource, type Environment, type Json, type RecordedDirectory } from "../types.ts";
import type { ExchangePosition } from "./exchange_rows.ts";
import type { ImprintMeta, MetaCursor, MetaTombstone } from "./meta_types.ts";
import { isObject } from "./read_rows.ts";

/** @returns undefined when it is missing or does not say whose session it is */
export function parseImprintMeta(value: unknown): ImprintMeta | undefined {
  if (!isObject(value) || value.schema !== 1) return undefined;
  const client = CLIENT_NAMES.find((name) => name === value.client);
  const { sessionId, workspace, projectPath, workDir, revision } = value;
  if (client === undefined || typeof sessionId !== "string" || typeof workspace !== "string") return undefined;
  if (typeof projectPath !== "string" || typeof workDir !== "string" || !isCount(revision)) return undefined;
  const verdict = parseVerdict(value.verdict);
  const tombstone = parseTombstone(value.tombstone);
  // A tombstone that cannot be read must not make a removed session look like a stored one.
  if (verdict === undefined || (value.tombstone !== undefined && tombstone === undefined)) return undefined;
  return {
    schema: 1,
    client,
    sessionId,
    workspace,
    projectPath,
    workDir,
    transcripts: texts(value.transcripts),
    revision,
    cursor: parseCursor(value.cursor),
    reader: json(value.reader),
    exchange: json(value.exchange),
    learnings: json(value.learnings),
    directories: parseDirectories(value.directories),
    verdict,
    flags: json(value.flags),
    counts: json(value.counts),
    digest: json(value.digest),
    positions: parsePositions(value.positions),
    files: parseSizes(value.files),
    skippedCopies: isCount(value.skippedCopies) ? value.skippedCopies : 0,
    ...(Array.isArray(value.forgotten) ? { forgotten: texts(value.forgotten) } : {}),
    ...(tombstone === undefined ? {} : { tombstone }),
  };
}

/** Where a directory may stand. */
export const DIRECTORY_SOURCES: readonly DirectorySource[] = [
  "record",
  "payload",
  "environment",
  "relocated",
  "worktree-state",
  "origin-session",
  "parent-session",
  "turn-context",
  "workspace-root",
  "store",
  "damaged",
];

/** Reads a cursor. @returns null when it is none */
export function parseCursor(value: unknown): MetaCursor | null {
  if (!isObject(value)) return null;
  const { offset, size, mtime, headHash, lineHash } = value;
  if (!isCount(offset) || !isCount(size) || offset > size) return null;
  if (typeof mtime !== "number" || typeof headHash !== "string" || typeof lineHash !== "string") return null;
  return { offset, size, mtime, headHash, lineHash };
}

function parseVerdict(value: unknown): ImprintMeta["verdict"] | undefined {
  if (!isObject(value) || typeof value.kind !== "string") return undefined;
  return { kind: value.kind, ...(typeof value.reason === "string" ? { reason: value.reason } : {}) };
}

function parseTombstone(value: unknown): MetaTombstone | undefined {
  if (!isObject(value) || typeof value.at !== "string" || typeof value.reason !== "string") return undefined;
  return { at: value.at, reason: value.reason, pending: value.pending === true };
}

function parseDirectories(value: unknown): readonly RecordedDirectory[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): readonly RecordedDirectory[] => {
    if (!isObject(entry) || typeof entry.path !== "string") return [];
    // The source of a later version does not change where the directory lies.
    const source = DIRECTORY_SOURCES.find((source) => source === entry.source) ?? "record";
    const environment = parseEnvironment(entry.environment);
    return [{ path: entry.path, source, ...(environment === undefined ? {} : { environment }) }];
  });
}

function parseEnvironment(value: unknown): Environment | undefined {
  if (!isObject(value)) return undefined;
  const { os, distro } = value;
  if (os === "linux" || os === "macos" || os === "windows") return { os };
  return os === "wsl" && typeof distro === "string" ? { os, distro } : undefined;
}

function parseSizes(value: unknown): Readonly<Record<string, number>> {
  if (!isObject(value)) return {};
  const sizes: Record<string, number> = {};
  for (const [name, size] of Object.entries(value)) if (isCount(size)) sizes[name] = size;
  return sizes;
}

function parsePositions(value: unknown): Readonly<Record<string, ExchangePosition>> {
  if (!isObject(value)) return {};
  const positions: Record<string, ExchangePosition> = {};
  for (const [id, position] of Object.entries(value)) {
    if (!isObject(position) || !isCount(position.nextPart)) continue;
    const { nextPart, provisional, copyOf } = position;
    positions[id] = {
      nextPart,
      ...(Array.isArray(provisional) ? { provisional: provisional.filter(isCount) } : {}),
      ...(typeof copyOf === "string" ? { copyOf } : {}),
    };
  }
  return positions;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function json(value: unknown): Json {
  return value === undefined ? null : value as Json;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
