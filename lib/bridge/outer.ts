/**
 * The outer side: hands a hook's call over to the side on whose disk the project lies. At most two processes are started: one
 * to ask whether the distribution runs, one that makes the call, together with those that waited. Whatever goes wrong, the call
 * waits in the spool and the hook ends well.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { type WslRunner, wslRunner } from "../io/wsl.ts";
import { foldNtfs } from "../paths/fold.ts";
import type { ClientModule, HookCall } from "../types.ts";
import {
  BRIDGE_VERSION,
  type BridgeCall,
  type BridgeResult,
  type Envelope,
  MOST_INLINE_BYTES,
  readReply,
} from "./envelope.ts";
import { launchFault, runInside, runningDistros } from "./launcher.ts";
import type { Profile } from "./profile.ts";
import { countLost, spoolCall, type SpooledCall, spooledCalls, spooledCount } from "./spool.ts";

/** Milliseconds that the inner side may take. */
const DEADLINE_MILLISECONDS = 8000;
/** The same where the distribution may have to start first. */
const START_DEADLINE_MILLISECONDS = 30_000;
/** What `wsl.exe` may take beyond that. */
const GRACE_MILLISECONDS = 2000;
/** Most calls of one envelope. */
const MOST_CALLS = 100;

/** What became of a hook's call. */
export interface HandedOver {
  readonly outcome: "learned" | "skipped" | "deferred";
  readonly reason: string;
}

/** How calls are made. */
export interface OuterOptions {
  /** `wsl.exe`, or a stand-in. */
  readonly run?: WslRunner;
  /** Milliseconds that the client leaves for it; by default what the profile allows. */
  readonly milliseconds?: number;
}

/** Hands one call over, and all that waited before it. */
export async function handOver(
  product: Product,
  { client, call, profile, transcript }: {
    readonly client: ClientModule;
    readonly call: HookCall;
    readonly profile: Profile;
    /** The accepted transcript, a native path. */
    readonly transcript: string;
  },
  options: OuterOptions = {},
): Promise<HandedOver> {
  const { files, homes } = product;
  const made = bridgeCall(product, client, { call, transcript });
  const lost = spoolCall(files, homes.data, { profile: profile.name, call: made, now: product.now().getTime() });
  const { results, problem } = await drain(product, profile, options);
  const own = results.find(({ requestId }) => requestId === made.requestId);
  if (own === undefined || own.status === "deferred" || isKept(own)) {
    const reason = problem ?? own?.reason ?? "behind-others";
    return { outcome: "deferred", reason: lost > 0 ? `${reason}, spool-full` : reason };
  }
  if (own.status === "learned") return { outcome: "learned", reason: `bridged to ${profile.name}` };
  return { outcome: "skipped", reason: own.reason ?? own.status };
}

/** What came of emptying a spool. */
export interface Drained {
  readonly results: readonly BridgeResult[];
  /** How many still wait. */
  readonly waiting: number;
  /** Why it ended early. */
  readonly problem?: string;
}

/** Makes the calls that wait for a profile, oldest first. */
export async function drain(
  product: Product,
  profile: Profile,
  { run = wslRunner(), milliseconds }: OuterOptions = {},
): Promise<Drained> {
  const { files, homes } = product;
  const now = product.now().getTime();
  const spooled = spooledCalls(files, homes.data, { profile: profile.name, now });
  const left = (results: readonly BridgeResult[], problem?: string): Drained => ({
    results,
    waiting: spooledCount(files, homes.data, profile.name),
    ...(problem === undefined ? {} : { problem }),
  });
  if (spooled.length === 0) return left([]);
  if (profile.bin === null) return left([], "no-program-inside");
  if (profile.start === "never") {
    const running = await runningDistros(run);
    if (running === undefined) return left([], "profile-unavailable");
    if (!running.includes(foldNtfs(profile.distro))) return left([], "distro-stopped");
  }
  const most = profile.start === "auto" ? START_DEADLINE_MILLISECONDS : DEADLINE_MILLISECONDS;
  const deadlineMs = Math.max(1, Math.min(most, milliseconds ?? most));
  // The newest must not wait behind more than fit: what is left over in the middle comes next time.
  const sent = spooled.filter((_, index) => index < MOST_CALLS - 1 || index === spooled.length - 1);
  const first = await send(profile, { run, deadlineMs, calls: sent.map(({ call }) => call) });
  if (typeof first === "string") return left([], first);
  settle(product, profile, { sent, results: first });
  const unreached = first.filter(({ status, reason }) => status === "error" && reason === "transcript-not-reachable");
  const again = unreached.length === 0 ? [] : await resend(product, profile, { run, deadlineMs, sent, unreached });
  const results = first.map((result) => again.find(({ requestId }) => requestId === result.requestId) ?? result);
  return left(results);
}

/** Once more with the transcript itself, for what has no name on the other side. */
async function resend(
  product: Product,
  profile: Profile,
  { run, deadlineMs, sent, unreached }: {
    readonly run: WslRunner;
    readonly deadlineMs: number;
    readonly sent: readonly SpooledCall[];
    readonly unreached: readonly BridgeResult[];
  },
): Promise<readonly BridgeResult[]> {
  for (const spooled of sent) {
    if (!unreached.some(({ requestId }) => requestId === spooled.call.requestId)) continue;
    const call = inline(product, spooled.call);
    if (call === undefined) continue;
    // One at a time: each may hold 8 MiB.
    const results = await send(profile, { run, deadlineMs, calls: [call] });
    if (typeof results === "string") return [];
    settle(product, profile, { sent: [spooled], results });
    return results;
  }
  return [];
}

/** What was answered for good waits no longer. */
function settle(
  { files, homes, now }: Product,
  profile: Profile,
  { sent, results }: { readonly sent: readonly SpooledCall[]; readonly results: readonly BridgeResult[] },
): void {
  for (const { path, call } of sent) {
    const result = results.find(({ requestId }) => requestId === call.requestId);
    if (result === undefined || result.status === "deferred") continue;
    // Without a transcript there is nothing left to hand over.
    const isGone = isKept(result) && files.stat(call.payload.transcript_path) === undefined;
    if (isGone) countLost(files, homes.data, { profile: profile.name, lost: 1, now: now().getTime() });
    if (isGone || !isKept(result)) files.remove(path);
  }
}

/** An error may be over next time. */
function isKept({ status }: BridgeResult): boolean {
  return status === "error";
}

/** @returns the results, or why there are none */
async function send(
  profile: Profile,
  { run, deadlineMs, calls }: {
    readonly run: WslRunner;
    readonly deadlineMs: number;
    readonly calls: readonly BridgeCall[];
  },
): Promise<readonly BridgeResult[] | string> {
  const requestId = crypto.randomUUID();
  const envelope: Envelope = { bridge: BRIDGE_VERSION, op: "batch", requestId, deadlineMs, calls: [...calls] };
  const end = await runInside(profile, {
    program: profile.bin ?? "",
    words: ["wsl", "check"],
    input: JSON.stringify(envelope),
    milliseconds: deadlineMs + GRACE_MILLISECONDS,
  }, run);
  if (end.kind !== "ended" || launchFault(end) !== undefined) return launchFault(end) ?? "deadline";
  if (end.code === 64 || end.code === 65) return "version-mismatch";
  if (end.code !== 0) return `inner-${end.code}`;
  const reply = readReply(new TextDecoder().decode(end.stdout));
  return reply?.requestId === requestId ? reply.results : "bad-reply";
}

function bridgeCall(
  product: Product,
  client: ClientModule,
  { call, transcript }: { readonly call: HookCall; readonly transcript: string },
): BridgeCall {
  const { directories, config, environment } = product;
  const stat = product.files.stat(transcript);
  const stores = config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir);
  const place = { home: directories.home, stores };
  return {
    bridge: BRIDGE_VERSION,
    op: call.event === "session-end" || call.event === "pre-compact" ? call.event : "stop",
    client: client.name,
    requestId: crypto.randomUUID(),
    origin: environment.os === "wsl"
      ? { env: "wsl", distro: environment.distro, ...place }
      : { env: "windows", ...place },
    payload: {
      hook_event_name: call.eventName,
      session_id: call.sessionId,
      transcript_path: transcript,
      cwd: call.cwd,
      ...(call.roots === undefined ? {} : { roots: [...call.roots] }),
    },
    transcript: { mode: "path", size: stat?.size ?? 0, mtimeMs: stat?.mtime ?? 0 },
  };
}

function inline({ files }: Product, call: BridgeCall): BridgeCall | undefined {
  const path = call.payload.transcript_path;
  const stat = files.stat(path);
  if (stat === undefined || stat.size > MOST_INLINE_BYTES) return undefined;
  const bytes = files.readBytes(path);
  if (bytes === undefined) return undefined;
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { ...call, transcript: { mode: "inline", base64: btoa(binary) } };
}
