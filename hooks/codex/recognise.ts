/**
 * Is this a rollout, and whose thread? By content: other programs write files of the same name.
 *
 * @module
 */
import { asId, asRow, asText, type CodexLine, codexLine } from "./records.ts";
import { isSubagentMeta } from "./read_meta.ts";

/** Lines that only this client writes, with a field that each of them has. */
const OWN_LINES: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "event_msg",
  "response_item",
  "compacted",
]);

/**
 * @param sample first records of a file
 * @returns true when at least one record is this client's
 */
export function recognisesCodex(sample: readonly unknown[]): boolean {
  const lines = sample.map(codexLine);
  const [first] = lines;
  return lines.some((line) => line !== undefined && (line.bare ? isBareFile(first) : isOwn(line)));
}

function isOwn({ type, payload }: CodexLine): boolean {
  if (!OWN_LINES.has(type)) return false;
  if (type === "session_meta") return asId(payload["id"]) !== null;
  if (type === "event_msg") return asText(payload["type"]) !== undefined;
  if (type === "response_item") return asText(payload["type"]) !== undefined || asText(payload["role"]) !== undefined;
  if (type === "compacted") return payload["message"] !== undefined || payload["replacement_history"] !== undefined;
  return payload["cwd"] !== undefined || payload["model"] !== undefined || payload["turn_id"] !== undefined;
}

/** Bare items are a rollout only behind a bare first line, which has the thread's id and the instructions. */
function isBareFile(first: CodexLine | undefined): boolean {
  if (first?.type !== "session_meta" || !first.bare) return false;
  return first.payload["instructions"] !== undefined || first.payload["git"] !== undefined;
}

/**
 * The thread that a file holds: the first `session_meta` says it. Payloads name the root thread instead.
 *
 * @param sample first records of a file
 * @returns undefined when none says
 */
export function threadOf(sample: readonly unknown[]): string | undefined {
  return asId(firstMeta(sample)?.payload["id"]) ?? undefined;
}

/**
 * True when the file's thread is a sub-agent's or a reviewer's.
 *
 * @param sample first records of a file
 */
export function isSubagentThread(sample: readonly unknown[]): boolean {
  const meta = firstMeta(sample);
  return meta !== undefined && isSubagentMeta(meta.payload);
}

function firstMeta(sample: readonly unknown[]): CodexLine | undefined {
  for (const record of sample) {
    const line = codexLine(record);
    if (line?.type === "session_meta" && asRow(line.payload) !== undefined && asId(line.payload["id"]) !== null) {
      return line;
    }
  }
  return undefined;
}
