/**
 * Who wrote a text block of the user's role, as one ordered table (formats/other_clients.md C.4).
 *
 * @module
 */
import type { ClientText, EvidenceOrigin, Label } from "../../lib/types.ts";

/** A part of a block, with its author and the step that decided. */
export type BlockPart =
  | { readonly author: "user"; readonly label: Label; readonly text: string; readonly rule: string }
  | ClientText;

const QUERY = "<user_query>";
const QUERY_END = "</user_query>";
/** What a block begins with that the client composed; images stand in front of all else. */
const IMAGE = "[Image]";
const COMPOSED = /^(?:\[Image\]\s*)*<[A-Za-z_]/;

/**
 * Splits a text block by author.
 *
 * @param text of one block
 * @returns in order; empty for a block that says nothing
 * @example
 * ```ts
 * import { partsOf } from "./typed_rule.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const block = "<timestamp>Tuesday</timestamp>\n<user_query>\nrename the pump\n</user_query>";
 * assertEquals(partsOf(block), [{ author: "user", label: "typed", text: "rename the pump", rule: "2 user_query" }]);
 * ```
 */
export function partsOf(text: string): readonly BlockPart[] {
  const rest = withoutTime(text.trim());
  if (rest === "") return [];
  // Only a block that the client composed begins with an element; a tag further on in a person's text is typed.
  if (!COMPOSED.test(rest)) return [{ author: "user", label: "unmarked", text: rest, rule: "1 bare text" }];
  const query = lastQuery(rest);
  if (query === undefined) return [client(rest, "4 no user_query")];
  const words = rest.slice(query.from, query.to).trim();
  const around = `${rest.slice(0, query.from - QUERY.length).trim()}\n${rest.slice(query.to + QUERY_END.length).trim()}`
    .trim();
  return [
    ...(around === "" ? [] : [client(around, "3 around user_query")]),
    ...(words === "" ? [] : [{ author: "user", label: "typed", text: words, rule: "2 user_query" } as const]),
  ];
}

/** Where the words of a query stand. */
interface Query {
  readonly from: number;
  readonly to: number;
}

/**
 * The last query that stands in no other element: files and rules beside it may hold such tags of their own. Where the
 * opening tag has a line to itself so has the closing one, which makes a tag within the user's words harmless; what is
 * behind an end that cannot be told from the client's is lost, as what a file says must never count as typed.
 */
function lastQuery(text: string): Query | undefined {
  const ends = new Map<string, number>();
  for (const { 1: name = "", index } of text.matchAll(/<\/([A-Za-z_][\w-]{0,63})>/g)) ends.set(name, index);
  const lastLine = text.lastIndexOf(`\n${QUERY_END}`);
  let query: Query | undefined;
  const opening = /(?<=^|[\n>]|\[Image\])[ \t]*<([A-Za-z_][\w-]{0,63})(?=[\s>])/g;
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const [, name = ""] = tag;
    // What is never closed holds nothing.
    if ((ends.get(name) ?? -1) < opening.lastIndex) continue;
    const from = opening.lastIndex + 1;
    const isLine = name === "user_query" && lastLine >= from && /^\r?\n/.test(text.slice(from, from + 2));
    const to = text.indexOf(isLine ? `\n${QUERY_END}` : `</${name}>`, opening.lastIndex) + (isLine ? 1 : 0);
    if (name === "user_query" && text[from - 1] === ">") query = { from, to };
    opening.lastIndex = to + name.length + "</>".length;
  }
  return query;
}

function withoutTime(text: string): string {
  if (!text.startsWith("<timestamp>")) return text;
  const end = text.indexOf("</timestamp>");
  return end < 0 ? text : text.slice(end + "</timestamp>".length).trim();
}

function client(text: string, rule: string): BlockPart {
  if (text.startsWith(IMAGE)) return { author: "client", origin: "image-note", raw: IMAGE, text, rule };
  const raw = /^<([A-Za-z_][\w-]{0,63})/.exec(text)?.[1] ?? "text";
  const origin: EvidenceOrigin = raw.includes("reminder") || raw.includes("rule") ? "system-reminder" : "ide-context";
  return { author: "client", origin, raw, text, rule };
}

/**
 * Whether a reply's text says anything: what the client hid is no speech.
 *
 * @param text of a block
 */
export function spoken(text: string): string {
  const said = text.replace(/\s*\[REDACTED\]\s*$/, "");
  return said.trim() === "" ? "" : said;
}
