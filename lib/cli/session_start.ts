/**
 * The hook that answers: what helps a session that begins, goes on, was cleared or compacted. Loaded for that event only.
 *
 * @module
 */
import { type ContextLearnings, contextLearnings, type ContextLine } from "../import/context_learnings.ts";
import type { Product } from "../import/product.ts";
import type { ReadableSession } from "../import/readable_sessions.ts";
import { standingExchanges } from "../import/standing_rows.ts";
import { tellOnce } from "../import/told_context.ts";
import { readTranscriptState } from "../import/transcript_state.ts";
import { frameContext } from "../learnings/context_frame.ts";
import { exchangeSpan } from "../record/exchange_span.ts";
import type { ClientModule, HookCall, Json, LearningKind, RecordedDirectory } from "../types.ts";
import { dayOf } from "./moment.ts";

/** What the hook prints, and what its heartbeat says. */
export interface SessionStart {
  /** For standard output; empty for nothing. */
  readonly output: string;
  readonly reason: string;
}

/** Finds what helps and puts it as the client reads it. */
export async function startSession(product: Product, client: ClientModule, call: HookCall): Promise<SessionStart> {
  const quiet = (reason: string): SessionStart => ({ output: "", reason });
  if (client.contextOutput === undefined) return quiet("no-work");
  if (!product.config.context) return quiet("context-off");
  const learnings = await contextLearnings(product, directoriesOf(product, call));
  if (learnings === undefined) return quiet("not-learned");
  const lines = linesOf(product, learnings);
  const { sessionId } = call;
  const told = await tellOnce(product.files, product.homes.state, {
    session: { client: client.name, sessionId },
    lines,
    tell: frameContext,
  });
  return told === undefined ? quiet("nothing-new") : { output: client.contextOutput(told.text), reason: "told" };
}

/** The session's directory now, behind those that earlier runs found in its transcript: all of them have to agree. */
function directoriesOf({ files, homes }: Product, call: HookCall): readonly RecordedDirectory[] {
  const now: readonly RecordedDirectory[] = call.cwd === null ? [] : [{ path: call.cwd, source: "record" }];
  const state = call.transcript === null ? undefined : readTranscriptState(files, homes.state, call.transcript);
  const known = state?.survey.sessions.find(({ id }) => id === call.sessionId);
  return [...now, ...known?.directories ?? []];
}

const KINDS: Readonly<Record<LearningKind, string>> = {
  preferences: "preference",
  mistakes: "mistake to avoid",
  open_loops: "left open",
  facts: "fact",
  skill_candidates: "procedure",
};

function linesOf(product: Product, learnings: ContextLearnings): readonly string[] {
  const { sessions, otherLoops } = learnings;
  const lines = learnings.lines.map(lineOf);
  if (otherLoops > 0) {
    lines.push(`- ${otherLoops} other open ${otherLoops === 1 ? "item" : "items"}: "imprint-hook list" shows them`);
  }
  const last = sessions.findLast((session) => isOwn(product, session));
  const digest = last === undefined ? undefined : digestLine(product, last);
  return [...new Set(digest === undefined ? lines : [...lines, digest])];
}

function lineOf({ kind, at, words }: ContextLine): string {
  const day = /^\d{4}-\d{2}-\d{2}T/.test(at) ? dayOf(at) : "undated";
  return `- ${day} ${KINDS[kind]}: "${words}"`;
}

/** `meta.json` has no seal: it counts when this installation remembers the transcript that it was made of. */
function isOwn({ files, homes }: Product, { workDir, meta }: ReadableSession): boolean {
  const transcript = meta.transcripts.at(-1);
  const state = transcript === undefined ? undefined : readTranscriptState(files, homes.state, transcript);
  return state?.sessions[meta.sessionId]?.places.some((place) => place.workDir === workDir) === true;
}

function digestLine(product: Product, session: ReadableSession): string | undefined {
  const { questions, last } = figuresOf(product, session);
  if (typeof questions !== "number" || !Number.isSafeInteger(questions) || questions < 1) return undefined;
  if (typeof last !== "string" || Number.isNaN(Date.parse(last))) return undefined;
  return `- last session: ${dayOf(new Date(last).toISOString())}, ${questions} ${
    questions === 1 ? "question" : "questions"
  }`;
}

/**
 * What was read from several files counts once: the runs counted what they met in each. What was forgotten counts no more,
 * which no run counted.
 */
function figuresOf(
  product: Product,
  session: ReadableSession,
): { readonly questions: Json | undefined; readonly last: Json | undefined } {
  const { transcripts, digest, forgotten = [] } = session.meta;
  const noted = { questions: field(digest, "questions"), last: field(digest, "last") };
  if (forgotten.length === 0 && (transcripts.length < 2 || noted.questions === undefined)) return noted;
  const exchanges = standingExchanges(product, session).filter(({ question }) => question !== null);
  // Where only learnings are kept, the runs alone know.
  if (exchanges.length === 0) return forgotten.length === 0 || product.config.store === "learnings" ? noted : NOTHING;
  return { questions: exchanges.length, last: exchangeSpan(exchanges).last ?? noted.last };
}

const NOTHING = { questions: undefined, last: undefined };

function field(digest: Json, name: string): Json | undefined {
  if (typeof digest !== "object" || digest === null || Array.isArray(digest)) return undefined;
  return (digest as Readonly<Record<string, Json>>)[name];
}
