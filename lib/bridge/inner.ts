/**
 * The inner side: the call of the other side's hook, decided and stored here. The ownership verdict comes before anything but
 * directories is read, and gates import, extraction and summary alike: it is the import of every other hook.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import type { ImportReport } from "../import_report.ts";
import { Unanswered } from "../ownership/mod.ts";
import { importTranscript } from "../pipeline.ts";
import type { ClientModule } from "../types.ts";
import { translatePath } from "../paths/translate.ts";
import { BRIDGE_VERSION, type BridgeCall, type BridgeResult, type Envelope, type Reply } from "./envelope.ts";
import { originOf, reachTranscript } from "./origin.ts";

/** Exit statuses of `wsl check`: never 1, 2, 67 and 87, which `wsl.exe` and shells use for themselves. */
export const CHECK_EXIT = { done: 0, usage: 64, envelope: 65, unreachable: 66, bug: 70, later: 75 } as const;

/** An answered envelope. */
export interface Checked {
  readonly reply: Reply;
  readonly exit: typeof CHECK_EXIT[keyof typeof CHECK_EXIT];
}

/** What a check works with. */
export interface CheckOptions {
  readonly clients: readonly ClientModule[];
  /** When it began, on the clock of `performance.now()`. */
  readonly begun: number;
}

/** Answers an envelope; calls of a batch one after the other, and those behind the deadline not at all. */
export async function check(product: Product, envelope: Envelope, { clients, begun }: CheckOptions): Promise<Checked> {
  const left = () => envelope.deadlineMs - (performance.now() - begun);
  const calls = envelope.op === "batch" ? envelope.calls : [envelope];
  const results: BridgeResult[] = [];
  for (const call of calls) {
    const client = clients.find(({ name }) => name === call.client);
    const result: Omit<BridgeResult, "requestId"> = left() <= 0
      ? { status: "deferred", reason: "deadline" }
      : client === undefined
      ? { status: "skipped", reason: "unknown-client" }
      : await checkCall(product, client, { call, left }).catch(later);
    results.push({ requestId: call.requestId, ...result });
  }
  const reply: Reply = {
    bridge: BRIDGE_VERSION,
    requestId: envelope.requestId,
    results,
    ms: Math.round(performance.now() - begun),
  };
  const [only] = results;
  return { reply, exit: envelope.op === "batch" || only === undefined ? CHECK_EXIT.done : exitOf(only) };
}

/** What the disk did not answer may be asked again; the other side keeps the call. */
function later(error: unknown): Omit<BridgeResult, "requestId"> {
  if (error instanceof Unanswered) return { status: "deferred", reason: "disk" };
  throw error;
}

function exitOf({ status, reason }: BridgeResult): Checked["exit"] {
  if (status === "deferred") return CHECK_EXIT.later;
  return status !== "error" ? CHECK_EXIT.done : reason === "internal" ? CHECK_EXIT.bug : CHECK_EXIT.unreachable;
}

async function checkCall(
  product: Product,
  client: ClientModule,
  { call, left }: { readonly call: BridgeCall; readonly left: () => number },
): Promise<Omit<BridgeResult, "requestId">> {
  const reached = reachTranscript(product, client, call);
  if ("reason" in reached) {
    const isRefused = reached.reason === "outside-stores";
    return { status: isRefused ? "skipped" : "error", reason: reached.reason };
  }
  const { session_id: sessionId, cwd, roots } = call.payload;
  const report = await importTranscript(reached.product, {
    transcript: reached.transcript,
    clients: [client],
    asker: { kind: "hook" },
    namedByPerson: false,
    dryRun: false,
    final: call.op === "session-end",
    payload: { sessionId, cwd, reply: null, ...(roots === undefined ? {} : { roots }) },
    limit: { left },
  });
  const all = [report, ...report.otherSessions ?? []];
  return resultOf(product, call, all.find((one) => one.sessionId === sessionId) ?? report);
}

/** Verdicts after which the reply names nothing of the session. */
const NAMELESS: ReadonlySet<string> = new Set(["excluded", "opted-out", "claimed"]);

function resultOf(product: Product, call: BridgeCall, report: ImportReport): Omit<BridgeResult, "requestId"> {
  const reason = report.reason ?? (report.outcome === "skipped" ? report.verdict?.kind : undefined);
  // Each side would leave it to the other: it waits, and is told, until one of them is set up otherwise.
  const isLater = reason === "unfinished" || reason === "lock-busy" ||
    reason === "configuration-changed" || reason === "other-side";
  const status = isLater
    ? "deferred"
    : report.outcome === "failed"
    ? "error"
    : report.outcome === "skipped"
    ? "skipped"
    : "learned";
  if (status !== "learned" && report.verdict !== null && NAMELESS.has(report.verdict.kind)) {
    return { status, ...(reason === undefined ? {} : { reason }) };
  }
  const { machine } = product.facts;
  const cwds = (report.verdict?.cwds ?? []).map(({ recorded, place }) => {
    const translation = { from: originOf(call), to: machine.environment, mounts: machine.paths.mounts ?? [] };
    const as = translatePath(recorded, translation);
    return { raw: recorded, place, ...(as === undefined ? {} : { as }) };
  });
  const safeKey = report.directory?.replace(/^.*[/\\]/, "");
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(report.workspace === null ? {} : { workspace: report.workspace }),
    ...(safeKey === undefined ? {} : { safeKey }),
    written: { exchanges: report.exchanges.new + report.exchanges.extended, ...report.learnings },
    cwds: cwds.map(({ raw, place, as }) => ({
      raw: product.redactor.redact(raw).text,
      place,
      ...(as === undefined ? {} : { as: product.redactor.redact(as).text }),
    })),
  };
}
