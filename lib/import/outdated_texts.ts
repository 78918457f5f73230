/**
 * Texts that stand in a session's files and that no reader is shown: what a client has rewritten since, what was hidden, a
 * learning's earlier words. A purge is about them, too.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { CUT_MARK } from "../record/forgotten.ts";
import { outdatedLearningMark, outdatedTextMark } from "../record/forgotten_replies.ts";
import { questionIdentity } from "../record/ids.ts";
import { EXCHANGES_FILE, under } from "../record/layout.ts";
import { learningKeyOf } from "../record/learning_key.ts";
import { readLearnings } from "../record/learnings_store.ts";
import { type RawRow, readRows } from "../record/read_rows.ts";
import { joinedText, wholeTexts } from "../record/whole_texts.ts";
import type { SessionContent } from "./forget_targets.ts";

/** What was found in one session. */
export interface OutdatedTexts {
  /** Tombstones. */
  readonly marks: readonly string[];
  /** Ids of exchanges that hold some. */
  readonly exchanges: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Finds those that are looked for.
 *
 * @param content what readers are shown of the session
 */
export function outdatedTexts(
  files: Pick<Files, "open">,
  content: SessionContent,
  matches: (text: string) => boolean,
): OutdatedTexts {
  const [marks, exchanges, texts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const { session: { directory }, learnings } = content;
  const shown = shownTexts(content);
  const rows: RawRow[] = [];
  readRows(files, under(directory, EXCHANGES_FILE), { onRow: (row) => rows.push(row) });
  for (const { row: { id }, place, pieces } of wholeTexts(rows)) {
    const text = joinedText(pieces);
    const asked = pieces[0]?.asked;
    if (typeof id !== "string" || shown.get(id)?.has(text) === true) continue;
    if (!matches(text) && !(typeof asked === "string" && matches(asked))) continue;
    // A question that was hidden takes its exchange along.
    marks.add(place === "question" && !shown.has(id) ? questionIdentity(id) : outdatedTextMark(id, { place, text }));
    exchanges.add(id);
    texts.add(text);
  }
  if (marks.size > 0) marks.add(CUT_MARK);
  const current = new Set(learnings.map(({ row }) => outdatedLearningMark(row)));
  for (const { row } of readLearnings(files, directory, { key: undefined }).learnings) {
    const { kind, payload: { text, quote = "" } } = row;
    const mark = outdatedLearningMark(row);
    if (current.has(mark) || (!matches(text) && !matches(quote))) continue;
    marks.add(mark);
    if (matches(text)) marks.add(learningKeyOf(kind, text));
    for (const one of [text, quote]) if (one !== "") texts.add(one);
  }
  return { marks: [...marks], exchanges: [...exchanges], texts: [...texts] };
}

function shownTexts({ exchanges }: SessionContent): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(exchanges.map(({ id, question, answers, userAnswers, evidence }) => {
    const messages = [...question === null ? [] : [question], ...answers, ...userAnswers, ...evidence];
    return [id, new Set(messages.map(({ text }) => text))];
  }));
}
