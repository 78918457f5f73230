/**
 * Who wrote a message of the user's role in the session store, as one ordered table (formats/other_clients.md B.4).
 *
 * @module
 */
import type { ClientText, EvidenceOrigin } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** The author of a message, with the step that decided. */
export type Authorship =
  | { readonly author: "user"; readonly text: string; readonly command: boolean; readonly rule: string }
  | ClientText;

/** Kinds of `metadata.kind` that the client writes itself. */
const CLIENT_KINDS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["compaction", "compact-summary"],
  ["compaction_summary", "compact-summary"],
  ["auto_compaction", "compact-summary"],
  ["manual_compaction", "compact-summary"],
  ["compaction_budget_emergency", "compact-summary"],
  ["completion_reminder", "system-reminder"],
  ["loop_detection_notice", "system-reminder"],
  ["mistake_stop_notice", "system-reminder"],
  ["recovery_notice", "system-reminder"],
]);

const CLIENT_ROLES: ReadonlySet<string> = new Set(["system", "status", "error"]);

/** What a text begins with that the client wrote. */
const CLIENT_STARTS: readonly (readonly [string, EvidenceOrigin])[] = [
  ["[TASK RESUMPTION]", "system-reminder"],
  ["<hook_context", "hook"],
  ["<file_content", "ide-context"],
  ["<environment_details", "system-reminder"],
];

/** What goes on by itself when a plan was approved [`sdk-user-message-mapping.ts`, 3.0.65 of the program]. */
const PLAN_APPROVED = "The user approved switching to act mode. Continue with the approved plan now.";

/**
 * Decides who wrote a message.
 *
 * @param message of the role user
 * @returns undefined when it holds no text
 */
export function authorOf(message: Row): Authorship | undefined {
  const metadata = asRow(message["metadata"]) ?? {};
  const text = textOf(message["content"]);
  if (text.trim() === "") return undefined;
  const kind = asId(metadata["kind"]);
  const role = clientRole(message);
  if (role !== undefined) {
    return { author: "client", origin: "system-reminder", raw: role, text, rule: "1 displayRole" };
  }
  const origin = kind === null ? undefined : CLIENT_KINDS.get(kind);
  if (kind !== null && origin !== undefined) return { author: "client", origin, raw: kind, text, rule: "2 kind" };
  if (metadata["userRunSpan"] === 0) {
    return { author: "client", origin: "other", raw: "userRunSpan", text, rule: "3 userRunSpan" };
  }
  const { words, command } = unwrapped(text);
  if (words === "") {
    return { author: "client", origin: "system-reminder", raw: "mode_notice", text, rule: "4 mode notice" };
  }
  if (words === PLAN_APPROVED) {
    return { author: "client", origin: "system-reminder", raw: "plan", text: words, rule: "5 text of the client" };
  }
  const start = CLIENT_STARTS.find(([begin]) => words.startsWith(begin));
  if (start !== undefined) {
    return { author: "client", origin: start[1], raw: start[0], text: words, rule: "5 text of the client" };
  }
  return { author: "user", text: words, command, rule: command ? "6 user_command" : "7 text" };
}

/**
 * The role under which the client shows a message of its own, whoever's it is for the model.
 *
 * @param message of any role
 * @returns undefined when it is shown as what it is
 */
export function clientRole(message: Row): string | undefined {
  const role = asId(asRow(message["metadata"])?.["displayRole"])?.trim().toLowerCase();
  return role !== undefined && CLIENT_ROLES.has(role) ? role : undefined;
}

/** Blocks that the client put beside the user's are none of the user's words; where there are only such, they are the text. */
function textOf(content: unknown): string {
  const whole = asText(content);
  if (whole !== undefined) return whole;
  const texts = asRows(content).filter((part) => part["type"] === "text").flatMap((part) => asText(part["text"]) ?? [])
    .filter((text) => !text.startsWith("<file_content"));
  const own = texts.filter((text) => !CLIENT_STARTS.some(([begin]) => text.trimStart().startsWith(begin)));
  return (own.some((text) => text.trim() !== "") ? own : texts).join("\n");
}

/**
 * The user's words without what the client put around them: only what stands at the very start and end is a wrapper, a
 * tag in the middle is typed. The notice that the mode was switched stands in front of `<user_input>` or, in CLI 3.0.65,
 * inside of it.
 */
function unwrapped(text: string): { readonly words: string; readonly command: boolean } {
  const rest = withoutNotices(text);
  const input = /^<user_input(?: mode="[a-z_]{1,16}")?>/.exec(rest)?.[0];
  if (input !== undefined && rest.endsWith("</user_input>")) {
    return { words: withoutNotices(rest.slice(input.length, -"</user_input>".length)), command: false };
  }
  const command = /^<user_command slash="([\w-]{1,64})">/.exec(rest);
  if (command !== null && rest.endsWith("</user_command>")) {
    const words = rest.slice(command[0].length, -"</user_command>".length).trim();
    return { words: `/${command[1]} ${words}`.trim(), command: true };
  }
  return { words: rest, command: false };
}

/** What stands behind the notices at a text's start; empty when one is never closed. */
function withoutNotices(text: string): string {
  let rest = text.trim();
  while (rest.startsWith("<mode_notice>")) {
    const end = rest.indexOf("</mode_notice>");
    if (end < 0) return "";
    rest = rest.slice(end + "</mode_notice>".length).trim();
  }
  return rest;
}
