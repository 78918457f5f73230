/**
 * Open loops from the agent's own task list: what it still lists as not done when a run ends (design, learnings.md,
 * structure before phrases). Only the last state of the list counts; a task done later closes its loop.
 *
 * @module
 */
import type { Json, TaskItem } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Rule, RuleNote, RuleView, RunningRule, Settling } from "./rule.ts";

/** Tasks followed per session; lists are short, and state must stay small. */
const MOST_TASKS = 200;
/** Longest title kept, in UTF-16 code units. */
const LONGEST_TITLE = 500;

const OPEN: RuleNote = { id: "task-list.open", kind: "open_loops", confidence: 0.9 };
/** The agent went on without looking at its list: it may have done the task and not said so. */
const STALE: RuleNote = { id: "task-list.stale", kind: "open_loops", confidence: 0.4 };
/** A step far down in a long plan: what comes next says where the work stands, forty steps say nothing. */
const FURTHER: RuleNote = { id: "task-list.further", kind: "open_loops", confidence: 0.4 };
/** Open tasks of which each is told by itself, and how many of a longer list are. */
const SHORT_LIST = 6;
const NEXT_STEPS = 3;
/** Exchanges without any change of the list after which it is stale. */
const STALE_AFTER = 2;

interface Task {
  /** The client's id, or the position in a list without ids. */
  id: string;
  title: string;
  status: TaskItem["status"];
  source: string;
  counter: number;
  /** Record of the list that named it last. */
  seen: string;
  /** When it came to its status: an older copy of the conversation must not undo what a newer one told. */
  at: string | null;
  exchangeId: string | null;
  /** What was last proposed; undefined: nothing yet. */
  told?: "open" | "stale" | "further" | "closed";
}

interface State {
  readonly tasks: Task[];
  /** Number of the exchange in which the list last changed. */
  touched: number;
}

/** The rule family `task-list`. */
export const taskListRule: Rule = {
  family: "task-list",
  rules: [OPEN, STALE, FURTHER],
  reads: ["tasks", "task"],
  ownLoops: true,
  start,
};

function start(state?: Json): RunningRule {
  const now = readState(state);
  const { tasks } = now;
  // The first task of each title; undefined when titles have changed. Lists come again and again with the same tasks.
  let titled: Map<string, Task> | undefined;

  function findTitle(title: string): Task | undefined {
    if (titled === undefined) {
      titled = new Map();
      for (const task of tasks) if (!titled.has(task.title)) titled.set(task.title, task);
    }
    return titled.get(title);
  }

  function add(item: TaskItem, { event, exchangeId }: RuleView): void {
    if (event.type !== "signal") return;
    const title = item.title.slice(0, LONGEST_TITLE).toWellFormed();
    const known = findTitle(title);
    if (known !== undefined) {
      known.id = item.id;
      known.seen = event.key;
      change(known, item.status, event.at);
      return;
    }
    if (tasks.length >= MOST_TASKS) {
      forgetOne(tasks);
      titled = undefined;
    }
    if (tasks.length >= MOST_TASKS) return;
    const counter = tasks.filter((task) => task.source === event.key).length;
    const task: Task = {
      id: item.id,
      title,
      status: item.status,
      source: event.key,
      seen: event.key,
      counter,
      at: event.at,
      exchangeId,
    };
    tasks.push(task);
    titled?.set(title, task);
  }

  function push(input: RuleView): readonly LearningDraft[] {
    const { event } = input;
    if (event.type !== "signal") return [];
    const { signal } = event;
    now.touched = input.turn.number;
    if (signal.type === "tasks") {
      const titles = new Set(signal.items.map((item) => item.title.slice(0, LONGEST_TITLE).toWellFormed()));
      // A list that replaces another one drops what it no longer names: only its last state counts.
      for (const task of tasks) {
        if (task.status !== "deleted" && !titles.has(task.title)) change(task, "deleted", event.at);
      }
      for (const item of signal.items) if (item.title.trim() !== "") add(item, input);
    } else if (signal.type === "task") {
      const known = tasks.find(({ id }) => id === signal.id);
      if (known !== undefined) {
        if (signal.title !== undefined && signal.title.trim() !== "" && known.told === undefined) {
          known.title = signal.title.slice(0, LONGEST_TITLE).toWellFormed();
          titled = undefined;
        }
        if (signal.status !== undefined) change(known, signal.status, event.at);
      } else if (signal.title !== undefined && signal.title.trim() !== "") {
        add({ id: signal.id, title: signal.title, status: signal.status ?? "pending" }, input);
      }
    }
    return [];
  }

  function settle({ turn }: Settling): readonly LearningDraft[] {
    const drafts: LearningDraft[] = [];
    const isStale = turn.number - now.touched >= STALE_AFTER;
    const next = nextSteps(tasks);
    for (const task of tasks) {
      const isNext = next === undefined || next.has(task);
      const status = isOver(task.status) ? "closed" : isStale ? "stale" : isNext ? "open" : "further";
      const note = status === "stale" ? STALE : status === "further" ? FURTHER : OPEN;
      // Also what was closed before anybody was told: only the store knows whether an earlier run wrote it as open.
      if (task.told === status) continue;
      task.told = status;
      drafts.push({
        kind: note.kind,
        rule: note.id,
        text: task.title,
        confidence: note.confidence,
        assertedBy: "assistant",
        source: task.source,
        ...(task.seen === task.source ? {} : { also: [task.seen] }),
        counter: task.counter,
        at: task.at,
        exchangeId: task.exchangeId,
        status: status === "closed" ? "closed" : "open",
      });
    }
    return drafts;
  }

  return {
    push,
    settle,
    state: () => ({ tasks: tasks.map(storedTask), touched: now.touched }) as unknown as Json,
  };
}

/** @returns what comes next in a long list; undefined for a short one */
function nextSteps(tasks: readonly Task[]): ReadonlySet<Task> | undefined {
  const open = tasks.filter(({ status }) => !isOver(status));
  if (open.length <= SHORT_LIST) return undefined;
  const begun = open.filter(({ status }) => status === "in_progress");
  return new Set([...begun, ...open.filter((task) => !begun.includes(task))].slice(0, NEXT_STEPS));
}

function isOver(status: TaskItem["status"]): boolean {
  return status === "completed" || status === "deleted";
}

function change(task: Task, status: TaskItem["status"], at: string | null): void {
  if (isOver(status) !== isOver(task.status) && at !== null && (task.at === null || at > task.at)) task.at = at;
  task.status = status;
}

/** Makes room: a task that is done and was told so, or never told, needs no memory. */
function forgetOne(tasks: Task[]): void {
  const index = tasks.findIndex((task) => isOver(task.status) && task.told !== "open");
  if (index >= 0) tasks.splice(index, 1);
}

function readState(state: Json | undefined): State {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as Partial<Record<keyof State, unknown>>
    : {};
  return {
    tasks: Array.isArray(value.tasks) ? value.tasks.flatMap(readTask) : [],
    touched: typeof value.touched === "number" ? value.touched : 0,
  };
}

/** Without names: two hundred tasks are most of what a hook reads and writes of a long session. */
type StoredTask = readonly [
  id: string,
  title: string,
  status: TaskItem["status"],
  source: string,
  seen: string | null,
  counter: number,
  at: string | null,
  exchangeId: string | null,
  told: Task["told"] | null,
];

function storedTask({ id, title, status, source, seen, counter, at, exchangeId, told }: Task): StoredTask {
  return [id, title, status, source, seen === source ? null : seen, counter, at, exchangeId, told ?? null];
}

function readTask(value: unknown): readonly Task[] {
  if (!Array.isArray(value)) return [];
  // By number: every hook reads all of them, and taking a list apart by pattern asks its iterator each time.
  const task = value as unknown as StoredTask;
  const id = task[0];
  const title = task[1];
  const source = task[3];
  const told = task[8];
  if (typeof id !== "string" || typeof title !== "string" || typeof source !== "string") return [];
  return [{
    id,
    title,
    status: task[2],
    source,
    seen: task[4] ?? source,
    counter: task[5],
    at: task[6],
    exchangeId: task[7],
    ...(told === null || told === undefined ? {} : { told }),
  }];
}
