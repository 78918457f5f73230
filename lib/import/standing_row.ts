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
import { type SessionFiles, standingExchanges, standingRows, withFiles } from "./standing_rows.ts";

/** An exchange that is looked for. */
export interface WantedExchange {
  readonly id: string;
  /** Bytes of the session's file in which it stood when they were looked at; it is looked for elsewhere too. */
  readonly place?: { readonly from: number; readonly to: number } | undefined;
}

/** @returns undefined when the session holds none of that id, or it was forgotten */
export function standingExchange(
  product: Product,
  session: SessionFiles,
  { id, place }: WantedExchange,
): StoredExchange | undefined {
  const path = under(session.directory, EXCHANGES_FILE);
  const inText = (text: string) =>
    standingExchanges(withLines(product, linesWith(text, id)), session).find((exchange) => exchange.id === id);
  return (place === undefined ? undefined : inText(textAt(product.files, path, place))) ??
    inText(product.files.readText(path) ?? "");
}

/** @returns undefined when the session holds none of that id, or it was forgotten */
export function standingLearning(
  product: Product,
  session: SessionFiles,
  { kind, id, key }: { readonly kind: LearningKind; readonly id: string; readonly key: Uint8Array },
): StoredLearning | undefined {
  const lines = linesWith(product.files.readText(under(session.directory, learningFile(kind))) ?? "", id);
  return standingRows(withLines(product, lines), session, { key, kinds: [kind] }).find(({ row }) => row.id === id);
}

function textAt(
  files: Pick<Files, "open">,
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const handle = files.open(path);
  if (handle === undefined) return "";
  try {
    const bytes = new Uint8Array(to - from);
    return new TextDecoder().decode(bytes.subarray(0, handle.read(bytes, from)));
  } finally {
    handle.close();
  }
}

/** The lines that name an id, as the bytes of a file. */
function linesWith(text: string, id: string): Uint8Array {
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
  return withFiles(product, { ...files, open: () => handle });
}
