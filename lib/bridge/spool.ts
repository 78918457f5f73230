/**
 * Calls that wait for the other side: kept data, one file a call, in the order in which they came. A call is put here before it
 * is made and taken out when it was answered, so that a run that is killed loses none. A call holds no text of the
 * conversation, only where its transcript lies. Bounded; what falls out is counted, and `learn` finds it all the same.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "../record/layout.ts";
import { type BridgeCall, readCall } from "./envelope.ts";

/** Most calls that wait for one profile. */
export const MOST_SPOOLED = 500;
/** Milliseconds after which a call is too old: the client's own store has forgotten the transcript by then. */
export const SPOOL_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

/** A call that waits. */
export interface SpooledCall {
  readonly path: string;
  readonly call: BridgeCall;
}

/** What fell out of a spool. */
export interface SpoolLoss {
  readonly count: number;
  /** ISO time of the last one. */
  readonly last: string;
}

type SpoolFiles = Pick<Files, "list" | "readText" | "makeDirectory" | "create" | "remove" | "replace">;

/** Where the calls of a profile wait. */
export function spoolDirectory(data: string, profile: string): string {
  return under(data, "spool", profile);
}

/**
 * Puts a call in. Older calls of the same session go, as the new one reads the same transcript further.
 *
 * @param data the kept data's directory
 * @returns how many fell out as there were too many, or they were too old
 */
export function spoolCall(
  files: SpoolFiles,
  data: string,
  { profile, call, now }: { readonly profile: string; readonly call: BridgeCall; readonly now: number },
): number {
  const directory = spoolDirectory(data, profile);
  const names = spooledNames(files, directory);
  const key = sessionKey(call);
  const stay: string[] = [];
  let lost = 0;
  for (const name of names) {
    if (name.endsWith(`-${key}.json`)) files.remove(under(directory, name));
    else if (timeOf(name) < now - SPOOL_MILLISECONDS) {
      files.remove(under(directory, name));
      lost++;
    } else stay.push(name);
  }
  for (const name of stay.slice(0, Math.max(0, stay.length + 1 - MOST_SPOOLED))) {
    files.remove(under(directory, name));
    lost++;
  }
  files.makeDirectory(directory);
  const last = Math.max(now, ...stay.slice(-1).map((name) => timeOf(name) + 1));
  const name = `${String(last).padStart(15, "0")}-${call.requestId}-${key}.json`;
  files.create(under(directory, name), new TextEncoder().encode(JSON.stringify(call)));
  if (lost > 0) countLoss(files, directory, { lost, now });
  return lost;
}

/** The calls that wait for a profile, oldest first; files that hold none are removed. */
export function spooledCalls(files: SpoolFiles, data: string, profile: string): readonly SpooledCall[] {
  const directory = spoolDirectory(data, profile);
  return spooledNames(files, directory).flatMap((name): readonly SpooledCall[] => {
    const path = under(directory, name);
    const text = files.readText(path);
    const call = text === undefined ? undefined : readCall(text);
    if (call !== undefined) return [{ path, call }];
    files.remove(path);
    return [];
  });
}

/** How many wait for a profile, without reading any. */
export function spooledCount(files: Pick<Files, "list">, data: string, profile: string): number {
  return spooledNames(files, spoolDirectory(data, profile)).length;
}

/** What fell out of a profile's spool. @returns undefined when nothing did */
export function spoolLoss(files: Pick<Files, "readText">, data: string, profile: string): SpoolLoss | undefined {
  try {
    const { count, last } = JSON.parse(files.readText(under(spoolDirectory(data, profile), "lost.txt")) ?? "");
    return typeof count === "number" && typeof last === "string" ? { count, last } : undefined;
  } catch {
    return undefined;
  }
}

function countLoss(
  files: SpoolFiles,
  directory: string,
  { lost, now }: { readonly lost: number; readonly now: number },
) {
  const profile = directory.replace(/^.*[/\\]/, "");
  const before = spoolLoss(files, directory.replace(/[/\\]spool[/\\][^/\\]*$/, ""), profile)?.count ?? 0;
  const loss: SpoolLoss = { count: before + lost, last: new Date(now).toISOString() };
  files.replace(under(directory, "lost.txt"), new TextEncoder().encode(JSON.stringify(loss)));
}

function spooledNames(files: Pick<Files, "list">, directory: string): readonly string[] {
  return (files.list(directory) ?? []).filter((name) => /^\d{15}-.*\.json$/.test(name));
}

function timeOf(name: string): number {
  return Number(name.slice(0, 15));
}

/** Safe in a file name: ids of sessions are. Session ends stay beside stops, as they decide what a stop leaves open. */
function sessionKey({ client, op, payload }: BridgeCall): string {
  return `${client}_${op === "session-end" ? "end" : "turn"}_${payload.session_id}`;
}
