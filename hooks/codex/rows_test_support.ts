/**
 * Invented threads for tests, written as each family of versions writes them.
 *
 * @module
 */
import type { EvidenceEvent, ReplyEvent, SessionEvent, TypedEvent } from "../../lib/types.ts";
import { createCodexReader } from "./reader.ts";

/** Any line. */
export type TestRow = Record<string, unknown>;

/**
 * How a thread is written. `bare`: 0.20 and 0.29, items without envelope. `plain`: 0.34 to 0.98, envelopes and events
 * without turn ids. `turns`: 0.110 to 0.145, turns have ids. `paginated`: 0.148 and later.
 */
export type Form = "bare" | "plain" | "turns" | "paginated";

/** All of them, oldest first. */
export const FORMS: readonly Form[] = ["bare", "plain", "turns", "paginated"];

const START = Date.UTC(2026, 10, 2, 9, 0, 0);
const VERSIONS: Readonly<Record<Form, string>> = {
  bare: "0.29.0",
  plain: "0.80.0",
  turns: "0.138.0",
  paginated: "0.171.0",
};

/** A UUIDv7 made so many seconds behind the beginning of all tests; `tail` tells several of one second apart. */
export function uuid7(seconds: number, tail = 1): string {
  const ms = (START + seconds * 1000).toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${tail.toString(16).padStart(12, "0")}`;
}

/** What a thread begins with. */
export interface ThreadOptions {
  readonly form?: Form;
  readonly id?: string;
  readonly cwd?: string;
  /** More of the `session_meta` payload, or other values. */
  readonly meta?: TestRow;
  /** Second at which it begins. */
  readonly at?: number;
  /** First ordinal, for a file that goes on in the middle. */
  readonly ordinal?: number;
}

/** A thread under construction. */
export interface ThreadWriter {
  readonly id: string;
  readonly form: Form;
  readonly rows: TestRow[];
  /** The current turn; null where turns have no id. */
  readonly turn: string | null;
  /** Next ordinal. */
  readonly ordinal: number;
  /** Begins a turn: `task_started`, `turn_context`. */
  begin(options?: { readonly cwd?: string; readonly extra?: TestRow }): void;
  /** The user sends a text: the item and, where there are events, the event. Begins a turn unless told. */
  typed(text: string, options?: { readonly steer?: boolean; readonly parts?: readonly TestRow[] }): void;
  /** Text under the user's role that the client wrote: an item alone. */
  injected(text: string, kind?: string): void;
  reply(text: string, options?: { readonly phase?: string }): void;
  /** A command and its outcome. */
  command(command: string, outcome: { readonly output: string; readonly code: number }): void;
  call(name: string, input: unknown, output?: unknown): void;
  end(): void;
  event(payload: TestRow): void;
  item(payload: TestRow): void;
  line(type: string, payload: TestRow): void;
  /** The thread as text. */
  text(): string;
}

/** Begins a thread. */
export function thread(options: ThreadOptions = {}): ThreadWriter {
  const { form = "turns", cwd = "/srv/kettle", meta = {} } = options;
  let seconds = options.at ?? 0;
  const id = options.id ?? uuid7(seconds);
  let ordinal = options.ordinal ?? 0;
  let turn: string | null = null;
  let place = cwd;
  let calls = 0;
  let items = 0;
  const rows: TestRow[] = [];
  const hasTurns = form === "turns" || form === "paginated";

  const stamp = () => new Date(START + ++seconds * 1000).toISOString();

  function line(type: string, payload: TestRow): void {
    const timestamp = stamp();
    if (form === "bare") rows.push(payload);
    else {rows.push(
        form === "paginated" ? { timestamp, ordinal: ordinal++, type, payload } : { timestamp, type, payload },
      );}
  }

  const event = (payload: TestRow) => form === "bare" ? undefined : line("event_msg", payload);
  const item = (payload: TestRow) => line("response_item", payload);
  const completed = (entry: TestRow) =>
    event({
      type: "item_completed",
      thread_id: id,
      turn_id: turn ?? `rollout-${rows.length}`,
      item: { id: `item-${++items}`, ...entry },
    });
  const passthrough = (kinds: readonly string[]): TestRow =>
    form === "paginated"
      ? { internal_chat_message_metadata_passthrough: { turn_id: turn ?? "auto-compact-0", content_item_kinds: kinds } }
      : {};

  function begin({ cwd: next, extra = {} }: { readonly cwd?: string; readonly extra?: TestRow } = {}): void {
    if (next !== undefined) place = next;
    if (hasTurns) {
      turn = uuid7(seconds + 1, rows.length + 2);
      event({ type: "task_started", turn_id: turn, ...extra });
    }
    if (form !== "bare") {
      line("turn_context", { ...(turn === null ? {} : { turn_id: turn }), cwd: place, model: "sample" });
    }
  }

  const writer: ThreadWriter = {
    id,
    form,
    rows,
    get turn() {
      return turn;
    },
    get ordinal() {
      return ordinal;
    },
    begin,
    typed(text, { steer = false, parts = [] } = {}) {
      if (!steer) begin();
      const content = [{ type: "input_text", text }];
      item({ type: "message", role: "user", content, ...passthrough(["user.text"]) });
      if (form === "paginated") completed({ type: "UserMessage", content: [{ type: "text", text }, ...parts] });
      else event({ type: "user_message", message: text, images: parts.map(({ path }) => path) });
    },
    injected(text, kind = "unknown") {
      item({ type: "message", role: "user", content: [{ type: "input_text", text }], ...passthrough([kind]) });
    },
    reply(text, { phase = "final_answer" } = {}) {
      if (form === "paginated") completed({ type: "AgentMessage", content: [{ type: "Text", text }], phase });
      else event({ type: "agent_message", message: text, phase });
      item({
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text }],
        ...passthrough(["unknown"]),
      });
    },
    command(command, { output, code }) {
      const old = form === "bare" || form === "plain";
      writer.call(
        old ? "shell" : "exec_command",
        old ? { command: ["bash", "-lc", command] } : { cmd: command, workdir: "/tmp" },
        old
          ? JSON.stringify({ output, metadata: { exit_code: code, duration_seconds: 0.1 } })
          : `Chunk ID: a1b2c3\nWall time: 0.1 seconds\nProcess exited with code ${code}\nOutput:\n${output}`,
      );
    },
    call(name, input, output) {
      const call_id = `call_${++calls}`;
      item({ type: "function_call", name, arguments: JSON.stringify(input), call_id });
      if (output !== undefined) item({ type: "function_call_output", call_id, output });
    },
    end() {
      if (hasTurns) event({ type: "task_complete", turn_id: turn, last_agent_message: null });
    },
    event: (payload) => void event(payload),
    item,
    line,
    text: () => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  };

  if (form === "bare") rows.push({ id, timestamp: stamp(), instructions: null, git: {}, ...meta });
  else {
    const source = { cwd, originator: "codex_tui", cli_version: VERSIONS[form], source: "cli" };
    const mode = form === "paginated" ? { history_mode: "paginated", session_id: id, thread_source: "user" } : {};
    line("session_meta", { id, timestamp: stamp(), ...source, ...mode, ...meta });
  }
  if (form === "bare") {
    rows.push({ record_type: "state" });
    const context = `<environment_context>\n  <cwd>${cwd}</cwd>\n</environment_context>`;
    rows.push({ type: "message", id: null, role: "user", content: [{ type: "input_text", text: context }] });
  }
  return writer;
}

/** Reads rows from a fresh reader to the end. */
export function read(rows: readonly unknown[], sessionId = "thread"): SessionEvent[] {
  const reader = createCodexReader({ sessionId });
  return [...rows.flatMap((row) => reader.read(row)), ...reader.finish()];
}

/** The typed events of rows. */
export function typedOf(rows: readonly unknown[]): TypedEvent[] {
  return read(rows).filter((event) => event.type === "typed");
}

/** The replies of rows. */
export function repliesOf(rows: readonly unknown[]): ReplyEvent[] {
  return read(rows).filter((event) => event.type === "reply");
}

/** The evidence of rows. */
export function evidenceOf(rows: readonly unknown[]): EvidenceEvent[] {
  return read(rows).filter((event) => event.type === "evidence");
}

/** `typed one | reply two`: what was said, in order, without what the client wrote about the environment. */
export function outline(rows: readonly unknown[]): string[] {
  return read(rows).flatMap((event) => {
    switch (event.type) {
      case "typed":
      case "reply":
        return [`${event.type} ${event.text}`];
      case "evidence":
        return event.origin === "system-reminder" ? [] : [`${event.origin} ${event.text}`];
      case "user-answer":
        return [`answer ${event.text}`];
      case "rewind":
        return ["rewind"];
      case "signal":
        return event.signal.type === "interrupt" || event.signal.type === "compaction" ? [event.signal.type] : [];
      case "link":
        return [];
    }
  });
}
