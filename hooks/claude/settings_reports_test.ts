/**
 * Field reports of formats/claude_code.md section 3 that concern hook entries in settings.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ownCommand } from "../../lib/settings/own_command.ts";
import { installHooks } from "./settings_hooks.ts";

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
}

/** Every handler in a settings text. */
function handlersOf(text: string): readonly Handler[] {
  const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: Handler[] }[]> };
  return Object.values(hooks).flat().flatMap((group) => group.hooks);
}

Deno.test("installHooks() writes no backslash and no shell line that Git Bash could eat (report 17: https://github.com/anthropics/claude-code/issues/21878, https://github.com/anthropics/claude-code/issues/22449, https://github.com/anthropics/claude-code/issues/54640, https://github.com/cglab-public/agenfk/issues/192)", () => {
  const handlers = handlersOf(installHooks(undefined, { program: ["C:/Users/mira/bin/imprint-hook.exe"] }).text);
  assertEquals(handlers.length, 3);
  for (const { command, args } of handlers) {
    assert(!command.includes("\\"));
    assertEquals([command, args?.[0]], ["C:/Users/mira/bin/imprint-hook.exe", "claude"], "no shell reads it");
  }
});

Deno.test("installHooks() starts a program whose path has spaces, in both forms (report 18: https://github.com/anthropics/claude-code/issues/20551, https://github.com/anthropics/claude-code/issues/84822)", () => {
  const program = ["C:/Program Files/Imprint Hook/imprint-hook.exe"] as const;
  for (const { command, args } of handlersOf(installHooks(undefined, { program }).text)) {
    assertEquals([command, args?.length], [program[0], 2]);
  }
  // A client before 2.1.139 hands the line to a shell.
  for (const handler of handlersOf(installHooks(undefined, { program, clientVersion: "2.1.100" }).text)) {
    assertEquals(handler.args, undefined);
    assert(handler.command.startsWith(`"${program[0]}" claude `), handler.command);
    assertEquals(ownCommand(handler.command)?.program, program[0], "it is read back as one word");
  }
});
