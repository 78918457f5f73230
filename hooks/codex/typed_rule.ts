/**
 * The ordered table of formats/codex.md 2.5 and 2.6 as one pure function: who wrote this text? Every verdict names the
 * step that made it, so that `explain` can print it.
 *
 * Events are the primary signal: whatever the user sends is announced by one (`user_message`, `UserMessage`), and what
 * the client adds to the model's input is not. `message` items repeat both.
 *
 * @module
 */
import type { EvidenceOrigin } from "../../lib/types.ts";
import { clientText } from "./client_texts.ts";
import { type Preamble, splitPreambles } from "./preambles.ts";

/** Who wrote a text, and by which step of the table. */
export type Verdict =
  /** The user; `text` is what is left without what an editor put in front. */
  | { readonly author: "typed"; readonly rule: string; readonly text: string; readonly preambles: readonly Preamble[] }
  /** The user, in answer to a question of the assistant. */
  | { readonly author: "answer"; readonly rule: string; readonly text: string }
  /** The client. */
  | { readonly author: "client"; readonly rule: string; readonly origin: EvidenceOrigin; readonly raw: string };

/** What the record states about its text. */
export interface TextMarkers {
  /** `event`: the user sent it. `message`: it stands in the model's input, which the client writes too. */
  readonly source: "user_message" | "UserMessage" | "message";
  /** The thread is a sub-agent's or reviewer's. */
  readonly subagent: boolean;
  /** The record names another thread than the file's: a reviewer's prompt stands in its parent's file. */
  readonly otherThread: boolean;
  /** Between entering and leaving review mode. */
  readonly review: boolean;
  /** `content_item_kinds` of the text (0.155 and later); null where not stated. */
  readonly kind: string | null;
}

/** Kinds of what the user sent. A sub-agent's task and image frames bear them too, so they never decide alone. */
const USER_KINDS: ReadonlySet<string> = new Set(["user.text", "user.image", "user.audio"]);

/** Kinds that the client writes, as far as they are known; an unknown one counts as the client's and is counted. */
const CLIENT_KIND_ORIGINS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["unknown", "other"],
  ["agents_md.instructions", "system-reminder"],
  ["environments.environment_context", "system-reminder"],
  ["generic.turn_aborted", "interrupt"],
  ["multi_agent.subagent_notification", "task-notification"],
  ["skills.selected_skill_instructions", "skill"],
  ["compaction.summary", "compact-summary"],
  ["shell.user_command", "shell"],
  ["user.goal", "other"],
  ["user.heartbeat", "scheduled"],
  ["hooks.additional_context", "hook"],
]);

const REPLY_OPENS = "<send_user_message_question_reply>";
const REPLY_CLOSES = "</send_user_message_question_reply>";

/**
 * Decides who wrote a text.
 *
 * @param text of a `user_message` event, of a `UserMessage` item, or one text of a `message` item of role `user`
 * @param markers what the record states
 * @returns the first step of the table that holds
 * @example
 * ```ts
 * import { typedRule } from "./typed_rule.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const markers = { source: "user_message", subagent: false, otherThread: false, review: false, kind: null } as const;
 * assertEquals(typedRule("fill the kettle", markers).rule, "8 user_message");
 * assertEquals(typedRule("fill the kettle", { ...markers, review: true }).author, "client");
 * ```
 */
export function typedRule(text: string, markers: TextMarkers): Verdict {
  const { source, kind } = markers;
  if (markers.subagent) return client("1 sub-agent thread", "coordinator", "subagent");
  if (markers.otherThread) {
    return markers.review
      ? client("2 another thread, in review", "command", "review")
      : client("2 another thread", "coordinator", "thread_id");
  }
  if (markers.review) return client("3 in review", "command", "review");
  const found = clientText(text);
  // With other words beside it an event's marker decides: the user quotes the element.
  if (found !== undefined && (source === "message" || found.whole)) {
    return client(`4 ${found.text.raw}`, found.text.origin, found.text.raw);
  }
  if (source === "message" && kind !== null && !USER_KINDS.has(kind)) {
    return client(`5 kind ${kind}`, CLIENT_KIND_ORIGINS.get(kind) ?? "other", kind);
  }
  const reply = text.trim();
  if (reply.startsWith(REPLY_OPENS)) {
    const end = reply.endsWith(REPLY_CLOSES) ? -REPLY_CLOSES.length : undefined;
    return { author: "answer", rule: "6 question reply", text: reply.slice(REPLY_OPENS.length, end).trim() };
  }
  const split = splitPreambles(text);
  if (split.text.trim() === "" && split.preambles[0] !== undefined) {
    return client("7 preamble without words", "ide-context", split.preambles[0].header);
  }
  return {
    author: "typed",
    rule: `${source === "message" ? "9 message, no events in the thread" : `8 ${source}`}${
      split.preambles.length > 0 ? ", behind a preamble" : ""
    }`,
    text: split.text,
    preambles: split.preambles,
  };
}

function client(rule: string, origin: EvidenceOrigin, raw: string): Verdict {
  return { author: "client", rule, origin, raw };
}

/**
 * The marker as it is counted when this version does not know it.
 *
 * @param kind a text's `content_item_kinds`; null where not stated
 * @returns `field=value`; undefined for known ones
 */
export function unknownKind(kind: string | null): string | undefined {
  if (kind === null || USER_KINDS.has(kind) || CLIENT_KIND_ORIGINS.has(kind)) return undefined;
  return `content_item_kind=${kind.slice(0, 64).toWellFormed()}`;
}

/**
 * True when the kinds of a message's texts say that the user sent it: an event repeats it.
 *
 * @param kinds of its texts
 */
export function isMarkedTyped(kinds: readonly (string | null)[]): boolean {
  return kinds.some((kind) => kind !== null && USER_KINDS.has(kind));
}
