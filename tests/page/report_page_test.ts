import { assert, assertEquals } from "@std/assert";
import { reportPage } from "../../lib/cli/report/page.ts";
import type { ReportData, ReportExchange } from "../../lib/cli/report/report_data.ts";
import { withTemporaryDirectory } from "../disk_test_support.ts";
import { BROWSER, type Page, withPage } from "./browser_test_support.ts";

const HOSTILE =
  `</script><script>alert(1)</script><img src="http://127.0.0.1:9/x" onerror="alert(2)">&\u2028<!-- <style>*{display:none}`;
const PARTS = ["sensor", "heater", "valve", "kettle", "pump", "boil", "reading", "timeout", "Ölstand", "水位"];

function word(n: number): string {
  return `${PARTS[n % PARTS.length]}${n % 977}`;
}

/** An invented exchange of about 600 letters. */
function exchange(n: number): ReportExchange {
  const words = Array.from({ length: 80 }, (_, k) => word(n * 31 + k * 7)).join(" ");
  return {
    question: `question ${n}: why does ${word(n)} fail?`,
    answers: [words],
    label: "typed",
    at: new Date(Date.UTC(2026, 0, 1 + (n % 300), 8, n % 60)).toISOString(),
    session: `session-${n >> 3}`,
    client: n % 3 === 0 ? "codex" : "claude-code",
    project: n % 2 === 0 ? "/srv/kettle" : "/srv/teapot",
  };
}

const LEARNINGS: ReportData["learnings"] = [{
  kind: "preferences",
  text: "run the heat tests first",
  rule: "preference.explicit",
  confidence: 0.95,
  sources: 2,
  foreign: false,
  at: "2026-10-26T09:00:00.000Z",
  client: "claude-code",
  project: "/srv/kettle",
}];

function pageTest(name: string, data: ReportData, fn: (page: Page, path: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: BROWSER === undefined,
    fn: () =>
      withTemporaryDirectory(async (directory) => {
        const path = `${directory}/report.html`;
        Deno.writeTextFileSync(path, await reportPage(data));
        await withPage((page) => fn(page, path));
      }),
  });
}

const MANY = { made: "2026-11-30T09:00:00.000Z", scope: "/srv/kettle", learnings: LEARNINGS };
const TWENTY_THOUSAND = { ...MANY, exchanges: Array.from({ length: 20_000 }, (_, n) => exchange(n)) };

/** What the status line says. */
const STATUS = "document.getElementById('status').textContent";

/** @returns milliseconds until what was found is painted */
async function type(page: Page, words: string): Promise<number> {
  await page.evaluate(`document.getElementById("q").value = ${JSON.stringify(words)}`);
  const begun = "const begun = performance.now()";
  const search = `document.getElementById("filters").requestSubmit()`;
  const painted = "requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))";
  return Number(await page.evaluate(`new Promise((resolve) => { ${begun}; ${search}; ${painted}; })`));
}

/** How many entries are drawn when those that are due have come. */
function drawn(page: Page, wanted: number): Promise<unknown> {
  const count = "document.querySelectorAll('article').length";
  return page.evaluate(`new Promise((resolve) => {
    const until = performance.now() + 5000;
    const look = () => ${count} === ${wanted} || performance.now() > until ? resolve(${count}) : setTimeout(look, 5);
    look();
  })`);
}

pageTest(
  "reportPage() of 20,000 exchanges opens and is searched, in a time that is printed",
  TWENTY_THOUSAND,
  async (page, path) => {
    // The best of three: what else the machine does is no fault of the page.
    const openings = [await page.open(path), await page.open(path), await page.open(path)];
    const opened = Math.min(...openings);
    // What is seen first is the newest, before the rest was read.
    assertEquals(await drawn(page, 100), 100);
    for (let n = 0; n < 600 && await page.evaluate("document.documentElement.dataset.prepared") !== "true"; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const whole = Number(await page.evaluate("Math.round(performance.now())"));
    const times = [];
    for (const words of ["why heater1", "水位", "no such words at all", "ÖLSTAND", "e"]) {
      times.push(
        await type(page, words),
      );
    }
    console.error(
      `20,000 exchanges: open ${openings.map(Math.round).join(", ")} ms, all read ${whole} ms, searches ${
        times.map((time) => time.toFixed(0)).join(", ")
      } ms`,
    );
    assert(opened < 2000, `${opened} ms`);
    // 100 ms on a machine that has nothing else to do; this only sees what is far off.
    for (const milliseconds of times) assert(milliseconds < 2000, `${milliseconds} ms`);
    // Every word is looked for by itself: "17:" ends 200 numbers, "19999:" one.
    await type(page, "question 17: why");
    assertEquals(await page.evaluate(STATUS), "200 of 20001 match; 100 shown.");
    assertEquals(await drawn(page, 100), 100);
    await type(page, "question 19999: why");
    assertEquals(await page.evaluate(STATUS), "1 of 20001 match; 1 shown.");
    assertEquals(await drawn(page, 1), 1);
    // Typed on, the same is found as by typing it at once; and all again when it is deleted.
    for (const words of ["q", "quest", "question 17", "question 17: why"]) await type(page, words);
    assertEquals(await page.evaluate(STATUS), "200 of 20001 match; 100 shown.");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assertEquals(await page.evaluate("document.querySelectorAll('article').length"), 200);
    await type(page, "");
    assertEquals(await page.evaluate(STATUS), "20001 in all, newest first; 100 shown.");
    assertEquals(page.complaints, []);
  },
);

pageTest("reportPage() looks for what was typed before all entries were read", TWENTY_THOUSAND, async (page, path) => {
  await page.open(path);
  await type(page, "question 19999: why");
  for (let n = 0; n < 600 && await page.evaluate(STATUS) !== "1 of 20001 match; 1 shown."; n++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assertEquals(await page.evaluate(STATUS), "1 of 20001 match; 1 shown.");
  await page.evaluate("document.querySelector('button[type=reset]').click()");
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
  assertEquals(await page.evaluate(STATUS), "20001 in all, newest first; 100 shown.");
  await page.evaluate("document.getElementById('more').click()");
  assertEquals(await page.evaluate(STATUS), "20001 in all, newest first; 200 shown.");
  assertEquals(page.complaints, []);
});

pageTest("reportPage() filters, is worked by keyboard, and follows the dark scheme", {
  ...MANY,
  exchanges: Array.from({ length: 30 }, (_, n) => exchange(n)),
}, async (page, path) => {
  await page.open(path);
  assertEquals(await page.evaluate(STATUS), "31 in all, newest first; 31 shown.");
  await page.evaluate(
    "document.getElementById('kind').value = 'learnings'; document.getElementById('kind').dispatchEvent(new Event('change'))",
  );
  assertEquals(await page.evaluate(STATUS), "1 of 31 match; 1 shown.");
  await page.evaluate("document.querySelector('button[type=reset]').click()");
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 20))");
  await page.press("j");
  assertEquals(await page.evaluate("document.activeElement.tagName"), "ARTICLE");
  await page.evaluate("document.querySelectorAll('article details')[0].closest('article').focus()");
  await page.press("Enter");
  assertEquals(await page.evaluate("document.activeElement.querySelector('details').open"), true);
  await page.press("/");
  assertEquals(await page.evaluate("document.activeElement.id"), "q");
  const days = `[...document.querySelectorAll('#days button')].map((day) => day.title)`;
  const titles = await page.evaluate(days) as readonly string[];
  assertEquals(titles.length, 31);
  assertEquals(titles[0], "2026-01-01: 1 session, 1 exchange");
  assertEquals(titles.at(-1), "2026-10-26: 1 preference");
  assertEquals(await page.evaluate("document.querySelectorAll('#days i').length"), 31);
  await page.evaluate("document.querySelector('#days button').click()");
  assert(/^\d+ of 31 match/.test(String(await page.evaluate(STATUS))));
  const background = "getComputedStyle(document.body).backgroundColor";
  await page.prefer("dark");
  const dark = await page.evaluate(background);
  await page.prefer("light");
  assert(dark !== await page.evaluate(background));
  const unnamed =
    "[...document.querySelectorAll('button, input, select')].filter((e) => !e.labels?.length && !e.textContent && !e.ariaLabel).length";
  assertEquals(await page.evaluate(unnamed), 0);
  assertEquals(page.complaints, []);
});

pageTest("reportPage() runs, loads and shows nothing that the data asks for", {
  made: "2026-11-30T09:00:00.000Z",
  scope: HOSTILE,
  learnings: [
    {
      ...LEARNINGS[0],
      kind: HOSTILE,
      text: HOSTILE,
      rule: HOSTILE,
      client: HOSTILE,
      project: HOSTILE,
    } as typeof LEARNINGS[0],
  ],
  exchanges: [{
    question: HOSTILE,
    answers: [HOSTILE],
    label: HOSTILE,
    at: null,
    session: HOSTILE,
    client: HOSTILE,
    project: HOSTILE,
  }],
}, async (page, path) => {
  await page.open(path);
  await type(page, "alert img");
  assertEquals(await page.evaluate(STATUS), "2 in all, newest first; 2 shown.");
  assertEquals(await page.evaluate("document.querySelector('article p').textContent"), HOSTILE);
  assertEquals(await page.evaluate("document.querySelectorAll('main img, main script, main style').length"), 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assertEquals(page.requests.filter((address) => !/^(?:file|data):/.test(address)), []);
  assertEquals(page.complaints, []);
});
