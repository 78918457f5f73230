/**
 * `imprint-hook sessions browse`: an interactive list of conversations; line by line where there is no terminal for it.
 *
 * @module
 */
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { environment } from "../../io/env.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { isTerminal, mayColour } from "../../io/terminal.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import { iterateMessagesBackwards } from "../../record/transcript_messages.ts";
import { conversationLines } from "../browse/conversation.ts";
import { browseByLines } from "../browse/by_lines.ts";
import { createKeyReader } from "../browse/keys.ts";
import { type BrowseItem, browseKey, browseStart, type BrowseStep, opened } from "../browse/state.ts";
import { frameOf, pageOf, viewLines } from "../browse/view.ts";
import type { ParsedArguments } from "../command.ts";
import { exchangesOf } from "../list.ts";
import { minuteOf } from "../moment.ts";
import { setUp } from "../setup.ts";
import { digestWords } from "./digest_words.ts";
import { type DigestedSession, digestedSessions } from "./digests.ts";
import { noSessionsText } from "./no_sessions_text.ts";
import { messagesOfExchange, type ShownMessage, shownMessage } from "./shown_messages.ts";

const COMMAND = "sessions browse";
/** Of a longer conversation the end is shown. */
const MOST_MESSAGES = 1000;
/** So long the rest of a key's bytes may take, over ssh too. */
const KEY_MILLISECONDS = 50;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const { sessions } = await digestedSessions(product, args, COMMAND);
  const items = sessions.map(itemOf);
  const open = (index: number, columns: number) => linesOf(product, sessions[index], columns);
  const isScreen = isTerminal("stdin") && isTerminal("stdout") && environment("TERM") !== "dumb" && !args.flag("plain");
  if (!isScreen) browseByLines(items, { open, nothing: noSessionsText(args) });
  else await browseOnScreen(items, open);
  return EXIT.done;
}

function itemOf({ digest }: DigestedSession): BrowseItem {
  const place = digest.client === "habitat" ? digest.id : digest.project;
  return {
    head: visible(`${minuteOf(digest.last)}  ${digest.type ?? digest.client}  ${digest.title || digest.id}`),
    digest: visible([digestWords(digest), place].filter((words) => words !== "").join("  ")),
  };
}

function linesOf(product: Product, session: DigestedSession | undefined, columns: number): readonly string[] {
  if (session === undefined) return [];
  const messages = messagesOf(product, session);
  const shown = redactValue(messages.slice(-MOST_MESSAGES), (text) => product.redactor.redact(text).text);
  return conversationLines(shown, { columns, earlier: messages.length > MOST_MESSAGES });
}

/** One more than are shown, when there are more. */
function messagesOf(product: Product, { digest, stored }: DigestedSession): readonly ShownMessage[] {
  if (stored !== undefined) {
    return exchangesOf(product, { sessions: [stored], workDirs: [], hidden: 0 }).flatMap(messagesOfExchange);
  }
  const messages: ShownMessage[] = [];
  for (const row of iterateMessagesBackwards(product.files, digest.directory)) {
    messages.push(shownMessage(row));
    if (messages.length > MOST_MESSAGES) break;
  }
  return messages.reverse();
}

async function browseOnScreen(
  items: readonly BrowseItem[],
  open: (index: number, columns: number) => readonly string[],
): Promise<void> {
  const { openRawTerminal } = await import("../../io/raw_terminal.ts");
  const terminal = openRawTerminal();
  const keys = createKeyReader();
  let state = browseStart(items);
  try {
    for (;;) {
      const size = { ...terminal.size(), color: mayColour("stdout") };
      terminal.write(frameOf(viewLines(state, size)));
      const event = await terminal.next(keys.waits ? KEY_MILLISECONDS : undefined);
      if (event?.type === "end") return;
      if (event?.type === "redraw" && state.lines !== undefined) {
        state = { ...opened(state, open(state.chosen, size.columns)), top: state.top };
      }
      const pressed = event === undefined ? keys.flush() : event.type === "bytes" ? keys.push(event.bytes) : [];
      for (const key of pressed) {
        const step: BrowseStep = browseKey(state, key, pageOf(state, size));
        state = step.state;
        if (step.action === "quit") return;
        if (step.action === "open") state = opened(state, open(state.chosen, size.columns));
        if (step.action === "redraw") terminal.write("\x1b[2J");
      }
    }
  } finally {
    terminal.close();
  }
}
