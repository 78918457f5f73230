/**
 * The form of an envelope, for the side that answers it.
 *
 * @module
 */
import * as z from "zod/mini";
import { CLIENT_NAMES } from "../types.ts";
import { BRIDGE_VERSION, type Envelope, MOST_INLINE_BYTES } from "./envelope.ts";

const path = z.nullable(z.string().check(z.maxLength(4096)));
const requestId = z.string().check(z.regex(/^[0-9A-Za-z-]{8,64}$/));

const origin = z.discriminatedUnion("env", [
  z.object({ env: z.literal("windows"), home: path, stores: z.array(z.string().check(z.maxLength(4096))) }),
  z.object({
    env: z.literal("wsl"),
    distro: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/)),
    home: path,
    stores: z.array(z.string().check(z.maxLength(4096))),
  }),
]);

const transcript = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("path"), size: z.number(), mtimeMs: z.number() }),
  z.object({ mode: z.literal("inline"), base64: z.string().check(z.maxLength(Math.ceil(MOST_INLINE_BYTES / 3) * 4)) }),
]);

const call = z.object({
  bridge: z.literal(BRIDGE_VERSION),
  op: z.enum(["stop", "session-end", "pre-compact"]),
  client: z.enum(CLIENT_NAMES),
  requestId,
  origin,
  payload: z.object({
    hook_event_name: z.string(),
    session_id: z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/)),
    transcript_path: z.string().check(z.minLength(1), z.maxLength(4096)),
    cwd: path,
    roots: z.optional(z.array(z.string().check(z.maxLength(4096)))),
  }),
  transcript,
});

const timed = z.extend(call, { deadlineMs: z.number().check(z.minimum(1), z.maximum(600_000)) });

const batch = z.object({
  bridge: z.literal(BRIDGE_VERSION),
  op: z.literal("batch"),
  requestId,
  deadlineMs: z.number().check(z.minimum(1), z.maximum(600_000)),
  calls: z.array(call).check(z.maxLength(500)),
});

const envelope = z.union([timed, batch]);

/**
 * Reads an envelope.
 *
 * @param text as it came; a mark, CRLF and white space around it do not matter
 * @returns undefined for anything else, and for versions that this program does not know
 */
export function readEnvelope(text: string): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
  const { data, success } = envelope.safeParse(value);
  return success ? data : undefined;
}
