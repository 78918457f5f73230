/**
 * One `user` row: tool results with their signals and the user's answers, then the messages beside them.
 *
 * @module
 */
import type { SessionEvent, Signal } from "../../lib/types.ts";
import { type Answer, questionAnswers, refusalAnswers, resultText } from "./answers.ts";
import type { DraftMessage } from "./event_keys.ts";
import type { Markers } from "./markers.ts";
import { type EvidencePart, type Messages, readMessages, type TypedPart } from "./messages.ts";
import { asId, type Block, type Row } from "./records.ts";
import { resultSignals } from "./signals.ts";
import { typedRule } from "./typed_rule.ts";

/** What a `user` row holds. */
export interface UserRow {
  readonly signals: readonly Signal[];
  readonly answers: readonly (Answer & { readonly rule: string })[];
  readonly messages: Messages;
  /** Ids of the tool calls that are answered here. */
  readonly answered: readonly string[];
}

const NO_MESSAGES: Messages = { before: [], typed: undefined, command: undefined, after: [] };

/**
 * Reads a `user` row (steps 1 to 16).
 *
 * @param row the row
 * @param options its blocks and markers; `toolName` gives the name of a tool call by its id; `expansion`: the row is the
 * prompt behind the command before it
 */
export function readUserRow(
  row: Row,
  options: {
    readonly blocks: readonly Block[];
    readonly markers: Markers;
    readonly toolName: (id: string) => string | null;
    readonly expansion: boolean;
  },
): UserRow {
  const { blocks, markers } = options;
  const results = blocks.filter((block) => block.type === "tool_result").map(({ row }) => row);
  const signals: Signal[] = [];
  const answers: (Answer & { rule: string })[] = [];
  const answered: string[] = [];
  const result = results.length === 1 ? row["toolUseResult"] : undefined;
  for (const block of results) {
    const id = asId(block["tool_use_id"]);
    if (!markers.subagent) {
      if (id !== null) answered.push(id);
      signals.push(...resultSignals(block, result));
    }
    if (block["is_error"] === false) continue;
    // The reason is the user's own words in a side chain as well.
    for (const answer of refusalAnswers(resultText(block), id === null ? null : options.toolName(id))) {
      answers.push({ ...answer, rule: "2 reason in a refused tool call" });
    }
  }
  for (const answer of questionAnswers(row["toolUseResult"])) {
    answers.push({ ...answer, rule: "2 toolUseResult.answers" });
  }
  const carriesResult = row["toolUseResult"] != null || asId(row["sourceToolAssistantUUID"]) !== null;
  if (results.length === 0 && carriesResult && markers.own === undefined && !markers.subagent) {
    // Without a `tool_result` block the text is the result itself.
    return { signals, answers, answered, messages: NO_MESSAGES };
  }
  const messages = readMessages(blocks, { judge: (text) => typedRule(text, markers), beside: results.length > 0 });
  const skill = options.expansion || (markers.own === "isMeta" && asId(row["sourceToolUseID"]) !== null);
  return { signals, answers, answered, messages: skill ? asSkill(messages) : messages };
}

function asSkill(messages: Messages): Messages {
  const rename = (part: EvidencePart): EvidencePart => part.origin === "other" ? { ...part, origin: "skill" } : part;
  return { ...messages, before: messages.before.map(rename), after: messages.after.map(rename) };
}

/**
 * Drafts of a record's messages, in order; interrupts come with their signal.
 *
 * @param row the record
 * @param options `at`: its time; `typed` is left out when the text was counted before
 */
export function draftMessages(
  row: Row,
  { at, messages, typed, answers }: {
    readonly at: string | null;
    readonly messages: Messages;
    readonly typed: TypedPart | undefined;
    readonly answers: UserRow["answers"];
  },
): { readonly drafts: readonly DraftMessage[]; readonly signals: readonly Signal[] } {
  const evidence = (part: EvidencePart): DraftMessage => ({ type: "evidence", at, ...part });
  const drafts: DraftMessage[] = answers.map((answer) => ({ type: "user-answer", at, ...answer }));
  drafts.push(...messages.before.map(evidence));
  if (typed !== undefined) {
    drafts.push({
      type: "typed",
      uuid: asId(row["uuid"]),
      parent: asId(row["parentUuid"]),
      at,
      label: typed.label,
      text: typed.text,
      quoted: typed.quoted,
      cwd: asId(row["cwd"]),
      rule: typed.rule,
    });
  }
  drafts.push(...messages.after.map(evidence));
  const parts = [...messages.before, ...messages.after];
  const interrupted = parts.some(({ origin }) => origin === "interrupt");
  return { drafts, signals: interrupted ? [{ type: "interrupt" }] : [] };
}

/** Signals of one record as events. */
export function signalEvents(signals: readonly Signal[], key: string, at: string | null): SessionEvent[] {
  return signals.map((signal) => ({ type: "signal", key, at, signal }));
}
