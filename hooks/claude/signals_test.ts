import { assert, assertEquals } from "@std/assert";
import { assistant, eventsOf, toolResult, user } from "./rows_test_support.ts";

Deno.test("reader() gives tool calls, results and the task list as signals", () => {
  const call = (name: string, input: unknown, id = "toolu_1") => assistant([{ type: "tool_use", id, name, input }]);
  const signals = eventsOf([
    call("Bash", { command: "make tea", description: "x" }),
    user([toolResult("no water\n".repeat(400), { is_error: true })], { toolUseResult: "Error" }),
    call("Edit", { file_path: "/srv/kettle/a.ts", old_string: "a" }),
    call("NotebookEdit", { notebook_path: "/srv/kettle/n.ipynb" }),
    call("Read", { file_path: "/srv/kettle/b.ts" }),
    call("TodoWrite", { todos: [{ content: "boil", status: "pending" }, { content: "pour", status: "?" }, 3] }),
    call("TaskCreate", { subject: "steep" }),
    user([toolResult("Task #4 created")], { toolUseResult: { task: { id: "4", subject: "steep" } } }),
    call("TaskUpdate", { taskId: "4", status: "completed" }),
    call("TaskUpdate", { taskId: 5, subject: "serve" }),
    call("TaskUpdate", { taskId: "6" }),
    assistant([{ type: "tool_use", id: "x", name: "Bash", input: { command: "inner" } }], { isSidechain: true }),
  ]).flatMap((event) => event.type === "signal" ? [event.signal] : []);
  assertEquals(signals.filter(({ type }) => type !== "tool-call" && type !== "tool-result"), [
    { type: "tasks", items: [{ id: "1", title: "boil", status: "pending" }] },
    { type: "task", id: "4", title: "steep", status: "pending" },
    { type: "task", id: "4", status: "completed" },
    { type: "task", id: "5", title: "serve" },
  ]);
  assertEquals(signals.slice(0, 1), [{ type: "tool-call", id: "toolu_1", name: "Bash", command: "make tea" }]);
  const result = signals[1];
  assert(result?.type === "tool-result");
  assertEquals([result.ok, result.text.length], [false, 2048]);
  assertEquals(signals.slice(2, 5), [
    { type: "tool-call", id: "toolu_1", name: "Edit", paths: ["/srv/kettle/a.ts"], edits: true },
    { type: "tool-call", id: "toolu_1", name: "NotebookEdit", paths: ["/srv/kettle/n.ipynb"], edits: true },
    { type: "tool-call", id: "toolu_1", name: "Read", paths: ["/srv/kettle/b.ts"] },
  ]);
});
