/**
 * One exchange or learning of a session by its id, without reading what else its files hold: search shows twenty rows of as
 * many sessions.
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import { EXCHANGES_FILE, learningFile, under } from "../record/layout.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import type { LearningKind } from "../types.ts";
import type { Product } from "./product.ts";
import { type SessionFiles, standingExchanges, standingRows } from "./standing_rows.ts";

/** @returns undefined when the session holds none of that id, or it was forgotten */
export function standingExchange(product: Product, session: SessionFiles, id: string): StoredExchange | undefined {
  const lines = linesWith(product.files, under(session.directory, EXCHANGES_FILE), id);
  return standingExchanges(withLines(product, lines), session).find((exchange) => exchange.id === id);
}

/** @returns undefined when the session holds none of that id, or it was forgotten */
export function standingLearning(
  product: Product,
  session: SessionFiles,
  { kind, id, key }: { readonly kind: LearningKind; readonly id: string; readonly key: Uint8Array },
): StoredLearning | undefined {
  const lines = linesWith(product.files, under(session.directory, learningFile(kind)), id);
  return standingRows(withLines(product, lines), session, { key, kinds: [kind] }).find(({ row }) => row.id === id);
}

/** The lines that name an id, as the bytes of a file. */
function linesWith(files: Pick<Files, "readText">, path: string, id: string): Uint8Array {
  const text = files.readText(path) ?? "";
  let lines = "";
  for (let at = text.indexOf(id); at >= 0;) {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    lines += `${text.slice(start, end < 0 ? undefined : end)}\n`;
    if (end < 0) break;
    at = text.indexOf(id, end);
  }
  return new TextEncoder().encode(lines);
}

/** The product, for which every file that is opened holds these lines. */
function withLines(product: Product, bytes: Uint8Array): Product {
  const handle: ReadHandle = {
    size: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    close() {},
  };
  const { files } = product;
  return { ...product, files: { ...files, open: () => handle } };
}
