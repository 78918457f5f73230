/**
 * What `meta.json` says about a session under `imprintHook` (design section 5).
 *
 * @module
 */
import type { ClientName, Json, RecordedDirectory } from "../types.ts";
import type { ExchangePosition } from "./exchange_rows.ts";

/** Where reading goes on, and how it is checked that the file is still the same. */
export interface MetaCursor {
  /** Bytes of the transcript that are done. */
  readonly offset: number;
  /** Bytes of the transcript when it was read. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
  /** Hash of the file's first bytes. */
  readonly headHash: string;
  /** Hash of the line before the offset. */
  readonly lineHash: string;
}

/** The texts of the session were taken out, or are being taken out. */
export interface MetaTombstone {
  /** ISO time. */
  readonly at: string;
  /** The verdict. */
  readonly reason: string;
  /** True until every file is rewritten: a run that finds it has to finish the work. */
  readonly pending: boolean;
}

/** Our part of `meta.json`. */
export interface ImprintMeta {
  /** Version of the form. */
  readonly schema: 1;
  /** Client that wrote the conversation. */
  readonly client: ClientName;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** The workspace that stored the directory. */
  readonly workspace: string;
  /** Empty for a session without recorded directory. */
  readonly projectPath: string;
  /** Working directory that the session is stored in. */
  readonly workDir: string;
  /** Files the conversation was read from, the last one last. */
  readonly transcripts: readonly string[];
  /** The committed revision (ADR 0080). */
  readonly revision: number;
  /** null: read from the beginning. */
  readonly cursor: MetaCursor | null;
  /** State of the client's reader. */
  readonly reader: Json;
  /** State of the exchange builder. */
  readonly exchange: Json;
  /** State of the learning rules. */
  readonly learnings: Json;
  /** Directories that the client recorded. */
  readonly directories: readonly RecordedDirectory[];
  /** Why it was learned. */
  readonly verdict: { readonly kind: string; readonly reason?: string };
  /** What ownership needs beside the directories. */
  readonly flags: Json;
  /** What was counted while reading. */
  readonly counts: Json;
  /** Summary of the session. */
  readonly digest: Json;
  /** Where the exchanges stand that were written to last. */
  readonly positions: Readonly<Record<string, ExchangePosition>>;
  /** Sizes of the session's files when this was written; other sizes mean a run that was killed. */
  readonly files: Readonly<Record<string, number>>;
  /** Messages left out because another session of the working directory holds them. */
  readonly skippedCopies: number;
  /** Hashes of what a person had forgotten of the session; the kept data has them, too (`forgotten.ts`). */
  readonly forgotten?: readonly string[];
  /** Set when the texts were taken out. */
  readonly tombstone?: MetaTombstone;
}
