/**
 * Open loops at the end of a conversation: a request without a reply, work broken off, a plan refused without a word, a
 * question of the assistant, a fix that nobody confirmed, work that waits for a review (design, learnings.md: open loops sit
 * in the last one or two turns).
 *
 * Told when the conversation is over, never after a turn; closed when it goes on.
 *
 * @module
 */
import type { Json } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import { type Ending, findEndings } from "./endings.ts";
import type { Rule, RuleNote, RuleView, RunningRule } from "./rule.ts";

const note = (name: string, confidence: number): RuleNote => ({
  id: `open-end.${name}`,
  kind: "open_loops",
  confidence,
});

/** The rules, by the ending they tell. */
const NOTES: Readonly<Record<Ending["ending"], RuleNote>> = {
  unanswered: note("unanswered", 0.9),
  unfinished: note("unfinished", 0.9),
  plan: note("plan", 0.9),
  question: note("question", 0.85),
  postponed: note("postponed", 0.85),
  unconfirmed: note("unconfirmed", 0.85),
  waiting: note("waiting", 0.85),
  "passed-over": note("passed-over", 0.8),
};

/** The endings, by the rule that tells them. */
const ENDINGS: ReadonlyMap<string, Ending["ending"]> = new Map(
  Object.entries(NOTES).map(([ending, { id }]) => [id, ending as Ending["ending"]]),
);

/** The rule family `open-ends`. */
export const openEndsRule: Rule = {
  family: "open-ends",
  rules: Object.values(NOTES),
  reads: ["typed", "reply", "tool-call", "tool-result"],
  ownLoops: true,
  start,
};

interface Loop {
  readonly ending: Ending["ending"];
  readonly text: string;
  readonly own: boolean;
  readonly source: string;
  readonly at: string | null;
  readonly exchangeId: string | null;
}

interface State {
  /** Open loops that were told. */
  told: Loop[];
  /** The exchange that is open. */
  exchangeId: string | null;
  /** Loops that runs told whose state is lost, and whose records have not been read again yet. */
  lost: Loop[];
  /** The call that ends planning, and the record in which it was refused. */
  plan: string | null;
  refused: string | null;
}

function start(state?: Json): RunningRule {
  const now = readState(state);

  function draft(loop: Loop, status: "open" | "closed"): LearningDraft {
    const { id, kind, confidence } = NOTES[loop.ending];
    return {
      kind,
      rule: id,
      text: loop.text,
      confidence,
      assertedBy: loop.own ? "user" : "assistant",
      source: loop.source,
      counter: Object.keys(NOTES).indexOf(loop.ending),
      at: loop.at,
      exchangeId: loop.exchangeId,
      status,
    };
  }

  // The time of closing goes with it: an older copy of the conversation must not open it again.
  const close = (at: string | null): LearningDraft[] =>
    now.told.splice(0).map((loop) => draft({ ...loop, at: at ?? loop.at }, "closed"));

  function takeLost({ key }: { readonly key: string }): void {
    now.told.push(...now.lost.filter(({ source }) => source === key));
    now.lost = now.lost.filter(({ source }) => source !== key);
  }

  function follow({ event, exchangeId }: RuleView): readonly LearningDraft[] {
    if (event.type === "typed") {
      now.exchangeId = exchangeId;
      now.plan = now.refused = null;
      return close(event.at);
    }
    if (event.type === "reply") now.refused = null;
    if (event.type !== "signal") return [];
    const { signal } = event;
    if (signal.type === "tool-call") {
      now.refused = null;
      now.plan = signal.name === "ExitPlanMode" ? signal.id : null;
    } else if (signal.type === "tool-result" && signal.refused === true && signal.id === now.plan) {
      now.refused = event.key;
    }
    return [];
  }

  return {
    push(view) {
      const closed = follow(view);
      if (now.lost.length > 0 && "key" in view.event) takeLost(view.event);
      return closed;
    },
    recall(loops) {
      if (loops.length > 0) {
        now.lost = loops.flatMap((loop) => {
          const ending = ENDINGS.get(loop.rule);
          const { text, assertedBy, source, at, exchangeId } = loop;
          return ending === undefined ? [] : [{ ending, text, own: assertedBy === "user", source, at, exchangeId }];
        });
      }
    },
    leave: (exchangeId, at) => now.exchangeId === exchangeId ? close(at) : [],
    settle({ turn, final }) {
      // All was read: what is not there any more cannot be closed by what follows it.
      now.lost = [];
      if (!final) return [];
      const endings = findEndings(turn, now.refused);
      const kept = new Set(endings.map(({ ending, source }) => `${ending} ${source}`));
      const over = now.told.filter(({ ending, source }) => !kept.has(`${ending} ${source}`));
      now.told = endings.map((ending) => ({ ...ending, exchangeId: now.exchangeId }));
      const at = turn.last?.at ?? turn.asked?.at ?? null;
      const closed = over.map((loop) => draft({ ...loop, at: at ?? loop.at }, "closed"));
      return [...closed, ...now.told.map((loop) => draft(loop, "open"))];
    },
    state() {
      const { lost, ...kept } = now;
      return (lost.length === 0 ? kept : now) as unknown as Json;
    },
  };
}

function readState(state: Json | undefined): State {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as Partial<Record<keyof State, unknown>>
    : {};
  const text = (field: unknown): string | null => typeof field === "string" ? field : null;
  const loops = (field: unknown): Loop[] =>
    Array.isArray(field) ? field.filter(isLoop).map((loop) => ({ ...loop, own: loop.own === true })) : [];
  return {
    told: loops(value.told),
    lost: loops(value.lost),
    exchangeId: text(value.exchangeId),
    plan: text(value.plan),
    refused: text(value.refused),
  };
}

function isLoop(value: unknown): value is Loop {
  if (typeof value !== "object" || value === null) return false;
  const { ending, text, source } = value as Partial<Loop>;
  return typeof ending === "string" && Object.hasOwn(NOTES, ending) && typeof text === "string" &&
    typeof source === "string";
}
