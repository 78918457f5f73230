/**
 * Who wrote a message of the user's role, as one ordered table (formats/other_clients.md E). What the client says to the
 * model in the user's name is recorded like what was typed, part by part; the sentences are those of Gemini CLI 0.61.0.
 *
 * @module
 */
import { fingerprint } from "../../lib/transcript/fingerprint.ts";
import type { ClientText, EvidenceOrigin, Label } from "../../lib/types.ts";
import { asRow, imagePlaceholder, partTexts, type Row } from "./records.ts";

/** What a message says, with its author and the step that decided. */
export type Said =
  | { readonly author: "user"; readonly label: Label; readonly text: string; readonly rule: string }
  | ClientText;

/** What was typed last: fingerprints of the words that were shown, and of the content that the model got. */
export interface Asked {
  readonly shown: string;
  readonly content: string;
}

/** A message, read. */
export interface ReadMessage {
  readonly said: readonly Said[];
  /** For the next message of the user's role. */
  readonly asked: Asked;
}

/** What hooks said; without a terminal it stands in front of the first prompt, in one text with it. Nothing inside closes it. */
const HOOK = "<hook_context>";
const HOOK_END = "</hook_context>";
/** What a part begins with that the client wrote. */
const CLIENT_STARTS: readonly (readonly [string, EvidenceOrigin])[] = [
  ["<session_context>", "system-reminder"],
  [HOOK, "hook"],
  ["<state_snapshot>", "compact-summary"],
  ["<scratchpad>", "compact-summary"],
  ["<intent_summary>", "compact-summary"],
  ["Here is the user's editor context as a JSON object.", "ide-context"],
  ["Here is a summary of changes in the user's editor context,", "ide-context"],
  ["I ran the following shell command:\n```sh\n", "shell"],
  ["Background execution update:\n<background_output>", "task-notification"],
  ["System: Potential loop detected.", "system-reminder"],
  ["System: Please continue.", "system-reminder"],
  ["[Continuing from previous AI thoughts...]", "system-reminder"],
  ["User has manually exited Plan Mode. Switching to ", "system-reminder"],
  ["- **Workspace Directories:**\n", "system-reminder"],
];

/** What the client itself says when the model stopped early. */
const GO_ON = "Please continue.";
/** Files that were named with `@` follow behind this part, up to the last part that is the end: a file may say the same. */
const FILES = "--- Content from referenced files ---";
const FILES_END = "--- End of content ---";
/** What was typed while the agent worked, between the client's own sentences. */
const STEERING = /^User (?:steering update|hints):\n<user_input>\n/;
const STEERING_END = "\n</user_input>";
/** Commands, which hold no request; a comment, a path or a question behind such a sign is none. */
const COMMAND = /^\s*(?:\/[A-Za-z][\w:.-]*(?=\s|$)|\?\s*$)/;

/**
 * Reads a message of the user's role.
 *
 * 1. beside a function's response only steering was typed
 * 2. the client's sentence that makes the model go on
 * 3. words that were shown before, with a content that they are no part of: a hook made the agent go on
 * 4. shown words, where the content is more than what was typed, unless all of it is the client's
 * 5. parts, each by itself; images without a word are a question all the same, for which a placeholder stands
 *
 * @param message a row of type `user`
 * @param before what {@linkcode ReadMessage.asked} said of the message before
 * @example
 * ```ts
 * import { readUserMessage } from "./typed_rule.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const content = [{ text: "why does it boil dry?" }, { text: "<hook_context>tea</hook_context>" }];
 * assertEquals(readUserMessage({ content }).said.map(({ author }) => author), ["user", "client"]);
 * ```
 */
export function readUserMessage(message: Row, before?: Asked): ReadMessage {
  const content = message["content"];
  const texts = partTexts(content);
  const whole = texts.join("");
  const shown = behindHooks(partTexts(message["displayContent"]).join("")).rest;
  const display = shown.trim() === "" ? imagePlaceholder(message["displayContent"]) : shown;
  const parts = split(texts);
  const isTyped = (part: Said): boolean => part.author === "user" && part.label === "typed";
  const words = parts.filter(isTyped).map(({ text }) => text).join("");
  const images = parts.every(standsBesideAny) ? imagePlaceholder(content) : "";
  const own = words.trim() === "" && display === "" ? images : words;
  const asked = { shown: markOf((display.trim() === "" ? own : display).trim()), content: markOf(whole) };
  const besideResponse = (Array.isArray(content) ? content : [content])
    .some((part) => asRow(part)?.["functionResponse"] !== undefined);
  if (besideResponse) {
    const said = texts.flatMap((text) =>
      steered(text) ?? client(text, "other", "functionResponse", "1 beside response")
    );
    // What was typed has the message's own id.
    const isUsers = ({ author }: Said): boolean => author === "user";
    return { said: [...said.filter(isUsers), ...said.filter((part) => !isUsers(part))], asked: before ?? asked };
  }
  if (whole.trim() === GO_ON) {
    return { said: client(whole, "system-reminder", GO_ON, "2 go on"), asked: before ?? asked };
  }
  if (display.trim() !== "") {
    const ofClient = parts.filter(({ author }) => author === "client");
    const isShownAgain = before !== undefined && before.shown === asked.shown && before.content !== asked.content;
    const isImages = images !== "" && images === display;
    if (parts.length > 0 && parts.length === ofClient.length && !isImages) {
      return { said: ofClient, asked: before ?? asked };
    }
    if (isShownAgain && !isImages && !whole.includes(display.trim())) {
      return { said: client(whole, "hook", "displayContent", "3 go on for a hook"), asked: before };
    }
    return { said: [...typed(display, "4 displayContent"), ...ofClient], asked };
  }
  return { said: [...typed(own, "5 text"), ...parts.filter((part) => !isTyped(part))], asked };
}

/** What may stand beside any prompt, one of images alone as well; of a file that was named with `@` the name is a word. */
function standsBesideAny(part: Said): boolean {
  if (part.author === "user") return part.text.trim() === "";
  return part.origin === "hook" || part.raw.startsWith("Here is ");
}

/** Parts by author; what was typed may come in several. */
function split(texts: readonly string[]): readonly Said[] {
  const said: Said[] = [];
  const start = texts.findIndex((part) => behindHooks(part).rest.trimStart().startsWith(FILES));
  const end = texts.findLastIndex((part) => part.trim() === FILES_END);
  for (const [n, part] of texts.entries()) {
    const inFiles = start >= 0 && n > start && (n <= end || end < start);
    const { hooks, rest: text } = inFiles ? { hooks: "", rest: part } : behindHooks(part);
    said.push(...client(hooks, "hook", HOOK, "5 text of the client"));
    if (inFiles || text.trimStart().startsWith(FILES)) {
      said.push(...client(text, "ide-context", FILES, "5 referenced files"));
      continue;
    }
    const found = CLIENT_STARTS.find(([begin]) => text.trimStart().startsWith(begin));
    if (found !== undefined) said.push(...client(text, found[1], found[0].trim(), "5 text of the client"));
    else said.push(...steered(text) ?? [{ author: "user", label: "typed", text, rule: "5 text" }]);
  }
  return said;
}

/** A text in two: what hooks said in front of it, and what is left. */
function behindHooks(text: string): { readonly hooks: string; readonly rest: string } {
  let rest = text;
  while (rest.trimStart().startsWith(HOOK)) {
    const end = rest.indexOf(HOOK_END);
    rest = end < 0 ? "" : rest.slice(end + HOOK_END.length);
  }
  if (rest === text) return { hooks: "", rest };
  return { hooks: text.slice(0, text.length - rest.length), rest: rest.trimStart() };
}

/** What was typed while the agent worked; undefined where nothing was. */
function steered(text: string): readonly Said[] | undefined {
  const start = STEERING.exec(text.trimStart())?.[0];
  if (start === undefined) return undefined;
  const rest = text.trimStart().slice(start.length);
  const end = rest.lastIndexOf(STEERING_END);
  const words = end < 0 ? "" : rest.slice(0, end).trim();
  return words === "" ? [] : [{ author: "user", label: "queued", text: words, rule: "5 steering" }];
}

function typed(text: string, rule: string): readonly Said[] {
  if (text.trim() === "") return [];
  return COMMAND.test(text)
    ? client(text, "command", text.trimStart().slice(0, 1), "5 command")
    : [{ author: "user", label: "typed", text, rule }];
}

function client(text: string, origin: EvidenceOrigin, raw: string, rule: string): readonly ClientText[] {
  return text.trim() === "" ? [] : [{ author: "client", origin, raw, text, rule }];
}

const encoder = new TextEncoder();

function markOf(text: string): string {
  return fingerprint(encoder.encode(text));
}
