/**
 * `imprint-hook sessions learnings append`: one row more.
 *
 * @module
 */
import { EXIT, UsageError } from "../../errors.ts";
import { distrustSearchIndexes } from "../../import/search_index.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { isTerminal, writeText } from "../../io/terminal.ts";
import { openLearnings } from "../../record/learnings_file_store.ts";
import { VERSION } from "../../version.ts";
import type { ParsedArguments } from "../command.ts";
import { setUp } from "../setup.ts";
import { type NamedSession, namedSession } from "./named_session.ts";
import { namedKind, namedObject } from "./named_values.ts";

const COMMAND = "sessions learnings append";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const kind = namedKind(COMMAND, args.value("kind"));
  const payload = namedObject(COMMAND, "payload", args.value("payload"));
  const provenance = namedObject(COMMAND, "provenance", args.value("provenance"));
  if (kind === undefined || payload === undefined) {
    throw new UsageError(`${COMMAND}: --kind and --payload say what is appended; see "imprint-hook ${COMMAND} --help"`);
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const session = namedSession(product, args, COMMAND);
  // An agent that runs this has no terminal: what it says, nobody vouches for.
  const isTyped = isTerminal("stdin") && isTerminal("stdout");
  const store = openLearnings(product.files, session.handle, {
    redact: (text) => product.redactor.redact(text).text,
    ...(isTyped ? { sealKey: await product.sealKey() } : {}),
    data: product.homes.data,
    now: product.now,
  });
  const { seal: _, ...given } = provenance ?? {};
  const row = await store.append(kind, {
    payload: withoutUser(payload),
    provenance: { ...originOf(session), ...given, producer: `imprint-hook/${VERSION}` },
  });
  distrustSearchIndexes(product);
  const note = isTyped ? "" : " Nobody typed this on a terminal, so it is foreign: no agent is told it.";
  const text = args.flag("json")
    ? JSON.stringify({ ...row, foreign: !isTyped })
    : `Appended ${kind} ${visible(row.id)} to "${visible(store.directory)}".${note}`;
  writeText("stdout", `${text}\n`);
  return EXIT.done;
}

/** What umwelten's readers, and ours, know a row's session by. */
function originOf({ handle, stored }: NamedSession): Readonly<Record<string, unknown>> {
  const { habitatSessionDir, sessionKey, claudeProjectPath, claudeSessionUuid } = handle;
  if (habitatSessionDir !== undefined) return { habitatSessionId: sessionKey.slice(sessionKey.indexOf(":") + 1) };
  return {
    client: "claude-code",
    claudeProjectPath,
    claudeSessionUuid,
    ...(stored === undefined ? {} : { workspace: stored.workspace }),
  };
}

/** A row that a command wrote is never the user's own word, whoever typed the command (design section 5). */
function withoutUser(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return payload.assertedBy === "user" ? { ...payload, assertedBy: "tool" } : payload;
}
