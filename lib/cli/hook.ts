/**
 * Hook mode (design section 6): a payload on stdin, one import, a heartbeat. Standard output stays empty, the exit status
 * is 0 for everything expected and never 2, and nothing in the environment but the home directory is looked at.
 *
 * @module
 */
import { HOOK_CLIENTS } from "../../hooks/hook_clients.ts";
import { InputError } from "../errors.ts";
import { awaitReply } from "../import/await_reply.ts";
import { type AcceptedTranscript, acceptTranscript } from "../import/accept_transcript.ts";
import { readFlushRecord, writeFlushRecord } from "../import/flush_record.ts";
import type { Product } from "../import/product.ts";
import { readTranscriptState } from "../import/transcript_state.ts";
import type { ImportReport } from "../import_report.ts";
import { disk } from "../io/disk.ts";
import type { Profile } from "../bridge/profile.ts";
import type { WslRunner } from "../io/wsl.ts";
import { escapeControls } from "../io/escape_controls.ts";
import { isHeld } from "../io/held_file.ts";
import type { Homes } from "../io/homes.ts";
import { type Payload, readPayload } from "../io/stdin.ts";
import { writeText } from "../io/terminal.ts";
import { importTranscript } from "../pipeline.ts";
import { beat, type Heartbeat } from "../record/heartbeats.ts";
import type { ClientModule, HookCall } from "../types.ts";
import { shouldTell } from "./notices.ts";
import { hookPlaces, setUp } from "./setup.ts";

/** Words that call a hook. */
export interface HookWords {
  /** The client that the entry was written for; null for the bare program. */
  readonly client: ClientModule | null;
  readonly home: string | undefined;
  /** The entry is the one for session start: only that one may answer. */
  readonly mayTell: boolean;
  /** The payload, where it stands on the command line instead of on standard input. */
  readonly argument?: string;
}

const STDIN_MILLISECONDS = 2000;

/**
 * Reads a command line as a hook's.
 *
 * @param words the command line
 * @param options `hasPayload`: something other than a terminal is on stdin
 * @returns undefined when a person typed it
 */
export async function hookWords(
  words: readonly string[],
  options: { readonly hasPayload: boolean },
): Promise<HookWords | undefined> {
  const [first, second] = words;
  const home = words[words.indexOf("--home") + 1];
  const withHome = words.includes("--home") && home !== undefined ? home : undefined;
  const isBare = words.length === 0 || (first === "--home" && words.length === 2);
  if (isBare) return options.hasPayload ? { client: null, home: withHome, mayTell: false } : undefined;
  const client = await HOOK_CLIENTS.find(({ folder }) => folder === first)?.load();
  if (client === undefined || second === undefined || client.hookWords?.includes(second) !== true) return undefined;
  const mayTell = second === "session-start";
  if (client.argumentWord?.word !== second) return { client, home: withHome, mayTell };
  const last = words.length > 2 ? words.at(-1) : undefined;
  return { client, home: withHome, mayTell, argument: last === withHome ? "" : last ?? "" };
}

/** Runs a hook. Never throws. @returns the exit status: 0, or 1 when something that had to be stored could not be */
export async function runHook(words: HookWords): Promise<number> {
  const start = performance.now();
  let homes: Homes | undefined;
  let call: HookCall | undefined;
  let caller = words.client;
  const clientName = words.client?.name ?? "unknown";
  const tell = (row: Omit<Heartbeat, "at" | "client" | "ms"> & { readonly client?: string }): void => {
    if (homes === undefined) return;
    try {
      beat(disk, homes.state, {
        at: new Date().toISOString(),
        client: clientName,
        ...row,
        ms: Math.round(performance.now() - start),
      });
    } catch {
      // A heartbeat that cannot be written is no reason to disturb the agent.
    }
  };
  try {
    const read = words.argument === undefined
      ? await understand(await readPayload({ milliseconds: STDIN_MILLISECONDS }), words)
      : understandArgument(words.argument, words);
    const places = hookPlaces(words.home, read.call?.transcript ?? null);
    homes = places?.homes;
    if (read.call === undefined) {
      // The bare program without anything on stdin: no client calls it so, but a script or a scheduler may.
      if (words.client === null && read.reason === "stdin-empty") return 0;
      tell({
        event: read.event,
        outcome: "skipped",
        reason: read.reason,
        ...(read.by === undefined ? {} : { client: read.by }),
      });
      return 0;
    }
    call = read.call;
    caller = read.client;
    if (places === undefined) return 0;
    const { client } = read;
    if (call.event === "session-start" && !call.subagent && words.mayTell && client === words.client) {
      const product = await setUp({ mode: "hook", ...places });
      const { startSession } = await import("./session_start.ts");
      const { output, reason } = await startSession(product, client, call);
      if (output !== "") writeText("stdout", output);
      tell({ client: client.name, event: call.eventName, outcome: output === "" ? "skipped" : "told", reason });
      return 0;
    }
    if (call.subagent || call.event === "other" || call.event === "session-start") {
      tell({
        event: call.eventName,
        outcome: "skipped",
        reason: call.subagent ? "sub-agent" : "no-work",
        client: client.name,
      });
      return 0;
    }
    const product = await setUp({ mode: "hook", ...places });
    tell({ client: client.name, event: call.eventName, ...await learnCall(product, client, { call, begun: 0 }) });
    if (call.event === "session-end" && product.config.retainDays !== null) {
      const { expire, isExpiryDue } = await import("../import/retain.ts");
      if (isExpiryDue(product)) await expire(product);
    }
    return 0;
  } catch (error) {
    if (call !== undefined && caller !== null && isHeld(error)) {
      // Another program has a file of ours or the transcript for itself: the next run learns it.
      tell({
        event: call.eventName,
        client: caller.name,
        session: call.sessionId,
        outcome: "deferred",
        reason: "file-held",
      });
      return 0;
    }
    const message = error instanceof Error ? error.message : String(error);
    tell({
      event: call?.eventName ?? "",
      ...(caller === null ? {} : { client: caller.name }),
      ...(call === undefined ? {} : { session: call.sessionId }),
      outcome: "failed",
      reason: message,
    });
    // Nothing was to be stored.
    if (call?.event === "session-start" || caller?.hookMayFail !== true) return 0;
    const key = `${call?.sessionId ?? ""} ${message}`;
    if (homes !== undefined && shouldTell(disk, homes.state, { key, now: Date.now() })) {
      writeText(
        "stderr",
        `imprint-hook: ${escapeControls(message)}${error instanceof InputError ? "" : `; see "imprint-hook status"`}\n`,
      );
      return 1;
    }
    return 0;
  }
}

/** A payload as the client that can read it understands it. */
type Understood =
  | { readonly call: HookCall; readonly client: ClientModule }
  | { readonly call?: undefined; readonly event: string; readonly reason: string; readonly by?: string };

async function understand(payload: Payload, words: HookWords): Promise<Understood> {
  if (payload.kind === "none") return { event: "", reason: `stdin-${payload.reason}` };
  // The entry says who it was written for; who calls it, the payload says.
  const first = words.client?.readPayload?.(payload.bytes);
  if (words.client !== null && first?.kind === "call") return { call: first, client: words.client };
  const candidates = [...words.client === null ? [] : [words.client], ...await otherClients(words.client)];
  let unusable = "not-read";
  let foreign: Understood | undefined;
  for (const client of candidates) {
    const read = client === words.client ? first : client.readPayload?.(payload.bytes);
    if (read === undefined) continue;
    if (read.kind === "call") return { call: read, client };
    if (read.kind === "unusable") unusable = read.reason;
    // A client that can be asked itself says more about its payload than another one does.
    else if (!candidates.some(({ name, readPayload }) => name === read.client && readPayload !== undefined)) {
      foreign ??= { event: read.eventName ?? "", reason: "foreign-client", by: read.client };
    }
  }
  return foreign ?? { event: "", reason: payload.cut ? "payload-cut-off" : `payload-${unusable}` };
}

async function otherClients(known: ClientModule | null): Promise<readonly ClientModule[]> {
  return await Promise.all(HOOK_CLIENTS.filter(({ folder }) => folder !== known?.folder).map(({ load }) => load()));
}

/** What a heartbeat says of a call. */
export type Told = Pick<Heartbeat, "outcome" | "reason" | "session">;

function understandArgument(argument: string, { client }: HookWords): Understood {
  const read = client?.argumentWord?.read(argument);
  if (client !== null && read?.kind === "call") return { call: read, client };
  return { event: "", reason: `payload-${read?.kind === "unusable" ? read.reason : "not-read"}` };
}

/** One call of a hook. */
export interface CallOptions {
  readonly call: HookCall;
  /** When the client's time for it began, on the clock of this process, which starts with the process; now by default. */
  readonly begun?: number;
  /** Starts `wsl.exe`; the real one by default. */
  readonly run?: WslRunner;
}

/** One call: find the transcript, wait for the reply, import. `doctor` tries the very same. */
export async function learnCall(
  own: Product,
  client: ClientModule,
  { call: made, begun = performance.now(), run }: CallOptions,
): Promise<Told> {
  const { product, call } = own.profiles.length === 0
    ? { product: own, call: made }
    : (await import("../bridge/call_origin.ts")).callHere(own, client, made);
  const { files, homes } = product;
  const { sessionId } = call;
  const reply = call.event === "stop" ? call.reply : null;
  const writesAfter = call.event === "stop" ? call.writesAfter ?? 0 : 0;
  const accepted = await acceptWritten(product, client, { call, after: writesAfter });
  if (accepted.transcript === undefined) {
    return { outcome: "skipped", reason: accepted.reason, session: call.sessionId };
  }
  const { transcript } = accepted;
  let flushed = true;
  let ownReply = reply;
  if (reply !== null || writesAfter > 0) {
    const record = readFlushRecord(files, homes.state);
    const milliseconds = record.wait;
    if (reply === null) {
      const { awaitWrite } = await import("../import/await_write.ts");
      flushed = awaitWrite(files, transcript, { after: writesAfter, milliseconds });
    } else {
      const from = readTranscriptState(files, homes.state, transcript)?.surveyed.offset;
      const found = awaitReply(files, { client, transcript, sessionId, reply, from, milliseconds });
      flushed = found !== undefined;
      // What stands there as another session's is learned as that one's.
      if (found === "other") ownReply = null;
    }
    writeFlushRecord(files, homes.state, { record, flushed });
  }
  const milliseconds = client.hookMilliseconds?.(call.event);
  const report = await importTranscript(product, {
    transcript,
    clients: [client],
    moreClients: () => otherClients(client),
    asker: { kind: "hook" },
    namedByPerson: false,
    dryRun: false,
    final: call.event === "session-end",
    payload: {
      sessionId,
      cwd: call.cwd,
      ...(call.roots === undefined ? {} : { roots: call.roots }),
      reply: ownReply,
    },
    ...(milliseconds === undefined ? {} : { limit: { left: () => milliseconds - (performance.now() - begun) } }),
  });
  const profile = sideOf(product, report, call);
  if (profile !== undefined) {
    const { handOver } = await import("../bridge/outer.ts");
    const handed = { client, call, profile, transcript };
    const left = milliseconds === undefined ? {} : { milliseconds: milliseconds - (performance.now() - begun) };
    const end = await handOver(product, handed, { ...left, ...(run === undefined ? {} : { run }) });
    return { ...end, ...(NAMELESS.has(end.reason) ? {} : { session: call.sessionId }) };
  }
  return told(report, call, { warning: accepted.reason, flushed });
}

/** The transcript; a client that writes behind the end of a turn may not have made the file yet. */
async function acceptWritten(
  product: Product,
  client: ClientModule,
  { call, after }: { readonly call: HookCall; readonly after: number },
): Promise<AcceptedTranscript> {
  const accepted = acceptTranscript(product, client, call);
  if (accepted.reason !== "missing" || after === 0 || call.transcript === null) return accepted;
  const { files, homes } = product;
  const { awaitWrite } = await import("../import/await_write.ts");
  const { wait: milliseconds } = readFlushRecord(files, homes.state);
  return awaitWrite(files, call.transcript, { after, milliseconds })
    ? acceptTranscript(product, client, call)
    : accepted;
}

/** The profile that has to store the call's session, where this side can reach it. */
function sideOf({ profiles, facts }: Product, report: ImportReport, call: HookCall): Profile | undefined {
  const own = [report, ...(report.otherSessions ?? [])].find(({ sessionId }) => sessionId === call.sessionId);
  // In WSL nothing may be started: there the entry names the program on Windows.
  if (own?.profile === undefined || facts.machine.environment.os !== "windows") return undefined;
  return profiles.find(({ name }) => name === own.profile);
}

/** Verdicts after which nothing may tell that the session exists. */
const NAMELESS: ReadonlySet<string> = new Set(["excluded", "opted-out", "claimed"]);

function told(
  report: ImportReport,
  call: HookCall,
  { warning, flushed }: { readonly warning: string | undefined; readonly flushed: boolean },
): Told {
  const all = [report, ...(report.otherSessions ?? [])];
  const named = all.find(({ sessionId }) => sessionId === call.sessionId);
  const own = named ?? report;
  const verdict = own.verdict?.kind;
  // After --continue hooks got the file of another session (https://github.com/anthropics/claude-code/issues/9188).
  const found = named === undefined && report.sessionId !== null ? "session-not-in-file" : warning;
  const reason = own.reason ?? (own.outcome === "skipped" ? verdict : flushed ? found : "flush-miss");
  const hidden = all.some((one) => one.verdict === null ? one.reason === "unfinished" : NAMELESS.has(one.verdict.kind));
  return {
    outcome: own.outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(hidden ? {} : { session: call.sessionId }),
  };
}
