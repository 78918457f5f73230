/**
 * Why a conversation was or would be learned, or not: the steps of an import up to the verdict, with everything that
 * they looked at. Nothing is written.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import { decide, type DirectoryFacts, isLearned, type PlacedDirectory, type Verdict } from "../ownership/mod.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { projectPathOf as renderPlace } from "../paths/render.ts";
import { sessionPlace } from "../record/layout.ts";
import { type SessionSurvey, type Survey, surveyTranscript } from "../transcript/survey.ts";
import type { ClientModule, ClientName } from "../types.ts";
import { type ExplainedMessages, explainMessages } from "./explain_messages.ts";
import { type Asker, chosenWorkDir, type Judged, projectDirectory } from "./judge.ts";
import { gatherSession } from "./gather_session.ts";
import { judgeSession } from "./judge_session.ts";
import { type DirectoryPlace, locateDirectories } from "./locate_directories.ts";
import { pausesFor } from "./pauses.ts";
import type { Product } from "./product.ts";
import type { SessionImport } from "./session_import.ts";
import { isForgottenSession } from "./standing_rows.ts";
import { holderOf } from "./stored_copies.ts";
import { readTranscriptState, type SessionState } from "./transcript_state.ts";

/** A place as it is shown: rendered in its own environment, or why there is none. */
export type ShownPlace =
  | { readonly kind: Identity["kind"]; readonly path: string }
  | { readonly kind: "unknown"; readonly reason: string };

/** One recorded directory with everything that was found out about it. */
export interface ExplainedDirectory extends PlacedDirectory {
  /** Where in the transcript; null when another file recorded it. */
  readonly recordedAt: DirectoryPlace | null;
  readonly identity: ShownPlace;
  /** After all links are followed; null when it does not exist or cannot be looked at. */
  readonly real: ShownPlace | null;
  readonly disk: DirectoryFacts["disk"];
  /** Main trees of git worktrees and other places that count, or may refuse. */
  readonly also: readonly { readonly via: string; readonly place: ShownPlace }[];
}

/** Why the workspace of the verdict was asked. */
export type LearnerReason = "named" | "roots" | "several-workspaces" | "active" | "holder";

/** A copy of the session that is stored now. */
export interface ExplainedCopy {
  readonly workspace: string;
  readonly directory: string;
  /** Verdict that it was stored under, or for which its texts were taken out. */
  readonly verdict: string;
  readonly removed: boolean;
  /** It was forgotten whole: nothing of it is shown, and nothing is added. */
  readonly forgotten: boolean;
}

/** One session of a transcript. */
export interface ExplainedSession extends Omit<ExplainedMessages, "files"> {
  readonly sessionId: string;
  readonly workspace: string;
  readonly learner: LearnerReason;
  readonly verdict: Verdict;
  readonly flags: Judged["facts"]["flags"];
  readonly directories: readonly ExplainedDirectory[];
  readonly projectPath: string;
  /** Where its files would go; null when it is not learned. */
  readonly target: {
    readonly workDir: string;
    readonly because: ReturnType<typeof chosenWorkDir>["because"] | "stored";
    readonly directory: string;
  } | null;
  readonly stored: readonly ExplainedCopy[];
  /** The other workspace that `learn` leaves it to: it learned it first, and nobody claims it. */
  readonly keptBy: string | null;
  /** Files of tool records below other workspaces' roots: how many for each. */
  readonly touched: Verdict["files"];
}

/** A whole transcript. */
export interface ExplainedTranscript {
  readonly schema: 1;
  readonly client: ClientName;
  readonly transcript: string;
  /** A file that holds no conversation of the user: nothing of it is ever learned. */
  readonly subagent: boolean;
  readonly sessions: readonly ExplainedSession[];
  /** Sessions beyond the most that one file may hold. */
  readonly moreSessions: number;
}

/** What is explained. */
export interface ExplainOptions {
  readonly transcript: string;
  readonly client: ClientModule;
  /** The whole conversation, decoded. */
  readonly handle: ReadHandle;
  /** First records of the file. */
  readonly sample: () => readonly unknown[];
  readonly mtime: number;
  readonly asker: Asker;
}

/** What every session of a transcript is explained with. */
interface Reading extends ExplainOptions {
  readonly survey: Survey;
  readonly locate: ReturnType<typeof locateDirectories>;
}

/**
 * Explains every session of an open transcript.
 *
 * @param product `files` is only read
 */
export async function explainTranscript(product: Product, options: ExplainOptions): Promise<ExplainedTranscript> {
  const { transcript, client, handle, sample } = options;
  const base = { schema: 1, client: client.name, transcript } as const;
  if (client.isSubagentFile(transcript, sample)) return { ...base, subagent: true, sessions: [], moreSessions: 0 };
  const session = client.sessionOf?.(transcript, sample);
  const survey = surveyTranscript(handle, client, {
    name: transcript,
    ...(session === undefined ? {} : { session }),
  });
  const reading: Reading = { ...options, survey, locate: locateDirectories(handle, client) };
  const known = readTranscriptState(product.files, product.homes.state, transcript)?.sessions ?? {};
  const sessions: ExplainedSession[] = [];
  for (const session of survey.sessions) {
    sessions.push(await explainSession(product, reading, { session, known: known[session.id] }));
  }
  return { ...base, subagent: false, sessions, moreSessions: survey.moreSessions };
}

async function explainSession(
  product: Product,
  reading: Reading,
  { session, known }: { readonly session: SessionSurvey; readonly known: SessionState | undefined },
): Promise<ExplainedSession> {
  const { transcript, client, handle, asker, survey, locate } = reading;
  const options = { transcript, clients: [client], asker, namedByPerson: false, dryRun: true, final: true };
  // What earlier runs read of the records is left aside: everything is read anyway.
  const at: SessionImport = { ...reading, options, session, known: undefined, surveyedBefore: 0, unchanged: false };
  const { directories: recorded, projectPath, copies, flags, touched: claimed } = await gatherSession(
    product,
    at,
    known,
  );
  const own = judgeSession(product, at, { directories: recorded, flags, touched: claimed });
  const holder = holderOf(product, own, copies);
  // As an import does it: a hook goes on for that one.
  const judged = holder === undefined || asker.kind !== "hook"
    ? own
    : judgeSession(product, at, { directories: recorded, flags, touched: claimed, workspace: holder });
  const { verdict, facts } = judged;
  const { files, ...read } = explainMessages(handle, client, {
    sessionId: session.id,
    alone: survey.sessions.length === 1,
    redactor: product.redactor,
    pauses: pausesFor(product, facts.directories),
  });
  const touched = files.map((path) => product.facts.file(path, product.environment));
  return {
    ...read,
    sessionId: session.id,
    workspace: verdict.workspace,
    learner: judged === own ? learnerReason(judged, asker) : "holder",
    verdict,
    flags: facts.flags,
    directories: verdict.cwds.map((placed, index) => {
      const place = recorded[index];
      return {
        ...placed,
        recordedAt: place === undefined ? null : locate(session.id, place) ?? null,
        ...shownFacts(product, facts.directories[index]),
      };
    }),
    projectPath,
    target: isLearned(verdict.kind) && (holder === undefined || judged !== own)
      ? targetOf(product, judged, { reading, session, known, projectPath })
      : null,
    stored: copies.map(({ place, meta }) => ({
      workspace: meta.workspace,
      directory: place.directory,
      verdict: meta.tombstone?.reason ?? meta.verdict.kind,
      removed: meta.tombstone !== undefined,
      forgotten: isForgottenSession(product, meta),
    })),
    keptBy: holder ?? null,
    touched: decide({ ...facts, files: touched }, product.world, judged.learner).files,
  };
}

function learnerReason({ learner, verdict }: Judged, asker: Asker): LearnerReason {
  if (asker.kind === "person" && asker.workspace !== undefined) return "named";
  if (learner.severalWorkspaces) return "several-workspaces";
  return verdict.cwds.some(({ place }) => place === "inside") ? "roots" : "active";
}

function shownFacts(
  product: Product,
  facts: DirectoryFacts | undefined,
): Pick<ExplainedDirectory, "identity" | "real" | "disk" | "also"> {
  if (facts === undefined) {
    return { identity: { kind: "unknown", reason: "empty-or-nul" }, real: null, disk: "unseen", also: [] };
  }
  const show = (place: Identity | Unplaceable): ShownPlace => shown(product, place, facts);
  return {
    identity: show(facts.lexical),
    real: facts.real === null ? null : show(facts.real),
    disk: facts.disk,
    also: [...facts.links, ...facts.hints].map(({ kind, at }) => ({ via: kind, place: show(at.real ?? at.lexical) })),
  };
}

function shown(product: Product, place: Identity | Unplaceable, { recorded, environment }: DirectoryFacts): ShownPlace {
  if (place.kind === "unknown") return place;
  const mounts = product.facts.machine.paths.mounts ?? [];
  return { kind: place.kind, path: renderPlace({ text: recorded, place, environment }, mounts) };
}

/** As an import places it: where this workspace stored it first, else where the rule says. */
function targetOf(
  product: Product,
  judged: Judged,
  { reading, session, known, projectPath }: {
    readonly reading: Reading;
    readonly session: SessionSurvey;
    readonly known: SessionState | undefined;
    readonly projectPath: string;
  },
): ExplainedSession["target"] {
  const { workspace } = judged.verdict;
  const stored = known?.places.find((place) => place.workspace === workspace)?.workDir;
  const chosen = stored === undefined
    ? chosenWorkDir(product, judged, { project: projectDirectory(judged.facts), given: undefined })
    : { dir: stored, because: "stored" } as const;
  const { directory } = sessionPlace({
    workDir: chosen.dir,
    folder: reading.client.folder,
    projectPath,
    sessionId: session.id,
  });
  return { workDir: chosen.dir, because: chosen.because, directory };
}
