/**
 * What the learning rules find in all conversations of the corpus, per session: `deno run --allow-read --allow-env
 * scripts/eval/yield.ts [--draw 30] [--seed N]`. `--draw` lists so many learnings at random, the same ones for the same seed.
 *
 * @module
 */
import { claude } from "../../hooks/claude/client.ts";
import { codex } from "../../hooks/codex/client.ts";
import { LOW_CONFIDENCE } from "../../lib/learnings/rule.ts";
import { LEARNING_KINDS } from "../../lib/types.ts";
import type { ClientModule } from "../../lib/types.ts";
import { type Found, type NumberedRecord, replay } from "./replay.ts";
import { table } from "./report.ts";
import { readTranscript } from "./transcript.ts";

const CORPUS = new URL("../../../shared/corpus/", import.meta.url);

/** What came of one transcript. */
export interface SessionYield {
  /** Path below the corpus. */
  readonly file: string;
  readonly typed: number;
  /** Learnings that context and search use. */
  readonly learnings: readonly Found[];
  /** Those of low confidence. */
  readonly low: number;
}

/**
 * Replays every transcript of a client. Copies of one conversation count as often as they are there: each is a session to
 * whoever imports it.
 *
 * @param folder of the corpus
 */
export function yieldOf(client: ClientModule, folder: string): readonly SessionYield[] {
  return [...jsonlFiles(new URL(`${folder}/`, CORPUS))].flatMap((url) => {
    const file = decodeURIComponent(url.pathname.slice(CORPUS.pathname.length));
    const records: NumberedRecord[] = [...readTranscript(url)];
    const sample = () => records.slice(0, 20).map(({ record }) => record);
    if (!client.recognises(sample()) || client.isSubagentFile(file, sample)) return [];
    const sessionId = client.sessionOf?.(file, sample) ?? file.replace(/^.*\/|\.jsonl$/g, "");
    const { learnings, typed } = replay(client, records, { sessionId });
    const used = learnings.filter(({ confidence }) => confidence >= LOW_CONFIDENCE);
    return [{ file, typed, learnings: used, low: learnings.length - used.length }];
  });
}

function* jsonlFiles(folder: URL): Generator<URL> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const url = new URL(encodeURIComponent(name), folder);
    if (isDirectory) yield* jsonlFiles(new URL(`${url.href}/`));
    else if (name.endsWith(".jsonl")) yield url;
  }
}

/** The numbers of one client. */
export function yieldText(name: string, sessions: readonly SessionYield[]): string {
  const counts = sessions.map(({ learnings }) => learnings.length).sort((a, b) => a - b);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const typed = sessions.reduce((sum, session) => sum + session.typed, 0);
  const share = (part: number, whole: number) => whole === 0 ? "-" : (part / whole).toFixed(2);
  const talks = sessions.filter((session) => session.typed > 0);
  const rules = new Map<string, number>();
  for (const { rule } of sessions.flatMap(({ learnings }) => learnings)) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const kinds = LEARNING_KINDS.map((kind) =>
    `${kind} ${sessions.flatMap(({ learnings }) => learnings).filter((one) => one.kind === kind).length}`
  );
  return [
    `# ${name}: ${sessions.length} sessions, ${talks.length} in which somebody typed, ${typed} typed messages`,
    "",
    `${all} learnings: ${share(all, sessions.length)} a session (median ${counts[counts.length >> 1] ?? 0}, most ${
      counts.at(-1) ?? 0
    }), ${share(all, talks.length)} where somebody typed, ${share(all, typed)} a typed message; none in ${
      counts.filter((count) => count === 0).length
    } sessions. ${sessions.reduce((sum, { low }) => sum + low, 0)} more of low confidence.`,
    kinds.join(", "),
    "",
    table([...rules].sort(([a], [b]) => a < b ? -1 : 1).map(([rule, count]) => [rule, String(count).padStart(4)])),
  ].join("\n");
}

/**
 * Draws without putting back.
 *
 * @param seed the same seed draws the same
 * @example
 * ```ts
 * import { draw } from "./yield.ts";
 * draw(["a", "b", "c"], { many: 2, seed: 7 }).length; // 2
 * ```
 */
export function draw<T>(items: readonly T[], { many, seed }: { readonly many: number; readonly seed: number }): T[] {
  const left = [...items];
  const drawn: T[] = [];
  let state = seed >>> 0;
  while (drawn.length < many && left.length > 0) {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const random = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    drawn.push(...left.splice(Math.floor(random * left.length), 1));
  }
  return drawn;
}

function optionOf(name: string, fallback: number): number {
  const at = Deno.args.indexOf(name);
  return at < 0 ? fallback : Number(Deno.args[at + 1]);
}

if (import.meta.main) {
  const clients = [["Claude Code", claude, "claude"], ["Codex", codex, "codex"]] as const;
  const found = clients.map(([name, client, folder]) => ({ name, sessions: yieldOf(client, folder) }));
  for (const { name, sessions } of found) console.log(`${yieldText(name, sessions)}\n`);
  const many = optionOf("--draw", 0);
  if (many > 0) {
    // A copy of a conversation holds the same learning again.
    const pool = new Map(
      found.flatMap(({ sessions }) => sessions).flatMap(({ file, learnings }) =>
        learnings.map((learning) =>
          [`${learning.rule} ${learning.source} ${learning.text}`, { file, learning }] as const
        )
      ),
    );
    const drawn = draw([...pool.values()], { many, seed: optionOf("--seed", 1) });
    for (const [index, { file, learning: { rule, kind, source, text } }] of drawn.entries()) {
      console.log(`${index + 1}. ${kind} ${rule} ${file} ${source}\n   ${text.replaceAll(/\s+/g, " ")}`);
    }
  }
}
