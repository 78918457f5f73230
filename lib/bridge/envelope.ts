/**
 * What crosses the border (`formats/paths_and_wsl.md` 3.2): one JSON object in, one line out. Version 1.
 *
 * @module
 */
import * as z from "zod/mini";
import { CLIENT_NAMES } from "../types.ts";

/** Version of the form. */
export const BRIDGE_VERSION = 1;
/** Most bytes of a transcript that is handed over in the envelope. */
export const MOST_INLINE_BYTES = 8 * 1024 * 1024;

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

/** One call of a hook, for the other side. */
export type BridgeCall = z.infer<typeof call>;
/** What `wsl check` reads. */
export type Envelope = z.infer<typeof envelope>;

/** What became of a call. */
export type ReplyStatus = "learned" | "skipped" | "deferred" | "error";

const result = z.object({
  requestId,
  status: z.enum(["learned", "skipped", "deferred", "error"]),
  reason: z.optional(z.string()),
  workspace: z.optional(z.string()),
  safeKey: z.optional(z.string()),
  written: z.optional(z.record(z.string(), z.number())),
  cwds: z.optional(z.array(z.object({ raw: z.string(), as: z.optional(z.string()), place: z.string() }))),
});

const reply = z.object({
  bridge: z.literal(BRIDGE_VERSION),
  requestId,
  results: z.array(result),
  ms: z.number(),
});

/** What became of one call. */
export type BridgeResult = z.infer<typeof result>;
/** What `wsl check` prints. */
export type Reply = z.infer<typeof reply>;

/**
 * Reads an envelope.
 *
 * @param text as it came; a mark, CRLF and white space around it do not matter
 * @returns undefined for anything else, and for versions that this program does not know
 */
export function readEnvelope(text: string): Envelope | undefined {
  return parsed(envelope, text);
}

/** Reads a call that was spooled. */
export function readCall(text: string): BridgeCall | undefined {
  return parsed(call, text);
}

/** Reads a reply. @returns undefined for anything else */
export function readReply(text: string): Reply | undefined {
  return parsed(reply, text);
}

function parsed<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
  const { data, success } = schema.safeParse(value);
  return success ? data : undefined;
}
