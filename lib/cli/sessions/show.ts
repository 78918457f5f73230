/**
 * `imprint-hook sessions show`: one conversation.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { writeText } from "../../io/terminal.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import { habitatDigest, type SessionDigest } from "../../record/session_digest.ts";
import { iterateMessages, lastMessages } from "../../record/transcript_messages.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { exchangesOf } from "../list.ts";
import { minuteOf, zoneOf } from "../moment.ts";
import { sessionsInScope } from "../read_scope.ts";
import { heading, type Layout, pairs } from "../screen.ts";
import { setUp } from "../setup.ts";
import { digestOf, digestWords } from "./digests.ts";
import { habitatSession, namedCount } from "./named_session.ts";
import { messagesOfExchange, type ShownMessage, shownMessage } from "./shown_messages.ts";

const COMMAND = "sessions show";
/** Shorter beginnings of ids name too many sessions. */
const SHORTEST = 6;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const limit = namedCount(COMMAND, "limit", args.value("limit"));
  const directory = args.value("session-dir");
  const [wanted] = args.operands;
  if ((directory === undefined) === (wanted === undefined)) {
    throw new UsageError(`${COMMAND}: name one session: SESSION, or --session-dir DIR`);
  }
  if (directory !== undefined) {
    const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
    return showHabitat(product, { args, directory: habitatSession(product, directory).learningsRoot, limit });
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const stored = namedStored(product, args, wanted ?? "");
  const digest = digestOf(product, stored, await product.sealKey());
  const exchanges = exchangesOf(product, { sessions: [stored], workDirs: [], hidden: 0 });
  const redact = (text: string) => product.redactor.redact(text).text;
  const messages = redactValue(exchanges.flatMap(messagesOfExchange).slice(-(limit ?? Infinity)), redact);
  if (args.flag("json")) writeText("stdout", `${JSON.stringify({ schema: 1, session: digest, messages })}\n`);
  else writeText("stdout", sessionText(product, { digest, messages, layout: layoutOfTerminal(args.flag("plain")) }));
  return EXIT.done;
}

function namedStored(product: Product, args: ParsedArguments, wanted: string) {
  if (wanted.length < SHORTEST) {
    throw new UsageError(`${COMMAND}: "${visible(wanted)}" is no id; give at least ${SHORTEST} characters of one`);
  }
  const found = sessionsInScope(product, args).sessions.filter(({ meta }) => meta.sessionId.startsWith(wanted));
  const [stored] = found.filter(({ meta }) => meta.sessionId === wanted).concat(found);
  if (stored === undefined) {
    throw new InputError(
      `no conversation "${visible(wanted)}" here; see "imprint-hook sessions list", or look everywhere with --all`,
    );
  }
  const ids = new Set(found.map(({ meta }) => meta.sessionId));
  if (ids.size > 1 && stored.meta.sessionId !== wanted) {
    throw new InputError(`"${visible(wanted)}" begins ${ids.size} ids; give more of it`);
  }
  return stored;
}

/** Messages are written as they are read: a transcript of any size takes no more memory than its longest line. */
function showHabitat(
  product: Product,
  { args, directory, limit }: {
    readonly args: ParsedArguments;
    readonly directory: string;
    readonly limit: number | undefined;
  },
): number {
  const { files } = product;
  const redact = (text: string) => product.redactor.redact(text).text;
  const digest = redactValue(habitatDigest(files, directory), redact);
  const messages = limit === undefined
    ? iterateMessages(files, directory)
    : lastMessages(files, directory, { count: limit });
  if (args.flag("json")) {
    let text = `{"schema":1,"session":${JSON.stringify(digest)},"messages":[`;
    let separator = "";
    for (const message of messages) {
      text += separator + JSON.stringify(redactValue(message, redact));
      separator = ",";
      if (text.length > PIECE) {
        if (!writeText("stdout", text)) return EXIT.done;
        text = "";
      }
    }
    writeText("stdout", `${text}]}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  if (!writeText("stdout", `${digestText(product, digest, layout)}\n`)) return EXIT.done;
  for (const message of messages) {
    const shown = shownMessage(redactValue(message, redact));
    if (!writeText("stdout", `\n${messageText(shown, layout)}\n`)) break;
  }
  return EXIT.done;
}

const PIECE = 64 * 1024;

function sessionText(
  product: Product,
  { digest, messages, layout }: {
    readonly digest: SessionDigest;
    readonly messages: readonly ShownMessage[];
    readonly layout: Layout;
  },
): string {
  const shown = messages.map((message) => messageText(message, layout));
  return `${[digestText(product, digest, layout), ...shown].join("\n\n")}\n`;
}

function digestText(product: Product, digest: SessionDigest, layout: Layout): string {
  const { first, last } = digest;
  return pairs([
    ["session", digest.id],
    ["client", digest.type ?? digest.client],
    ...(digest.project === "" ? [] : [["project", digest.project] as const]),
    ["when", `${minuteOf(first)} to ${minuteOf(last)} (${zoneOf(product.now())})`],
    ["digest", digestWords(digest)],
    ["directory", digest.directory],
  ], layout);
}

function messageText({ role, at, text }: ShownMessage, layout: Layout): string {
  const time = minuteOf(at);
  return `${heading(`${role}${time === "" ? "" : `, ${time}`}`, layout)}\n${visible(text, { keepLines: true })}`;
}
