/**
 * Writes invented event logs, as versions around 1.0 do.
 *
 * @module
 */

/** One line. */
export type EventRow = Record<string, unknown>;

/** A session that is being written. */
export interface LogWriter {
  readonly id: string;
  readonly rows: EventRow[];
  /** Adds an event; its id is a UUID that counts up. */
  add(type: string, data: EventRow, more?: EventRow): string;
  typed(content: string, data?: EventRow): string;
  reply(content: string, data?: EventRow): string;
  text(): string;
}

/** Starts a session. @param options `cwd`: none is recorded without it */
export function log(options: { readonly id: string; readonly cwd?: string; readonly start?: EventRow }): LogWriter {
  const { id, cwd } = options;
  const rows: EventRow[] = [];
  let parentId: string | null = null;
  const add: LogWriter["add"] = (type, data, more = {}) => {
    const number = String(rows.length + 1).padStart(12, "0");
    const event = `${id.slice(0, 8)}-0000-4000-8000-${number}`;
    const timestamp = new Date(Date.UTC(2026, 8, 3, 8, 0, rows.length)).toISOString();
    rows.push({ type, id: event, parentId, timestamp, data, ...more });
    parentId = event;
    return event;
  };
  add("session.start", {
    sessionId: id,
    version: 1,
    producer: "copilot-agent",
    copilotVersion: "1.0.90",
    ...(cwd === undefined ? {} : { context: { cwd, gitRoot: cwd, branch: "main" } }),
    ...options.start,
  });
  return {
    id,
    rows,
    add,
    typed: (content, data = {}) =>
      add("user.message", {
        content,
        transformedContent: `<reminder>r</reminder>\n${content}`,
        delivery: "idle",
        ...data,
      }),
    reply: (content, data = {}) =>
      add("assistant.message", { messageId: `m${rows.length}`, content, toolRequests: [], ...data }),
    text: () => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  };
}
