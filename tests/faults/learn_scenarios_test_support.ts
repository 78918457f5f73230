/**
 * What a fault may interrupt: hooks and `learn`, on a machine that each was prepared for.
 *
 * @module
 */
import { conversation, type Row } from "../import_test_support.ts";
import { rawZip } from "../zip_test_support.ts";
import {
  call,
  FORK,
  kettleOf,
  learned,
  projects,
  type Scenario,
  SESSION,
  stop,
  talked,
  typing,
} from "./scenario_test_support.ts";

/** All of them. */
export const LEARN_SCENARIOS: readonly Scenario[] = [
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
  {
    name: "expiry",
    async prepare(machine) {
      await learned(machine);
      machine.configure({ version: 1, active: "default", workspaces: { default: {} }, retainDays: 1 });
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "pre-compact",
    prepare: (machine) => Promise.resolve(void talked(machine, projects(machine), 2)),
    act: (machine) => call(machine, "pre-compact", "PreCompact"),
  },
  {
    name: "session end, expiry",
    async prepare(machine) {
      await learned(machine);
      machine.configure({ version: 1, active: "default", workspaces: { default: {} }, retainDays: 1 });
    },
    act: (machine) => call(machine, "session-end", "SessionEnd"),
  },
  {
    name: "learn, shared in git",
    prepare(machine) {
      talked(machine, projects(machine), 2);
      machine.configure({ version: 1, active: "default", workspaces: { default: { shareInGit: true } } });
      return Promise.resolve();
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "learn, learnings only",
    prepare(machine) {
      talked(machine, projects(machine), 2);
      machine.configure({ version: 1, active: "default", workspaces: { default: {} }, store: "learnings" });
      return Promise.resolve();
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "learn, named elsewhere",
    prepare: (machine) => Promise.resolve(void talked(machine, projects(machine), 2)),
    act: typing(({ root, store }) => [
      ...["learn", "--transcript", `${store}/-kettle/${SESSION}.jsonl`, "--work-dir", `${root}/shared`],
    ]),
  },
  {
    name: "learn, exports",
    async prepare({ root }) {
      Deno.mkdirSync(`${root}/person/Downloads`, { recursive: true });
      const message = (uuid: string, sender: string, text: string, parent: string): Row => ({
        ...{ uuid, sender, text, content: [{ type: "text", text }], parent_message_uuid: parent },
        created_at: "2026-07-01T09:00:00Z",
      });
      const messages = [
        message("m1", "human", "why is the loaf flat?", "m0"),
        message("m2", "assistant", "It is young.", "m1"),
      ];
      const data = new TextEncoder().encode(
        JSON.stringify([{ uuid: "c1", name: "Sourdough", chat_messages: messages }]),
      );
      const zip = await rawZip([{ name: "conversations.json", data, deflate: true }]);
      Deno.writeFileSync(`${root}/person/Downloads/data-2026-batch-0000.zip`, zip);
    },
    act: typing(() => ["learn", "--desktop"]),
  },
];
