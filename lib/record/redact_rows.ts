/**
 * Stored rows with today's redaction: what stands in the files and would not be written today (`redact --apply`).
 *
 * @module
 */
import type { Redactor } from "../learnings/redaction/redactor.ts";
import { learningKeyOf } from "./learning_key.ts";
import type { LearningRow } from "./learning_rows.ts";
import type { RawRow } from "./read_rows.ts";
import { textChunks } from "./text_chunks.ts";
import { joinedText, textsOf, wholeTexts } from "./whole_texts.ts";

/** Rows as they would be written today. */
export interface RedactedRows {
  readonly rows: readonly RawRow[];
  /** How many rows changed. */
  readonly changed: number;
}

/** Counts what a redactor finds, over many texts. */
export interface CountingRedactor {
  redact(text: string): string;
  readonly found: Readonly<Record<string, number>>;
}

/** @param redactor of today's configuration */
export function createCountingRedactor(redactor: Pick<Redactor, "redact">): CountingRedactor {
  const found: Record<string, number> = {};
  return {
    redact(text) {
      const { text: redacted, byType } = redactor.redact(text);
      for (const [type, count] of Object.entries(byType)) found[type] = (found[type] ?? 0) + count;
      return redacted;
    },
    found,
  };
}

type Entry = Record<string, unknown>;

/**
 * Redacts rows of `exchanges.jsonl`. A text that was cut into pieces is put together first: a secret may stand where it
 * was cut.
 *
 * @param rows all rows of a file, in order
 */
export function redactExchangeRows(rows: readonly RawRow[], counting: CountingRedactor): RedactedRows {
  const drafts = rows.map((row): Entry => structuredClone(row) as Entry);
  for (const row of drafts) {
    if (typeof row["cwd"] === "string") row["cwd"] = counting.redact(row["cwd"]);
    for (const entry of textsOf(row).map(({ entry }) => entry as Entry)) {
      for (const name of ["asked", "raw"]) {
        if (typeof entry[name] === "string") entry[name] = counting.redact(entry[name]);
      }
    }
  }
  for (const { pieces } of wholeTexts(drafts)) redactPieces(pieces as readonly Entry[], counting);
  const before = rows.map((row) => JSON.stringify(row));
  const changed = drafts.filter((row, at) => JSON.stringify(row) !== before[at]).length;
  return { rows: drafts, changed };
}

/** Redacts one text, and cuts it anew into as many pieces as it had; what is left over stands in the last one. */
function redactPieces(pieces: readonly Entry[], redactor: CountingRedactor): void {
  const text = joinedText(pieces);
  const redacted = redactor.redact(text);
  if (redacted === text) return;
  const cut = textChunks(redacted);
  pieces.forEach((entry, at) => {
    entry["text"] = at === pieces.length - 1 ? cut.slice(at).join("") : cut[at] ?? "";
  });
}

/** A learning's key before and after. */
export interface ChangedKey {
  readonly before: string;
  readonly after: string;
}

/**
 * Redacts one learning of this installation; its seal has to be made anew when it changed.
 *
 * @returns the row, and its keys where they differ
 */
export function redactLearning(
  row: LearningRow,
  redactor: CountingRedactor,
): { readonly row: LearningRow; readonly key?: ChangedKey } {
  const { text, quote, key } = row.payload;
  const { claudeProjectPath } = row.provenance;
  const said = redactor.redact(text);
  const payload = {
    ...row.payload,
    text: said,
    ...(quote === undefined ? {} : { quote: redactor.redact(quote) }),
    ...(key === undefined || said === text ? {} : { key: learningKeyOf(row.kind, said) }),
  };
  const provenance = {
    ...row.provenance,
    ...(claudeProjectPath === undefined ? {} : { claudeProjectPath: redactor.redact(claudeProjectPath) }),
  };
  const after = payload.key;
  return {
    row: { ...row, payload, provenance },
    ...(key === undefined || after === undefined || key === after ? {} : { key: { before: key, after } }),
  };
}
