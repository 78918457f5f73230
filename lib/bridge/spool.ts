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
  const others = names.filter((name) => !name.endsWith(`-${key}.json`));
  const young = others.filter((name) => timeOf(name) >= now - SPOOL_MILLISECONDS);
  const kept = young.slice(Math.max(0, young.length + 1 - MOST_SPOOLED));
  files.makeDirectory(directory);
  const last = Math.max(now, ...names.slice(-1).map((name) => timeOf(name) + 1));
  const name = `${String(last).padStart(15, "0")}-${call.requestId}-${key}.json`;
  // First the new one, then the count: whoever is killed in between has lost none, and told of one too many at worst.
  files.create(under(directory, name), new TextEncoder().encode(JSON.stringify(call)));
  const lost = others.length - kept.length;
  countLost(files, data, { profile, lost, now });
  for (const old of names) if (!kept.includes(old)) files.remove(under(directory, old));
  return lost;
}

/** The calls that wait for a profile, oldest first; files that hold none count as lost and are removed. */
export function spooledCalls(
  files: SpoolFiles,
  data: string,
  { profile, now }: { readonly profile: string; readonly now: number },
): readonly SpooledCall[] {
  const directory = spoolDirectory(data, profile);
  return spooledNames(files, directory).flatMap((name): readonly SpooledCall[] => {
    const path = under(directory, name);
    const text = files.readText(path);
    // Another run has taken it out.
    if (text === undefined) return [];
    const call = readCall(text);
    if (call !== undefined) return [{ path, call }];
    countLost(files, data, { profile, lost: 1, now });
    files.remove(path);
    return [];
  });
}

/** How many wait for a profile, without reading any. */
export function spooledCount(files: Pick<Files, "list">, data: string, profile: string): number {
  return spooledNames(files, spoolDirectory(data, profile)).length;
}

/** Remembers that calls fell out of a profile's spool, until {@linkcode forgetLoss}. */
export function countLost(
  files: SpoolFiles,
  data: string,
  { profile, lost, now }: { readonly profile: string; readonly lost: number; readonly now: number },
): void {
  if (lost === 0) return;
  const count = (spoolLoss(files, data, profile)?.count ?? 0) + lost;
  const loss: SpoolLoss = { count, last: new Date(now).toISOString() };
  files.replace(lossFile(data, profile), new TextEncoder().encode(JSON.stringify(loss)));
}

/** Forgets what fell out: a person was told. */
export function forgetLoss(files: Pick<Files, "remove">, data: string, profile: string): void {
  files.remove(lossFile(data, profile));
}

function lossFile(data: string, profile: string): string {
  return under(spoolDirectory(data, profile), "lost.txt");
}

/** What fell out of a profile's spool. @returns undefined when nothing did */
export function spoolLoss(files: Pick<Files, "readText">, data: string, profile: string): SpoolLoss | undefined {
  try {
    const { count, last } = JSON.parse(files.readText(lossFile(data, profile)) ?? "");
    return typeof count === "number" && typeof last === "string" ? { count, last } : undefined;
  } catch {
    return undefined;
  }
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
