/**
 * Procedures: the same project commands in the same order, again and again, all of them succeeding. Skills have no phrase
 * (design, learnings.md).
 *
 * A burst is what runs between two edits or two messages of the user. What every repository does (look, add, commit, push)
 * is left out; three commands in one order in three exchanges are a procedure, and two in two exchanges when one
 * of them deploys or releases.
 *
 * @module
 */
import type { Json } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Rule, RuleNote, RunningRule } from "./rule.ts";
import { type ProgramCall, programCalls } from "./shell_words.ts";

const CHECKS: RuleNote = { id: "procedure.repeated", kind: "skill_candidates", confidence: 0.45 };
const RELEASE: RuleNote = { id: "procedure.release", kind: "skill_candidates", confidence: 0.8 };

/** Steps of one burst, and sequences counted of a session. */
const MOST_STEPS = 12;
const MOST_COUNTED = 200;
const MOST_RUNNING = 8;
const MOST_TOLD = 30;
/** Exchanges in which a procedure ran. */
const ENOUGH = 3;
/** Longest command shown. */
const LONGEST_COMMAND = 120;

/** Programs that only look, or that belong to no procedure of a project. */
const IDLE: ReadonlySet<string> = new Set(
  ("ls cat grep rg find fd head tail sed awk wc which pwd jq diff tree stat file test [ [[ date less more sort uniq cut tr " +
    "xargs python python3 node ruby perl curl wget cp mv rm mkdir touch chmod source . kill pkill lsof ps du df open code " +
    "git gh claude which type man tee env history clear").split(" "),
);
const RELEASING = /\b(?:deploy|release|publish|rollout|ship|migrate|promote)\w*/i;

/** The rule family `command-bursts`. */
export const commandBurstsRule: Rule = {
  family: "command-bursts",
  rules: [CHECKS, RELEASE],
  reads: ["tool-call", "tool-result", "typed"],
  start,
};

interface Step {
  /** What makes two steps the same one: program and action. */
  readonly name: string;
  readonly text: string;
  readonly key: string;
}

/** In how many exchanges, the last one of them, and the record in which it ran first. */
type Counted = readonly [times: number, exchange: number, key: string];

interface State {
  running: { readonly id: string; readonly steps: readonly Step[] }[];
  burst: Step[];
  /** How often each sequence ran, by its names; the one that ran longest ago first. */
  counts: Map<string, Counted>;
  told: string[];
}

function start(state?: Json): RunningRule {
  const now = readState(state);

  function endBurst(
    { at, exchangeId }: Pick<LearningDraft, "at" | "exchangeId">,
    exchange: number,
  ): readonly LearningDraft[] {
    const steps = now.burst;
    now.burst = [];
    const found = countSequences(now, steps, exchange);
    if (found === undefined) return [];
    const note = found.releases ? RELEASE : CHECKS;
    return [{
      kind: note.kind,
      rule: note.id,
      text: `${found.steps.map(({ text }) => `\`${text}\``).join(", then ")} (in this order in ${found.times} tasks)`,
      quote: found.steps.map(({ text }) => text).join("\n"),
      confidence: note.confidence,
      assertedBy: "tool",
      source: found.firstKey,
      also: [...new Set(found.steps.map(({ key }) => key))],
      counter: 0,
      at,
      exchangeId,
    }];
  }

  return {
    push(view): readonly LearningDraft[] {
      const { event, turn, exchangeId } = view;
      // A typed message is in the turn that it opens; the burst that it ends was the one before.
      if (event.type === "typed") return endBurst({ at: event.at, exchangeId }, turn.number - 1);
      if (event.type !== "signal") return [];
      const end = () => endBurst({ at: event.at, exchangeId }, turn.number);
      const { signal } = event;
      if (signal.type === "tool-call") {
        if (signal.edits === true) return end();
        if (signal.command === undefined || isIdle(signal.command)) return [];
        const steps = stepsOf(signal.command, event.key);
        if (steps.length > 0 && now.running.push({ id: signal.id, steps }) > MOST_RUNNING) now.running.shift();
        return [];
      }
      if (signal.type !== "tool-result") return [];
      const at = now.running.findIndex(({ id }) => id === signal.id);
      const [call] = at < 0 ? [] : now.running.splice(at, 1);
      if (call === undefined) return [];
      if (!signal.ok) return end();
      for (const step of call.steps) {
        if (now.burst.at(-1)?.name !== step.name && now.burst.push(step) > MOST_STEPS) now.burst.shift();
      }
      return [];
    },
    settle: ({ final, turn }) => {
      if (!final) return [];
      const kept: State = { ...now, counts: new Map(now.counts), told: [...now.told] };
      const drafts = endBurst({ at: turn.last?.at ?? null, exchangeId: null }, turn.number);
      // The conversation may go on: the burst that is still running must end once more then.
      Object.assign(now, kept);
      return drafts;
    },
    state: () => ({ ...now, counts: [...now.counts] }) as unknown as Json,
  };
}

/** Most commands are one look at something: that needs no parsing. */
function isIdle(command: string): boolean {
  return IDLE.has(/^[\w-]+(?= |$)/.exec(command)?.[0] ?? "") && !/[;&\n]/.test(command);
}

function stepsOf(command: string, key: string): readonly Step[] {
  return programCalls(command).flatMap((call) => {
    const name = nameOf(call);
    if (name === undefined) return [];
    const text = call.text.length <= LONGEST_COMMAND ? call.text : `${call.text.slice(0, LONGEST_COMMAND - 1)}…`;
    return [{ name, text: text.toWellFormed(), key }];
  });
}

/** Program and action of a project's command; undefined for what every repository does. */
function nameOf({ words }: ProgramCall): string | undefined {
  const program = (words[0] ?? "").replace(/^.*\//, "");
  if (IDLE.has(program) || program === "" || /^[^\w.]/.test(program)) return undefined;
  const actions = words.slice(1).filter((word) => /^[a-z][\w:.-]*$/i.test(word)).slice(0, 2);
  return [program, ...actions].join(" ");
}

interface Sequence {
  readonly steps: readonly Step[];
  /** Record in which it ran first. */
  readonly firstKey: string;
  readonly times: number;
  readonly releases: boolean;
}

/** Counts every run of steps of a burst; gives the longest one that has now run often enough and is not told. */
function countSequences(now: State, steps: readonly Step[], exchange: number): Sequence | undefined {
  let best: Sequence | undefined;
  if (steps.length < 2) return undefined;
  const { counts } = now;
  const seen = new Set<string>();
  for (let from = 0; from < steps.length; from++) {
    for (let to = from + 2; to <= steps.length; to++) {
      const run = steps.slice(from, to);
      const names = run.map(({ name }) => name);
      const sequence = names.join("\n");
      if (new Set(names).size < names.length || seen.has(sequence)) continue;
      seen.add(sequence);
      const [before, last, firstKey] = counts.get(sequence) ?? [0, -1, run[0]?.key ?? ""];
      const times = last === exchange ? before : before + 1;
      counts.delete(sequence);
      counts.set(sequence, [times, exchange, firstKey]);
      const releases = run.some(({ name }) => RELEASING.test(name));
      const enough = releases ? times >= 2 : names.length >= 3 && times >= ENOUGH;
      if (!enough || now.told.some((told) => told.includes(sequence))) continue;
      if (best === undefined || run.length > best.steps.length) best = { steps: run, firstKey, times, releases };
    }
  }
  for (const sequence of counts.keys()) {
    if (counts.size <= MOST_COUNTED) break;
    counts.delete(sequence);
  }
  if (best !== undefined && now.told.push(best.steps.map(({ name }) => name).join("\n")) > MOST_TOLD) now.told.shift();
  return best;
}

function readState(state: Json | undefined): State {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as Partial<Record<keyof State, unknown>>
    : {};
  const list = (field: unknown): unknown[] => Array.isArray(field) ? field : [];
  return {
    running: list(value.running).filter(isRunning),
    burst: list(value.burst).filter(isStep),
    counts: new Map(list(value.counts).filter(isCount)),
    told: list(value.told).filter((one) => typeof one === "string"),
  };
}

function isRunning(value: unknown): value is State["running"][number] {
  if (typeof value !== "object" || value === null) return false;
  const { id, steps } = value as { readonly id?: unknown; readonly steps?: unknown };
  return typeof id === "string" && Array.isArray(steps) && steps.every(isStep);
}

function isStep(value: unknown): value is Step {
  if (typeof value !== "object" || value === null) return false;
  const { name, text, key } = value as Partial<Step>;
  return typeof name === "string" && typeof text === "string" && typeof key === "string";
}

function isCount(value: unknown): value is [string, Counted] {
  if (!Array.isArray(value) || typeof value[0] !== "string" || !Array.isArray(value[1])) return false;
  const [times, exchange, key] = value[1] as unknown[];
  return typeof times === "number" && typeof exchange === "number" && typeof key === "string";
}
