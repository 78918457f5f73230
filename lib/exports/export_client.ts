/**
 * What the clients of exports have in common: neither has a store, hooks or directories.
 *
 * @module
 */
import { asId, asRow, asText, asTime } from "../transcript/rows.ts";
import type { ClientModule, ReaderCounts, RecordReader, SessionEvent } from "../types.ts";
import { EXPORT_MARK, type ExportedElement } from "./conversation.ts";

/**
 * Makes a client.
 *
 * @param name its name, which is its folder's too
 * @param exported what an element of an export's array is to it
 */
export function exportClient(
  name: "claude-export" | "chatgpt-export",
  exported: (element: unknown) => ExportedElement,
): ClientModule {
  const headOf = (sample: readonly unknown[]) => {
    const head = asRow(sample[0]);
    return head?.[EXPORT_MARK] === name ? asId(head["sessionId"]) : null;
  };
  return {
    name,
    folder: name,
    exported,
    recognises: (sample) => headOf(sample) !== null,
    isSubagentFile: () => false,
    sessionOf: (_path, sample) => headOf(sample()) ?? "conversation",
    evidence: () => ({ directories: [], originSessions: [] }),
    evidenceNeedles: [],
    evidenceKeys: false,
    automationNeedles: [],
    mayMatter: () => true,
    createReader: createExportReader,
    findSession: () => undefined,
    stores: () => [],
    transcripts: () => [],
  };
}

function createExportReader({ sessionId }: { readonly sessionId: string }): RecordReader {
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };
  return {
    counts,
    flags: { automation: false },
    read(record) {
      const event = messageEvent(record, sessionId);
      if (event === undefined) counts.ignored++;
      return event === undefined ? [] : [event];
    },
    holds: () => false,
    finish: () => [],
    snapshot: () => null,
  };
}

function messageEvent(record: unknown, sessionId: string): SessionEvent | undefined {
  const row = asRow(record);
  const id = asId(row?.["id"]);
  const text = asText(row?.["text"]) ?? "";
  if (row === undefined || id === null) return undefined;
  const place = { key: `${sessionId}:${id}`, at: asTime(row["at"]) };
  if (row["role"] === "assistant") return { type: "reply", ...place, msg: null, text };
  if (row["role"] !== "human") return undefined;
  if (text.trim() === "") {
    const attached = Array.isArray(row["attached"]) ? row["attached"].flatMap((name) => asText(name) ?? []) : [];
    const rule = "1 attachment-only";
    return { type: "evidence", ...place, origin: "other", raw: "attachment-only", text: attached.join("\n"), rule };
  }
  const rule = "2 human";
  return { type: "typed", ...place, uuid: null, parent: null, label: "typed", text, quoted: [], cwd: null, rule };
}
