/**
 * An opened conversation as lines that fit the screen.
 *
 * @module
 */
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { minuteOf } from "../moment.ts";
import { width } from "../screen.ts";
import type { ShownMessage } from "../sessions/shown_messages.ts";

/**
 * Lines of a conversation.
 *
 * @param options `columns`: none is wider, long words are broken; `earlier`: true when there is more before it
 */
export function conversationLines(
  messages: readonly ShownMessage[],
  { columns, earlier }: { readonly columns: number; readonly earlier: boolean },
): readonly string[] {
  const lines = earlier ? [`Only the last ${messages.length} messages; "sessions show" has all.`, ""] : [];
  for (const { role, at, text } of messages) {
    const time = minuteOf(at);
    lines.push(`-- ${visible(role)}${time === "" ? "" : `, ${time}`}`);
    for (const line of visible(text, { keepLines: true }).split("\n")) lines.push(...broken(line, columns));
    lines.push("");
  }
  return lines.length === 0 ? ["Nothing was said."] : lines.slice(0, -1);
}

/** A line in pieces that fit, cut after a space where there is one. */
function broken(line: string, columns: number): readonly string[] {
  const most = Math.max(10, columns);
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  let space = -1;
  for (const character of line.replaceAll("\t", "  ")) {
    const wide = width(character);
    if (used + wide > most) {
      const end = space > most / 3 ? space : piece.length;
      pieces.push(piece.slice(0, end).trimEnd());
      piece = piece.slice(end);
      used = width(piece);
      space = -1;
    }
    piece += character;
    used += wide;
    if (character === " ") space = piece.length;
  }
  return [...pieces, piece];
}
