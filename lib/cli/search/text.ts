/**
 * What `search` shows to people.
 *
 * @module
 */
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { dayOf, shortId } from "../moment.ts";
import { heading, type Layout } from "../screen.ts";
import { wrap } from "../wrap.ts";
import type { FoundRow } from "./rows.ts";

/** All rows: a line that says what it is, and the words around what was found. */
export function foundText(
  rows: readonly FoundRow[],
  { layout, colour }: { readonly layout: Layout; readonly colour: boolean },
): string {
  if (rows.length === 0) {
    return "Nothing was found here. --in DIR searches another project, --workspace NAME all of a workspace.";
  }
  const several = new Set(rows.map(({ project }) => project)).size > 1;
  return rows.map((row) => {
    const facts = [row.kind, shortId(row.id), dayOf(row.at), ...(row.foreign ? ["foreign"] : [])];
    if (several) facts.push(row.project.replace(/^.*[/\\](?=[^/\\])/, ""));
    return `${heading(facts.filter((fact) => fact !== "").join("  "), layout)}\n${
      snippetText(row, { layout, colour })
    }`;
  }).join("\n\n");
}

/** What was found stands between marks, and in bold where that can be shown: state is never colour alone. */
function snippetText(
  { snippet }: FoundRow,
  { layout, colour }: { readonly layout: Layout; readonly colour: boolean },
): string {
  const marked = snippet.map(({ text, marked }) => {
    const shown = visible(text).replace(/[\ue000\ue001]/g, "\ufffd");
    return marked ? `${OPENS}${shown}${CLOSES}` : shown;
  }).join("");
  const lines = wrap(marked, layout.columns);
  const bold = colour ? lines.replace(MARKED, "\u001b[1m[$1]\u001b[0m") : lines;
  return bold.replaceAll(OPENS, "[").replaceAll(CLOSES, "]");
}

/** Stand for the marks until the lines are broken: brackets may stand in the text, as of what was redacted. */
const [OPENS, CLOSES] = ["\ue000", "\ue001"];
const MARKED = /\ue000([^\ue001\n]*)\ue001/g;
