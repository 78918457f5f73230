/**
 * Slash commands as the client records them: a message that is wholly `<command-name>`, `<command-message>` and
 * `<command-args>`, in an order and with an indentation that differ between kinds and versions.
 *
 * @module
 */

/** A slash command of the user. */
export interface Command {
  /** With its slash. */
  readonly name: string;
  readonly args: string;
}

/** `command-contents` in 1.0.x, `skill-format` beside skills. */
const PARTS = ["command-name", "command-message", "command-args", "command-contents", "skill-format"] as const;

/**
 * Reads a message that is wholly a command.
 *
 * @param text a message's text
 * @returns undefined when anything else stands in it
 * @example
 * ```ts
 * import { parseCommand } from "./commands.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseCommand("<command-message>tea</command-message>\n<command-name>/tea</command-name>"), {
 *   name: "/tea",
 *   args: "",
 * });
 * ```
 */
export function parseCommand(text: string): Command | undefined {
  const body = text.startsWith("\ufeff") ? text.slice(1).trim() : text.trim();
  if (!body.startsWith("<command-")) return undefined;
  let name = "";
  let args = "";
  for (let at = 0; at < body.length;) {
    const part = PARTS.find((candidate) => body.startsWith(`<${candidate}>`, at));
    if (part === undefined) return undefined;
    const from = at + part.length + 2;
    const close = `</${part}>`;
    // Arguments are the user's own text and may hold anything, a closing tag included.
    const end = part === "command-args" ? body.lastIndexOf(close) : body.indexOf(close, from);
    if (end < from) return undefined;
    const value = body.slice(from, end).trim();
    if (part === "command-name") name = value;
    if (part === "command-args") args = value;
    at = end + close.length;
    while (at < body.length && body.charCodeAt(at) <= 32) at++;
  }
  if (name === "" || name === "/" || name.includes("\n")) return undefined;
  return { name: name.startsWith("/") ? name : `/${name}`, args };
}

/**
 * The text under which a custom command is stored.
 *
 * @param command as recorded
 */
export function commandText(command: Command): string {
  return command.args === "" ? command.name : `${command.name} ${command.args}`;
}
