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
  if (!/^<[A-Za-z_]/.test(rest)) return [{ author: "user", label: "unmarked", text: rest, rule: "1 bare text" }];
  const start = rest.indexOf(QUERY);
  const end = rest.lastIndexOf(QUERY_END);
  if (start < 0 || end < start) return [client(rest, "4 no user_query")];
  const words = rest.slice(start + QUERY.length, end).trim();
  const around = `${rest.slice(0, start).trim()}\n${rest.slice(end + QUERY_END.length).trim()}`.trim();
  return [
    ...(around === "" ? [] : [client(around, "3 around user_query")]),
    ...(words === "" ? [] : [{ author: "user", label: "typed", text: words, rule: "2 user_query" } as const]),
  ];
}

function withoutTime(text: string): string {
  if (!text.startsWith("<timestamp>")) return text;
  const end = text.indexOf("</timestamp>");
  return end < 0 ? text : text.slice(end + "</timestamp>".length).trim();
}

function client(text: string, rule: string): BlockPart {
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
