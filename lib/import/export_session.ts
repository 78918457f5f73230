/**
 * A stored conversation as lines of an export: what readers see of it, redacted once more, without what was forgotten.
 *
 * @module
 */
import type { ExchangeMessage, StoredExchange } from "../record/read_exchanges.ts";
import { sealRow } from "../record/seal.ts";
import type { Json } from "../types.ts";
import type { Product } from "./product.ts";
import type { ReadableSession } from "./readable_sessions.ts";
import { standingExchanges, standingRows } from "./standing_rows.ts";

/** What is in front of every line. */
type Head = Readonly<Record<string, string | number>>;

/**
 * The lines, without line feeds: the conversation's own first, then its messages in order, then its learnings.
 *
 * @param key this installation's seal key
 */
export function* exportSession(product: Product, session: ReadableSession, key: Uint8Array): Generator<string> {
  const { meta } = session;
  const clean = (text: string): string => product.redactor.redact(text).text;
  const head: Head = {
    schema: 1,
    workspace: meta.workspace,
    client: meta.client,
    sessionId: meta.sessionId,
    projectPath: clean(meta.projectPath),
  };
  const directories = meta.directories.map(({ path, source }) => ({ path: clean(path), source }));
  yield line(head, { type: "session", directories, flags: cleanFlags(meta.flags, clean) });
  for (const exchange of standingExchanges(product, session)) {
    if (exchange.state === "retracted") continue;
    yield* messageLines(exchange, { head, clean });
    if (exchange.state !== null) yield line(head, { type: "state", exchangeId: exchange.id, state: exchange.state });
  }
  for (const { row, foreign } of standingRows(product, session, { key })) {
    const redacted = { ...row, payload: cleanAll(row.payload, clean), provenance: cleanAll(row.provenance, clean) };
    const kept = foreign ? redacted : sealRow(redacted, key);
    const { kind, createdAt, payload } = kept;
    yield line(head, { type: "learning", kind, at: createdAt, text: payload.text, foreign, row: kept });
  }
}

function line(head: Head, rest: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...head, ...rest });
}

function* messageLines(
  { id, label, cwd, question, answers, userAnswers, evidence }: StoredExchange,
  { head, clean }: { readonly head: Head; readonly clean: (text: string) => string },
): Generator<string> {
  const message = (
    { uuid, at, text }: ExchangeMessage,
    role: string,
    more: Readonly<Record<string, unknown>>,
  ): string => line(head, { type: "message", exchangeId: id, role, uuid, at, text: clean(text), ...more });
  if (question !== null) {
    yield message(question, "question", { label: label ?? undefined, cwd: cwd === null ? undefined : clean(cwd) });
  }
  for (const one of evidence) yield message(one, "evidence", { origin: one.origin, raw: clean(one.raw) });
  for (const one of answers) {
    yield message(one, "answer", { msg: one.msg ?? undefined, provisional: one.provisional || undefined });
  }
  for (const one of userAnswers) {
    yield message(one, "user-answer", { kind: one.kind, asked: one.asked === null ? undefined : clean(one.asked) });
  }
}

/** Every text of an object, and of the lists in it. */
function cleanAll<T extends object>(value: T, clean: (text: string) => string): T {
  const cleaned = Object.entries(value).map(([name, item]) => [
    name,
    typeof item === "string" && !IDS.has(name) ? clean(item) : item,
  ]);
  return Object.fromEntries(cleaned) as T;
}

/** Hashes and words of closed lists: nothing is to be found in them, and a row needs them as they are. */
const IDS: ReadonlySet<string> = new Set(["key", "seal", "client", "exchangeId", "claudeSessionUuid", "assertedBy"]);

function cleanFlags(flags: Json, clean: (text: string) => string): Json {
  if (typeof flags === "string") return clean(flags);
  if (Array.isArray(flags)) return flags.map((item: Json) => cleanFlags(item, clean));
  if (typeof flags !== "object" || flags === null) return flags;
  return Object.fromEntries(Object.entries(flags).map(([name, item]) => [name, cleanFlags(item as Json, clean)]));
}
