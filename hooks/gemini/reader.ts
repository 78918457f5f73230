/**
 * Reads one chat's lines in file order.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, asTime, geminiLine, partTexts, type Row } from "./records.ts";
import { type Asked, readUserMessage, type Said } from "./typed_rule.ts";

/** Messages that a rewind can reach. */
const MOST_LIVE = 256;
const MAX_OUTPUT = 2048;
const MAX_COMMAND = 4096;

/** What the client says in the model's name behind a summary. */
const THANKS = "Got it. Thanks for the additional context!";

/** Tools that change files. */
const EDITORS: ReadonlySet<string> = new Set(["replace", "write_file", "edit"]);

/** A message that a rewind can reach. */
type Live = { readonly id: string; readonly typed: boolean; readonly said: number };

/**
 * Creates a reader.
 *
 * @param options the session's id; the state an earlier run left
 */
export function createGeminiReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  const before = asRow(options.state);
  /** Ids of messages in order, and whether each was typed: a rewind names one of them. Of a reply also its length. */
  let live = asRows(before?.["live"]).map(({ id, typed, said }): Live => ({
    id: asId(id) ?? "",
    typed: typed === true,
    said: typeof said === "number" ? said : 0,
  }));
  let asked = askedBefore(before?.["asked"]);
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };
  const keyOf = (id: string) => `${options.sessionId}:${id}`;

  function read(record: unknown): SessionEvent[] {
    const line = geminiLine(record);
    const events = line === undefined
      ? []
      : line.kind === "rewind"
      ? rewound(line.to)
      : line.kind === "message"
      ? messageEvents(line.message)
      : line.messages.flatMap(messageEvents);
    if (events.length === 0) counts.ignored++;
    return events;
  }

  /** That message and all behind it are gone; an id that is not known clears the chat. */
  function rewound(to: string): SessionEvent[] {
    const from = Math.max(0, live.findIndex(({ id }) => id === to));
    const keys = live.slice(from).filter(({ typed }) => typed).map(({ id }) => keyOf(id));
    live = live.slice(0, from);
    const open = live.findLast(({ typed }) => typed);
    return keys.length === 0
      ? []
      : [{ type: "rewind", at: null, keys, open: open === undefined ? null : keyOf(open.id) }];
  }

  function messageEvents(message: Row): SessionEvent[] {
    const id = asId(message["id"]);
    if (id === null) return [];
    // The same id again is the same message, told anew.
    const known = live.find((one) => one.id === id);
    const again = known !== undefined;
    const key = keyOf(id);
    const at = asTime(message["timestamp"]);
    if (message["type"] === "user") {
      if (again) return [];
      const { said, asked: next } = readUserMessage(message, asked);
      asked = next;
      const events = said.map((part, n) => eventOf(part, { key: n === 0 ? key : `${key}#${n}`, at }));
      if (events.length > 0) remember(id, events.some(({ type }) => type === "typed"));
      return events;
    }
    if (message["type"] !== "gemini") return [];
    const text = partTexts(message["content"]).join("");
    const signals = toolEvents(message, { key, at });
    const isReply = text.trim() !== "" && text.trim() !== THANKS;
    const length = isReply ? text.length : 0;
    const told = known?.said ?? 0;
    if (!again) remember(id, false, length);
    else if (length > told) live = live.map((one) => one.id === id ? { ...one, said: length } : one);
    // The last reply, when it has grown since it was read, is one more, as a whole: half a secret could not be told for
    // one. An earlier one would fall into a later exchange.
    const replyKey = told > 0 && length > told && live.at(-1)?.id === id ? `${key}+${told}` : key;
    return [...(isReply ? [{ type: "reply", key: replyKey, at, msg: null, text } as const] : []), ...signals];
  }

  function remember(id: string, typed: boolean, said = 0): void {
    live = [...live, { id, typed, said }].slice(-MOST_LIVE);
  }

  return {
    counts,
    flags: { automation: false },
    read,
    holds: () => false,
    finish: () => [],
    snapshot: () => ({ live, ...(asked === undefined ? {} : { asked: { ...asked } }) }),
  };
}

function askedBefore(state: unknown): Asked | undefined {
  const row = asRow(state);
  const [shown, content] = [asId(row?.["shown"]), asId(row?.["content"])];
  return shown === null || content === null ? undefined : { shown, content };
}

function eventOf(said: Said, place: { readonly key: string; readonly at: string | null }): SessionEvent {
  const { text, rule } = said;
  if (said.author === "client") return { type: "evidence", ...place, origin: said.origin, raw: said.raw, text, rule };
  const { label } = said;
  return { type: "typed", ...place, uuid: null, parent: null, label, text, quoted: [], cwd: null, rule };
}

/** Calls that are over, with how they ended. */
function toolEvents(message: Row, place: { readonly key: string; readonly at: string | null }): SessionEvent[] {
  return asRows(message["toolCalls"]).flatMap((call): SessionEvent[] => {
    const status = call["status"];
    if (status !== "success" && status !== "error" && status !== "cancelled") return [];
    const [id, name] = [asId(call["id"]) ?? "", asId(call["name"]) ?? ""];
    const input = asRow(call["args"]) ?? {};
    const command = asText(input["command"]);
    const path = asId(input["file_path"]) ?? asId(input["absolute_path"]) ?? asId(input["path"]);
    const output = asText(call["resultDisplay"]) ?? "";
    return [
      {
        type: "signal",
        ...place,
        signal: {
          type: "tool-call",
          id,
          name,
          ...(command === undefined ? {} : { command: command.slice(0, MAX_COMMAND).toWellFormed() }),
          ...(path === null ? {} : { paths: [path] }),
          ...(EDITORS.has(name) ? { edits: true } : {}),
        },
      },
      {
        type: "signal",
        ...place,
        signal: {
          type: "tool-result",
          id,
          ok: status === "success",
          ...(status === "cancelled" ? { refused: true } : {}),
          text: output.slice(0, MAX_OUTPUT).toWellFormed(),
        },
      },
    ];
  });
}
