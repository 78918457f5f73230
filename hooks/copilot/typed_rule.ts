/**
 * Who wrote a `user.message`, as one ordered table (formats/other_clients.md A.4). What carries a mark that is not known
 * to be a person's is the client's.
 *
 * @module
 */
import type { ClientText, EvidenceOrigin, Label } from "../../lib/types.ts";
import { asId, asText, type CopilotEvent } from "./records.ts";

/** The author of a message, with the step that decided. */
export type Authorship =
  | { readonly author: "user"; readonly label: Label; readonly text: string; readonly rule: string }
  | ClientText & {
    /** A value of a marker that no version is known to write, `field=value`. */
    readonly unknown?: string;
  };

/** Values of `source` that say that a person typed it. The SDK's documentation names none; absent is the usual case. */
const PERSON: ReadonlySet<string> = new Set(["user", "human"]);

/**
 * What was typed on another device for a session under remote control: the id of the remote command, which the client
 * makes [app.js of 1.0.30 and 1.0.48].
 */
const REMOTE = /^command-(?:\d+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * What the timeline shows for prompts that the client makes: a session that was interrupted goes on, and a fleet of
 * sub-agents is sent [1.0.48, 1.0.102].
 */
const SHOWN_BY_CLIENT: ReadonlySet<string> = new Set(["Continue the work that was interrupted.", "Fleet deployed"]);
/** In front of what was typed behind `/fleet`. */
const FLEET = "Fleet deployed: ";

/** What a `source` begins with, and what the text is then. */
const ORIGINS: readonly (readonly [RegExp, EvidenceOrigin])[] = [
  [/^skill(?:-|$)/, "skill"],
  [/^agent(?:-|$)/, "peer"],
  [/^(?:command|slash)(?:-|$)/, "command"],
  [/^schedule(?:d)?(?:-|$)/, "scheduled"],
  // Autopilot that goes on, and a reply that its thinking left no room for [1.0.102].
  [/^(?:autopilot|thinking-exhausted-continuation)(?:-|$)/, "scheduled"],
  [/^(?:system|instruction)(?:-|$)/, "system-reminder"],
  [/^hook(?:-|$)/, "hook"],
];

/**
 * Decides who wrote a user message.
 *
 * @param event a `user.message`
 * @param session `shows`: a message before it had its words in `content`. The client hides prompts of its own by leaving
 * that empty, so only sessions whose messages never hold any are recovered
 * @returns undefined when it holds no text
 * @example
 * ```ts
 * import { authorOf } from "./typed_rule.ts";
 * import { copilotEvent } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const event = copilotEvent({ type: "user.message", data: { content: "body", source: "skill-pdf" } });
 * assertEquals(event && authorOf(event)?.author, "client");
 * ```
 */
export function authorOf(
  event: CopilotEvent,
  session: { readonly shows: boolean } = { shows: false },
): Authorship | undefined {
  const { data } = event;
  const content = asText(data["content"]) ?? "";
  const shown = content.trim() === "" ? undefined : content;
  const recovered = shown === undefined ? withoutBlocks(asText(data["transformedContent"]) ?? "") : "";
  const text = shown ?? recovered;
  if (text === "") return undefined;
  if (event.agent) return { author: "client", origin: "coordinator", raw: "agentId", text, rule: "1 sub-agent" };
  if (data["isAutopilotContinuation"] === true) {
    return { author: "client", origin: "scheduled", raw: "isAutopilotContinuation", text, rule: "2 autopilot" };
  }
  const input = asId(data["inputOrigin"]);
  if (input !== null) return { author: "client", origin: "peer", raw: input, text, rule: "3 another session" };
  const source = asId(data["source"]);
  if (source !== null && !PERSON.has(source) && !REMOTE.test(source)) {
    const origin = ORIGINS.find(([start]) => start.test(source))?.[1];
    const rule = "4 source";
    if (origin !== undefined) return { author: "client", origin, raw: source, text, rule };
    return { author: "client", origin: "other", raw: source, text, rule, unknown: `source=${source.slice(0, 64)}` };
  }
  const element = WHOLE.find(([name]) => isWhole(text.trim(), name));
  if (element !== undefined) {
    return { author: "client", origin: element[1], raw: element[0], text, rule: "5 element of the client" };
  }
  // Some sessions have the words only where they were made ready for the model
  // (https://github.com/entireio/cli/issues/1070).
  if (shown === undefined) {
    return session.shows || AUTOPILOT.some((start) => text.startsWith(start))
      ? { author: "client", origin: "scheduled", raw: "transformedContent", text, rule: "6 hidden" }
      : { author: "user", label: "recovered", text, rule: "7 transformedContent" };
  }
  const { delivery, transformedContent } = data;
  if (SHOWN_BY_CLIENT.has(shown) && typeof transformedContent === "string") {
    return { author: "client", origin: "scheduled", raw: "transformedContent", text, rule: "8 shown by the client" };
  }
  // Typed while the agent was busy.
  const label = delivery === "steering" || delivery === "queued" ? "queued" : "typed";
  const words = shown.startsWith(FLEET) ? shown.slice(FLEET.length) : shown;
  return { author: "user", label, text: words, rule: "9 content" };
}

/** Elements in which the client tells the model something; design section 3: whole contents, whatever marker is there. */
const WHOLE: readonly (readonly [string, EvidenceOrigin])[] = [
  ["system_notification", "task-notification"],
  ["task-notification", "task-notification"],
  ["system_reminder", "system-reminder"],
  ["system-reminder", "system-reminder"],
  ["skill-context", "skill"],
];

function isWhole(text: string, name: string): boolean {
  return text.startsWith(`<${name}`) && /^[\s>]/.test(text.slice(name.length + 1, name.length + 2)) &&
    text.endsWith(`</${name}>`);
}

/** How autopilot makes the agent go on; marked as such only from about 1.0.40 on [not in 1.0.30, in 1.0.48]. */
const AUTOPILOT: readonly string[] = [
  "You have not yet marked the task as complete using the task_complete tool.",
  "You called task_complete right after your plan was approved",
];

/** Blocks that the client puts around the words that it makes ready for the model. */
const BLOCK =
  /<(current_datetime|reminder|system_reminder|system_notification|tagged_files|attachments|environment_context)(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>/g;

function withoutBlocks(text: string): string {
  // Each opening that is never closed is looked for to the end: a bound keeps that cheap.
  const rest = text.slice(0, MOST_RECOVERED).replace(BLOCK, "").trim();
  // What is left of a block that was cut or not known is nobody's words.
  return /^<[a-z_]+[>\s]/.test(rest) ? "" : rest;
}

/** Code units in which lost words are looked for. */
const MOST_RECOVERED = 65_536;
