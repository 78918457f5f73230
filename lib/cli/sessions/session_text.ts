/**
 * A session's digest and its messages as lines for people.
 *
 * @module
 */
import { escapeControls as visible } from "../../io/escape_controls.ts";
import type { SessionDigest } from "../../record/session_digest.ts";
import { minuteOf, zoneOf } from "../moment.ts";
import { heading, type Layout, pairs } from "../screen.ts";
import { digestWords } from "./digest_words.ts";
import type { ShownMessage } from "./shown_messages.ts";

/** The figures. */
export function digestText(
  digest: SessionDigest,
  { layout, now }: { readonly layout: Layout; readonly now: Date },
): string {
  const { first, last } = digest;
  return pairs([
    ["session", digest.id],
    ["client", digest.type ?? digest.client],
    ...(digest.project === "" ? [] : [["project", digest.project] as const]),
    ["when", `${minuteOf(first)} to ${minuteOf(last)} (${zoneOf(now)})`],
    ["digest", digestWords(digest)],
    ["directory", digest.directory],
  ], layout);
}

/** Who spoke when, and what. */
export function messageText({ role, at, text }: ShownMessage, layout: Layout): string {
  const time = minuteOf(at);
  return `${heading(`${role}${time === "" ? "" : `, ${time}`}`, layout)}\n${visible(text, { keepLines: true })}`;
}
