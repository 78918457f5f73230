/**
 * Command repair: a command that failed by the way it was called, and the variant of it that worked soon after. Kept with
 * low confidence, because readers of labelled conversations rarely keep such a repair.
 *
 * @module
 */
import type { Json } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Rule, RuleNote, RunningRule } from "./rule.ts";
import { type ProgramCall, programCalls } from "./shell_words.ts";

const NOTE: RuleNote = { id: "command.repair", kind: "skill_candidates", confidence: 0.4 };

/** Calls after a failure in which its repair is looked for. */
const REACH = 4;
/** Commands that run at the same time, and failures that wait for their repair. */
const MOST = 8;
/** Longest command shown. */
const LONGEST_COMMAND = 200;
const LONGEST_ERROR = 160;
/** Code units of a command that are kept. */
const LONGEST_KEPT = 2000;

/** The call was wrong; not what it tested or built. */
const WRONG_CALL =
  /\b(?:not found|no such|unknown|unrecogni[sz]ed|invalid|illegal|unexpected|usage:|cannot (?:write|open|find|read|use)|must be|must (?:specify|provide)|required|requires|missing|unsupported|denied|not a (?:valid|git|directory)|could not (?:resolve|find|parse|determine)|failed to parse|does not (?:exist|support)|already (?:exists|used)|did you mean|404|403|401|ambiguous)\b/i;

/** The rule family `command-repair`. */
export const commandRepairRule: Rule = {
  family: "command-repair",
  rules: [NOTE],
  reads: ["tool-call", "tool-result"],
  start,
};

interface Running {
  readonly id: string;
  readonly key: string;
  readonly command: string;
}

interface Failure {
  readonly key: string;
  readonly at: string | null;
  readonly command: string;
  readonly error: string;
  /** Calls left in which it can be repaired. */
  readonly left: number;
}

interface State {
  running: Running[];
  failures: readonly Failure[];
}

function start(state?: Json): RunningRule {
  const now = readState(state);
  return {
    push({ event, exchangeId }): readonly LearningDraft[] {
      if (event.type !== "signal") return [];
      const { signal } = event;
      if (signal.type === "tool-call") {
        // An edit in between may be what repaired it.
        if (signal.edits === true && now.failures.length > 0) now.failures = [];
        if (signal.command === undefined) return [];
        const call = { id: signal.id, key: event.key, command: signal.command.slice(0, LONGEST_KEPT) };
        if (now.running.push(call) > MOST) now.running.shift();
        return [];
      }
      if (signal.type !== "tool-result") return [];
      const at = now.running.findIndex(({ id }) => id === signal.id);
      const [call] = at < 0 ? [] : now.running.splice(at, 1);
      if (call === undefined || (signal.ok && now.failures.length === 0)) return [];
      if (!signal.ok) {
        const error = signal.refused === true ? undefined : firstError(signal.text);
        now.failures = now.failures.map((one) => ({ ...one, left: one.left - 1 })).filter(({ left }) => left > 0);
        if (error === undefined) return [];
        const failure = { key: event.key, at: event.at, command: call.command, error, left: REACH };
        now.failures = [...now.failures, failure].slice(-MOST);
        return [];
      }
      const repaired = now.failures.find(({ command }) => isVariant(command, call.command));
      now.failures = now.failures.filter((one) => one !== repaired).map((one) => ({ ...one, left: one.left - 1 }))
        .filter(({ left }) => left > 0);
      if (repaired === undefined) return [];
      const text = `\`${shown(call.command, repaired.command)}\` works where \`${
        shown(repaired.command, call.command)
      }\` fails: ${repaired.error}`;
      return [{
        kind: NOTE.kind,
        rule: NOTE.id,
        text,
        confidence: NOTE.confidence,
        assertedBy: "tool",
        source: repaired.key,
        also: [event.key],
        counter: 0,
        at: repaired.at,
        exchangeId,
      }];
    },
    state: () => ({ ...now, running: now.running.map((call) => ({ ...call })) }) as unknown as Json,
  };
}

/** The line that says what was wrong with the call. */
function firstError(output: string): string | undefined {
  const line = output.split("\n").map((one) => one.trim()).find((one) => WRONG_CALL.test(one));
  return line === undefined || line.startsWith("<tool_use_error>")
    ? undefined
    : line.slice(0, LONGEST_ERROR).toWellFormed();
}

/** The same program and action, called otherwise. */
function isVariant(failed: string, worked: string): boolean {
  const one = differing(failed, worked);
  const other = differing(worked, failed);
  return one !== undefined && other !== undefined && one.text !== other.text &&
    actionOf(one) === actionOf(other) && sharedShare(one.words, other.words) >= 0.4;
}

/** The first program call of a command that the other one does not hold as it is. */
function differing(command: string, other: string): ProgramCall | undefined {
  const known = new Set(programCalls(other).map(({ text }) => text));
  return programCalls(command).find(({ text }) => !known.has(text));
}

/** Program and actions: the plain words in front of everything else, three at most. */
function actionOf({ words }: ProgramCall): string {
  const other = words.findIndex((word) => !/^[a-zA-Z][\w:-]*$/.test(word));
  return words.slice(0, Math.min(Math.max(1, other < 0 ? words.length : other), 3)).join(" ");
}

function sharedShare(one: readonly string[], other: readonly string[]): number {
  const words = new Set(other);
  return one.filter((word) => words.has(word)).length / Math.max(one.length, other.length, 1);
}

function shown(command: string, other: string): string {
  const text = differing(command, other)?.text ?? command;
  return text.length <= LONGEST_COMMAND ? text : `${text.slice(0, LONGEST_COMMAND - 1)}…`.toWellFormed();
}

function readState(state: Json | undefined): State {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as Partial<Record<keyof State, unknown>>
    : {};
  const strings = (one: unknown, names: readonly string[]): boolean =>
    typeof one === "object" && one !== null &&
    names.every((name) => typeof (one as Readonly<Record<string, unknown>>)[name] === "string");
  const list = (field: unknown): readonly unknown[] => Array.isArray(field) ? field : [];
  return {
    running: [...list(value.running)].filter((one): one is Running => strings(one, ["id", "key", "command"])),
    failures: list(value.failures).filter((one): one is Failure => strings(one, ["key", "command", "error"])),
  };
}
