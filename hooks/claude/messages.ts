/**
 * One `user` row or `queued_command` attachment as messages: each text block is judged, the typed ones are joined, the
 * client's are evidence.
 *
 * @module
 */
import { isElided } from "../../lib/jsonl/elide.ts";
import type { EvidenceOrigin, Label, TextRange } from "../../lib/types.ts";
import type { Command } from "./commands.ts";
import type { Block } from "./records.ts";
import type { Verdict } from "./typed_rule.ts";
import { isUnseen } from "./unseen.ts";

/** What the user typed in one record. */
export interface TypedPart {
  readonly text: string;
  readonly quoted: readonly TextRange[];
  readonly label: Label;
  readonly rule: string;
}

/** Client-written text in one record. */
export interface EvidencePart {
  readonly origin: EvidenceOrigin;
  readonly raw: string;
  readonly text: string;
  readonly rule: string;
}

/** The messages of one record. */
export interface Messages {
  /** Evidence of the exchange before. */
  readonly before: readonly EvidencePart[];
  readonly typed: TypedPart | undefined;
  /** Set when the record is a slash command and nothing else. */
  readonly command: { readonly command: Command; readonly text: string; readonly rule: string } | undefined;
  /** Evidence that belongs to the typed text. */
  readonly after: readonly EvidencePart[];
}

/**
 * Judges the blocks of one record.
 *
 * @param blocks without `tool_use`
 * @param options `judge`: the typed rule with the record's markers; `beside`: a tool result stands in the record, so an
 * image there is no prompt
 */
export function readMessages(
  blocks: readonly Block[],
  options: { readonly judge: (text: string) => Verdict; readonly beside: boolean },
): Messages {
  const before: EvidencePart[] = [];
  const after: EvidencePart[] = [];
  const typed: TypedPart[] = [];
  let command: Messages["command"];
  let texts = 0;
  let dropped = false;
  for (const block of blocks) {
    if (block.type !== "text" || isUnseen(block.text)) continue;
    texts++;
    const verdict = options.judge(block.text);
    if (verdict.author === "command") {
      command = { command: verdict.command, text: block.text, rule: verdict.rule };
      before.push({ origin: "command", raw: verdict.command.name, text: block.text, rule: verdict.rule });
    } else if (verdict.author === "client") {
      const part = { origin: verdict.origin, raw: verdict.raw, text: block.text, rule: verdict.rule };
      const context = isContext(verdict.origin);
      dropped ||= !context;
      (typed.length > 0 || context ? after : before).push(part);
    } else {
      for (const { element, name, text } of verdict.clean.elements) {
        after.push({ origin: element.origin, raw: name, text, rule: "15 element beside typed text" });
      }
      const { text } = verdict.clean;
      const quoted = quotedParts(text, verdict.clean.quoted);
      if (!isUnseen(text)) typed.push({ text, quoted, label: verdict.label, rule: verdict.rule });
    }
  }
  if (typed.length === 0 && !options.beside && !dropped && command === undefined) {
    const placeholder = imagePlaceholder(blocks);
    const verdict = placeholder === "" ? undefined : options.judge(placeholder);
    if (verdict?.author === "typed") {
      typed.push({ text: placeholder, quoted: [], label: verdict.label, rule: `${verdict.rule}, image only` });
    }
  }
  return {
    before,
    typed: joinTyped(typed),
    command: texts === 1 && typed.length === 0 ? command : undefined,
    after,
  };
}

/** What the client puts in front of an accepted plan when it starts a fresh context with it. */
const PLAN_START = "Implement the following plan:\n";

/** Parts that are in the question without being the user's own words: pastes, an accepted plan, text nobody has read. */
function quotedParts(text: string, pasted: readonly TextRange[]): readonly TextRange[] {
  if (isElided(text)) return [{ start: 0, end: text.length }];
  if (!text.startsWith(PLAN_START)) return pasted;
  const start = text.length - text.slice(PLAN_START.length).trimStart().length;
  return start < text.length ? [{ start, end: text.length }] : pasted;
}

/** These stand in front of the user's words in the same message. */
function isContext(origin: EvidenceOrigin): boolean {
  return origin === "ide-context" || origin === "system-reminder" || origin === "hook";
}

/** A picture sent without a word is a question all the same: the client's placeholder stands for it. */
function imagePlaceholder(blocks: readonly Block[]): string {
  const names: string[] = [];
  let images = 0;
  for (const { type } of blocks) {
    if (type === "image") names.push(`[Image #${++images}]`);
    if (type === "document") names.push("[Document]");
  }
  return names.join(" ");
}

function joinTyped(parts: readonly TypedPart[]): TypedPart | undefined {
  const first = parts[0];
  if (first === undefined || parts.length === 1) return first;
  let text = "";
  const quoted: TextRange[] = [];
  for (const part of parts) {
    if (text !== "") text += "\n\n";
    for (const range of part.quoted) {
      quoted.push({ start: range.start + text.length, end: range.end + text.length });
    }
    text += part.text;
  }
  return { ...first, text, quoted };
}
