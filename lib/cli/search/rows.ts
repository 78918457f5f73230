/**
 * From hits of the index to rows: read from the files, which are the truth, after the verdict of today's configuration.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { type ReadableSession, readableSession } from "../../import/readable_sessions.ts";
import { projectFilter } from "../../import/same_project.ts";
import { standingExchange, standingLearning } from "../../import/standing_row.ts";
import { learningsRoot, under } from "../../record/layout.ts";
import type { StoredExchange } from "../../record/read_exchanges.ts";
import { LEARNING_KINDS } from "../../types.ts";
import { answerText } from "./answer_text.ts";
import { plainPhrase, type Query } from "./query.ts";
import type { Hit } from "./score.ts";
import { snippetOf, type SnippetPart } from "./snippet.ts";

/** A row that was found. */
export interface FoundRow {
  readonly id: string;
  /** `exchange`, or the kind of learning. */
  readonly kind: string;
  /** ISO time. */
  readonly at: string | null;
  readonly client: string;
  readonly session: string;
  readonly project: string;
  readonly workspace: string;
  readonly foreign: boolean;
  readonly score: number;
  readonly snippet: readonly SnippetPart[];
}

/** How rows are accepted. */
export interface AcceptOptions {
  readonly query: Query;
  readonly limit: number;
  readonly sealKey: Uint8Array;
  readonly workspace: string;
  /** The project that sessions have to be of; undefined: any. */
  readonly project: string | undefined;
}

/** Hits that are looked at, where few of them may be read or hold the phrase. */
const MOST_HITS = 3000;
const SNIPPET = 240;

/** The best rows that may be read, best first. */
export function acceptedRows(product: Product, hits: Iterable<Hit>, options: AcceptOptions): readonly FoundRow[] {
  const sessions = new Map<string, ReadableSession | null>();
  const isInScope = options.project === undefined ? () => true : projectFilter(product, options.project);
  const rows: FoundRow[] = [];
  const known = new Set<string>();
  let looked = 0;
  for (const hit of hits) {
    if (rows.length >= options.limit || ++looked > MOST_HITS) break;
    const directory = under(learningsRoot(hit.workDir), ...hit.session.split("/"));
    let session = sessions.get(directory);
    if (session === undefined) {
      sessions.set(directory, session = sessionOf(product, directory, { hit, options, isInScope }));
    }
    const row = session === null ? undefined : rowOf(product, session, { hit, options });
    // A copy of a conversation holds the same again.
    if (row === undefined || known.has(row.id)) continue;
    known.add(row.id);
    rows.push(row);
  }
  return rows;
}

function sessionOf(
  product: Product,
  directory: string,
  { hit, options, isInScope }: {
    readonly hit: Hit;
    readonly options: AcceptOptions;
    readonly isInScope: (projectPath: string) => boolean;
  },
): ReadableSession | null {
  const session = readableSession(product, { directory, workDir: hit.workDir }, options.workspace);
  return session !== undefined && isInScope(session.meta.projectPath) ? session : null;
}

function rowOf(
  product: Product,
  session: ReadableSession,
  { hit, options: { query, sealKey } }: { readonly hit: Hit; readonly options: AcceptOptions },
): FoundRow | undefined {
  const { client, sessionId, projectPath, workspace } = session.meta;
  const common = {
    client,
    session: sessionId,
    project: projectPath,
    workspace,
    score: Math.round(hit.score * 1000) / 1000,
  };
  if (hit.kind === 0) {
    const exchange = standingExchange(product, session, hit);
    if (exchange === undefined || exchange.state === "retracted") return undefined;
    const texts = textsOf(exchange).map((text) => product.redactor.redact(text).text);
    if (!holdsPhrases(texts, query)) return undefined;
    const at = exchange.question?.at ?? exchange.answers[0]?.at ?? null;
    return { id: exchange.id, kind: "exchange", at, ...common, foreign: false, snippet: bestSnippet(texts, query) };
  }
  const kind = LEARNING_KINDS[hit.kind - 1];
  const learning = kind === undefined
    ? undefined
    : standingLearning(product, session, { kind, id: hit.id, key: sealKey });
  if (learning === undefined || learning.row.payload.retracted === true) return undefined;
  const { row, foreign } = learning;
  const texts = [row.payload.text, row.payload.quote ?? ""].map((text) => product.redactor.redact(text).text);
  if (!holdsPhrases(texts, query)) return undefined;
  return {
    id: row.id,
    kind: row.kind,
    at: row.createdAt,
    ...common,
    foreign,
    snippet: snippetOf(texts[0] ?? "", query, { most: SNIPPET }),
  };
}

function textsOf({ question, userAnswers, answers, evidence }: StoredExchange): readonly string[] {
  return [
    question?.text ?? "",
    ...userAnswers.map(answerText),
    ...answers.map(({ text }) => text),
    ...evidence.map(({ text }) => text),
  ];
}

function holdsPhrases(texts: readonly string[], { phrases }: Query): boolean {
  if (phrases.length === 0) return true;
  const plain = texts.map(plainPhrase);
  return phrases.every((phrase) => plain.some((text) => text.includes(phrase)));
}

/** Of the text that marks the most words; the question where several do. */
function bestSnippet(texts: readonly string[], query: Query): readonly SnippetPart[] {
  let best: readonly SnippetPart[] = [];
  let most = -1;
  for (const text of texts.slice(0, 40)) {
    const snippet = snippetOf(text, query, { most: SNIPPET });
    const marked = new Set(snippet.filter((part) => part.marked).map((part) => plainPhrase(part.text))).size;
    if (marked > most) {
      most = marked;
      best = snippet;
    }
  }
  return best;
}
