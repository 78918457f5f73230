/**
 * The order of the steps of an import: open, survey, judge, take back what no longer may be there, then write. It takes
 * ports and touches nothing by itself; nothing is written before the verdict (design sections 4 and 5).
 *
 * @module
 */
import { chosenWorkDir, type Judged } from "./import/judge.ts";
import { gatherSession } from "./import/gather_session.ts";
import { holdingFile } from "./import/held_transcript.ts";
import { judgeSession } from "./import/judge_session.ts";
import { type KnownConversation, openConversation } from "./import/open_conversation.ts";
import type { Product } from "./import/product.ts";
import { reportOf } from "./import/report_of.ts";
import type { ImportOptions, OpenTranscript, SessionImport } from "./import/session_import.ts";
import { holderOf, placesAway, takeBack, takesBack, workDirsAround } from "./import/stored_copies.ts";
import { startSkimming } from "./import/start_skimming.ts";
import { keepWorktrees, storeSession } from "./import/store_session.ts";
import {
  nothingToLearn,
  type SessionState,
  type TranscriptState,
  writeTranscriptState,
} from "./import/transcript_state.ts";
import { isOver, OutOfTime } from "./import/time_limit.ts";
import type { withholdCopies } from "./import/withhold_copies.ts";
import { emptyReport, type ImportReport } from "./import_report.ts";
import { type DirectoryFacts, isLearned, type VerdictKind } from "./ownership/mod.ts";
import { keepPayload, keepRefusal } from "./record/kept_data.ts";
import { takeCursor } from "./transcript/cursor.ts";
import { type Survey, surveyTranscript } from "./transcript/survey.ts";
import type { ClientModule, RecordedDirectory } from "./types.ts";

/**
 * Imports one transcript.
 *
 * @returns what was done; expected outcomes are values, never errors
 */
export async function importTranscript(product: Product, options: ImportOptions): Promise<ImportReport> {
  const { files } = product;
  const { transcript, dryRun } = options;
  const stat = files.stat(transcript);
  const conversation = stat?.isFile ? await openConversation(product, options) : undefined;
  if (stat === undefined || conversation === undefined) {
    return emptyReport({ transcript, outcome: "skipped", reason: "missing", dryRun });
  }
  try {
    const { client, handle } = conversation;
    if (client === undefined) {
      const reason = handle.size === 0 ? "empty" : "not-recognised";
      return emptyReport({ transcript, outcome: "skipped", reason, dryRun });
    }
    return await importOpen(product, { ...conversation, options, client, mtime: stat.mtime, size: stat.size });
  } finally {
    conversation.close();
  }
}

/** A conversation that is open, with the size of the file that was named. */
type OpenImport = OpenTranscript & KnownConversation & { readonly size: number };

async function importOpen(product: Product, open: OpenImport): Promise<ImportReport> {
  const { options, handle, mtime, client, valid, sample } = open;
  const { transcript, dryRun } = options;
  if (client.isSubagentFile(transcript, sample)) return skipSubagent(product, open);
  const known = valid === undefined ? 0 : valid.survey.sessions.length;
  const session = known === 0 ? client.sessionOf?.(transcript, sample) : undefined;
  const survey = surveyTranscript(handle, client, {
    name: transcript,
    ...(session === undefined ? {} : { session }),
    ...(valid === undefined ? {} : { from: valid.surveyed.offset, known: valid.survey }),
    ...isOver(options.limit),
  });
  const surveyed = takeCursor(handle, { offset: survey.end, mtime });
  const sessions: Record<string, SessionState> = { ...valid?.sessions };
  const reports: ImportReport[] = [];
  const unchanged = isUnchanged(open);
  let done = true;
  let waits = false;
  const leaveRest = (): ImportReport => {
    if (!dryRun) leaveUnfinished(product, { client: client.name, transcript, surveyed, survey, sessions });
    return { ...emptyReport({ transcript, outcome: "skipped", reason: "unfinished", dryRun }), client: client.name };
  };
  if (survey.partial === true) return leaveRest();
  const skimming = await startSkimming(client, handle.size - (valid?.surveyed.offset ?? 0));
  for (const session of survey.sessions) {
    try {
      const { report, state, complete, isAway } = await importSession(product, {
        options,
        handle,
        mtime,
        client,
        survey,
        session,
        known: valid?.sessions[session.id],
        surveyedBefore: valid?.surveyed.offset ?? 0,
        unchanged,
        ...(skimming === undefined ? {} : { skimming }),
      });
      reports.push(report);
      sessions[session.id] = state;
      done &&= complete;
      waits ||= isAway === true;
    } catch (error) {
      if (error instanceof OutOfTime) return leaveRest();
      throw error;
    }
  }
  if (!dryRun) {
    const state: TranscriptState = {
      schema: 1,
      client: client.name,
      transcript,
      // The file's own size: what was read may be decoded, or more than one file.
      done: !done
        ? null
        : waits
        ? valid?.done ?? null
        : { size: open.size, mtime, final: options.final || (unchanged && valid?.done?.final === true) },
      surveyed,
      survey,
      sessions,
    };
    writeTranscriptState(product.files, product.homes.state, state);
  }
  return joined(reports, survey, { client, transcript, dryRun });
}

function isUnchanged({ valid, size, mtime }: OpenImport): boolean {
  return valid?.done?.size === size && valid.done.mtime === mtime;
}

/**
 * The time was over before there was a verdict on every session: how far the survey came is remembered, and that nobody
 * has asked the reader yet what it met.
 */
function leaveUnfinished(
  { files, homes }: Product,
  state: Pick<TranscriptState, "client" | "transcript" | "surveyed" | "survey" | "sessions">,
): void {
  const sessions = Object.entries(state.sessions).map(([id, { touched: _, ...session }]) => [id, session] as const);
  writeTranscriptState(files, homes.state, {
    schema: 1,
    ...state,
    done: null,
    survey: { ...state.survey, partial: true },
    // What was looked for in files that tools named is looked for again, from the start.
    sessions: Object.fromEntries(sessions),
  });
}

/** Nothing of a sub-agent's file is learned; it is remembered, so that no sweep opens it again. */
function skipSubagent({ files, homes }: Product, open: OpenImport): ImportReport {
  const { options: { transcript, dryRun }, handle, mtime, client, size } = open;
  if (!dryRun) {
    const nothing = nothingToLearn({ client: client.name, transcript, size, mtime }, handle);
    writeTranscriptState(files, homes.state, nothing);
  }
  return { ...emptyReport({ transcript, outcome: "skipped", reason: "sub-agent", dryRun }), client: client.name };
}

/** The session that the file is named after comes first, else the first one in it. */
function joined(
  reports: readonly ImportReport[],
  survey: Survey,
  { client, transcript, dryRun }: {
    readonly client: ClientModule;
    readonly transcript: string;
    readonly dryRun: boolean;
  },
): ImportReport {
  const main = reports.find(({ sessionId }) => sessionId !== null && transcript.includes(sessionId)) ?? reports[0];
  if (main === undefined) {
    return { ...emptyReport({ transcript, outcome: "skipped", reason: "empty", dryRun }), client: client.name };
  }
  const others = reports.filter((report) => report !== main);
  const warnings = survey.moreSessions > 0
    ? [...main.warnings, `${survey.moreSessions} further sessions in this file were not read`]
    : main.warnings;
  return { ...main, warnings, ...(others.length === 0 ? {} : { otherSessions: others }) };
}

interface SessionResult {
  readonly report: ImportReport;
  readonly state: SessionState;
  /** False: something is left to do even if the file does not change. */
  readonly complete: boolean;
  /** True: what is stored lies on a disk that is away, and there is nothing to add. */
  readonly isAway?: boolean;
}

async function importSession(product: Product, at: SessionImport): Promise<SessionResult> {
  const { options } = at;
  const gathered = await gatherSession(product, at, at.known);
  const { directories, origins, project, projectPath, copies, others, otherKeys, flags, touched } = gathered;
  const own = judgeSession(product, at, { directories, flags, touched });
  const holder = holderOf(product, own, copies);
  // An unclaimed conversation stays with the workspace that learned it first: a hook goes on for that one.
  const judged = holder === undefined || options.asker.kind !== "hook"
    ? own
    : judgeSession(product, at, { directories, flags, touched, workspace: holder });
  const taken = await takeBack(product, { at, judged, directories, copies, others });
  await importAgain(product, options, taken.readAgain);
  const placesBefore = [...taken.places, ...placesAway(product, at.known, copies)];
  const verdicts = {
    ...at.known?.verdicts,
    [judged.verdict.workspace]: { kind: judged.verdict.kind, config: product.configHash },
  };
  const payloadPaths = directories.filter(({ source }) => source === "payload").map(({ path }) => path);
  const base = {
    flags,
    projectPath,
    verdicts,
    payloadPaths,
    ...(Object.keys(origins).length === 0 ? {} : { origins }),
    ...(touched === undefined ? {} : { touched }),
    ...(otherKeys.length === 0 ? {} : { otherKeys }),
  };
  const chosen = () => chosenWorkDir(product, judged, { project, given: options.workDir });
  const workDirNow = (): string => chosen().dir;
  if (!isLearned(judged.verdict.kind)) {
    if (!options.dryRun) keepRefused(product, at, { directories, kind: judged.verdict.kind });
    const withheld = judged.verdict.kind !== "opted-out" || options.dryRun || await withhold(product, at, {
      workDirs: [
        ...taken.places.map(({ workDir }) => workDir),
        workDirNow(),
        ...workDirsAround(product, judged.facts.directories, at.client.folder),
      ],
      projectPath,
    });
    const report = reportOf(at, judged, { removed: taken.removed, warnings: taken.warnings });
    return { report, state: { ...base, places: placesBefore }, complete: taken.complete && withheld };
  }
  if (holder !== undefined && judged === own) {
    const warning = `workspace "${holder}" has learned this session, which no workspace claims; it stays there`;
    const report = reportOf(at, judged, { removed: taken.removed, warnings: [...taken.warnings, warning] });
    return {
      report: { ...report, outcome: "skipped", reason: "learned-elsewhere" },
      state: { ...base, places: placesBefore },
      complete: taken.complete,
    };
  }
  const kept = placeOf(taken.places, judged, options);
  const { workspace } = judged.verdict;
  const waits = kept === undefined && at.unchanged && options.relearn !== true && options.workDir === undefined &&
    placesBefore.some((place) => place.workspace === workspace);
  if (waits) {
    const report = reportOf(at, judged, { removed: taken.removed, warnings: taken.warnings });
    return { report, state: { ...base, places: placesBefore }, complete: taken.complete, isAway: true };
  }
  const profile = kept === undefined ? await profileFor(product, { project, options, chosen }) : undefined;
  if (profile !== undefined) {
    const report = reportOf(at, judged, { removed: taken.removed, warnings: taken.warnings });
    return {
      report: { ...report, outcome: "skipped", reason: "other-side", profile },
      state: { ...base, places: placesBefore },
      complete: taken.complete,
    };
  }
  const workDir = kept ?? workDirNow();
  const stored = await storeSession(product, { at, judged, directories, projectPath, workDir, copies });
  const place = { workspace, workDir: stored.workDir };
  const places = stored.complete && !options.dryRun
    ? [...placesBefore.filter((other) => other.workDir !== place.workDir), place]
    : placesBefore;
  if (stored.optedOut) {
    // The survey did not see it: what was stored before goes the way of an opt-out that it saw.
    return await importSession(product, { ...at, known: { ...base, places, flags: { ...flags, optedOut: true } } });
  }
  return {
    report: { ...stored.report, removed: taken.removed, warnings: [...taken.warnings, ...stored.report.warnings] },
    state: { ...base, places },
    complete: stored.complete && taken.complete,
  };
}

/** Few conversations opt out: what takes their copies back is loaded for them alone. */
async function withhold(...given: Parameters<typeof withholdCopies>): Promise<boolean> {
  const { withholdCopies } = await import("./import/withhold_copies.ts");
  return await withholdCopies(...given);
}

/** Name of the profile whose other side stores the conversation: the project lies on its disk. */
async function profileFor(
  { profiles, facts }: Product,
  { project, options, chosen }: {
    readonly project: DirectoryFacts | null;
    readonly options: ImportOptions;
    readonly chosen: () => ReturnType<typeof chosenWorkDir>;
  },
): Promise<string | undefined> {
  const place = project?.real ?? project?.lexical;
  if (profiles.length === 0 || place === undefined || place.kind === "unknown") return undefined;
  if (options.workDir !== undefined) return undefined;
  const { otherSide } = await import("./bridge/other_side.ts");
  const { dir, because } = chosen();
  const identity = because === "gone" ? undefined : facts.view.identify(dir);
  const workDir = identity === undefined || identity.kind === "unknown" ? null : identity;
  return otherSide(facts.machine.environment, profiles, { place, workDir })?.name;
}

/**
 * Keeps what a session that is not learned has no `meta.json` for, as the state may get lost: what only payloads named,
 * which worktrees belong to which main tree, which nobody can tell when they are gone, and that its own transcript refuses
 * it.
 */
function keepRefused(
  product: Product,
  { client, session, options: { transcript } }: SessionImport,
  { directories, kind }: { readonly directories: readonly RecordedDirectory[]; readonly kind: VerdictKind },
): void {
  const { files, homes } = product;
  const sessionOfClient = { client: client.name, sessionId: session.id };
  if (takesBack(kind) && files.stat(holdingFile(transcript))?.isFile !== true) {
    keepRefusal(files, homes.data, sessionOfClient);
  }
  const elsewhere = new Set(directories.filter(({ source }) => source !== "payload").map(({ path }) => path));
  for (const { source, path: dir } of directories) {
    if (source !== "payload" || elsewhere.has(dir)) continue;
    keepPayload(files, homes.data, { ...sessionOfClient, dir });
  }
  keepWorktrees(product);
}

/** A session stays where this workspace stored it first, unless a person names another place. */
function placeOf(
  places: SessionState["places"],
  judged: Judged,
  options: ImportOptions,
): string | undefined {
  if (options.workDir !== undefined) return undefined;
  return places.find(({ workspace }) => workspace === judged.verdict.workspace)?.workDir;
}

/** Sessions that had left messages to one that was taken back get theirs again, from their own transcripts. */
async function importAgain(product: Product, options: ImportOptions, transcripts: readonly string[]): Promise<void> {
  const visited = new Set([...(options.visited ?? []), options.transcript]);
  for (const transcript of transcripts) {
    if (visited.has(transcript)) continue;
    visited.add(transcript);
    const { payload: _, workDir: __, otherFiles: ___, ...rest } = options;
    await importTranscript(product, { ...rest, transcript, visited });
  }
}
