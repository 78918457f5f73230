/**
 * The flush race: a Stop hook may start before the client has written the reply it was called for (9 of 20 times on
 * Claude Code 2.1.332; lag 0.6 to 75 ms). The hook looks at what is appended, for a while, and only at that.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { sleepSync } from "../io/clock.ts";
import { decodeLine } from "../jsonl/decode.ts";
import { readLines } from "../jsonl/read_lines.ts";
import { isSameReply } from "../transcript/same_reply.ts";
import type { ClientModule } from "../types.ts";

/** Milliseconds between two looks. */
const STEP = 25;
/** Without a known place to begin at, the end of the file is looked at. */
const TAIL_BYTES = 1024 * 1024;

/** What is awaited. */
export interface AwaitReplyOptions {
  readonly client: ClientModule;
  readonly transcript: string;
  readonly sessionId: string;
  readonly reply: string;
  /** Offset up to which the transcript was read before; undefined when it was not. */
  readonly from: number | undefined;
  /** Longest wait. */
  readonly milliseconds: number;
}

/**
 * Waits until the reply stands in the transcript.
 *
 * @returns whose it is there: a client may write another session's rows into a file
 * (https://github.com/anthropics/claude-code/issues/30802); undefined when the time is over
 */
export function awaitReply(files: Pick<Files, "open">, options: AwaitReplyOptions): "own" | "other" | undefined {
  const until = performance.now() + options.milliseconds;
  let from = options.from;
  while (true) {
    const look = lookForReply(files, options, from);
    if (look.found !== undefined) return look.found;
    from = look.from;
    const left = until - performance.now();
    if (left <= 0) return undefined;
    // A timer would cost more than half a step, and there is nothing else to do.
    sleepSync(Math.min(STEP, left));
  }
}

function lookForReply(
  files: Pick<Files, "open">,
  options: AwaitReplyOptions,
  from: number | undefined,
): { readonly found: "own" | "other" | undefined; readonly from: number | undefined } {
  const { client, sessionId, reply } = options;
  const handle = files.open(options.transcript);
  if (handle === undefined) return { found: undefined, from };
  try {
    const start = from ?? Math.max(0, handle.size - TAIL_BYTES);
    // A file that shrank is read from its start by the import; here its end will do.
    let next = start > handle.size ? Math.max(0, handle.size - TAIL_BYTES) : start;
    let found: "own" | "other" | undefined;
    const reader = client.createReader({ sessionId });
    readLines(handle, (line) => {
      if (line.terminated) next = line.end;
      if (line.oversized || !client.mayMatter(line.text)) return true;
      for (const record of decodeLine(line).records) {
        if (!reader.read(record).some((event) => event.type === "reply" && isSameReply(event.text, reply))) continue;
        const named = client.evidence(record).sessionId;
        if (found !== "own") found = named === undefined || named === sessionId ? "own" : "other";
      }
      return found !== "own";
    }, { from: next });
    return { found, from: next };
  } finally {
    handle.close();
  }
}
