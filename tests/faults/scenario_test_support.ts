/**
 * What a scenario is, and what scenarios are made of.
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
  /** Makes ready what it is done to. @returns what `act` has to know of it */
  prepare(machine: FaultMachine): Promise<string | void>;
  /** Does it. It is done again after the fault. */
  act(machine: FaultMachine, given: string): Promise<unknown>;
  /** Each time that it is done something is added: once is right as well as twice. */
  readonly adds?: boolean;
  /** A text that must not be in the project or the program's directories at any time. */
  readonly never?: string;
  /** Which of two sessions holds what stands in both depends on which one could be read first. */
  readonly eitherHolds?: boolean;
}

/** The conversation of most scenarios. */
export const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
/** A fork of it. */
export const FORK = "bbbbbbbb-0000-4000-8000-000000000002";

/** What was said so far, as a transcript. */
export function talked(machine: Machine, cwd: string, turns: number, session = SESSION): Conversation {
  const talk = conversation(session, cwd);
  for (let turn = 1; turn <= turns; turn++) {
    talk.typed(`Remember: kettle ${turn} boils dry without its lid.`);
    talk.reply(`Kettle ${turn} gets its lid, as it should.`);
  }
  machine.transcript(session, talk.rows);
  return talk;
}

/** The project. */
export const kettleOf = ({ root }: Machine): string => `${root}/kettle`;

/** Makes three projects. @returns the first */
export function projects(machine: Machine): string {
  machine.project("research");
  machine.project("shared");
  return machine.project("kettle");
}

/** A conversation that was learned. */
export async function learned(machine: FaultMachine, turns = 2): Promise<void> {
  talked(machine, projects(machine), turns);
  const { code, stderr } = await machine.type(["learn"]);
  if (code !== 0) throw new Error(stderr);
}

/** Runs a hook of Claude Code. */
export function call(machine: FaultMachine, word: string, event: string): Promise<unknown> {
  return machine.hook(["claude", word], {
    session_id: SESSION,
    transcript_path: `${machine.store}/-kettle/${SESSION}.jsonl`,
    cwd: kettleOf(machine),
    hook_event_name: event,
    ...(event === "Stop" ? { stop_hook_active: false } : {}),
    ...(event === "SessionStart" ? { source: "startup" } : {}),
  });
}

/** Runs its Stop hook. */
export const stop = (machine: FaultMachine): Promise<unknown> => call(machine, "stop", "Stop");

/** Types a command. */
export const typing =
  (words: (machine: FaultMachine, given: string) => readonly string[]) =>
  (machine: FaultMachine, given: string): Promise<unknown> => machine.type(words(machine, given));

/** Types a command that has to work. @returns what it printed */
export async function typed(machine: FaultMachine, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await machine.type(words);
  if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** A conversation that was learned. @returns the id of its first learning */
export async function learnedId(machine: FaultMachine): Promise<string> {
  await learned(machine);
  const { rows } = JSON.parse(await typed(machine, ["list", "--in", kettleOf(machine), "--json"]));
  return (rows as readonly { readonly id: string }[]).map(({ id }) => id).sort()[0] ?? "";
}
