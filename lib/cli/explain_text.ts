/**
 * What `explain` says to people.
 *
 * @module
 */
import type { ExplainedDirectory, ExplainedSession, ExplainedTranscript } from "../import/explain_transcript.ts";
import type { DirectoryPlace } from "../import/locate_directories.ts";
import type { DirectorySource } from "../types.ts";
import { minuteOf } from "./moment.ts";
import { placeSentence } from "./place_sentence.ts";
import { heading, type Layout, table } from "./screen.ts";
import { verdictSentence } from "./verdict_sentence.ts";
import { paragraph, wrappedPairs } from "./wrap.ts";

/** The whole explanation. */
export function explainText(explained: ExplainedTranscript, layout: Layout): string {
  const head = wrappedPairs([["transcript", explained.transcript], ["client", explained.client]], layout);
  if (explained.subagent) {
    const told = "A sub-agent's transcript: no user typed anything there, so it is never learned.";
    return `${head}\n\n${paragraph(told, layout)}`;
  }
  if (explained.sessions.length === 0) return `${head}\n\nThe file holds no conversation yet.`;
  const more = explained.moreSessions === 0
    ? []
    : [`${explained.moreSessions} further sessions of this file are not read.`];
  return [head, ...explained.sessions.map((session) => sessionText(session, layout)), ...more].join("\n\n");
}

function sessionText(session: ExplainedSession, layout: Layout): string {
  const parts = [
    heading(`Session ${session.sessionId}`, layout),
    wrappedPairs(decision(session), layout),
    heading("Directories", layout),
    session.directories.length === 0 ? "None is recorded." : directoriesText(session, layout),
    heading("Messages", layout),
    messagesText(session, layout),
  ];
  return parts.join("\n\n");
}

function decision(session: ExplainedSession): readonly (readonly [string, string])[] {
  const { workspace, target, keptBy } = session;
  const entries: (readonly [string, string])[] = [
    ["verdict", decisionSentence(session)],
    ["asked for", `workspace "${workspace}": ${LEARNER[session.learner]}`],
  ];
  if (keptBy !== null) {
    entries.push([
      "kept by",
      `workspace "${keptBy}": "learn" for another one leaves it there, a hook goes on for "${keptBy}"`,
    ]);
  }
  if (target !== null) entries.push(["files go to", target.directory], ["because", TARGET[target.because]]);
  for (const copy of session.stored) {
    entries.push([
      copy.removed ? "taken out" : "stored now",
      `${copy.directory} (workspace "${copy.workspace}", ${copy.verdict})`,
    ]);
    if (copy.forgotten) entries.push(["forgotten", FORGOTTEN]);
  }
  for (const { workspace: name, count } of session.touched) {
    entries.push(["touched", `${count} ${count === 1 ? "file" : "files"} below roots of workspace "${name}"`]);
  }
  return entries;
}

/** The verdict in words; what nobody claims does not belong to the asker when another workspace learned it first. */
export function decisionSentence({ verdict, workspace, keptBy }: ExplainedSession): string {
  if (keptBy === null || verdict.kind !== "unclaimed") return verdictSentence(verdict, workspace);
  return `unclaimed: no workspace has a root there, so the one that learned it first keeps it, "${keptBy}"`;
}

/** A directory that was recorded in several ways is shown once, where all else about it is the same. */
function directoriesText({ directories, workspace }: ExplainedSession, layout: Layout): string {
  const shown = new Map<string, { readonly recorded: string; readonly in: string[]; readonly rest: Entries }>();
  for (const directory of directories) {
    const rest = directoryEntries(directory, workspace);
    const { recorded } = directory;
    const key = JSON.stringify([recorded, rest]);
    const one = shown.get(key) ?? { recorded, in: [], rest };
    one.in.push(`${SOURCE[directory.source]}${lineWords(directory.recordedAt)}`);
    shown.set(key, one);
  }
  return [...shown.values()].map(({ recorded, in: places, rest }) =>
    wrappedPairs([["directory", recorded], ["recorded in", places.join("; ")], ...rest], layout)
  ).join("\n\n");
}

type Entries = readonly (readonly [string, string])[];

function directoryEntries(directory: ExplainedDirectory, workspace: string): Entries {
  const { identity, real } = directory;
  const entries: (readonly [string, string])[] = [
    ["identity", identity.kind === "unknown" ? `none (${identity.reason})` : `${identity.kind}: ${identity.path}`],
  ];
  if (real !== null && real.kind !== "unknown" && !(identity.kind !== "unknown" && identity.path === real.path)) {
    entries.push(["real path", `${real.kind}: ${real.path}`]);
  }
  if (directory.disk === "missing") entries.push(["on disk", "it does not exist any more"]);
  if (directory.disk === "unseen" && identity.kind !== "unknown") entries.push(["on disk", "it cannot be looked at"]);
  for (const { via, place } of directory.also) {
    entries.push(["leads to", `${place.kind === "unknown" ? place.reason : place.path} (${via})`]);
  }
  entries.push(["place", directorySentence(directory, workspace)]);
  return entries;
}

/** The sentence of the rule that decided about a directory. */
export function directorySentence(directory: ExplainedDirectory, workspace: string): string {
  const { reason, identity, real } = directory;
  const isItself = identity.kind !== "unknown" && real?.kind !== "unknown" && identity.path === real?.path;
  // A real path that is the recorded one needs no explanation.
  if (reason?.via !== "real-path" || !isItself) return placeSentence(directory, workspace);
  return placeSentence({ ...directory, reason: { ...reason, via: "path" } }, workspace);
}

function lineWords(place: DirectoryPlace | null): string {
  if (place === null) return "";
  return place.records === 1 ? `, line ${place.line}` : `, line ${place.line} first, ${place.records} records`;
}

function messagesText({ messages, records, unknownMarkers }: ExplainedSession, layout: Layout): string {
  const rows = messages.map((message) => [
    String(message.number),
    minuteOf(message.at),
    message.author,
    message.detail ?? "",
    message.paused === true ? "paused: not stored" : message.rule ?? "",
    message.text,
  ]);
  const notes = [`${records.read} records read, ${records.ignored} of them no part of the conversation`];
  const paused = messages.filter((message) => message.paused === true).length;
  if (paused > 0) notes.push(`${paused} messages said during a pause, which are never stored`);
  if (records.bad > 0) notes.push(`${records.bad} broken lines skipped`);
  if (records.oversized > 0) notes.push(`${records.oversized} lines too long`);
  const unknown = Object.entries(unknownMarkers).map(([name, count]) => `${name} (${count})`);
  if (unknown.length > 0) notes.push(`unknown markers, counted as the client's: ${unknown.join(", ")}`);
  const list = rows.length === 0 ? "None." : table(["no", "time", "author", "as", "rule", "text"], rows, layout);
  return `${list}\n\n${paragraph(`${notes.join("; ")}.`, layout)}`;
}

const FORGOTTEN = 'nothing of it is shown or added until "unforget" takes that back';

const LEARNER: Readonly<Record<ExplainedSession["learner"], string>> = {
  "named": "named with --as",
  "roots": "its roots hold recorded directories",
  "several-workspaces": "recorded directories lie in roots of different workspaces, so none may learn",
  "holder": "it learned the conversation first, and no workspace claims it",
  "active": "the active one, as no workspace's root holds a recorded directory",
};

const TARGET: Readonly<Record<NonNullable<ExplainedSession["target"]>["because"], string>> = {
  "stored": "this workspace stored it there before",
  "option": "--work-dir says so",
  "workspace": 'the workspace has a "workDir"',
  "root": "it is the deepest root of the workspace that holds the project",
  "only-root": "no directory is recorded, and it is the workspace's only root",
  "marker": "it is the nearest directory upwards with .umwelten or .git",
  "main-tree": "the project is a linked git worktree, and it is its main tree",
  "project": "it is where the conversation began, and no directory upwards has .umwelten or .git",
  "place-data": 'the workspace says "place": "data"',
  "no-project": "no directory is recorded",
  "gone": "the project's directory is gone",
  "not-writable": "the project's directory cannot be written",
  "home": "the project's directory is the home directory",
  "file-system-root": "the project's directory is the root of a file system",
  "temporary": "the project lies in a temporary directory without a repository",
  client: "a coding agent keeps its own things there",
  "not-private": "the project's .umwelten may be somebody else's",
};

const SOURCE: Readonly<Record<DirectorySource, string>> = {
  "record": "records (cwd)",
  "payload": "the hook's payload",
  "environment": "records about the environment",
  "relocated": "a record that the session moved",
  "worktree-state": "records about a worktree",
  "origin-session": "the session that rows were copied from",
  "parent-session": "the session that this one goes on from, or another file of it",
  "turn-context": "records about turns",
  "workspace-root": "records about workspace roots",
  "store": "the client's store",
  "damaged": "a broken line, or a damaged record: it may refuse, and proves nothing else",
};
