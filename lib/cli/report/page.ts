/**
 * One self-contained page over what is stored: no network, no other file, and nothing in the data can become markup or
 * code (escaped, and a content security policy that allows this page's own script and style by their hashes). The newest
 * entries stand in front of the rest, so that a page over 20,000 of them is there before the browser has read them all.
 *
 * @module
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { PAGE_SCRIPT } from "./page_script.ts";
import { PAGE_STYLE } from "./page_style.ts";
import type { ReportData, ReportExchange, ReportLearning } from "./report_data.ts";

/**
 * The page.
 *
 * @param data what is shown
 * @returns HTML
 * @example
 * ```ts
 * import { reportPage } from "./page.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const page = await reportPage({ made: "2026-11-30T09:00:00.000Z", scope: "<b>", exchanges: [], learnings: [] });
 * assertEquals(page.includes("<b>"), false);
 * ```
 */
export async function reportPage(data: ReportData): Promise<string> {
  const entries = entriesOf(data);
  const policy = [
    "default-src 'none'",
    `script-src '${hashSource(PAGE_SCRIPT)}'`,
    `style-src '${hashSource(PAGE_STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const kinds = [
    ["", "everything"],
    ["learnings", "all learnings"],
    ["facts", "facts"],
    ["skill_candidates", "skill candidates"],
    ["preferences", "preferences"],
    ["open_loops", "open loops"],
    ["mistakes", "mistakes"],
    ["exchanges", "exchanges"],
  ].map(([value, name]) => `<option value="${value}">${name}</option>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>imprint-hook: ${markup(data.scope)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>What was said and learned: <span dir="auto">${markup(data.scope)}</span></h1>
<p class="soft" id="zone"></p>
</header>
<section id="timeline" aria-label="Entries by day">
<h2>By day</h2>
<p class="soft">Each bar is a day: everything said and learned, the hatched part of it learned.</p>
<ol id="days"></ol>
</section>
<main>
<form id="filters" role="search" aria-label="Search and filters">
<label>Search<input type="search" id="q" autocomplete="off" aria-describedby="keys"></label>
<label>Kind<select id="kind">${kinds}</select></label>
<label>Client<select id="client"><option value="">every client</option></select></label>
<label>Project<select id="project"><option value="">every project</option></select></label>
<label>From<input type="date" id="from"></label>
<label>To<input type="date" id="to"></label>
<button type="reset">Clear</button>
</form>
<p class="soft" id="keys">Keys: / to search, j and k to move, Enter to open replies, Escape to clear the search.</p>
<p id="status" role="status" aria-live="polite"></p>
<ol id="items" aria-label="Entries, newest first"></ol>
<button type="button" id="more" hidden>Show more</button>
</main>
<noscript><p>This page needs its own script, which loads nothing.</p></noscript>
${await dataElement("first", { made: data.made, total: entries.length, entries: entries.slice(0, FIRST) })}
<script>${PAGE_SCRIPT}</script>
${(await Promise.all(piecesOf(entries.slice(FIRST)).map((piece) => dataElement("rest", piece)))).join("\n")}
</body>
</html>
`;
}

/** What is shown at once, and how much is read in one go later. */
const FIRST = 100;
const PIECE = 2000;

/** An entry of the page. */
type Entry = { readonly learning: ReportLearning } | { readonly exchange: ReportExchange };

/** Newest first, those without a date last. */
function entriesOf({ learnings, exchanges }: ReportData): readonly Entry[] {
  const dated = [
    ...learnings.map((learning) => ({ at: learning.at ?? "", entry: { learning } })),
    ...exchanges.map((exchange) => ({ at: exchange.at ?? "", entry: { exchange } })),
  ];
  return dated.sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0).map(({ entry }) => entry);
}

function piecesOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const count = Math.ceil(entries.length / PIECE);
  return Array.from({ length: count }, (_, index) => entries.slice(index * PIECE, (index + 1) * PIECE));
}

async function dataElement(name: "first" | "rest", value: unknown): Promise<string> {
  return `<script type="application/octet-stream" data-part="${name}">${await embedded(value)}</script>`;
}

/**
 * Compressed, as a browser reads a few megabytes of letters several times faster than the text itself, and in an alphabet
 * that cannot end its element.
 */
async function embedded(data: unknown): Promise<string> {
  const packed = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters);
}

/** Arguments of one call. */
const CHUNK = 32_768;

function markup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** As a policy names what it allows. */
function hashSource(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}
