import { assertEquals } from "@std/assert";
import { commandText, eventsOf, newReader, queuedCommand, typedByHuman, user } from "./rows_test_support.ts";

Deno.test("flags.automation is set only when every prompt came from a program", () => {
  const program = (text: string, extra = {}) => user(text, { promptSource: "sdk", entrypoint: "sdk-cli", ...extra });
  const cases: readonly (readonly [readonly unknown[], boolean])[] = [
    [[], false],
    [[program("a")], true],
    [[program("a", { entrypoint: "sdk-ts" }), program("b", { entrypoint: "sdk-py" })], true],
    [[program("a", { origin: { kind: "unclassified" } })], true],
    [[program("a", { entrypoint: "claude-vscode" })], false],
    [[program("a", { entrypoint: "cli" })], false],
    [[program("a", { entrypoint: undefined })], false],
    [[program("a"), typedByHuman("b")], false],
    [[program("a"), user("b")], false],
    [[program("a"), user(commandText("brew"), { entrypoint: "sdk-cli" })], true],
    [[user(commandText("brew"), { entrypoint: "sdk-cli" })], false],
    [[program("a"), user(commandText("brew"))], false],
    [[program("a"), user("<ci-monitor-event>x</ci-monitor-event>", { origin: { kind: "human" } })], false],
    [[program("a"), queuedCommand("b", { origin: { kind: "human" } })], false],
    [[program("a"), user("x", { isSidechain: true }), user("y", { isMeta: true })], true],
    [[user("watch", { cwd: "/home/mira/.claude-mem/observer-sessions", version: "2.1.9" })], true],
    [[user("watch", { cwd: "C:\\Users\\mira\\.claude-mem\\observer-sessions\\x" })], true],
    [[user("mine", { cwd: "/home/mira/.claude-mem/observer-sessions-fork" })], false],
  ];
  for (const [rows, expected] of cases) {
    const reader = newReader();
    eventsOf(rows, reader);
    assertEquals(reader.flags.automation, expected, JSON.stringify(rows));
  }
});

Deno.test("counts name marker values that this version does not know", () => {
  const reader = newReader();
  eventsOf([
    user("a", { promptSource: "voice" }),
    user("b", { promptSource: "voice", origin: { kind: "dream" }, turnOrigin: "x", rowSource: "y" }),
    queuedCommand("c", { commandMode: "z" }),
    { type: "from-2031" },
    7,
    user("d", { message: null }),
  ], reader);
  assertEquals(reader.counts, {
    ignored: 3,
    unknownMarkers: {
      "promptSource=voice": 2,
      "origin.kind=dream": 1,
      "turnOrigin=x": 1,
      "rowSource=y": 1,
      "commandMode=z": 1,
    },
  });
});
