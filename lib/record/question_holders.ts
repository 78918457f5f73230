/**
 * Which session of a working directory holds an exchange's question: a fork that adds to it names that session (`copyOf`).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { readLines } from "../jsonl/read_lines.ts";
import { EXCHANGES_FILE, isSafeKey, under } from "./layout.ts";
import { parseObject } from "./read_rows.ts";

/** Looks holders up. */
export interface QuestionHolders {
  /** @returns the session's id; undefined when no other session holds the question */
  holderOf(exchangeId: string): string | undefined;
}

/**
 * Makes a look-up over all other sessions of a client folder. Nothing is read before the first question, then every file once.
 *
 * @param folder `{learnings}/{client folder}`
 * @param options `except`: safe key of the session that asks
 */
export function createQuestionHolders(
  files: Pick<Files, "list" | "open">,
  folder: string,
  { except }: { readonly except: string },
): QuestionHolders {
  let holders: Map<string, string> | undefined;
  return {
    holderOf(exchangeId) {
      if (holders === undefined) {
        holders = new Map();
        for (const key of files.list(folder) ?? []) {
          if (isSafeKey(key) && key !== except) collect(files, under(folder, key, EXCHANGES_FILE), holders);
        }
      }
      return holders.get(exchangeId);
    },
  };
}

function collect(files: Pick<Files, "open">, path: string, holders: Map<string, string>): void {
  const handle = files.open(path);
  if (handle === undefined) return;
  try {
    readLines(handle, (line) => {
      // Only first parts are parsed; rows begin as this product writes them.
      if (!line.text.includes('"part":0,') || !line.text.includes('"question":')) return;
      const row = parseObject(line.text);
      if (typeof row?.id !== "string" || typeof row.sessionId !== "string" || row.question === undefined) return;
      if (!holders.has(row.id)) holders.set(row.id, row.sessionId);
    });
  } finally {
    handle.close();
  }
}
