/**
 * `meta.json` of a habitat session: what the session is, and where its messages are routed. Other programs write it; what
 * this one does not know is kept as it is.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { META_FILE, under } from "./layout.ts";
import { isObject, parseObject, type RawRow } from "./read_rows.ts";

/** What is known about a habitat session; every field may be missing. */
export interface HabitatMeta {
  /** The habitat's id of the session. */
  readonly sessionId?: string;
  /** ISO time. */
  readonly created?: string;
  /** ISO time. */
  readonly lastUsed?: string;
  /** What it is talked to through: `cli`, `telegram`, `discord`, `web`, `tui`, `api` or another. */
  readonly type?: string;
  /** Routing: the chat of a Telegram session. */
  readonly chatId?: number;
  /** Routing: the channel of a Discord session. */
  readonly discordChannelId?: string;
  /** Routing: who talks. */
  readonly userId?: string;
  /** Routing: the agent that answers. */
  readonly agentId?: string;
  /** Routing: how the answering agent was chosen. */
  readonly routeSignature?: string;
  /** Whatever the habitat keeps beside, `firstPrompt` and `messageCount` among it. */
  readonly metadata: RawRow;
  /** The whole object, empty when the file is missing or no JSON object. */
  readonly raw: RawRow;
}

const TEXTS = [
  "sessionId",
  "created",
  "lastUsed",
  "type",
  "discordChannelId",
  "userId",
  "agentId",
  "routeSignature",
] as const;

/** Reads a session's `meta.json`. Missing, emptied, not JSON: nothing is known, never an error. */
export function readHabitatMeta(files: Pick<Files, "readText">, sessionDir: string): HabitatMeta {
  const raw = parseObject(files.readText(under(sessionDir, META_FILE)) ?? "") ?? {};
  const texts: { [name in typeof TEXTS[number]]?: string } = {};
  for (const name of TEXTS) {
    const value = raw[name];
    if (typeof value === "string") texts[name] = value;
  }
  return {
    ...texts,
    ...(typeof raw.chatId === "number" ? { chatId: raw.chatId } : {}),
    metadata: isObject(raw.metadata) ? raw.metadata : {},
    raw,
  };
}

/**
 * Changes fields of a session's `meta.json`; every other one stays, whoever wrote it.
 *
 * @param changes fields and their new values
 */
export function updateHabitatMeta(
  files: Pick<Files, "readText" | "replace" | "stat">,
  sessionDir: string,
  changes: RawRow,
): void {
  const path = under(sessionDir, META_FILE);
  const whole = { ...readHabitatMeta(files, sessionDir).raw, ...changes };
  const mode = files.stat(path)?.mode ?? null;
  files.replace(path, new TextEncoder().encode(`${JSON.stringify(whole, null, 2)}\n`), { mode });
}
