/**
 * Invented transcript rows for tests.
 *
 * @module
 */
import type { EvidenceEvent, RecordReader, SessionEvent, TypedEvent, UserAnswerEvent } from "../../lib/types.ts";
import { claude } from "./client.ts";

/** Any row. */
export type TestRow = Record<string, unknown>;

const SESSION = "5e55a000-0000-4000-8000-000000000001";
let serial = 0;

/** A new id. */
export function newId(): string {
  return `00000000-0000-4000-8000-${(++serial).toString(16).padStart(12, "0")}`;
}

function envelope(extra: TestRow): TestRow {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/srv/kettle",
    sessionId: SESSION,
    version: "2.1.332",
    gitBranch: "main",
    uuid: newId(),
    timestamp: "2026-10-26T09:00:00.000Z",
    ...extra,
  };
}

/** A `user` row with string or block content. */
export function user(content: unknown, extra: TestRow = {}): TestRow {
  return envelope({ type: "user", message: { role: "user", content }, ...extra });
}

/** A row as 2.1.332 writes it for a prompt typed at the terminal. */
export function typedByHuman(content: unknown, extra: TestRow = {}): TestRow {
  return user(content, {
    origin: { kind: "human" },
    promptSource: "typed",
    turnOrigin: "human",
    rowSource: "local",
    ...extra,
  });
}

/** An `assistant` row with text or blocks. */
export function assistant(content: unknown, extra: TestRow = {}): TestRow {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return envelope({
    type: "assistant",
    message: { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5", content: blocks },
    ...extra,
  });
}

/** A `queued_command` attachment. */
export function queuedCommand(prompt: unknown, attachment: TestRow = {}, extra: TestRow = {}): TestRow {
  return envelope({ type: "attachment", attachment: { type: "queued_command", prompt, ...attachment }, ...extra });
}

/** A `system` row. */
export function system(subtype: string, extra: TestRow = {}): TestRow {
  return envelope({ type: "system", subtype, ...extra });
}

/** A `queue-operation` row. */
export function queueOperation(operation: string, extra: TestRow = {}): TestRow {
  return { type: "queue-operation", operation, timestamp: "2026-02-01T10:00:00.000Z", sessionId: SESSION, ...extra };
}

/** A `tool_result` block. */
export function toolResult(content: unknown, extra: TestRow = {}): TestRow {
  return { type: "tool_result", tool_use_id: "toolu_1", content, ...extra };
}

/** A command as the client records it. */
export function commandText(name: string, args = ""): string {
  return `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>` +
    (args === "" ? "" : `\n<command-args>${args}</command-args>`);
}

/** A reader without a past. */
export function newReader(): RecordReader {
  return claude.createReader({ sessionId: SESSION });
}

/** Every event of `rows`, the held command decided at the end. */
export function eventsOf(rows: readonly unknown[], reader: RecordReader = newReader()): SessionEvent[] {
  return [...rows.flatMap((row) => reader.read(row)), ...reader.finish()];
}

/** The typed events of `rows`. */
export function typedOf(rows: readonly unknown[]): TypedEvent[] {
  return eventsOf(rows).filter((event) => event.type === "typed");
}

/** Text of each typed event of `rows`. */
export function typedTexts(rows: readonly unknown[]): string[] {
  return typedOf(rows).map((event) => event.text);
}

/** The evidence events of `rows`. */
export function evidenceOf(rows: readonly unknown[]): EvidenceEvent[] {
  return eventsOf(rows).filter((event) => event.type === "evidence");
}

/** Origin of each evidence event of `rows`. */
export function originsOf(rows: readonly unknown[]): string[] {
  return evidenceOf(rows).map((event) => event.origin);
}

/** The user's answers in `rows`. */
export function answersOf(rows: readonly unknown[]): UserAnswerEvent[] {
  return eventsOf(rows).filter((event) => event.type === "user-answer");
}
