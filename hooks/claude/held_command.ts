/**
 * A slash command waits for its successor: the client's output makes it built-in, an expansion makes it the user's
 * question, anything else leaves it to the table of built-in names (step 7).
 *
 * @module
 */
import { isBuiltinCommand } from "./builtin_commands.ts";
import { clientSentence } from "./client_sentences.ts";
import type { Command } from "./commands.ts";
import { cleanText } from "./element_cleanup.ts";
import { asId, joinedText, messageBlocks, type Row } from "./records.ts";

/** What the successor of a command says about it. */
export type CommandKind =
  | { readonly custom: true; readonly rule: string; readonly expanded: boolean }
  | { readonly custom: false; readonly rule: string };

/** Rows that can decide; `progress` and side rows stand between without saying anything. */
const DECIDING_TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "attachment"]);

/**
 * @param row a row after the command
 * @param commandUuid the command's own uuid: old `/branch` copies wrote every row twice
 * @returns true when `row` is the next record of the conversation
 */
export function decidesCommand(row: Row, commandUuid: string | null): boolean {
  if (!DECIDING_TYPES.has(row["type"]) || row["isSidechain"] === true || asId(row["agentId"]) !== null) return false;
  return commandUuid === null || row["uuid"] !== commandUuid;
}

/**
 * @param command what the user called
 * @param options the command's uuid and the record after it; without one the table decides
 */
export function commandKind(
  command: Command,
  { uuid, successor }: { readonly uuid: string | null; readonly successor: Row | undefined },
): CommandKind {
  if (successor !== undefined) {
    if (isLocalOutput(successor)) return { custom: false, rule: "7 command, built-in by its output" };
    if (isExpansion(successor, uuid)) {
      return { custom: true, rule: "7 command, custom by its expansion", expanded: true };
    }
  }
  return isBuiltinCommand(command.name)
    ? { custom: false, rule: "7 command, built-in by the table" }
    : { custom: true, rule: "7 command, custom: in no table", expanded: false };
}

function isLocalOutput(row: Row): boolean {
  if (row["type"] === "system") return row["subtype"] === "local_command";
  if (row["type"] !== "user") return false;
  return /^\s*<local-command-std(?:out|err)[\s>]/.test(joinedText(messageBlocks(row) ?? []).slice(0, 128));
}

/** The prompt behind a command or skill. Caveats and notes are `isMeta` as well, so their known texts are left out. */
function isExpansion(row: Row, commandUuid: string | null): boolean {
  if (row["type"] !== "user" || (row["isMeta"] !== true && row["turnCompanion"] !== true)) return false;
  if (row["turnCompanion"] !== true && commandUuid !== null && row["parentUuid"] !== commandUuid) return false;
  const text = joinedText(messageBlocks(row) ?? []);
  const start = text.slice(0, 256).trimStart();
  if (start === "") return false;
  const sentence = clientSentence(start);
  if (sentence !== undefined) return sentence.origin === "skill";
  return !start.startsWith("<") || cleanText(text, { marked: false }).text.trim() !== "";
}
