/**
 * Small conversations for tests of the rules, one event a line; the marks are those of `fixtures/labelled/README.md`. A line
 * without a mark is typed by the user.
 *
 * @module
 */
import type { Json, Label, SessionEvent, TaskItem } from "../types.ts";
import { createLearningEngine, type FamilyDraft, RULES } from "./engine.ts";
import type { Rule } from "./rule.ts";

const STATUSES: Readonly<Record<string, TaskItem["status"]>> = {
  "[ ]": "pending",
  "[~]": "in_progress",
  "[x]": "completed",
};

/** An event and the exchange that it falls into. */
export interface PlacedEvent {
  readonly event: SessionEvent;
  readonly exchangeId: string | null;
}

/** The events of a conversation. */
export function eventsOf(conversation: string, label: Label = "typed"): readonly PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  let exchangeId: string | null = null;
  let calls = 0;
  conversation.split("\n").forEach((line, index) => {
    const marked = /^([UAERPQLX$!]) ?(.*)$/.exec(line);
    const mark = marked !== null && (line.length === 1 || line.charAt(1) === " ") ? marked[1] : "U";
    const text = (mark === "U" && !line.startsWith("U ") ? line : marked?.[2] ?? line).replaceAll("\\n", "\n");
    const key = `k${index}`;
    const at = `2026-10-26T09:${String(index % 60).padStart(2, "0")}:00.000Z`;
    const add = (event: SessionEvent) => placed.push({ event, exchangeId });
    const call = (
      name: string,
      of: { readonly command?: string; readonly paths?: readonly string[]; edits?: boolean },
    ) => add({ type: "signal", key, at, signal: { type: "tool-call", id: `c${++calls}`, name, ...of } });
    const result = (of: { readonly ok: boolean; readonly refused?: boolean; readonly text?: string }) =>
      add({ type: "signal", key: `${key}r`, at, signal: { type: "tool-result", id: `c${calls}`, text: "", ...of } });
    const answer = (kind: "plan" | "refusal" | "question", asked: string | null, reason: string) =>
      add({ type: "user-answer", key: `${key}r`, at, kind, asked, text: reason });
    switch (mark) {
      case "A":
        return add({ type: "reply", key, at, msg: null, text });
      case "$":
        call("Bash", { command: text });
        return result({ ok: true });
      case "!": {
        placed.pop();
        return result({ ok: false, text });
      }
      case "E":
        call("Edit", { paths: [text], edits: true });
        return result({ ok: true });
      case "R": {
        const [command = "", reason = ""] = text.split(" | ");
        call("Bash", { command });
        result({ ok: false, refused: true });
        return reason === "" ? undefined : answer("refusal", "Bash", reason);
      }
      case "P":
        call("ExitPlanMode", {});
        result({ ok: false, refused: true });
        return text === "" ? undefined : answer("plan", null, text);
      case "Q": {
        const [asked = "", chosen = ""] = text.split(" => ");
        return answer("question", asked, chosen);
      }
      case "L": {
        const items = text.split(" | ").map((item, at): TaskItem => ({
          id: String(at),
          title: item.slice(3).trim(),
          status: STATUSES[item.slice(0, 3)] ?? "pending",
        }));
        return add({ type: "signal", key, at, signal: { type: "tasks", items } });
      }
      case "X":
        return add({ type: "signal", key, at, signal: { type: "interrupt" } });
      default:
        exchangeId = `e${index}`;
        return add({ type: "typed", key, uuid: key, parent: null, at, label, text, quoted: [], cwd: null });
    }
  });
  return placed;
}

/** What stands at the end of a conversation, by what identifies a learning; `splitAt`: a run ends before these events. */
export function learningsOf(
  events: readonly PlacedEvent[],
  options: { readonly rules?: readonly Rule[]; readonly splitAt?: readonly number[]; readonly final?: boolean } = {},
): readonly FamilyDraft[] {
  const standing = new Map<string, FamilyDraft>();
  const keep = (drafts: readonly FamilyDraft[]) => {
    for (const one of drafts) standing.set(JSON.stringify([one.family, one.kind, one.source, one.counter]), one);
  };
  const rules = options.rules ?? RULES;
  let engine = createLearningEngine(undefined, rules);
  events.forEach((placed, index) => {
    if (options.splitAt?.includes(index) === true) {
      keep(engine.settle(false));
      engine = createLearningEngine(JSON.parse(JSON.stringify(engine.state())) as Json, rules);
    }
    if (engine.reads(placed.event)) keep(engine.push(placed));
  });
  keep(engine.settle(options.final ?? true));
  return [...standing.values()].filter(({ retracted, status }) => retracted !== true && status !== "closed");
}
