/**
 * `imprint-hook import FILE`: what `export` wrote, here or on another machine, into the store.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError } from "../errors.ts";
import { type ImportedSession, importSession, type StreamSession } from "../import/import_session.ts";
import type { Product } from "../import/product.ts";
import { dropSearchIndexes } from "../import/search_index.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import {
  type LearningLine,
  type MessageLine,
  parseStreamLine,
  type SessionLine,
  type StateLine,
  type StreamLine,
} from "../import/stream_lines.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { wholeLines } from "../jsonl/whole_lines.ts";
import { findWorkspace } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { absolutePath, namedWorkspace, setUp } from "./setup.ts";

interface Totals {
  sessions: number;
  /** In a dry run: those of them that are here already. */
  known: number;
  messages: number;
  learnings: number;
  foreign: number;
  forgotten: number;
  readonly skipped: Record<string, number>;
  readonly bad: number;
}

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const dryRun = args.flag("dry-run");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  const typed = args.operands[0] ?? "";
  const { sessions, bad } = readStream(product, typed);
  const named = namedWorkspace(product, args.value("workspace"));
  const workspaces = sessions.map(({ session }) => named ?? knownWorkspace(product, session));
  const stored = storedSessions(product);
  const totals: Totals = {
    sessions: 0,
    known: 0,
    messages: 0,
    learnings: 0,
    foreign: 0,
    forgotten: 0,
    skipped: {},
    bad,
  };
  for (const [at, one] of sessions.entries()) {
    const { client, sessionId } = one.session;
    const done = await importSession(product, one, {
      workspace: workspaces[at] ?? "",
      folder: CLIENTS.find(({ name }) => name === client)?.folder ?? "claude",
      stored: stored.filter(({ meta }) => meta.client === client && meta.sessionId === sessionId),
      dryRun,
    });
    count(totals, done);
  }
  if (!dryRun) dropSearchIndexes(product);
  const told = args.flag("json")
    ? JSON.stringify({ schema: 1, dryRun, ...totals, known: dryRun ? totals.known : undefined })
    : text(totals, dryRun);
  writeText("stdout", `${told}\n`);
  return totals.skipped["lock-busy"] === undefined ? EXIT.done : EXIT.failed;
}

/** The conversations of a file, each with its lines. */
function readStream(
  { files }: Product,
  typed: string,
): { readonly sessions: readonly StreamSession[]; readonly bad: number } {
  const handle = files.stat(absolutePath(typed))?.isFile === true ? files.open(absolutePath(typed)) : undefined;
  if (handle === undefined) throw new InputError(`cannot import "${visible(typed)}": no such file; check the path`);
  const found = new Map<string, {
    session: SessionLine;
    exchanges: (MessageLine | StateLine)[];
    learnings: LearningLine[];
  }>();
  let bad = 0;
  try {
    for (const { text, oversized } of wholeLines(handle)) {
      const line = oversized ? undefined : parseStreamLine(text);
      if (line === undefined || !take(found, line)) bad++;
    }
  } finally {
    handle.close();
  }
  if (found.size === 0 && bad > 0) {
    throw new InputError(
      `cannot import "${visible(typed)}": none of its ${counted(bad, "line")} is one of "imprint-hook export"; ` +
        "name a file that it wrote",
    );
  }
  return { sessions: [...found.values()], bad };
}

/** @returns false for a line of a conversation that no line before it introduced */
function take(
  found: Map<string, { session: SessionLine; exchanges: (MessageLine | StateLine)[]; learnings: LearningLine[] }>,
  line: StreamLine,
): boolean {
  const id = JSON.stringify([line.workspace, line.client, line.sessionId, line.projectPath]);
  const known = found.get(id);
  if (line.type === "session") {
    if (known === undefined) found.set(id, { session: line, exchanges: [], learnings: [] });
  } else if (line.type === "learning") known?.learnings.push(line);
  else known?.exchanges.push(line);
  return known !== undefined || line.type === "session";
}

/** The workspace that a conversation was exported from: nothing may slip into another one unasked. */
function knownWorkspace({ config }: Product, { workspace }: SessionLine): string {
  if (findWorkspace(config, workspace) !== undefined) return workspace;
  throw new InputError(
    `cannot import: the file is of workspace "${visible(workspace)}", which is not here; ` +
      `"imprint-hook workspace add" makes it, or --workspace NAME says which one gets it`,
  );
}

function count(totals: Totals, { skipped, known, messages, learnings, foreign, forgotten }: ImportedSession): void {
  if (skipped === undefined) totals.sessions++;
  else totals.skipped[skipped] = (totals.skipped[skipped] ?? 0) + 1;
  if (known === true) totals.known++;
  totals.messages += messages;
  totals.learnings += learnings;
  totals.foreign += foreign;
  totals.forgotten += forgotten;
}

const REASONS: Readonly<Record<string, string>> = {
  forgotten: 'was forgotten ("imprint-hook unforget" takes that back)',
  tombstone: "was taken out here before",
  "other-workspace": "is another workspace's here",
  "later-version": "was stored here by a newer imprint-hook: update this one",
  "lock-busy": "lies where another run was busy: import again",
};

function text(
  { sessions, known, messages, learnings, foreign, forgotten, skipped, bad }: Totals,
  dryRun: boolean,
): string {
  const new_ = `${counted(messages, "message")} and ${counted(learnings, "learning")}`;
  return [
    dryRun
      ? `Would import at most ${new_} of ${counted(sessions, "conversation")}.`
      : `Imported ${new_} that were not here yet, of ${counted(sessions, "conversation")}.`,
    ...(known > 0
      ? [`Here already, so that only what is new is added: ${counted(known, "conversation")} of them.`]
      : []),
    ...(foreign > 0
      ? [`${counted(foreign, "learning")} of another installation: shown as foreign, never used as context.`]
      : []),
    ...(forgotten > 0 ? [`${forgotten} left out because they were forgotten.`] : []),
    ...Object.entries(skipped).map(([reason, many]) =>
      `Not imported: ${counted(many, "conversation")}: ${REASONS[reason] ?? `verdict ${reason}`}.`
    ),
    ...(bad > 0 ? [`${counted(bad, "line")} could not be read.`] : []),
  ].join("\n");
}
