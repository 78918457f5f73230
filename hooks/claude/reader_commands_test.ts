import { assert, assertEquals } from "@std/assert";
import {
  assistant,
  commandText,
  eventsOf,
  evidenceOf,
  newId,
  newReader,
  originsOf,
  queuedCommand,
  queueOperation,
  system,
  typedOf,
  typedTexts,
  user,
} from "./rows_test_support.ts";

const OUTPUT = "<local-command-stdout>done</local-command-stdout>";

Deno.test("reader() decides commands by output, expansion or table", () => {
  const custom = user(commandText("brew", "green 80"), { version: "2.1.224" });
  const expansion = user([{ type: "text", text: "Brew the named tea." }], {
    isMeta: true,
    turnCompanion: true,
    parentUuid: custom["uuid"],
  });
  const events = eventsOf([custom, expansion, assistant("brewing")]);
  const typed = events.filter((event) => event.type === "typed");
  assertEquals(typed.map(({ text, label, key }) => [text, label, key]), [[
    "/brew green 80",
    "command",
    String(custom["uuid"]),
  ]]);
  assertEquals(evidenceOf([custom, expansion]).map(({ origin, text }) => [origin, text]), [[
    "skill",
    "Brew the named tea.",
  ]]);

  const cases: readonly (readonly [string, Record<string, unknown> | undefined, string[]])[] = [
    // [name, successor, typed]
    ["brew", user(OUTPUT), []],
    ["brew", user("<local-command-stderr>no</local-command-stderr>"), []],
    ["brew", system("local_command", { content: OUTPUT }), []],
    ["brew", assistant("ok"), ["/brew"]],
    ["brew", undefined, ["/brew"]],
    ["brew", user("next"), ["/brew", "next"]],
    ["clear", assistant("ok"), []],
    ["clear", undefined, []],
    ["clear", user("next"), ["next"]],
    ["clear", user(OUTPUT), []],
    [
      "clear",
      user("<local-command-caveat>Caveat: x</local-command-caveat>", { isMeta: true, turnCompanion: true }),
      [],
    ],
    ["clear", user("Clear the table.", { isMeta: true, turnCompanion: true }), ["/clear"]],
    ["clear", user("Unrelated.", { isMeta: true, parentUuid: "elsewhere" }), []],
    ["mcp__shop__order", queuedCommand("go", { origin: { kind: "human" } }), ["/mcp__shop__order", "go"]],
  ];
  for (const [name, successor, expected] of cases) {
    const rows = successor === undefined ? [user(commandText(name))] : [user(commandText(name)), successor];
    assertEquals(typedTexts(rows), expected, `${name} ${JSON.stringify(successor)}`);
  }
});

Deno.test("reader() lets side rows stand between a command and its successor", () => {
  const reader = newReader();
  const command = user(commandText("brew"), { version: "2.1.20" });
  const sides = [
    { type: "mode", mode: "normal", sessionId: "s" },
    { type: "progress", uuid: newId(), parentUuid: command["uuid"], data: { type: "hook_progress" } },
    { ...command },
    user("side", { isSidechain: true, agentId: "a1", version: "2.1.20" }),
    queueOperation("enqueue", { content: "hot please" }),
    queueOperation("remove"),
  ];
  assertEquals(reader.holds(command), true);
  assertEquals(reader.read(command), []);
  for (const side of sides) {
    assertEquals(reader.holds(side), true);
    assertEquals(reader.read(side), []);
  }
  const successor = assistant("brewing");
  assertEquals(reader.holds(successor), false);
  const events = reader.read(successor);
  const texts = events.map((event) => event.type === "typed" || event.type === "reply" ? event.text : event.type);
  assertEquals(texts.filter((text) => text !== "link"), ["/brew", "evidence", "hot please", "brewing"]);
  assertEquals(reader.finish(), []);
});

Deno.test("reader() stops waiting for a command's successor after 64 records", () => {
  const reader = newReader();
  reader.read(user(commandText("brew")));
  let found = 0;
  for (let row = 1; found === 0; row++) {
    assert(row <= 64);
    found = reader.read({ type: "progress", row }).filter(({ type }) => type === "typed").length;
  }
  assertEquals(reader.holds({ type: "progress" }), false);
});

Deno.test("reader() decides the first of two commands in a row before the second", () => {
  const rows = [user(commandText("brew")), user(commandText("pour")), user(OUTPUT)];
  assertEquals(typedTexts(rows), ["/brew"]);
  assertEquals(originsOf(rows), ["command", "command-output"]);
});

Deno.test("reader() reads custom commands that a paste or a closing tag stands in", () => {
  const args = 'this\n\n<pasted_content id="a1">\nlog\n</pasted_content id="a1">\n\n</command-args> too';
  const [typed] = typedOf([user(commandText("brew", args))]);
  assertEquals(typed?.text, "/brew this\n\nlog\n\n</command-args> too");
  assertEquals(typed?.quoted.map(({ start, end }) => typed.text.slice(start, end)), ["log"]);
});

Deno.test("reader() keeps shell lines and their output as evidence", () => {
  const rows = [
    user("<local-command-caveat>Caveat: these</local-command-caveat>", { isMeta: true }),
    user("<bash-input>git status</bash-input>"),
    user("<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>", { turnOrigin: "human" }),
  ];
  assertEquals(originsOf(rows), ["command-output", "shell", "command-output"]);
  assertEquals(typedTexts(rows), []);
});

Deno.test("reader() calls the client's complaint about an unknown command no prompt, and a longer message one", () => {
  assertEquals(originsOf([user("Unknown slash command: brew")]), ["command-output"]);
  assertEquals(typedTexts([user("Unknown skill: brew\nwhy do I get this?")]).length, 1);
});

Deno.test("reader() gives local commands of system rows as evidence", () => {
  const rows = [
    system("local_command", { content: "<command-name>/mcp</command-name>" }),
    system("local_command", { content: OUTPUT }),
    system("local_command", { content: "" }),
    system("turn_duration", { durationMs: 3 }),
  ];
  assertEquals(originsOf(rows), ["command", "command-output"]);
});
