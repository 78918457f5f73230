/**
 * Who wrote a message of the user's role in the session store, as one ordered table (formats/other_clients.md B.4).
 *
 * @module
 */
import type { ClientText, EvidenceOrigin } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** The author of a message, with the step that decided. */
export type Authorship =
  | {
    readonly author: "user";
    readonly text: string;
    readonly command: boolean;
    /** Typed while the agent worked. */
    readonly queued?: true;
    readonly rule: string;
  }
  | ClientText & {
    /** A value of a marker that no version is known to write, `field=value`. */
    readonly unknown?: string;
  };

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
/** Roles that the client shows messages under, beside its own and the user's. */
const OTHER_ROLES: ReadonlySet<string> = new Set(["assistant", "tool"]);

/** What a text begins with that the client wrote. */
const CLIENT_STARTS: readonly (readonly [string, EvidenceOrigin])[] = [
  ["[TASK RESUMPTION]", "system-reminder"],
  ["<hook_context", "hook"],
  ["<file_content", "ide-context"],
  ["<environment_details", "system-reminder"],
];

/** Reminders of CLI versions that set no marks (`@cline/agents` 0.0.41), never inside of what wraps typed words. */
const REMINDER = "[SYSTEM] ";

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
  const role = markerOf(metadata["displayRole"])?.trim().toLowerCase();
  if (role !== undefined && role !== "user") {
    const isKnown = CLIENT_ROLES.has(role) || OTHER_ROLES.has(role);
    const said = { author: "client", raw: role.slice(0, MOST_MARKER), text, rule: "1 displayRole" } as const;
    return isKnown
      ? { ...said, origin: "system-reminder" }
      : { ...said, origin: "other", unknown: `displayRole=${said.raw}` };
  }
  // No message of a person's has a kind [`message-display.ts`, 3.0.65]; new ones come with new notices.
  const kind = markerOf(metadata["kind"]);
  if (kind !== undefined) {
    const origin = CLIENT_KINDS.get(kind);
    const said = { author: "client", raw: kind.slice(0, MOST_MARKER), text, rule: "2 kind" } as const;
    return origin === undefined ? { ...said, origin: "other", unknown: `kind=${said.raw}` } : { ...said, origin };
  }
  // Reminders of the client's begin no run of the user's, nor does what was typed while the agent worked and given to it at
  // once; that alone is wrapped like every prompt [`consumePendingUserMessage`, 3.0.65].
  const isOutside = metadata["userRunSpan"] === 0;
  if (isOutside && !WHOLLY_WRAPPED.test(text)) {
    return { author: "client", origin: "other", raw: "userRunSpan", text, rule: "3 userRunSpan" };
  }
  const { words, command } = unwrapped(text);
  if (words === "") {
    return { author: "client", origin: "system-reminder", raw: "mode_notice", text, rule: "4 mode notice" };
  }
  if (words === PLAN_APPROVED) {
    return { author: "client", origin: "system-reminder", raw: "plan", text: words, rule: "5 text of the client" };
  }
  const start = CLIENT_STARTS.find(([begin]) => words.startsWith(begin)) ??
    (text.trimStart().startsWith(REMINDER) ? [REMINDER, "system-reminder"] as const : undefined);
  if (start !== undefined) {
    return { author: "client", origin: start[1], raw: start[0], text: words, rule: "5 text of the client" };
  }
  const rule = isOutside ? "3 typed while it worked" : command ? "6 user_command" : "7 text";
  return { author: "user", text: words, command, ...(isOutside ? { queued: true } : {}), rule };
}

const WHOLLY_WRAPPED = /^<user_input mode="[a-z_]{1,16}">[^]*<\/user_input>$/;

const MOST_MARKER = 64;

/** A marker that is set, whatever its value. */
function markerOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return asText(value) ?? typeof value;
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
 * The user's words without what the client put around them: only what stands at the very start is a wrapper, up to the
 * first end behind which nothing or an element follows; a tag in the middle is typed. The notice that the mode was
 * switched stands in front of `<user_input>` or, in CLI 3.0.65, inside of it.
 */
function unwrapped(text: string): { readonly words: string; readonly command: boolean } {
  const rest = withoutNotices(text);
  const input = /^<user_input(?: mode="[a-z_]{1,16}")?>/.exec(rest)?.[0];
  const inside = input === undefined ? undefined : wrappedWords(rest, input.length, "</user_input>");
  if (inside !== undefined) return { words: withoutNotices(inside), command: false };
  const command = /^<user_command slash="([\w-]{1,64})">/.exec(rest);
  const words = command === null ? undefined : wrappedWords(rest, command[0].length, "</user_command>");
  if (words !== undefined) return { words: `/${command?.[1]} ${words.trim()}`.trim(), command: true };
  return { words: rest, command: false };
}

/** What a wrapper holds; what is behind its end is the client's. Undefined where it has none. */
function wrappedWords(text: string, from: number, tag: string): string | undefined {
  const first = text.indexOf(tag, from);
  const isEnd = /\s*(?:<|$)/y;
  for (let end = first; end >= 0; end = text.indexOf(tag, end + 1)) {
    isEnd.lastIndex = end + tag.length;
    if (isEnd.test(text)) return text.slice(from, end);
  }
  return first < 0 ? undefined : text.slice(from, first);
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
