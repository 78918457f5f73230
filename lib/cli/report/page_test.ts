import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { reportPage } from "./page.ts";
import type { ReportData } from "./report_data.ts";

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u2028<!--`;

/** Hostile text in every field. */
const DATA: ReportData = {
  made: "2026-11-30T09:00:00.000Z",
  scope: HOSTILE,
  learnings: [{
    kind: HOSTILE,
    text: HOSTILE,
    rule: HOSTILE,
    confidence: 0.9,
    sources: 1,
    foreign: false,
    at: "2026-11-29T09:00:00.000Z",
    client: HOSTILE,
    project: HOSTILE,
  }],
  exchanges: [{
    question: HOSTILE,
    answers: [HOSTILE],
    label: HOSTILE,
    at: null,
    session: HOSTILE,
    client: HOSTILE,
    project: HOSTILE,
  }],
};

Deno.test("reportPage() holds any text as data and never as markup", async () => {
  const page = await reportPage(DATA);
  assertEquals(page.match(/<script/g)?.length, 2);
  assertEquals(page.includes("<img"), false);
  assertEquals(page.includes("<!--"), false);
  assertEquals(entriesIn(page), [{ learning: DATA.learnings[0] }, { exchange: DATA.exchanges[0] }]);
});

Deno.test("reportPage() holds every entry once, the newest first and in front of the script", async () => {
  const exchanges = Array.from({ length: 4321 }, (_, n) => ({
    ...DATA.exchanges[0] as ReportData["exchanges"][0],
    question: `question ${n}`,
    at: n % 100 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 0, (n * 7919) % 4321)).toISOString(),
  }));
  const page = await reportPage({ ...DATA, exchanges });
  const entries = entriesIn(page) as readonly { readonly exchange?: { readonly at: string | null } }[];
  assertEquals(entries.length, 4322);
  assertEquals(new Set(entries.map((entry) => JSON.stringify(entry))).size, 4322);
  const dates = entries.map(({ exchange }) => exchange === undefined ? DATA.learnings[0]?.at ?? "" : exchange.at ?? "");
  assertEquals(dates, dates.toSorted().reverse());
  const first = page.slice(0, page.indexOf("<script>"));
  assertEquals(entriesIn(first), entries.slice(0, 100));
});

Deno.test("reportPage() allows its own script and style by their hashes, and loads nothing", async () => {
  const page = await reportPage({ ...DATA, scope: "kettle" });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  assert(script.length > 1000 && style.length > 500);
  assert(policy.includes(`script-src ${hash(script)};`));
  assert(policy.includes(`style-src ${hash(style)};`));
  assert(policy.startsWith("default-src 'none'"));
  assertEquals(
    /\b(?:src|href|url)\s*[=(]/.test(page),
    false,
  );
});

/** What the page's data elements hold, in their order. */
function entriesIn(page: string): readonly unknown[] {
  const parts = page.matchAll(
    /<script type="application\/octet-stream" data-part="(?:first|rest)">([A-Za-z0-9+/=]*)<\/script>/g,
  );
  return [...parts].flatMap(([, text = ""]) => {
    const value = JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString());
    return Array.isArray(value) ? value : value.entries;
  });
}
