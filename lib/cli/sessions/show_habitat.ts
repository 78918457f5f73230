/**
 * `imprint-hook sessions show --session-dir`: a habitat session over all parts of its transcript.
 *
 * @module
 */
import { EXIT } from "../../errors.ts";
import { writeText } from "../../io/terminal.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import { habitatDigest } from "../../record/session_digest.ts";
import { iterateMessages, lastMessages } from "../../record/transcript_messages.ts";
import type { ParsedArguments } from "../command.ts";
import { setUp } from "../setup.ts";
import { habitatSession } from "./habitat_session.ts";
import { shownMessage } from "./shown_messages.ts";

/** Messages are written as they are read: a transcript of any size takes no more memory than its longest line. */
export async function showHabitat(args: ParsedArguments, limit: number | undefined): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const directory = habitatSession(product, args.value("session-dir") ?? "").learningsRoot;
  const { files } = product;
  const redact = (text: string) => product.redactor.redact(text).text;
  const digest = redactValue(
    habitatDigest(files, directory, limit === undefined ? {} : { countedBytes: ENDS }),
    redact,
  );
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
  const { layoutOfTerminal } = await import("../layout_of_terminal.ts");
  const { digestText, messageText } = await import("./session_text.ts");
  const layout = layoutOfTerminal(args.flag("plain"));
  if (!writeText("stdout", `${digestText(digest, { layout, now: product.now() })}\n`)) return EXIT.done;
  for (const message of messages) {
    const shown = shownMessage(redactValue(message, redact));
    if (!writeText("stdout", `\n${messageText(shown, layout)}\n`)) break;
  }
  return EXIT.done;
}

const PIECE = 64 * 1024;
/** Who wants the last messages does not wait for a count of all: reading a megabyte takes longer than everything else. */
const ENDS = 256 * 1024;
