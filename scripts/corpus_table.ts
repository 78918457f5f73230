/**
 * Imports every transcript of a collection, each into a scratch store of its own, and prints what was read as a table in
 * Markdown: `deno run -A scripts/corpus_table.ts [DIRECTORY]`. The collection is only read.
 *
 * @module
 */
import { CLIENTS } from "../hooks/clients.ts";
import { setUp } from "../lib/cli/setup.ts";
import { disk } from "../lib/io/disk.ts";
import { importTranscript } from "../lib/pipeline.ts";
import type { ImportReport } from "../lib/import_report.ts";
import { EXCHANGES_FILE, under } from "../lib/record/layout.ts";
import { readMeta } from "../lib/record/meta.ts";
import { readExchanges, type StoredExchange } from "../lib/record/read_exchanges.ts";
import type { ClientModule } from "../lib/types.ts";
import { nativePath } from "./native_path.ts";

/** One session of one transcript, imported. */
export interface ImportedSession {
  readonly report: ImportReport;
  /** What readers see of it. */
  readonly exchanges: readonly StoredExchange[];
}

/** One transcript, imported. */
export interface ImportedFile {
  /** Below the collection, with slashes. */
  readonly path: string;
  readonly sessions: readonly ImportedSession[];
}

/**
 * Imports every `.jsonl` file below a directory.
 *
 * @param corpus the collection
 * @param scratch an empty directory; each file gets a working directory in it
 * @param options `clients`: other ones than all
 */
export async function importCorpus(
  corpus: string,
  scratch: string,
  { clients = CLIENTS }: { readonly clients?: readonly ClientModule[] } = {},
): Promise<readonly ImportedFile[]> {
  const home = `${scratch}/home`;
  Deno.mkdirSync(home, { recursive: true });
  // Conversations without a directory of this machine are somebody's too.
  Deno.writeTextFileSync(`${home}/config.jsonc`, '{"version":1,"inbox":"default","workspaces":{"default":{}}}');
  const product = await setUp({ mode: "person", home });
  const imported: ImportedFile[] = [];
  for (const path of transcriptsBelow(corpus)) {
    const workDir = `${scratch}/${imported.length}`;
    Deno.mkdirSync(workDir);
    const learn = (transcript: string): Promise<ImportReport> =>
      importTranscript(product, {
        transcript,
        clients,
        asker: { kind: "person", workspace: undefined },
        namedByPerson: true,
        dryRun: false,
        final: true,
        workDir,
      });
    const first = await learn(path);
    const elsewhere = first.verdict?.kind === "no-evidence" ? recordedHere(path, workDir) : undefined;
    const report = elsewhere === undefined ? first : await learn(elsewhere);
    imported.push({
      path: path.slice(corpus.length + 1),
      sessions: [report, ...report.otherSessions ?? []].map((one) => ({ report: one, exchanges: stored(one) })),
    });
  }
  return imported;
}

/** A copy of a Windows machine's transcript with a directory of this one: nothing places a drive on another machine. */
function recordedHere(path: string, workDir: string): string | undefined {
  const text = Deno.readTextFileSync(path);
  const here = text.replaceAll(/"cwd":"[A-Za-z]:[^"]*"/g, '"cwd":"/srv/recorded-on-windows"');
  if (here === text) return undefined;
  const copy = `${workDir}/${path.slice(path.lastIndexOf("/") + 1)}`;
  Deno.writeTextFileSync(copy, here);
  return copy;
}

function stored({ directory }: ImportReport): readonly StoredExchange[] {
  if (directory === null) return [];
  const committed = readMeta(disk, directory).imprint?.revision;
  return readExchanges(disk, under(directory, EXCHANGES_FILE), { committed }).exchanges;
}

function* transcriptsBelow(directory: string): Generator<string> {
  for (const name of disk.list(directory) ?? []) {
    const path = `${directory}/${name}`;
    if (disk.stat(path)?.isDirectory) yield* transcriptsBelow(path);
    else if (name.endsWith(".jsonl")) yield path;
  }
}

const COLUMNS = [
  "file",
  "session",
  "outcome",
  "records",
  "bad lines",
  "typed questions",
  "exchanges",
  "replies",
  "evidence by origin",
  "replies without question",
] as const;

/** The table. */
export function corpusTable(files: readonly ImportedFile[]): string {
  const rows = files.flatMap(({ path, sessions }) =>
    sessions.map(({ report, exchanges }): readonly (string | number)[] => [
      path,
      report.sessionId?.slice(0, 8) ?? "",
      report.outcome === "learned"
        ? report.verdict?.kind ?? ""
        : report.reason ?? report.verdict?.kind ?? report.outcome,
      report.records.read,
      report.records.bad,
      exchanges.filter(({ question }) => question !== null).length,
      exchanges.length,
      exchanges.reduce((sum, { answers }) => sum + answers.length, 0),
      counts(report.evidence),
      report.repliesWithoutQuestion,
    ])
  );
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(COLUMNS), line(COLUMNS.map(() => "---")), ...rows.map(line)].join("\n");
}

function counts(evidence: ImportReport["evidence"]): string {
  return Object.entries(evidence).sort(([, a], [, b]) => b - a).map(([origin, count]) => `${origin} ${count}`).join(
    ", ",
  );
}

if (import.meta.main) {
  const [given] = Deno.args;
  const corpus = Deno.realPathSync(given ?? nativePath(new URL("../../shared/corpus/claude", import.meta.url)));
  const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-hook-corpus-" }));
  try {
    console.log(corpusTable(await importCorpus(corpus, scratch)));
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}
