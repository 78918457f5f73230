/**
 * From the bytes on stdin to one JSON value, for payloads that did not arrive as the client wrote them: with a byte-order
 * mark, as UTF-16, in a legacy code page, with something behind the value, or cut off.
 *
 * @module
 */

/** What was wrong with bytes that could still be read. */
export type PayloadFlag =
  /** A byte-order mark came first. */
  | "bom"
  /** UTF-16, as PowerShell 5.1 pipes write it. */
  | "utf-16"
  /** Not UTF-8: some legacy code page. Text and paths hold U+FFFD where a letter was. */
  | "not-utf-8"
  /** Something followed the first complete value; it was not read. */
  | "trailing-data"
  /** The value broke off or is damaged; the members in front of the damage are there, the rest is missing. */
  | "cut-off";

/** One JSON value, or why there is none. */
export type ParsedPayload =
  | { readonly value: unknown; readonly flags: readonly PayloadFlag[] }
  | { readonly problem: "empty" | "not-json" };

/**
 * Reads a hook's payload from raw bytes. Never throws.
 *
 * Backslashes are never repaired: no client is known to send them unescaped, and a guess would invent paths.
 *
 * @param bytes everything that was read from stdin
 * @returns the first complete value; for one that breaks off (https://github.com/openai/codex/issues/23784) the complete
 * members of its top level
 * @example
 * ```ts
 * import { parsePayloadBytes } from "./payload_bytes.ts";
 * parsePayloadBytes(new TextEncoder().encode('\ufeff{"session_id":"s1"}\n')); // { value: {…}, flags: ["bom"] }
 * ```
 */
export function parsePayloadBytes(bytes: Uint8Array): ParsedPayload {
  const { text, flags } = decode(bytes);
  const parsed = parsePayloadText(text);
  return "problem" in parsed ? parsed : { value: parsed.value, flags: [...flags, ...parsed.flags] };
}

/**
 * The same for text that is decoded already.
 *
 * @param text what stdin held; a byte-order mark or NULs around the value are ignored
 */
export function parsePayloadText(text: string): ParsedPayload {
  const start = skipPadding(text, 0);
  if (start === text.length) return { problem: "empty" };
  try {
    return { value: JSON.parse(start === 0 ? text : text.slice(start)), flags: [] };
  } catch {
    return salvage(text, start);
  }
}

function decode(bytes: Uint8Array): { readonly text: string; readonly flags: readonly PayloadFlag[] } {
  const [first, second, third] = bytes;
  // Without a mark, a NUL beside the first byte tells: JSON starts with an ASCII character.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && first !== undefined && second === 0)) {
    return { text: decodeUtf16(bytes, "utf-16le"), flags: first === 0xff ? ["bom", "utf-16"] : ["utf-16"] };
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) {
    return { text: decodeUtf16(bytes, "utf-16be"), flags: first === 0xfe ? ["bom", "utf-16"] : ["utf-16"] };
  }
  const flags: PayloadFlag[] = first === 0xef && second === 0xbb && third === 0xbf ? ["bom"] : [];
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), flags };
  } catch {
    return { text: new TextDecoder().decode(bytes), flags: [...flags, "not-utf-8"] };
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string {
  // A reader that stops at the closing brace's byte leaves its NUL behind: the half unit is completed.
  if (encoding === "utf-16le" && bytes.length % 2 === 1) {
    const whole = new Uint8Array(bytes.length + 1);
    whole.set(bytes);
    return new TextDecoder(encoding).decode(whole);
  }
  return new TextDecoder(encoding).decode(bytes);
}

function skipPadding(text: string, from: number): number {
  let at = from;
  while (at < text.length && isPadding(text.charCodeAt(at))) at++;
  return at;
}

function isPadding(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0 || code === 0xfeff;
}

/** `text` does not parse as a whole: its first value may, or the members in front of the damage. */
function salvage(text: string, start: number): ParsedPayload {
  const members = scanMembers(text, start);
  if (members.end !== undefined) {
    try {
      const value: unknown = JSON.parse(text.slice(start, members.end));
      return { value, flags: skipPadding(text, members.end) === text.length ? [] : ["trailing-data"] };
    } catch {
      // Brackets match, the inside is damaged: what stands in front of the damage may still do.
    }
  }
  return salvageMembers(text, start, members.commas);
}

interface MemberScan {
  /** Offset behind the first value; undefined when it does not end. */
  readonly end: number | undefined;
  /** Offsets of the commas between the members of the top level. */
  readonly commas: readonly number[];
}

/** Knows brackets and strings only; one pass, whatever the text is. */
function scanMembers(text: string, start: number): MemberScan {
  const commas: number[] = [];
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (--depth <= 0) return { end: at + 1, commas };
    } else if (code === 0x2c && depth === 1) commas.push(at);
  }
  return { end: undefined, commas };
}

/** A damaged payload has some ten members; no client sends hundreds. */
const MOST_MEMBERS = 64;

/** What is worth finding behind the damage: which session, whose payload, about what. */
const FOUND_ANYWHERE = [
  "session_id",
  "transcript_path",
  "hook_event_name",
  "agent_id",
  "turn_id",
  "conversation_id",
  "cursor_version",
];

function salvageMembers(text: string, start: number, commas: readonly number[]): ParsedPayload {
  if (text.charCodeAt(start) !== 0x7b) return { problem: "not-json" };
  const members = new Map<string, unknown>();
  let from = start + 1;
  for (const comma of commas.slice(0, MOST_MEMBERS)) {
    const entries = parseMember(text.slice(from, comma));
    // A member that does not parse is the damage: what follows may be the inside of a broken string.
    if (entries === undefined) break;
    for (const [key, value] of entries) members.set(key, value);
    from = comma + 1;
  }
  for (const key of FOUND_ANYWHERE) {
    const value = members.has(key) ? undefined : findText(text, { key, from });
    if (value !== undefined) members.set(key, value);
  }
  if (members.size === 0) return { problem: "not-json" };
  return { value: Object.fromEntries(members), flags: ["cut-off"] };
}

function parseMember(member: string): [string, unknown][] | undefined {
  try {
    return Object.entries(JSON.parse(`{${member}}`) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/**
 * The text of a member behind the damage. Inside a JSON string every quote has a backslash before it, so a bare `,"key":"`
 * is never something that a user or the agent wrote.
 */
function findText(text: string, { key, from }: { readonly key: string; readonly from: number }): string | undefined {
  const name = `"${key}"`;
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at).trimEnd().at(-1);
    const colon = skipPadding(text, at + name.length);
    if ((before !== "," && before !== "{") || text[colon] !== ":") continue;
    const open = skipPadding(text, colon + 1);
    const value = text[open] === '"' ? readText(text, open) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function readText(text: string, open: number): string | undefined {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) {
      try {
        return JSON.parse(text.slice(open, at + 1)) as string;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
