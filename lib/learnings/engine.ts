/**
 * Runs the learning rules over a session's events, incrementally.
 *
 * @module
 */
import type { Json, SessionEvent } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import { commandBurstsRule } from "./command_bursts.ts";
import { commandRepairRule } from "./command_repair.ts";
import { confirmedStatementsRule } from "./confirmed_statements.ts";
import { correctionsRule } from "./corrections.ts";
import { decisionsRule } from "./decisions.ts";
import { deferralsRule } from "./deferrals.ts";
import { dialogAnswersRule } from "./dialog_answers.ts";
import { explicitPreferenceRule } from "./explicit_preference.ts";
import { openEndsRule } from "./open_ends.ts";
import { preferencePhrasesRule } from "./preference_phrases.ts";
import { refusalsRule } from "./refusals.ts";
import { rootCausesRule } from "./root_causes.ts";
import type { Rule, RuleEvent, RuleInput, RuleView } from "./rule.ts";
import { taskListRule } from "./task_list.ts";
import { withoutOwnContext } from "./own_context.ts";
import { createTold } from "./told.ts";
import { createTurns } from "./turn.ts";

/** Every rule family, in the order of trust of the design (structure first). */
export const RULES: readonly Rule[] = [
  refusalsRule,
  dialogAnswersRule,
  taskListRule,
  commandRepairRule,
  commandBurstsRule,
  openEndsRule,
  explicitPreferenceRule,
  preferencePhrasesRule,
  correctionsRule,
  decisionsRule,
  confirmedStatementsRule,
  deferralsRule,
  rootCausesRule,
];

/** The family a rule id belongs to is part of the learning's id; a draft carries it from here on. */
export interface FamilyDraft extends LearningDraft {
  readonly family: string;
}

/** The rules at work on one session. */
export interface LearningEngine {
  /** False when no rule makes anything of such an event. */
  reads(event: SessionEvent): boolean;
  push(input: RuleEvent): readonly FamilyDraft[];
  /**
   * Another session holds this message, and what is learned from it: nothing is drafted of it here, in no later run either.
   *
   * @param source key of the message
   */
  leaveOut(source: string): void;
  /**
   * The state of earlier runs is lost, and what they read is read again.
   *
   * @param loops the open loops that they told and that stand
   */
  recall(loops: readonly LearningDraft[]): void;
  /**
   * An exchange was rewound or withdrawn.
   *
   * @param at when; an older copy of the conversation must not tell again what was taken back
   */
  leave(exchangeId: string, at: string | null): readonly FamilyDraft[];
  /**
   * End of a run: learnings about the state reached so far.
   *
   * @param final the conversation is over as far as anybody knows
   */
  settle(final: boolean): readonly FamilyDraft[];
  /** What comes from here on will be read again by the next run, and must not count twice. */
  hold(): void;
  /** What came since `hold` will not be read again. */
  release(): void;
  state(): Json;
}

/** What the turn is followed by, whether a rule reads it or not. */
const FOLLOWED: ReadonlySet<string> = new Set<RuleInput>(["typed", "reply", "tool-call", "tool-result", "interrupt"]);

/** What most events give. */
const NONE: readonly FamilyDraft[] = [];

/** Name under which the engine keeps its own state beside the families'. */
const OWN_STATE = "engine";

/**
 * Starts or continues the rules of one session.
 *
 * @param state what an earlier run's `state()` gave
 * @param rules the rule families; all by default
 */
export function createLearningEngine(state?: Json, rules: readonly Rule[] = RULES): LearningEngine {
  const states = asObject(state);
  const own = asObject(states[OWN_STATE]);
  const turns = createTurns(own["turn"]);
  const told = createTold(own["told"]);
  const again = countsOf(textsOf(own["again"]));
  const leftOut = new Set(textsOf(own["leftOut"]));
  let held: string[] | undefined;
  const running = rules.map(({ family, reads, ownLoops, start }) => ({
    family,
    reads: new Set<string>(reads),
    ownLoops: ownLoops === true,
    rule: start(states[family]),
  }));
  const wanted = new Set<string>(rules.flatMap(({ reads }) => reads));
  const readers = new Map([...wanted].map((kind) => [kind, running.filter(({ reads }) => reads.has(kind))]));
  const of = (
    { family, ownLoops }: { readonly family: string; readonly ownLoops: boolean },
    drafts: readonly LearningDraft[],
  ): FamilyDraft[] =>
    drafts.filter(({ source }) => !leftOut.has(source))
      .map((draft) => ownLoops ? { ...draft, family } : told.note({ ...draft, family }));

  /** Of what is left out, that which a rule may still come back to: it has its key. */
  function stillLeftOut(states: Json): readonly string[] {
    if (leftOut.size === 0) return [];
    const text = JSON.stringify(states);
    return [...leftOut].filter((source) => text.includes(JSON.stringify(source)));
  }

  return {
    reads(event) {
      return FOLLOWED.has(inputOf(event)) || wanted.has(inputOf(event));
    },
    push(given) {
      const event = withoutOwnContext(given.event);
      const mark = held === undefined && again.size === 0 ? undefined : markOf(event);
      if (mark !== undefined) {
        held?.push(mark);
        if (takeOne(again, mark)) return [];
      }
      if (event.type === "typed") turns.take(event);
      const view: RuleView = { event, exchangeId: given.exchangeId, turn: turns.now };
      const kind = inputOf(event);
      let drafts = NONE;
      for (const one of readers.get(kind) ?? []) {
        const found = one.rule.push(view);
        if (found.length > 0) drafts = [...drafts, ...of(one, found)];
      }
      if (event.type !== "typed") turns.take(event);
      return drafts;
    },
    leaveOut: (source) => void leftOut.add(source),
    recall: (loops) => running.forEach(({ rule }) => rule.recall?.(loops)),
    leave(exchangeId, at) {
      const left = running.flatMap((one) => of(one, one.rule.leave?.(exchangeId, at) ?? []));
      return [...left, ...told.leave(exchangeId, at)];
    },
    settle: (final) => running.flatMap((one) => of(one, one.rule.settle?.({ final, turn: turns.now }) ?? [])),
    hold: () => held ??= [],
    release: () => held = undefined,
    state() {
      const families = running.flatMap(({ family, rule }) => {
        const kept = rule.state?.();
        return kept === undefined ? [] : [[family, kept] as const];
      });
      const turn = turns.state();
      const out = stillLeftOut([turn, ...families.map(([, kept]) => kept)]);
      const kept = {
        turn,
        told: told.state(),
        ...(out.length === 0 ? {} : { leftOut: out }),
        ...(held === undefined ? {} : { again: held }),
      };
      return { [OWN_STATE]: kept, ...Object.fromEntries(families) };
    },
  };
}

/** A {@linkcode RuleInput}, or a kind of event that no rule reads. */
function inputOf(event: SessionEvent): string {
  return event.type === "signal" ? event.signal.type : event.type;
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === "string") : [];
}

/** How often each mark is in the list: a record may hold several events that look alike, such as answers of one dialog. */
function countsOf(marks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, mark: string): boolean {
  const count = counts.get(mark) ?? 0;
  if (count > 1) counts.set(mark, count - 1);
  else counts.delete(mark);
  return count > 0;
}

/** Tells an event from the others of its record. */
function markOf(event: SessionEvent): string {
  if (!("key" in event)) return JSON.stringify(event);
  const of = event.type === "signal" && "id" in event.signal ? event.signal.id : "";
  return `${inputOf(event)} ${event.key} ${of}`;
}

function asObject(value: Json | undefined): Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Readonly<Record<string, Json>>
    : {};
}
