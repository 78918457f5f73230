/**
 * What the report does in the browser. Text comes to the page as text alone (`textContent`), never as markup.
 *
 * @module
 */

/** A script for any browser of the last years; it loads nothing. */
export const PAGE_SCRIPT = `
"use strict";
(async () => {
  // A loop, as Uint8Array.from() with a function takes ten times as long for a few megabytes.
  const bytesOf = (text) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    return bytes;
  };
  const read = async (part) => {
    const packed = bytesOf(part.textContent);
    return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const first = await read(document.querySelector("script[data-part=first]"));
  const byId = (id) => document.getElementById(id);
  const PAGE = 100;
  // What is on a screen; the rest of a page follows when that was drawn.
  const SCREEN = 10;
  const MOST_PRINTED = 5000;
  // Entries that are made ready in one go.
  const PAUSE = 500;
  const fold = (text) => (/[^\\0-~]/.test(text) ? text.normalize("NFKC") : text).toLowerCase();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const dayOf = (at) => {
    if (at === null) return "";
    const date = new Date(at);
    const two = (n) => String(n).padStart(2, "0");
    return date.getFullYear() + "-" + two(date.getMonth() + 1) + "-" + two(date.getDate());
  };
  const itemOf = ({ learning: l, exchange: e }) => {
    const { at, client, project } = l ?? e;
    return { type: l ? l.kind : "exchanges", at, day: dayOf(at), client, project, learning: l, exchange: e };
  };
  const items = first.entries.map(itemOf);
  let isWhole = items.length === first.total;
  const textOf = (item) => {
    if (item.text === undefined) {
      const { learning: l, exchange: e } = item;
      item.text = fold(l ? l.text + " " + l.rule : (e.question ?? "") + "\\n" + e.answers.join("\\n"));
    }
    return item.text;
  };
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className !== undefined) made.className = className;
    return made;
  };
  const fill = (id, values) => {
    for (const value of [...new Set(values)].filter((v) => v !== "").sort()) {
      const option = element("option", value);
      option.value = value;
      byId(id).append(option);
    }
  };
  byId("zone").textContent = "Times are " + zone + ". Made " + clock.format(new Date(first.made)) + ".";

  let shown = 0;
  let due = 0;
  let drawing;
  let found = [];
  let words = [];
  let filters = "";
  let chosenDay = "";
  let isAsked = false;

  const wanted = () => {
    const kind = byId("kind").value, client = byId("client").value, project = byId("project").value;
    const from = byId("from").value, to = byId("to").value;
    return (item) =>
      (kind === "" || (kind === "learnings" ? item.type !== "exchanges" : item.type === kind)) &&
      (client === "" || item.client === client) && (project === "" || item.project === project) &&
      (from === "" || item.day >= from) && (to === "" || (item.day !== "" && item.day <= to)) &&
      words.every((word) => textOf(item).includes(word));
  };

  const marked = (name, text) => {
    const made = element(name);
    made.dir = "auto";
    const folded = fold(text);
    // Folding may change lengths; then nothing is marked rather than the wrong letters.
    if (words.length === 0 || folded.length !== text.length) {
      made.textContent = text;
      return made;
    }
    let at = 0;
    while (at < text.length) {
      let next = -1, length = 0;
      for (const word of words) {
        const hit = folded.indexOf(word, at);
        if (hit >= 0 && (next < 0 || hit < next)) { next = hit; length = word.length; }
      }
      if (next < 0) break;
      made.append(text.slice(at, next), element("mark", text.slice(next, next + length)));
      at = next + length;
    }
    made.append(text.slice(at));
    return made;
  };

  const articleOf = (item) => {
    const article = element("article");
    article.tabIndex = 0;
    const when = item.at === null ? "no date" : clock.format(new Date(item.at));
    if (item.learning) {
      const l = item.learning;
      article.append(marked("p", l.text));
      const sources = l.sources === 1 ? "1 source" : l.sources + " sources";
      const seal = l.foreign ? "foreign" : "own";
      article.append(element("p", [l.kind, when, l.rule, "confidence " + l.confidence.toFixed(2), sources, seal, item.client, item.project].join(" \\u00b7 "), "about"));
      return article;
    }
    const e = item.exchange;
    article.append(marked("p", e.question ?? "(replies without a question)"));
    if (e.answers.length > 0) {
      const details = element("details");
      details.append(element("summary", e.answers.length === 1 ? "1 reply" : e.answers.length + " replies"));
      for (const answer of e.answers) details.append(marked("blockquote", answer));
      if (words.length > 0) details.open = true;
      article.append(details);
    }
    article.append(element("p", ["exchange", when, e.label, item.client, item.project].filter((part) => part !== "").join(" \\u00b7 "), "about"));
    return article;
  };

  const draw = (count) => {
    const rows = found.slice(shown, Math.min(due, shown + count)).map((item) => {
      const row = element("li");
      row.append(articleOf(item));
      return row;
    });
    byId("items").append(...rows);
    shown += rows.length;
    clearTimeout(drawing);
    if (shown < due) drawing = setTimeout(() => draw(SCREEN));
  };

  const showMore = (count) => {
    due = Math.min(found.length, due + count);
    byId("more").hidden = due >= found.length;
    byId("status").textContent = found.length === items.length
      ? first.total + " in all, newest first; " + due + " shown."
      : found.length + " of " + first.total + " match; " + due + " shown.";
    draw(SCREEN);
  };

  const search = () => {
    // Nothing is said of what was not read yet: it is looked for as soon as it was.
    if (!isWhole) {
      isAsked = true;
      byId("status").textContent = "Reading " + first.total + " entries...";
      return;
    }
    const before = { words, filters };
    words = fold(byId("q").value).split(/\\s+/).filter((word) => word !== "");
    filters = ["kind", "client", "project", "from", "to"].map((id) => byId(id).value).join("\\n");
    // Whoever types on looks among what was found.
    const isNarrower = filters === before.filters && before.words.every((old) => words.some((word) => word.includes(old)));
    found = (isNarrower ? found : items).filter(wanted());
    shown = due = 0;
    byId("items").replaceChildren();
    showMore(PAGE);
  };

  const NAMES = { exchanges: "exchange", facts: "fact", preferences: "preference", mistakes: "mistake", open_loops: "open loop", skill_candidates: "skill candidate" };
  const many = (n, name) => n + " " + name + (n === 1 ? "" : "s");
  const drawDays = () => {
    const perDay = new Map();
    for (const { day, type, exchange } of items) {
      if (day === "") continue;
      let of = perDay.get(day);
      if (of === undefined) perDay.set(day, of = { all: 0, sessions: new Set(), kinds: new Map() });
      of.all++;
      of.kinds.set(type, (of.kinds.get(type) ?? 0) + 1);
      if (exchange) of.sessions.add(exchange.session);
    }
    const days = [...perDay].sort(([a], [b]) => a < b ? -1 : 1).slice(-90);
    const most = Math.max(1, ...days.map(([, { all }]) => all));
    for (const [day, { all, sessions, kinds }] of days) {
      const row = element("li"), bar = element("button");
      bar.type = "button";
      const parts = sessions.size > 0 ? [many(sessions.size, "session")] : [];
      for (const [kind, name] of Object.entries(NAMES)) if (kinds.has(kind)) parts.push(many(kinds.get(kind), name));
      const told = day + ": " + parts.join(", ");
      bar.title = told;
      bar.setAttribute("aria-label", told);
      bar.setAttribute("aria-pressed", "false");
      bar.style.height = Math.max(6, Math.round(100 * all / most)) + "%";
      const learned = element("i");
      learned.style.height = Math.round(100 * (all - (kinds.get("exchanges") ?? 0)) / all) + "%";
      bar.append(learned);
      bar.addEventListener("click", () => {
        chosenDay = chosenDay === day ? "" : day;
        for (const other of document.querySelectorAll("#days button")) other.setAttribute("aria-pressed", String(other === bar && chosenDay !== ""));
        byId("from").value = byId("to").value = chosenDay;
        search();
      });
      row.append(bar);
      byId("days").append(row);
    }
  };

  let waiting;
  byId("q").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 80); });
  for (const id of ["kind", "client", "project", "from", "to"]) byId(id).addEventListener("change", search);
  byId("filters").addEventListener("submit", (event) => { event.preventDefault(); search(); });
  byId("filters").addEventListener("reset", () => setTimeout(search));
  byId("more").addEventListener("click", () => showMore(PAGE));
  addEventListener("beforeprint", () => { showMore(MOST_PRINTED); draw(due); });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape" && event.target === byId("q")) { byId("q").value = ""; search(); return; }
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...document.querySelectorAll("article")];
    const at = all.indexOf(document.activeElement.closest("article"));
    if (event.key === "/") { event.preventDefault(); byId("q").focus(); }
    else if (event.key === "j") (all[at + 1] ?? all[at])?.focus();
    else if (event.key === "k") all[Math.max(0, at - 1)]?.focus();
    else if (event.key === "Enter" && at >= 0 && event.target === all[at]) {
      const details = all[at].querySelector("details");
      if (details) details.open = !details.open;
    }
  });
  found = items;
  filters = "\\n\\n\\n\\n";
  showMore(PAGE);
  const hasFilters = () => ["q", "kind", "client", "project", "from", "to"].some((id) => byId(id).value !== "");
  document.documentElement.dataset.ready = "true";
  if (!isWhole) {
    // The first entries are shown before the others are read, and whoever scrolls or types meanwhile waits for no long task.
    const pause = () => new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    for (const part of document.querySelectorAll("script[data-part=rest]")) {
      for (const entry of await read(part)) items.push(itemOf(entry));
      await pause();
    }
    // Folded before anybody searches: it takes longer than a search may.
    for (let at = 0; at < items.length; at++) {
      textOf(items[at]);
      if (at % PAUSE === 0) await pause();
    }
    isWhole = true;
    byId("more").hidden = due >= found.length;
  }
  fill("client", items.map((item) => item.client));
  fill("project", items.map((item) => item.project));
  drawDays();
  if (isAsked || hasFilters()) search();
  document.documentElement.dataset.prepared = "true";
})();
`;
