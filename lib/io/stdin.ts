/**
 * Reading a hook's payload. Clients do not agree on closing stdin, so the end of the value is the end of the payload.
 *
 * @module
 */
import { jsonEndFinder } from "./json_end.ts";
import { startTime, type TimeSpan } from "./clock.ts";
import { isTerminal } from "./terminal.ts";

/** A payload, or why there is none. */
export type Payload =
  /** `cut`: the time was over before the value was complete. */
  | { readonly kind: "payload"; readonly bytes: Uint8Array; readonly cut: boolean }
  | { readonly kind: "none"; readonly reason: "terminal" | "empty" | "timeout" | "too-large" };

/** No client sends more; a stream that does is no payload. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Where bytes come from; tests hand in their own. */
export interface ByteSource {
  isTerminal(): boolean;
  /** @returns the number of bytes read into `into`; null at the end */
  read(into: Uint8Array): Promise<number | null>;
}

/**
 * Reads stdin up to the first complete JSON value.
 *
 * Never waits longer than `milliseconds` and reads nothing behind the value. A read that is still pending after a
 * timeout keeps the event loop alive: the program has to end with `Deno.exit`.
 *
 * @returns the value's bytes, unparsed; at the end of the stream, or of the time, whatever was read
 */
export async function readPayload(
  { milliseconds, source = standardInput }: { readonly milliseconds: number; readonly source?: ByteSource },
): Promise<Payload> {
  if (source.isTerminal()) return { kind: "none", reason: "terminal" };
  const time = startTime(milliseconds);
  try {
    return await readValue(source, time);
  } finally {
    time.end();
  }
}

const standardInput: ByteSource = {
  isTerminal: () => isTerminal("stdin"),
  read: (into) => Deno.stdin.read(into),
};

async function readValue(source: ByteSource, time: TimeSpan): Promise<Payload> {
  const finder = jsonEndFinder();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (true) {
    const buffer = new Uint8Array(64 * 1024);
    const read = await time.within(source.read(buffer));
    const count = read?.value;
    if (count === undefined) return size === 0 ? { kind: "none", reason: "timeout" } : finished(chunks, size, true);
    if (count === null) return finished(chunks, size, false);
    const bytes = buffer.subarray(0, count);
    const end = finder.feed(bytes);
    chunks.push(end === undefined ? bytes : bytes.subarray(0, end));
    size += end ?? count;
    if (end !== undefined) return finished(chunks, size, false);
    if (size > MOST_BYTES) return { kind: "none", reason: "too-large" };
  }
}

function finished(chunks: readonly Uint8Array[], size: number, cut: boolean): Payload {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.some((byte) => byte > 0x20) ? { kind: "payload", bytes, cut } : { kind: "none", reason: "empty" };
}
