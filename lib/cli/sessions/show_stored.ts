/**
 * `imprint-hook sessions show SESSION`: a conversation that was learned.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import type { Readable, ReadableSession } from "../../import/readable_sessions.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { writeText } from "../../io/terminal.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import type { SessionDigest } from "../../record/session_digest.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { exchangesOf } from "../list.ts";
import { sessionsInScope } from "../read_scope.ts";
import type { Layout } from "../screen.ts";
import { setUp } from "../setup.ts";
import { createDigests } from "./digests.ts";
import { digestText, messageText } from "./session_text.ts";
import { messagesOfExchange, type ShownMessage } from "./shown_messages.ts";

const COMMAND = "sessions show";
/** Shorter beginnings of ids name too many sessions. */
const SHORTEST = 6;

/** Shows it. */
export async function showStored(
  args: ParsedArguments,
  { wanted, limit }: { readonly wanted: string; readonly limit: number | undefined },
): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const readable = sessionsInScope(product, args);
  const stored = namedStored(readable, args, wanted);
  const digest = createDigests(product, readable, await product.sealKey())(stored);
  const exchanges = exchangesOf(product, { sessions: [stored], workDirs: [], hidden: 0 });
  const redact = (text: string) => product.redactor.redact(text).text;
  const messages = redactValue(exchanges.flatMap(messagesOfExchange).slice(-(limit ?? Infinity)), redact);
  if (args.flag("json")) writeText("stdout", `${JSON.stringify({ schema: 1, session: digest, messages })}\n`);
  else writeText("stdout", sessionText(product, { digest, messages, layout: layoutOfTerminal(args.flag("plain")) }));
  return EXIT.done;
}

function namedStored({ sessions }: Readable, args: ParsedArguments, wanted: string): ReadableSession {
  if (wanted.length < SHORTEST) {
    throw new UsageError(`${COMMAND}: "${visible(wanted)}" is no id; give at least ${SHORTEST} characters of one`);
  }
  const found = sessions.filter(({ meta }) => meta.sessionId.startsWith(wanted));
  const [stored] = found.filter(({ meta }) => meta.sessionId === wanted).concat(found);
  if (stored === undefined) {
    throw new InputError(
      args.flag("all")
        ? `no conversation "${visible(wanted)}" in this workspace; see "imprint-hook sessions list --all"`
        : `no conversation "${visible(wanted)}" here; see "imprint-hook sessions list", or look everywhere with --all`,
    );
  }
  const ids = new Set(found.map(({ meta }) => meta.sessionId));
  if (ids.size > 1 && stored.meta.sessionId !== wanted) {
    throw new InputError(`"${visible(wanted)}" begins ${ids.size} ids; give more of it`);
  }
  return stored;
}

function sessionText(
  product: Product,
  { digest, messages, layout }: {
    readonly digest: SessionDigest;
    readonly messages: readonly ShownMessage[];
    readonly layout: Layout;
  },
): string {
  const shown = messages.map((message) => messageText(message, layout));
  return `${[digestText(digest, { layout, now: product.now() }), ...shown].join("\n\n")}\n`;
}
