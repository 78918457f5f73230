/**
 * The ordered table of formats/claude_code.md section 4 as one pure function: who wrote this text? Every verdict names
 * the step that made it, so that `explain` can print it.
 *
 * @module
 */
import type { EvidenceOrigin, Label } from "../../lib/types.ts";
import { clientSentence, isInterruptMarker } from "./client_sentences.ts";
import { type Command, parseCommand } from "./commands.ts";
import { type CleanText, cleanText } from "./element_cleanup.ts";
import { type Marker, type Markers } from "./markers.ts";
import { isUnseen, seenFrom, seenUntil } from "./unseen.ts";
import { unwrapWake } from "./wake.ts";

/** Who wrote a text, and by which step of the table. */
export type Verdict =
  /** The user. `clean` holds the words; the client's elements beside them are evidence. */
  | { readonly author: "typed"; readonly rule: string; readonly label: Label; readonly clean: CleanText }
  /** A slash command: its successor decides whether it is the user's question. */
  | { readonly author: "command"; readonly rule: string; readonly command: Command }
  /** The client. */
  | { readonly author: "client"; readonly rule: string; readonly origin: EvidenceOrigin; readonly raw: string };

/** Evidence origin of each `origin.kind`; kinds that are not here are `other`. */
const KIND_ORIGINS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["task-notification", "task-notification"],
  ["peer", "peer"],
  ["coordinator", "coordinator"],
  ["channel", "channel"],
]);

/** Evidence origin of each `origin.subkind` of a task notification: teammates, agents and relays are peers. */
const SUBKIND_ORIGINS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["scheduled-trigger", "scheduled"],
  ["peer-send-message", "peer"],
  ["projects-relay", "peer"],
  ["session-inbox", "peer"],
]);

const TURN_ORIGINS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["task_notification", "task-notification"],
  ["scheduled", "scheduled"],
  ["peer", "peer"],
]);

function client(rule: string, origin: EvidenceOrigin, raw: string): Verdict {
  return { author: "client", rule, origin, raw };
}

/** What the text itself says about where client-written text comes from. */
function originOfText(text: string): EvidenceOrigin | undefined {
  const start = text.slice(seenFrom(text, 0)).slice(0, 256);
  const sentence = clientSentence(start);
  if (sentence !== undefined) return sentence.origin;
  if (!start.startsWith("<")) return undefined;
  return cleanText(text, { marked: false }).elements[0]?.element.origin;
}

function ownFieldOrigin(field: string, text: string): EvidenceOrigin {
  if (field === "isCompactSummary" || field === "repeatsCompactSummary") return "compact-summary";
  if (field === "scheduledTaskId") return "scheduled";
  return originOfText(text) ?? (field === "turnCompanion" ? "skill" : "other");
}

function kindOrigin(kind: string, subkind: string | undefined): EvidenceOrigin {
  return (subkind === undefined ? undefined : SUBKIND_ORIGINS.get(subkind)) ?? KIND_ORIGINS.get(kind) ?? "other";
}

function is(marker: Marker | undefined, value: string): boolean {
  return marker?.value === value;
}

/** Steps 1 to 6: markers that say that the client wrote it, whatever it says. */
function statedClient(markers: Markers, text: string): Verdict | undefined {
  const { origin, subkind, own, turnOrigin } = markers;
  if (markers.subagent) return client("1 side chain or sub-agent", "other", "isSidechain");
  const kind = origin === undefined || is(origin, "human") ? undefined : kindOrigin(origin.value, subkind);
  const turn = turnOrigin === undefined ? undefined : TURN_ORIGINS.get(turnOrigin.value);
  const known = kind === "other" ? undefined : kind;
  if (own !== undefined) {
    const byField = ownFieldOrigin(own, text);
    const sure = byField === "compact-summary" || byField === "scheduled";
    return client(`3 ${own}`, sure ? byField : known ?? (byField === "other" ? turn ?? byField : byField), own);
  }
  if (is(markers.promptSource, "system")) {
    return client("4 promptSource system", known ?? originOfText(text) ?? turn ?? "other", "system");
  }
  if (is(markers.rowSource, "harness")) {
    return client("5 rowSource harness", known ?? originOfText(text) ?? "other", "harness");
  }
  if (kind !== undefined && origin !== undefined) {
    const raw = subkind === undefined ? origin.value : `${origin.value}/${subkind}`;
    return client(`6 origin ${origin.value}`, kind, raw);
  }
  return undefined;
}

/** A text without what nobody sees at its ends. */
function seenPart(text: string): string {
  return text.slice(seenFrom(text, 0), seenUntil(text));
}

/** Steps 8 and 8b: the whole content is the client's by its form. */
function clientForm(text: string, clean: CleanText): Verdict | undefined {
  if (isInterruptMarker(seenPart(text))) return client("8b interrupt marker", "interrupt", "interrupt");
  const first = clean.elements[0];
  if (first === undefined || !isUnseen(clean.text)) return undefined;
  const { origin } = first.element;
  const rule = origin === "shell" || origin === "command-output"
    ? "8 bash mode or command output"
    : "8b client element";
  return client(rule, origin, first.name);
}

/**
 * Decides who wrote a text.
 *
 * @param text one text block of a record, or its whole content
 * @param markers what the record states; {@linkcode NO_MARKERS} when it states nothing
 * @returns the first step of the table that holds
 * @example
 * ```ts
 * import { typedRule } from "./typed_rule.ts";
 * import { NO_MARKERS } from "./markers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(typedRule("fill the kettle", NO_MARKERS).rule, "16 unmarked");
 * assertEquals(typedRule("[Request interrupted by user]", NO_MARKERS).author, "client");
 * ```
 */
export function typedRule(text: string, markers: Markers): Verdict {
  const stated = statedClient(markers, text);
  if (stated !== undefined) return stated;
  const { promptSource, origin, turnOrigin, rowSource } = markers;
  const command = parseCommand(text);
  if (command !== undefined) return { author: "command", rule: "7 command", command };
  const marked = origin !== undefined || (promptSource !== undefined && promptSource.known);
  const woken = is(origin, "human") ? unwrapWake(text) : undefined;
  const words = woken ?? text;
  const clean = cleanText(words, { marked });
  const form = clientForm(words, clean);
  if (form !== undefined && woken === undefined) return form;
  if (is(origin, "human")) return human(words, { clean, promptSource, woken });
  if (is(promptSource, "typed") || is(promptSource, "queued")) {
    return { author: "typed", rule: `10 promptSource ${promptSource?.value}`, label: labelOf(promptSource), clean };
  }
  if (is(promptSource, "suggestion_accepted")) {
    return { author: "typed", rule: "11 promptSource suggestion_accepted", label: "accepted-suggestion", clean };
  }
  if (is(promptSource, "sdk")) return { author: "typed", rule: "12 promptSource sdk", label: "sdk", clean };
  if (promptSource !== undefined) {
    return client(`12 unknown promptSource ${promptSource.value}`, "other", "promptSource");
  }
  if (rowSource !== undefined && !rowSource.known) {
    return client(`12 unknown rowSource ${rowSource.value}`, "other", "rowSource");
  }
  if (turnOrigin !== undefined && !is(turnOrigin, "human") && !is(turnOrigin, "sdk")) {
    return client(`13 turnOrigin ${turnOrigin.value}`, TURN_ORIGINS.get(turnOrigin.value) ?? "other", turnOrigin.value);
  }
  const sentence = clientSentence(seenPart(clean.text));
  if (sentence !== undefined) return client(`14 ${sentence.start}`, sentence.origin, sentence.start);
  return { author: "typed", rule: "16 unmarked", label: "unmarked", clean };
}

function labelOf(promptSource: Marker | undefined): Label {
  if (is(promptSource, "suggestion_accepted")) return "accepted-suggestion";
  return is(promptSource, "queued") ? "queued" : "typed";
}

/** Step 9. A relay or project wrapper found under `human` is another agent's text all the same. */
function human(
  words: string,
  { clean, promptSource, woken }: { clean: CleanText; promptSource: Marker | undefined; woken: string | undefined },
): Verdict {
  if (woken === "") return client("9 wake without a human message", "coordinator", "wake");
  const start = seenPart(words);
  if (/^<relay[\s>]/.test(start) || /^<project_claude_message[\s>]/.test(start)) {
    return client("9 relay wrapper", "peer", "relay");
  }
  const rule = woken === undefined ? "9 origin human" : "9 origin human, wake";
  return { author: "typed", rule, label: labelOf(promptSource), clean };
}

/** What a `queued_command` attachment states beside its markers. */
export interface QueuedMarkers {
  readonly markers: Markers;
  /** `commandMode`; undefined when absent. */
  readonly mode: string | undefined;
  /** The prompt was forwarded for an agent's intent, not typed. */
  readonly forwarded: boolean;
}

const MODE_ORIGINS: ReadonlyMap<string, EvidenceOrigin> = new Map([
  ["task-notification", "task-notification"],
  ["bash", "shell"],
]);

/**
 * Decides who wrote the prompt of a `queued_command` attachment (text typed while the agent worked).
 *
 * @param text the prompt
 * @param queued what the attachment states
 */
export function queuedRule(text: string, queued: QueuedMarkers): Verdict {
  const { markers, mode } = queued;
  if (markers.subagent) return client("1 side chain or sub-agent", "other", "isSidechain");
  if (mode !== undefined && mode !== "prompt") {
    return client(`queued_command mode ${mode}`, MODE_ORIGINS.get(mode) ?? originOfText(text) ?? "other", mode);
  }
  if (queued.forwarded) return client("queued_command forwardedIntent", "peer", "forwardedIntent");
  const stated = statedClient(markers, text);
  if (stated !== undefined) return stated;
  const isHuman = is(markers.origin, "human");
  const woken = isHuman ? unwrapWake(text) : undefined;
  const words = woken ?? text;
  const clean = cleanText(words, { marked: isHuman });
  const form = clientForm(words, clean);
  if (form !== undefined && woken === undefined) return form;
  const typed: Verdict = { author: "typed", rule: "queued_command", label: "queued", clean };
  if (isHuman) {
    const verdict = human(words, { clean, promptSource: undefined, woken });
    return verdict.author === "client" ? verdict : typed;
  }
  const sentence = clientSentence(seenPart(clean.text));
  if (sentence !== undefined) return client(`14 ${sentence.start}`, sentence.origin, sentence.start);
  return typed;
}
