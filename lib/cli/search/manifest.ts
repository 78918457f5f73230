/**
 * What the index of a working directory consists of: its segments, and the sessions in each with what their files were like.
 *
 * @module
 */
import { isObject, parseObject } from "../../record/read_rows.ts";

/** A session in a segment. */
export interface IndexedSession {
  /** `{client folder}/{safe key}` */
  readonly key: string;
  /** Changes whenever a file of the session does. */
  readonly stamp: string;
}

/** A segment, and its sessions in the order in which its documents name them. */
export interface ManifestSegment {
  /** File name. */
  readonly name: string;
  readonly documents: number;
  readonly sessions: readonly IndexedSession[];
}

/** The segments; a session in several of them is as the last of those says. */
export interface Manifest {
  /** Hash of what is redacted: other words to redact are other words to index. */
  readonly words: string;
  readonly segments: readonly ManifestSegment[];
}

/** Version of manifest and segments: those of another one are made anew. */
export const MANIFEST_SCHEMA = 5;

/** The bytes of a manifest. */
export function encodeManifest({ words, segments }: Manifest): Uint8Array {
  const flat = segments.map(({ sessions, ...segment }) => ({
    ...segment,
    sessions: sessions.flatMap(({ key, stamp }) => [key, stamp]),
  }));
  return new TextEncoder().encode(JSON.stringify({ schema: MANIFEST_SCHEMA, words, segments: flat }));
}

/** Reads a manifest; one that is missing, damaged, of another version or of other words has no segments. */
export function readManifest(text: string | undefined, words: string): Manifest {
  const value = text === undefined ? undefined : parseObject(text);
  if (value?.schema !== MANIFEST_SCHEMA || value.words !== words || !Array.isArray(value.segments)) {
    return { words, segments: [] };
  }
  return { words, segments: value.segments.flatMap(readSegment) };
}

function readSegment(segment: unknown): readonly ManifestSegment[] {
  if (!isObject(segment)) return [];
  const { name, documents, sessions } = segment;
  if (typeof name !== "string" || !/^[0-9a-f]+\.[0-9a-f]+\.seg$/.test(name) || !Array.isArray(sessions)) return [];
  const read: IndexedSession[] = [];
  for (let at = 0; at < sessions.length; at += 2) {
    const [key, stamp]: readonly unknown[] = [sessions[at], sessions[at + 1]];
    if (typeof key !== "string" || typeof stamp !== "string") return [];
    read.push({ key, stamp });
  }
  return [{ name, documents: typeof documents === "number" ? documents : 0, sessions: read }];
}
