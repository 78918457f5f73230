/**
 * `imprint-hook sessions learnings list`: the rows of one session, whoever wrote them.
 *
 * @module
 */
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { writeText } from "../../io/terminal.ts";
import type { LearningRecord } from "../../record/learning_record.ts";
import { type LearningRow, parseLearningRow } from "../../record/learning_rows.ts";
import { openLearnings } from "../../record/learnings_file_store.ts";
import { isBareClosing, isCommitted, latestById } from "../../record/learnings_store.ts";
import { redactValue } from "../../record/redact_secrets.ts";
import { verifySeal } from "../../record/seal.ts";
import { LEARNING_KINDS, type LearningKind } from "../../types.ts";
import type { ParsedArguments } from "../command.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { dayOf, shortId } from "../moment.ts";
import { heading, table } from "../screen.ts";
import { setUp } from "../setup.ts";
import { type NamedSession, namedSession } from "./named_session.ts";
import { namedKind } from "./named_values.ts";
import { standingLearnings } from "./standing_learnings.ts";

const COMMAND = "sessions learnings list";

/** A row as its writer wrote it, and as this product reads it. */
interface ListedRow {
  readonly record: LearningRecord;
  readonly row: LearningRow;
  readonly foreign: boolean;
}

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const kind = namedKind(COMMAND, args.value("kind"));
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const session = namedSession(product, args, COMMAND);
  const kinds = kind === undefined ? LEARNING_KINDS : [kind];
  const redact = (text: string) => product.redactor.redact(text).text;
  const rows = redactValue(listedRows(product, session, { kinds, key: await product.sealKey() }), redact);
  const ofKind = (each: LearningKind) => rows.filter(({ row }) => row.kind === each);
  if (args.flag("json")) {
    const json = (each: LearningKind) => ofKind(each).map(({ record, foreign }) => ({ ...record, foreign }));
    const told = kind === undefined ? Object.fromEntries(kinds.map((each) => [each, json(each)])) : json(kind);
    writeText("stdout", `${JSON.stringify(told)}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const parts = kinds.filter((each) => ofKind(each).length > 0).map((each) => {
    const cells = ofKind(each).map(({ row, foreign }) => [
      shortId(row.id),
      dayOf(row.createdAt),
      foreign ? "foreign" : "own",
      row.payload.text,
    ]);
    return `${heading(each, layout)}\n${table(["id", "date", "seal", "text"], cells, layout)}`;
  });
  if (parts.length === 0) parts.push(`No learnings in "${session.handle.learningsRoot}".`);
  writeText("stdout", `${parts.join("\n\n")}\n`);
  return EXIT.done;
}

/** The row that counts for each id, without what was withdrawn or forgotten. */
function listedRows(
  product: Product,
  session: NamedSession,
  { kinds, key }: { readonly kinds: readonly LearningKind[]; readonly key: Uint8Array },
): readonly ListedRow[] {
  const listed: ListedRow[] = [];
  for (const record of openLearnings(product.files, session.handle, { data: product.homes.data }).iterate(kinds)) {
    const row = parseLearningRow({ ...record }, record.kind);
    if (row === undefined || !isCommitted(row, session.stored?.revision)) continue;
    listed.push({ record, row, foreign: !verifySeal({ ...record }, key) });
  }
  const standing = new Set(standingLearnings(product, session, key).map(({ row }) => row.id));
  return latestById(listed).filter(({ row }) =>
    row.payload.retracted !== true && !isBareClosing(row) && standing.has(row.id)
  );
}
