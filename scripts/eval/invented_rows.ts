/**
 * Rows as Claude Code 2.1 writes them, from the marks of an invented conversation.
 *
 * @module
 */

/** A transcript row. */
export type InventedRow = Readonly<Record<string, unknown>>;

/** Collects the rows of one conversation. */
export interface Rows {
  /**
   * Adds what one line stands for.
   *
   * @throws {SyntaxError} when the mark is unknown
   */
  add(mark: string, text: string): void;
  /** Id of the last row. */
  last(): string;
  all(): readonly InventedRow[];
}

const START = Date.UTC(2026, 9, 12, 8);
const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
const TOLD = " To tell you how to proceed, the user said:\n";
const MARKS: Readonly<Record<string, string>> = { "[ ]": "pending", "[~]": "in_progress", "[x]": "completed" };

/** Starts a conversation. */
export function createRows(name: string): Rows {
  const rows: Record<string, unknown>[] = [];
  let parent: string | null = null;
  let calls = 0;
  const id = (): string => `${name}-${String(rows.length + 1).padStart(3, "0")}`;

  function row(fields: InventedRow): void {
    const uuid = id();
    rows.push({
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/srv/kettle",
      sessionId: name,
      version: "2.1.332",
      uuid,
      timestamp: new Date(START + rows.length * 60_000).toISOString(),
      ...fields,
    });
    parent = uuid;
  }

  const human = (content: unknown): void =>
    row({
      type: "user",
      message: { role: "user", content },
      origin: { kind: "human" },
      promptSource: "typed",
      turnOrigin: "human",
    });
  const assistant = (block: InventedRow): void =>
    row({ type: "assistant", message: { id: id(), role: "assistant", model: "claude-opus-5", content: [block] } });
  const call = (tool: string, input: InventedRow): string => {
    const callId = `toolu_${name}_${++calls}`;
    assistant({ type: "tool_use", id: callId, name: tool, input });
    return callId;
  };
  const result = (callId: string, fields: InventedRow, more: InventedRow = {}): void =>
    row({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, ...fields }] },
      ...more,
    });

  function shell(command: string): void {
    result(call("Bash", { command }), { content: "done", is_error: false });
  }

  function refused(callId: string, reason: string): void {
    result(callId, { content: reason === "" ? REFUSED : `${REFUSED}${TOLD}${reason}`, is_error: true });
  }

  function add(mark: string, text: string): void {
    switch (mark) {
      case "U":
      case "T":
        return human(text);
      case "A":
        return assistant({ type: "text", text });
      case "$":
        return shell(text);
      case "!": {
        const block = (rows.at(-1)?.["message"] as { content: Record<string, unknown>[] }).content[0];
        Object.assign(block ?? {}, { content: `Exit code 1\n${text}`, is_error: true });
        return;
      }
      case "E":
        return result(call("Edit", { file_path: `/srv/kettle/${text}` }), { content: "done" });
      case "R": {
        const [command = "", reason = ""] = text.split(" |");
        return refused(call("Bash", { command: command.trim() }), reason.trim());
      }
      case "P":
        return refused(call("ExitPlanMode", { plan: "..." }), text);
      case "Q": {
        const [question = "", answer = ""] = text.split(" => ");
        const callId = call("AskUserQuestion", { questions: [{ question }] });
        return result(callId, { content: `"${question}"="${answer}"` }, {
          toolUseResult: { answers: { [question]: answer } },
        });
      }
      case "L": {
        const todos = text.split(" | ").map((item) => ({
          content: item.slice(3).trim(),
          status: MARKS[item.slice(0, 3)] ?? "pending",
        }));
        return result(call("TodoWrite", { todos }), { content: "done" });
      }
      case "X":
        return human([{ type: "text", text: "[Request interrupted by user]" }]);
      case "N":
        return row({ type: "user", isMeta: true, message: { role: "user", content: text } });
      default:
        throw new SyntaxError(`Invented conversation ${name}: no mark "${mark}"`);
    }
  }

  return { add, last: () => String(rows.at(-1)?.["uuid"]), all: () => rows };
}
