/**
 * `imprint-hook show`: one learning or exchange, whole.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { type Readable, readableSessions } from "../import/readable_sessions.ts";
import { writeText } from "../io/terminal.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { consolidatedOf, exchangesOf, learningsOf } from "./list.ts";
import type { ListedLearning } from "./list_text.ts";
import { dayOf, minuteOf, shortId } from "./moment.ts";
import { sessionsInScope, workspaceHere } from "./read_scope.ts";
import { heading, type Layout, pairs } from "./screen.ts";
import { setUp } from "./setup.ts";

/** Shorter beginnings of ids name too many rows. */
const SHORTEST = 6;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const wanted = (args.operands[0] ?? "").toLowerCase();
  if (!/^[0-9a-f]+$/.test(wanted) || wanted.length < SHORTEST) {
    throw new UsageError(
      `show: "${args.operands[0]}" is no id; give at least ${SHORTEST} characters of one that "list" shows`,
    );
  }
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const key = await product.sealKey();
  const { readable, exchanges, foundLearnings, foundExchanges, ids } = found(product, args, { wanted, key });
  if (ids.size === 0) {
    throw new InputError(
      args.value("in") === undefined
        ? `no learning or exchange "${wanted}" in this workspace; see "imprint-hook list --all"`
        : `no learning or exchange "${wanted}" there; see "imprint-hook list --in DIR", or look everywhere with --all`,
    );
  }
  if (ids.size > 1) throw new InputError(`"${wanted}" begins ${ids.size} ids; give more of it: ${[...ids].join(", ")}`);
  const [learning] = foundLearnings;
  const origin = learning === undefined
    ? foundExchanges
    : exchanges.filter(({ id }) => id === learning.row.provenance.exchangeId);
  const whole = learning === undefined
    ? undefined
    : consolidatedOf(product, readable, { key, kinds: [learning.row.kind] })
      .find(({ sources }) => sources.some(({ row }) => row.id === learning.row.id));
  if (args.flag("json")) {
    const row = learning === undefined ? null : {
      ...learning.row,
      foreign: learning.foreign,
      standing: whole !== undefined,
      sources: whole?.sources.map(({ row }) => row.id) ?? [],
    };
    writeText("stdout", `${JSON.stringify({ learning: row, exchanges: origin })}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const parts = learning === undefined ? [] : [learningText(learning, { whole, layout })];
  const messages = new Set(learning?.row.provenance.messageUuids ?? []);
  if (learning !== undefined && origin.length > 0) parts.push(heading("Comes from", layout));
  if (learning !== undefined && origin.length === 0) parts.push("The exchange that it comes from is not stored here.");
  parts.push(...origin.map((exchange) => exchangeText(exchange, { messages, layout })));
  writeText("stdout", `${parts.join("\n\n")}\n`);
  return EXIT.done;
}

/**
 * What the id begins: in the current project, else anywhere in the workspace, as `keep` and `forget` look for it; an id that
 * `list --all` shows names one row. `--in` and `--all` say where to look.
 */
function found(
  product: Product,
  args: ParsedArguments,
  { wanted, key }: { readonly wanted: string; readonly key: Uint8Array },
) {
  const here = foundIn(product, sessionsInScope(product, args), { wanted, key });
  if (here.ids.size > 0 || args.flag("all") || args.value("in") !== undefined) return here;
  const workspace = workspaceHere(product, args);
  return foundIn(product, readableSessions(product, { kind: "all", workspace }), { wanted, key });
}

function foundIn(
  product: Product,
  readable: Readable,
  { wanted, key }: { readonly wanted: string; readonly key: Uint8Array },
) {
  const exchanges = exchangesOf(product, readable);
  const foundLearnings = learningsOf(product, readable, { key }).filter(({ row }) => row.id.startsWith(wanted));
  // An exchange with copies has one part in each session: they belong together.
  const foundExchanges = exchanges.filter(({ id }) => id.startsWith(wanted));
  const ids = new Set([...foundLearnings.map(({ row }) => row.id), ...foundExchanges.map(({ id }) => id)]);
  return { readable, exchanges, foundLearnings, foundExchanges, ids };
}

function learningText(
  { row, foreign }: StoredLearning,
  { whole, layout }: { readonly whole: ListedLearning | undefined; readonly layout: Layout },
): string {
  const { payload, provenance } = row;
  const entries: (readonly [string, string])[] = [
    ["learning", row.id],
    ["kind", row.kind],
    ["text", payload.text],
    ["said by", payload.assertedBy ?? "unknown"],
    ["seal", foreign ? "foreign: not written by this installation" : "own"],
    ["date", minuteOf(row.createdAt)],
    ["rule", `${payload.rule ?? "none"} (confidence ${payload.confidence ?? "unknown"})`],
  ];
  if (payload.status !== undefined) entries.push(["status", payload.status]);
  if (whole === undefined && payload.status !== "closed") entries.push(["status", "something later took its place"]);
  if (payload.quote !== undefined && payload.quote !== payload.text) entries.push(["quote", payload.quote]);
  entries.push(["session", provenance.claudeSessionUuid ?? ""]);
  const others = whole?.sources.filter((source) => source.row.id !== row.id) ?? [];
  for (const { row: other } of others) {
    entries.push(["also said", `${dayOf(other.createdAt)} ${shortId(other.id)} ${other.payload.text}`.trim()]);
  }
  return pairs(entries, layout);
}

/** Stands beside a message that the learning was made of. */
const SOURCE = " \u2190 source";

function exchangeText(
  exchange: StoredExchange,
  { messages, layout }: { readonly messages: ReadonlySet<string>; readonly layout: Layout },
): string {
  const mark = ({ uuid }: { readonly uuid: string | null }): string =>
    uuid !== null && messages.has(uuid) ? SOURCE : "";
  const entries: (readonly [string, string])[] = [
    ["exchange", exchange.id],
    ["session", exchange.sessionId],
    ["directory", exchange.cwd ?? ""],
  ];
  if (exchange.state !== null) entries.push(["state", exchange.state]);
  if (exchange.copyOf !== null) entries.push(["continues", `the question in session ${exchange.copyOf}`]);
  const { question } = exchange;
  if (question !== null) {
    entries.push([`you (${exchange.label ?? ""})`, `${minuteOf(question.at)}${mark(question)}\n${question.text}`]);
  }
  for (const answer of exchange.userAnswers) {
    const said = answer.asked === null ? answer.text : `${answer.asked}\n> ${answer.text}`;
    entries.push([`you (${answer.kind})`, `${minuteOf(answer.at)}${mark(answer)}\n${said}`]);
  }
  for (const answer of exchange.answers) {
    entries.push([
      "reply",
      `${minuteOf(answer.at)}${answer.provisional ? " (provisional)" : ""}${mark(answer)}\n${answer.text}`,
    ]);
  }
  for (const item of exchange.evidence) entries.push([`client: ${item.origin}`, item.text]);
  return pairs(entries, layout);
}
