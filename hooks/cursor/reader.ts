/**
 * Reads one transcript's lines in file order. Nothing waits for a later line.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent } from "../../lib/types.ts";
import { asRow, asText, type CursorMessage, cursorMessage } from "./records.ts";
import { callSignals } from "./tool_signals.ts";
import { partsOf, spoken } from "./typed_rule.ts";

/**
 * Creates a reader. A transcript's lines have no ids: a message is known by its place among those of its role.
 *
 * @param options the conversation's id; the state an earlier run left
 */
export function createCursorReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  const before = asRow(options.state);
  const number = (name: string) => typeof before?.[name] === "number" ? before[name] : 0;
  let questions = number("questions");
  let replies = number("replies");
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };

  function read(record: unknown): SessionEvent[] {
    const message = cursorMessage(record);
    const events = message === undefined ? [] : message.role === "user" ? asked(message) : answered(message);
    if (events.length === 0) counts.ignored++;
    return events;
  }

  /** A message that the editor keeps in its database is what was typed, without anything around it, and has an id and a time. */
  function askedInEditor({ blocks, editor }: CursorMessage): SessionEvent[] {
    const place = { key: keyOf(editor, `u${questions++}`), at: editor?.at ?? null };
    const text = blocks.map((block) => asText(block["text"]) ?? "").join("\n\n").trim();
    if (text === "") return [];
    if (editor?.isSimulated === true || text.startsWith("<system_notification")) {
      return [{ type: "evidence", ...place, origin: "other", raw: "simulated", text, rule: "0 simulated" }];
    }
    const rule = "5 editor";
    return [{ type: "typed", ...place, uuid: null, parent: null, label: "typed", text, quoted: [], cwd: null, rule }];
  }

  function keyOf(editor: CursorMessage["editor"], place: string): string {
    return `${options.sessionId}:${editor?.id ?? place}`;
  }

  function asked(message: CursorMessage): SessionEvent[] {
    if (message.editor !== undefined) return askedInEditor(message);
    const { blocks } = message;
    const key = `${options.sessionId}:u${questions++}`;
    const parts = blocks.filter(({ type }) => type === "text").flatMap(({ text }) => partsOf(asText(text) ?? ""));
    const own = parts.filter((part) => part.author === "user");
    // Beside what the client marked as the user's, an unmarked block is the client's.
    const marked = own.filter(({ label }) => label === "typed");
    const typed = marked.length > 0 ? marked : own;
    const events: SessionEvent[] = [];
    const [first] = typed;
    if (first !== undefined) {
      const text = typed.map((part) => part.text).join("\n\n");
      const { label, rule } = first;
      events.push({ type: "typed", key, uuid: null, parent: null, at: null, label, text, quoted: [], cwd: null, rule });
    }
    parts.filter((part) => !(typed as readonly unknown[]).includes(part)).forEach((part, n) => {
      const { text, rule } = part;
      const origin = part.author === "client" ? part.origin : "ide-context";
      const raw = part.author === "client" ? part.raw : "text";
      events.push({ type: "evidence", key: `${key}#${n + 1}`, at: null, origin, raw, text, rule });
    });
    return events;
  }

  function answered({ blocks, editor }: CursorMessage): SessionEvent[] {
    const key = keyOf(editor, `a${replies++}`);
    const at = editor?.at ?? null;
    const text = blocks.filter(({ type }) => type === "text").map((block) => spoken(asText(block["text"]) ?? ""))
      .filter((said) => said !== "").join("\n\n");
    const signals = blocks.filter(({ type }) => type === "tool_use" || type === "tool_call").flatMap(callSignals);
    return [
      ...(text === "" ? [] : [{ type: "reply", key, at, msg: null, text } as const]),
      ...signals.map((signal): SessionEvent => ({ type: "signal", key, at, signal })),
    ];
  }

  return {
    counts,
    // Nothing in a transcript says that a program asked.
    flags: { automation: false },
    read,
    holds: () => false,
    finish: () => [],
    snapshot: () => ({ questions, replies }),
  };
}
