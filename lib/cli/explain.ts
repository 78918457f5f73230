/**
 * `imprint-hook explain`: why a conversation was, would be or would not be learned.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError, UsageError } from "../errors.ts";
import { type ExplainedTranscript, explainTranscript } from "../import/explain_transcript.ts";
import type { Product } from "../import/product.ts";
import { openConversation } from "../import/open_conversation.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { findWorkspace } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { decisionSentence, directorySentence, explainText } from "./explain_text.ts";
import { findTranscript } from "./find_transcript.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { redactDeep } from "./redact_deep.ts";
import { setUp } from "./setup.ts";

/** Fields with words of the program's own, which a person's words to redact must not change. */
const CLOSED_FIELDS: ReadonlySet<string> = new Set([
  "at",
  "author",
  "because",
  "client",
  "detail",
  "disk",
  "keptBy",
  "key",
  "kind",
  "learner",
  "origin",
  "other",
  "place",
  "reason",
  "rule",
  "sessionId",
  "source",
  "unknown",
  "verdict",
  "via",
  "workspace",
]);

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const workspace = namedByOption(product, args.value("as"));
  const transcript = await findTranscript(product, args.operands[0] ?? "");
  // Nothing is shown that would not be stored: not even in a path.
  const explained = redactDeep(await explain(product, transcript, workspace), {
    redactor: product.redactor,
    closed: CLOSED_FIELDS,
  });
  const text = args.flag("json")
    ? JSON.stringify(withSentences(explained))
    : explainText(explained, layoutOfTerminal(args.flag("plain")));
  writeText("stdout", `${text}\n`);
  return EXIT.done;
}

function namedByOption(product: Product, name: string | undefined): string | undefined {
  if (name === undefined || findWorkspace(product.config, name) !== undefined) return name;
  const names = product.config.workspaces.map((workspace) => `"${workspace.name}"`).join(", ");
  throw new UsageError(`explain: no workspace "${visible(name)}" (from --as); there is ${names}`);
}

async function explain(
  product: Product,
  transcript: string,
  workspace: string | undefined,
): Promise<ExplainedTranscript> {
  const stat = product.files.stat(transcript);
  const conversation = await openConversation(product, { transcript, clients: CLIENTS });
  if (stat === undefined || conversation === undefined) {
    throw new InputError(`cannot explain "${visible(transcript)}": no such file; check the path`);
  }
  try {
    const { client, handle, sample } = conversation;
    if (client === undefined) {
      const known = CLIENTS.map(({ name }) => name).join(", ");
      throw new InputError(
        `cannot explain "${
          visible(transcript)
        }": it is no transcript of ${known} (its first lines are no records of theirs)`,
      );
    }
    const asker = workspace === undefined ? { kind: "hook" } as const : { kind: "person", workspace } as const;
    return await explainTranscript(product, { transcript, client, handle, sample, mtime: stat.mtime, asker });
  } finally {
    conversation.close();
  }
}

/** The words of the text form, for programs that show them. */
function withSentences(explained: ExplainedTranscript): unknown {
  return {
    ...explained,
    sessions: explained.sessions.map((session) => ({
      ...session,
      verdict: { ...session.verdict, sentence: decisionSentence(session) },
      directories: session.directories.map((directory) => ({
        ...directory,
        sentence: directorySentence(directory, session.workspace),
      })),
    })),
  };
}
