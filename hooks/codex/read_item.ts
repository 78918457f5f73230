/**
 * Response items: the model's input and output. `message` items repeat what events say, and hold what the client wrote
 * under the user's role; where a thread has no events (up to 0.29), they are the conversation.
 *
 * @module
 */
import type { Entry, EvidenceEntry, UserEntry } from "./entry.ts";
import { looseHash, textHash } from "./hashes.ts";
import type { Intake } from "./intake.ts";
import { isProgram } from "./program.ts";
import { asText, asUuid, type CodexLine, itemText, joinTexts, messageContent, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";
import { callSignals, type ToolCall, toolCall } from "./tool_calls.ts";
import { isToolResult, resultSignal } from "./tool_results.ts";
import { isMarkedTyped, type TextMarkers, typedRule, unknownKind, type Verdict } from "./typed_rule.ts";
import { askedBy, dialogAnswers } from "./user_input.ts";

/**
 * Takes a response item in.
 *
 * @param line the line
 * @param state before it
 */
export function readItem(line: CodexLine, state: ReaderState): Intake {
  const { payload } = line;
  // Hand-made files leave the type of a message out (kenn-io/agentsview has some).
  const isMessage = payload["type"] === "message" ||
    (payload["type"] === undefined && asText(payload["role"]) !== undefined);
  if (isMessage) {
    if (payload["role"] === "user") return readUserMessage(line, state);
    if (payload["role"] === "assistant") return readAssistantMessage(line, state);
    // All developer messages are the client's, and none stands under the user's role.
    return nothing(state);
  }
  const call = toolCall(payload);
  if (call !== undefined) return readCall(call, line, state);
  if (isToolResult(payload)) return readResult(line, state);
  return nothing(state);
}

function nothing(state: ReaderState): Intake {
  return { state, entries: [], ignored: true, unknown: [] };
}

/** The item's own turn: text between turns says it belongs to none (`auto-compact-0`). */
function turnOf(turn: unknown, state: ReaderState): string | null {
  return turn === undefined ? state.turn : asUuid(turn);
}

function readUserMessage({ payload, at, ordinal }: CodexLine, state: ReaderState): Intake {
  const content = messageContent(payload);
  const turn = turnOf(content.turn, state);
  const unknown: string[] = [];
  const entries: Entry[] = [];
  const typed: { readonly verdict: Verdict & { readonly author: "typed" }; readonly whole: string }[] = [];
  const evidence = (origin: EvidenceEntry["origin"], raw: string, text: string, rule: string): EvidenceEntry => {
    return { kind: "evidence", at, turn, origin, raw, text, rule };
  };
  for (const { text, kind } of content.texts) {
    if (text.trim() === "") continue;
    const marker = unknownKind(kind);
    if (marker !== undefined) unknown.push(marker);
    const markers: TextMarkers = {
      source: "message",
      subagent: state.subagent,
      otherThread: false,
      review: false,
      kind,
    };
    const verdict = typedRule(text, markers);
    // What an editor sends without the user's words is told by its event; a frame around an image by the image's note.
    const told = verdict.author === "client" &&
      (verdict.origin === "image-note" || (verdict.origin === "ide-context" && state.userMode !== "messages"));
    if (told) continue;
    if (verdict.author === "client") {
      entries.push(evidence(verdict.origin, verdict.raw, text, verdict.rule));
    } else if (verdict.author === "typed") typed.push({ verdict, whole: text });
    // An answer to a question is told by its event.
  }
  const isSent = isMarkedTyped(content.texts.map(({ kind }) => kind));
  // The event that announces it follows, and counts.
  const announced = isSent && state.userMode === "events";
  if (typed.length > 0 && !announced) {
    const whole = joinTexts(typed.map(({ whole }) => whole));
    const user: UserEntry = {
      kind: "user",
      candidate: true,
      at,
      turn,
      rule: typed[0]?.verdict.rule ?? "",
      text: joinTexts(typed.map(({ verdict }) => verdict.text)),
      hash: textHash(whole),
      loose: looseHash(whole),
      preambles: typed.flatMap(({ verdict }) => verdict.preambles),
      attachments: content.attachments,
      program: isProgram(state),
      cwd: state.cwd,
      ordinal,
    };
    entries.push(user);
  }
  return { state, entries, ignored: false, unknown };
}

function readAssistantMessage({ payload, at }: CodexLine, state: ReaderState): Intake {
  const text = itemText(payload);
  // A message with the call of a tool and no words, as hand-made files have it.
  if (text.trim() === "") return nothing(state);
  const turn = turnOf(messageContent(payload).turn, state);
  // Event-based replies leave out the summary that a compaction asks for, which exists only as an item.
  if (state.replyMode === "events" || state.review !== "no") {
    return { state, entries: [], ignored: false, unknown: [] };
  }
  return {
    state,
    entries: [{ kind: "reply", from: "message", at, turn, msg: null, text }],
    ignored: false,
    unknown: [],
  };
}

function readCall(call: ToolCall, { payload, at }: CodexLine, state: ReaderState): Intake {
  const turn = turnOf(passthroughTurn(payload), state);
  const key = call.id === "" ? "call" : call.id;
  const entries = callSignals(call).map((signal): Entry => ({ kind: "signal", at, turn, key, signal }));
  const asked = askedBy(call);
  return {
    state: asked === undefined ? state : { ...state, asked: [...state.asked, asked] },
    entries,
    ignored: false,
    unknown: [],
  };
}

function readResult({ payload, at }: CodexLine, state: ReaderState): Intake {
  const turn = turnOf(passthroughTurn(payload), state);
  const signal = resultSignal(payload);
  const key = signal.type === "tool-result" && signal.id !== "" ? signal.id : "call";
  const entries: Entry[] = [{ kind: "signal", at, turn, key, signal }];
  const asked = state.asked.find(({ call }) => call === key);
  if (asked === undefined) return { state, entries, ignored: false, unknown: [] };
  dialogAnswers(payload["output"], asked).forEach(({ asked: question, text }, index) => {
    entries.push({
      kind: "answer",
      at,
      turn,
      id: `${key}:${index}`,
      asked: question,
      text,
      rule: "6 request_user_input",
    });
  });
  return {
    state: { ...state, asked: state.asked.filter((other) => other !== asked) },
    entries,
    ignored: false,
    unknown: [],
  };
}

function passthroughTurn(payload: Row): unknown {
  return messageContent({ ...payload, content: null }).turn;
}
