import { assert, assertEquals } from "@std/assert";
import type { Signal } from "../../lib/types.ts";
import { patchPaths } from "./patch_paths.ts";
import { callSignals, toolCall } from "./tool_calls.ts";
import { isToolResult, readOutput, resultSignal } from "./tool_results.ts";
import { askedBy, dialogAnswers } from "./user_input.ts";

const PATCH = "*** Begin Patch\n*** Add File: lid.ts\n+shut\n*** Delete File: pot.ts\n*** End Patch";

function signalsOf(item: Record<string, unknown>): readonly Signal[] {
  const call = toolCall({ call_id: "c1", ...item });
  return call === undefined ? [] : callSignals(call);
}

const CALLS: readonly (readonly [name: string, item: Record<string, unknown>, signal: Record<string, unknown>])[] = [
  ["shell (0.20 to 0.80)", {
    type: "function_call",
    name: "shell",
    arguments: '{"command":["bash","-lc","deno test"],"workdir":"/tmp"}',
  }, { name: "shell", command: "deno test" }],
  ["shell without a shell", { type: "function_call", name: "shell", arguments: '{"command":["rg","-n","lid"]}' }, {
    name: "shell",
    command: "rg -n lid",
  }],
  ["exec_command (0.98 and later)", {
    type: "function_call",
    name: "exec_command",
    arguments: '{"cmd":"deno test","workdir":"/tmp"}',
  }, { name: "exec_command", command: "deno test" }],
  ["shell_command", { type: "function_call", name: "shell_command", arguments: { command: "deno test" } }, {
    name: "shell_command",
    command: "deno test",
  }],
  ["local_shell_call", {
    type: "local_shell_call",
    action: { type: "exec", command: ["/bin/zsh", "-lc", "deno test"] },
  }, { name: "local_shell", command: "deno test" }],
  ["apply_patch as custom tool", { type: "custom_tool_call", name: "apply_patch", input: PATCH }, {
    name: "apply_patch",
    paths: ["lid.ts", "pot.ts"],
    edits: true,
  }],
  ["apply_patch as function", {
    type: "function_call",
    name: "apply_patch",
    arguments: JSON.stringify({ input: PATCH }),
  }, { name: "apply_patch", paths: ["lid.ts", "pot.ts"], edits: true }],
  ["a patch on a command line", {
    type: "function_call",
    name: "exec_command",
    arguments: JSON.stringify({ cmd: `apply_patch <<'E'\n${PATCH}\nE` }),
  }, { name: "exec_command", command: `apply_patch <<'E'\n${PATCH}\nE`, paths: ["lid.ts", "pot.ts"], edits: true }],
  ["view_image", { type: "function_call", name: "view_image", arguments: '{"path":"/srv/pot.png"}' }, {
    name: "view_image",
    paths: ["/srv/pot.png"],
  }],
  ["a web search", { type: "web_search_call", id: "ws1", action: { type: "search", query: "kettle" } }, {
    name: "web_search",
  }],
  ["broken arguments", { type: "function_call", name: "exec_command", arguments: '{"cmd":' }, { name: "exec_command" }],
];

for (const [name, item, signal] of CALLS) {
  Deno.test(`callSignals() reads ${name}`, () => {
    assertEquals<unknown>(signalsOf(item), [{ type: "tool-call", id: "c1", ...signal }]);
  });
}

Deno.test("callSignals() gives the task list of update_plan", () => {
  const plan = [
    { step: "fill", status: "completed" },
    { step: "boil", status: "in_progress" },
    { step: "pour", status: "pending" },
    { step: "drink", status: "some day" },
    { status: "pending" },
  ];
  const signals = signalsOf({
    type: "function_call",
    name: "update_plan",
    arguments: JSON.stringify({ explanation: "tea", plan }),
  });
  assertEquals(signals[1], {
    type: "tasks",
    items: [
      { id: "1", title: "fill", status: "completed" },
      { id: "2", title: "boil", status: "in_progress" },
      { id: "3", title: "pour", status: "pending" },
    ],
  });
});

Deno.test("toolCall() takes other items and calls without a name for none", () => {
  assertEquals(toolCall({ type: "message", role: "user" }), undefined);
  assertEquals(toolCall({ type: "function_call", arguments: "{}" }), undefined);
  assert(!isToolResult({ type: "function_call" }));
});

const OUTPUTS: readonly (readonly [name: string, output: unknown, text: string, ok: boolean])[] = [
  [
    "a success of 0.80",
    '{"output":"all green\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    "all green\n",
    true,
  ],
  ["a failure of 0.80", '{"output":"red","metadata":{"exit_code":1}}', "red", false],
  [
    "a success of 0.98",
    "Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 2\nOutput:\nall green\n",
    "all green\n",
    true,
  ],
  [
    "a failure of 0.115",
    "Command: /bin/bash -lc 'deno test'\nChunk ID: a1\nProcess exited with code 2\nOutput:\nred",
    "red",
    false,
  ],
  [
    "output that speaks of another process",
    "Chunk ID: a1\nProcess exited with code 0\nOutput:\nProcess exited with code 1\n",
    "Process exited with code 1\n",
    true,
  ],
  [
    "plain output that speaks of a process",
    "it said:\nProcess exited with code 1\n",
    "it said:\nProcess exited with code 1\n",
    true,
  ],
  [
    "a process that goes on",
    "Chunk ID: a1\nWall time: 1 seconds\nProcess running with session ID 7\nOutput:\nboiling",
    "boiling",
    true,
  ],
  ["an exit code in words", "Exit code: 1\nWall time: 0 seconds\nOutput:\nred", "red", false],
  ["a tool that is not there", "unsupported call: brew", "unsupported call: brew", false],
  ["a refusal", "exec command rejected by user", "exec command rejected by user", false],
  ["an interrupted command", "aborted by user after 3.2s", "aborted by user after 3.2s", false],
  ["content and success", { content: "red", success: false }, "red", false],
  ["one content item", { type: "input_text", text: "a.txt" }, "a.txt", true],
  [
    "a list of content items",
    [{ type: "input_text", text: "a" }, { type: "input_image" }, { type: "input_text", text: "b" }],
    "a\nb",
    true,
  ],
  ["nothing", undefined, "", true],
  ["broken JSON", '{"output":', '{"output":', true],
];

for (const [name, output, text, ok] of OUTPUTS) {
  Deno.test(`readOutput() reads ${name}`, () => assertEquals(readOutput(output), { text, ok }));
}

Deno.test("resultSignal() keeps the beginning of a failure's output, well-formed, and nothing of the others", () => {
  const text = "😀".repeat(2000);
  const failed = resultSignal({ call_id: "c1", output: { content: `red${text}`, success: false } });
  assert(failed.type === "tool-result");
  assertEquals([failed.id, failed.text.length, failed.text.isWellFormed()], ["c1", 2048, true]);
  const worked = resultSignal({ call_id: "c1", output: text });
  assertEquals(worked, { type: "tool-result", id: "c1", ok: true, text: "" });
});

Deno.test("resultSignal() says when the user refused the call or stopped it", () => {
  const refused = (output: string) => {
    const signal = resultSignal({ call_id: "c1", output });
    return signal.type === "tool-result" && signal.refused === true;
  };
  assertEquals(["exec command rejected by user", "aborted by user after 3.2s"].map(refused), [true, true]);
  assertEquals(["unsupported call: brew", "it was rejected by user code", "done"].map(refused), [false, false, false]);
});

Deno.test("patchPaths() finds each file once and nothing outside a patch", () => {
  assertEquals(patchPaths("*** Update File: lid.ts"), []);
  assertEquals(patchPaths("*** Begin Patch\n*** Update File: a b.ts\r\n*** Update File: a b.ts\n*** Move to: c.ts"), [
    "a b.ts",
    "c.ts",
  ]);
  assertEquals(
    patchPaths(`*** Begin Patch\n${Array.from({ length: 99 }, (_, n) => `*** Add File: f${n}`).join("\n")}`).length,
    64,
  );
});

Deno.test("dialogAnswers() pairs answers with their questions", () => {
  const call = toolCall({
    type: "function_call",
    name: "request_user_input",
    call_id: "c1",
    arguments: JSON.stringify({
      questions: [{ id: "a", question: "Which?" }, { id: "b", header: "Colour" }, { question: "no id" }],
    }),
  });
  assert(call !== undefined);
  const asked = askedBy(call);
  assert(asked !== undefined);
  assertEquals(asked.questions, [["a", "Which?"], ["b", "Colour"]]);
  const answers = { a: { answers: ["this", "and that"] }, b: { answers: [] }, c: "free text" };
  assertEquals(dialogAnswers(JSON.stringify({ answers }), asked), [
    { asked: "Which?", text: "this\nand that" },
    { asked: null, text: "free text" },
  ]);
  for (const output of ["the user did not answer", "{}", '{"answers":7}', undefined]) {
    assertEquals(dialogAnswers(output, asked), []);
  }
});
