/**
 * `deno task eval`: the learning rules against labelled conversations, those of `../shared/design/labels` when they are
 * there, and the invented ones of `fixtures/labelled`.
 *
 * `--hits` lists every hit, `--misses` every label that was missed, `--wrong` the wrong hits; `--quiet` prints tables only.
 *
 * @module
 */
import { claude } from "../../hooks/claude/client.ts";
import { readInvented } from "./invented.ts";
import { type Label, readLabels } from "./labels.ts";
import { type Hit, type Matched, matchLearnings } from "./match.ts";
import { replay } from "./replay.ts";
import { hitText, missText, scoreText } from "./report.ts";
import { NO_REVIEWS, readReviews } from "./reviews.ts";
import { score } from "./score.ts";
import { readTranscript } from "./transcript.ts";
import { evaluateWishes } from "./wishes.ts";

const SHARED = new URL("../../../shared/", import.meta.url);

/** Compares every labelled conversation of the corpus. */
export function evaluateCorpus(): readonly Matched[] {
  const folder = new URL("design/labels/", SHARED);
  const labels: Label[] = [];
  for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (name.endsWith(".learnings.jsonl")) labels.push(...readLabels(Deno.readTextFileSync(new URL(name, folder))));
  }
  const reviews = readReviews(readIfThere(new URL("reviewed.jsonl", import.meta.url)));
  return [...new Set(labels.map(({ file }) => file))].map((file) => {
    const own = labels.filter((label) => label.file === file);
    const sessionId = own[0]?.sessionId ?? "";
    const replayed = replay(claude, readTranscript(new URL(`corpus/${file}`, SHARED)), { sessionId });
    return matchLearnings(file, { labels: own, replayed, reviews });
  });
}

/** Compares every invented conversation. */
export function evaluateInvented(): readonly Matched[] {
  const folder = new URL("../../fixtures/labelled/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".txt")).sort();
  return names.flatMap((name) => readInvented(Deno.readTextFileSync(new URL(name, folder)))).map((one) => {
    const records = one.rows.map((record, index) => ({ line: index + 1, record }));
    const replayed = replay(claude, records, { sessionId: one.name });
    return matchLearnings(one.name, { labels: one.labels, replayed, reviews: NO_REVIEWS });
  });
}

function isThere(url: URL): boolean {
  try {
    return Deno.statSync(url).isDirectory;
  } catch {
    return false;
  }
}

function print(title: string, matched: readonly Matched[]): void {
  const wanted = (name: string): boolean => Deno.args.includes(name);
  const result = score(matched);
  const labels = matched.reduce((sum, one) => sum + one.labels.length, 0);
  console.log(`# ${title}: ${matched.length} conversations, ${labels} labels\n`);
  console.log(scoreText(result));
  const hits = matched.flatMap((one) => one.hits);
  const reviewed = hits.filter(({ by }) => by === "review");
  const changed = reviewed.filter(({ tells, byWords }) => tells.length > 0 !== byWords.length > 0);
  console.log(
    `\n"Says the same": ${
      hits.filter(({ by }) => by === "words").length
    } by shared words, ${reviewed.length} by a reviewer, ` +
      `who decided ${changed.length} otherwise than the words; ${
        hits.filter(({ by }) => by === "no label there").length
      } hits have no label near.`,
  );
  const byWords = score(matched.map(({ hits, labels }) => ({ hits: hits.map(byWordsAlone), labels }))).kinds;
  console.log(
    `Right by shared words alone: ${byWords.map((one) => `${one.kind} ${one.right}/${one.found}`).join(", ")}.`,
  );
  if (wanted("--hits")) console.log(`\n${hits.map(hitText).join("\n")}`);
  if (wanted("--wrong")) console.log(`\nWrong:\n${result.wrong.map(hitText).join("\n")}`);
  if (wanted("--misses")) console.log(`\nMissed:\n${result.misses.map(missText).join("\n")}`);
}

/** A hit as if nobody had looked at it. */
function byWordsAlone(hit: Hit): Hit {
  return { ...hit, tells: hit.byWords, by: hit.by === "review" ? "words" : hit.by };
}

if (import.meta.main) {
  print("Invented conversations", evaluateInvented());
  console.log(`\n# Wishes in many words (fixtures/wishes)\n\n${wishesText()}`);
  if (isThere(new URL("design/labels/", SHARED))) print("\nLabelled conversations of the corpus", evaluateCorpus());
}

function wishesText(): string {
  return evaluateWishes().map(({ name, wishes, found, others, taken }) =>
    `${name}: ${found} of ${wishes} wishes found, ${taken.length} of ${others} other conversations taken for one`
  ).join("\n");
}

/** A file's text; empty when nobody has reviewed anything yet. */
function readIfThere(url: URL): string {
  try {
    return Deno.readTextFileSync(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
