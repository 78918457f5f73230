/**
 * What a fault may interrupt: each hook and each command that writes, on a machine that it was prepared for.
 *
 * @module
 */
import { type Conversation, conversation, type Machine } from "../import_test_support.ts";
import type { Person } from "./person_in_process_test_support.ts";

/** A machine with somebody on it. */
export interface FaultMachine extends Machine, Person {}

/** Something that is done, and may be interrupted. */
export interface Scenario {
  readonly name: string;
  /** Makes ready what it is done to. */
  prepare(machine: FaultMachine): Promise<void>;
  /** Does it. It is done again after the fault. */
  act(machine: FaultMachine): Promise<unknown>;
  /** A text that must not be in the project or the program's directories at any time. */
  readonly never?: string;
  /** Which of two sessions holds what stands in both depends on which one could be read first. */
  readonly eitherHolds?: boolean;
}

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const FORK = "bbbbbbbb-0000-4000-8000-000000000002";

function talked(machine: Machine, cwd: string, turns: number, session = SESSION): Conversation {
  const talk = conversation(session, cwd);
  for (let turn = 1; turn <= turns; turn++) {
    talk.typed(`Remember: kettle ${turn} boils dry without its lid.`);
    talk.reply(`Kettle ${turn} gets its lid, as it should.`);
  }
  machine.transcript(session, talk.rows);
  return talk;
}

const kettleOf = ({ root }: Machine): string => `${root}/kettle`;

function projects(machine: Machine): string {
  machine.project("research");
  machine.project("shared");
  return machine.project("kettle");
}

async function learned(machine: FaultMachine, turns = 2): Promise<void> {
  talked(machine, projects(machine), turns);
  const { code, stderr } = await machine.type(["learn"]);
  if (code !== 0) throw new Error(stderr);
}

function call(machine: FaultMachine, word: string, event: string): Promise<unknown> {
  return machine.hook(["claude", word], {
    session_id: SESSION,
    transcript_path: `${machine.store}/-kettle/${SESSION}.jsonl`,
    cwd: kettleOf(machine),
    hook_event_name: event,
    ...(event === "Stop" ? { stop_hook_active: false } : {}),
    ...(event === "SessionStart" ? { source: "startup" } : {}),
  });
}

const stop = (machine: FaultMachine): Promise<unknown> => call(machine, "stop", "Stop");

const typing = (words: (machine: FaultMachine) => readonly string[]) => (machine: FaultMachine): Promise<unknown> =>
  machine.type(words(machine));

/** All of them. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "first Stop",
    prepare: (machine) => Promise.resolve(void talked(machine, projects(machine), 2)),
    act: stop,
  },
  {
    name: "warm Stop",
    async prepare(machine) {
      await learned(machine);
      talked(machine, kettleOf(machine), 3);
    },
    act: stop,
  },
  {
    name: "session end",
    prepare: learned,
    act: (machine) => call(machine, "session-end", "SessionEnd"),
  },
  {
    name: "session start",
    prepare: learned,
    act: (machine) => call(machine, "session-start", "SessionStart"),
  },
  {
    name: "Stop, excluded",
    prepare(machine) {
      const talk = conversation(SESSION, projects(machine));
      talk.typed("is it SECRET?");
      talk.reply("It is SECRET.");
      machine.transcript(SESSION, talk.rows);
      machine.configure({ version: 1, active: "default", exclude: ["**/kettle"], workspaces: { default: {} } });
      return Promise.resolve();
    },
    act: stop,
    never: "SECRET",
  },
  {
    name: "sweep with a fork",
    eitherHolds: true,
    prepare(machine) {
      const kettle = projects(machine);
      const origin = talked(machine, kettle, 2);
      const fork = conversation(FORK, kettle);
      fork.rows.push(...origin.rows.map((row) => ({ ...row, sessionId: FORK })));
      fork.typed("and in the fork?", { parentUuid: origin.last });
      fork.reply("In the fork too.");
      machine.transcript(FORK, fork.rows);
      return Promise.resolve();
    },
    act: typing(() => ["learn"]),
  },
  { name: "relearn", prepare: learned, act: typing(() => ["learn", "--relearn"]) },
  {
    name: "opted out",
    async prepare(machine) {
      await learned(machine);
      const talk = talked(machine, kettleOf(machine), 2);
      talk.typed("no-imprint");
      machine.transcript(SESSION, talk.rows);
    },
    act: stop,
  },
  {
    name: "verdict changed",
    async prepare(machine) {
      await learned(machine);
      machine.configure({
        version: 1,
        active: "default",
        workspaces: { default: {}, research: { roots: [`${machine.root}/research`] } },
      });
      const talk = talked(machine, kettleOf(machine), 2);
      talk.typed("and in the other project?", { cwd: `${machine.root}/research` });
      talk.reply("There as well.", { cwd: `${machine.root}/research` });
      machine.transcript(SESSION, talk.rows);
    },
    act: stop,
  },
  { name: "forget", prepare: learned, act: typing(() => ["forget", "--session", SESSION]) },
  { name: "forget --purge", prepare: learned, act: typing(() => ["forget", "--session", SESSION, "--purge"]) },
  {
    name: "expiry",
    async prepare(machine) {
      await learned(machine);
      machine.configure({ version: 1, active: "default", workspaces: { default: {} }, retainDays: 1 });
    },
    act: typing(() => ["learn"]),
  },
  { name: "workspace add", prepare: learned, act: typing(() => ["workspace", "add", "research"]) },
  {
    name: "root add, with sessions",
    async prepare(machine) {
      await learned(machine);
      await machine.type(["workspace", "add", "research"]);
    },
    act: typing(({ root }) => ["workspace", "root", "add", `${root}/kettle`, "--workspace", "research"]),
  },
  { name: "workspace exclude", prepare: learned, act: typing(() => ["workspace", "exclude", "**/secret/**"]) },
  { name: "pause", prepare: learned, act: typing(() => ["pause"]) },
  {
    name: "install",
    prepare: learned,
    act: typing(() => ["install", "claude"]),
  },
  {
    name: "uninstall",
    async prepare(machine) {
      await learned(machine);
      await machine.type(["install", "claude"]);
    },
    act: typing(() => ["uninstall", "claude"]),
  },
  { name: "search", prepare: learned, act: typing(({ root }) => ["search", "lid", "--in", `${root}/kettle`]) },
];
