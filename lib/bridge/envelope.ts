/**
 * What crosses the border (`formats/paths_and_wsl.md` 3.2): one JSON object in, one line out. Version 1. The side that
 * answers checks it with the schema of `envelope_schema.ts`; the side that asks reads only its own files and the answer, by
 * hand-written guards, as a hook has no time to load a schema.
 *
 * @module
 */
import { isObject } from "../record/read_rows.ts";
import type { ClientName } from "../types.ts";

/** Version of the form. */
export const BRIDGE_VERSION = 1;
/** Most bytes of a transcript that is handed over in the envelope. */
export const MOST_INLINE_BYTES = 8 * 1024 * 1024;

/** The machine that a call comes from. */
export type BridgeOrigin =
  & { readonly home: string | null; readonly stores: readonly string[] }
  & ({ readonly env: "windows" } | { readonly env: "wsl"; readonly distro: string });

/** One call of a hook, for the other side. */
export interface BridgeCall {
  readonly bridge: typeof BRIDGE_VERSION;
  readonly op: "stop" | "session-end" | "pre-compact";
  readonly client: ClientName;
  readonly requestId: string;
  readonly origin: BridgeOrigin;
  readonly payload: {
    readonly hook_event_name: string;
    readonly session_id: string;
    readonly transcript_path: string;
    readonly cwd: string | null;
    readonly roots?: readonly string[] | undefined;
  };
  readonly transcript:
    | { readonly mode: "path"; readonly size: number; readonly mtimeMs: number }
    | { readonly mode: "inline"; readonly base64: string };
}

/** Several calls, answered one after the other. */
export interface BridgeBatch {
  readonly bridge: typeof BRIDGE_VERSION;
  readonly op: "batch";
  readonly requestId: string;
  /** Milliseconds that the answer may take. */
  readonly deadlineMs: number;
  readonly calls: readonly BridgeCall[];
}

/** What `wsl check` reads. */
export type Envelope = (BridgeCall & { readonly deadlineMs: number }) | BridgeBatch;

/** What became of a call. */
export type ReplyStatus = "learned" | "skipped" | "deferred" | "error";

/** What became of one call, in full. */
export interface BridgeResult {
  readonly requestId: string;
  readonly status: ReplyStatus;
  readonly reason?: string;
  readonly workspace?: string;
  readonly safeKey?: string;
  /** New rows by kind. */
  readonly written?: Readonly<Record<string, number>>;
  readonly cwds?: readonly { readonly raw: string; readonly as?: string; readonly place: string }[];
}

/** What `wsl check` prints. */
export interface Reply {
  readonly bridge: typeof BRIDGE_VERSION;
  readonly requestId: string;
  readonly results: readonly BridgeResult[];
  readonly ms: number;
}

const STATUSES: readonly unknown[] = ["learned", "skipped", "deferred", "error"] satisfies readonly ReplyStatus[];

/** Reads a call that this program spooled. @returns undefined for what it did not write */
export function readCall(text: string): BridgeCall | undefined {
  const value = parsed(text);
  if (value?.["bridge"] !== BRIDGE_VERSION || typeof value["requestId"] !== "string") return undefined;
  const { payload, transcript, origin, client, op } = value;
  const isWhole = isObject(payload) && typeof payload["session_id"] === "string" &&
    typeof payload["transcript_path"] === "string" && isObject(transcript) && isObject(origin) &&
    typeof client === "string" && typeof op === "string";
  return isWhole ? value as unknown as BridgeCall : undefined;
}

/** Reads what became of the calls of a reply. @returns undefined for anything else */
export function readReply(text: string): Pick<Reply, "requestId" | "results"> | undefined {
  const value = parsed(text);
  const { requestId, results } = value ?? {};
  if (value?.["bridge"] !== BRIDGE_VERSION || typeof requestId !== "string" || !Array.isArray(results)) {
    return undefined;
  }
  const read: BridgeResult[] = [];
  for (const result of results) {
    if (!isObject(result) || typeof result["requestId"] !== "string" || !STATUSES.includes(result["status"])) {
      return undefined;
    }
    const { reason } = result;
    const status = result["status"] as ReplyStatus;
    read.push({ requestId: result["requestId"], status, ...(typeof reason === "string" ? { reason } : {}) });
  }
  return { requestId, results: read };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
