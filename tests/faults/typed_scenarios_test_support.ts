/**
 * What a fault may interrupt: the commands that a person types, but for `learn`.
 *
 * @module
 */
import {
  type FaultMachine,
  kettleOf,
  learned,
  learnedId,
  projects,
  type Scenario,
  SESSION,
  talked,
  typed,
  typing,
} from "./scenario_test_support.ts";

const IN = (machine: FaultMachine): readonly string[] => ["--in", kettleOf(machine)];

/** A workspace `research` beside the one that learned. */
async function withResearch(machine: FaultMachine): Promise<void> {
  await learned(machine);
  await typed(machine, ["workspace", "add", "research"]);
}

function habitat({ root }: FaultMachine): string {
  const directory = `${root}/habitat/telegram-4711`;
  Deno.mkdirSync(directory, { recursive: true });
  const line = (role: string, content: string): string =>
    `${JSON.stringify({ role, content, timestamp: "2026-04-07T10:00:00.000Z" })}\n`;
  Deno.writeTextFileSync(`${directory}/transcript.jsonl`, line("user", "is bed 2 dry?") + line("assistant", "It is."));
  Deno.writeTextFileSync(
    `${directory}/meta.json`,
    `${JSON.stringify({ sessionId: "telegram-4711", type: "telegram" })}\n`,
  );
  return directory;
}

/** A conversation that leaves something open. @returns the id of that learning */
async function openId(machine: FaultMachine): Promise<string> {
  const talk = talked(machine, projects(machine), 1);
  talk.typed("leave the descaling of the kettle for a later release");
  talk.reply("Noted.");
  machine.transcript(SESSION, talk.rows);
  await typed(machine, ["learn"]);
  const { rows } = JSON.parse(await typed(machine, ["list", ...IN(machine), "--kind", "open_loops", "--json"]));
  return (rows as readonly { readonly id: string }[])[0]?.id ?? "";
}

const CURATE: readonly Scenario[] = [
  { name: "done", prepare: openId, act: typing((_, id) => ["done", id]), adds: true },
  { name: "keep", prepare: learnedId, act: typing((_, id) => ["keep", id]) },
  {
    name: "keep --undo",
    async prepare(machine) {
      const id = await learnedId(machine);
      await typed(machine, ["keep", id]);
      return id;
    },
    act: typing((_, id) => ["keep", id, "--undo"]),
  },
  {
    name: "promote --write",
    async prepare(machine) {
      const id = await learnedId(machine);
      Deno.writeTextFileSync(`${kettleOf(machine)}/CLAUDE.md`, "# Kettle\n");
      return id;
    },
    act: typing((_, id) => ["promote", id, "--write"]),
  },
  { name: "forget ID", prepare: learnedId, act: typing((_, id) => ["forget", id]) },
  { name: "forget ID --purge", prepare: learnedId, act: typing((_, id) => ["forget", id, "--purge"]) },
  { name: "forget --session", prepare: learned, act: typing(() => ["forget", "--session", SESSION]) },
  {
    name: "forget --session --purge",
    prepare: learned,
    act: typing(() => ["forget", "--session", SESSION, "--purge"]),
  },
  { name: "forget --match --purge", prepare: learned, act: typing(() => ["forget", "--match", "kettle 1", "--purge"]) },
  { name: "forget --in", prepare: learned, act: typing((machine) => ["forget", ...IN(machine)]) },
  {
    name: "unforget",
    async prepare(machine) {
      const id = await learnedId(machine);
      await typed(machine, ["forget", id]);
      const { acts } = JSON.parse(await typed(machine, ["unforget", "--json"]));
      return (acts as readonly { readonly id: string }[])[0]?.id ?? "";
    },
    act: typing((_, id) => ["unforget", id]),
  },
  {
    name: "redact --apply",
    async prepare(machine) {
      await learned(machine);
      machine.configure({
        version: 1,
        active: "default",
        workspaces: { default: {} },
        redact: [{ text: "lid", as: "part" }],
      });
    },
    act: typing(() => ["redact", "--apply"]),
  },
  { name: "review", prepare: learned, act: typing((machine) => ["review", ...IN(machine), "--json"]) },
];

const HAND_OVER: readonly Scenario[] = [
  { name: "export", prepare: learned, act: typing(({ root }) => ["export", "--out", `${root}/out.jsonl`]) },
  {
    name: "import",
    async prepare(machine) {
      await learned(machine);
      await typed(machine, ["export", "--out", `${machine.root}/out.jsonl`]);
      Deno.removeSync(`${kettleOf(machine)}/.umwelten`, { recursive: true });
      Deno.removeSync(`${machine.root}/imprint/state`, { recursive: true });
    },
    act: typing(({ root }) => ["import", `${root}/out.jsonl`]),
  },
  {
    name: "report",
    prepare: learned,
    act: typing((machine) => ["report", ...IN(machine), "--html", `${machine.root}/out.html`]),
  },
];

const WORKSPACES: readonly Scenario[] = [
  { name: "workspace add", prepare: learned, act: typing(() => ["workspace", "add", "research"]) },
  { name: "workspace remove", prepare: withResearch, act: typing(() => ["workspace", "remove", "research"]) },
  { name: "workspace use", prepare: withResearch, act: typing(() => ["workspace", "use", "research"]) },
  { name: "workspace inbox", prepare: withResearch, act: typing(() => ["workspace", "inbox", "research"]) },
  {
    name: "root add, with sessions",
    prepare: withResearch,
    act: typing(({ root }) => ["workspace", "root", "add", `${root}/kettle`, "--workspace", "research"]),
  },
  {
    name: "root remove",
    async prepare(machine) {
      await withResearch(machine);
      await typed(machine, ["workspace", "root", "add", `${machine.root}/shared`, "--workspace", "research"]);
    },
    act: typing(({ root }) => ["workspace", "root", "remove", `${root}/shared`]),
  },
  {
    name: "workspace share",
    prepare: withResearch,
    act: typing(({ root }) => ["workspace", "share", "default", "research", `${root}/shared`]),
  },
  {
    name: "workspace approve",
    async prepare(machine) {
      await withResearch(machine);
      Deno.writeTextFileSync(`${machine.root}/shared/.imprint-hook.jsonc`, '{ "workspace": "research" }\n');
    },
    act: typing(({ root }) => ["workspace", "approve", `${root}/shared`]),
  },
  {
    name: "workspace revoke",
    async prepare(machine) {
      await withResearch(machine);
      Deno.writeTextFileSync(`${machine.root}/shared/.imprint-hook.jsonc`, '{ "workspace": "research" }\n');
      await typed(machine, ["workspace", "approve", `${machine.root}/shared`]);
    },
    act: typing(({ root }) => ["workspace", "revoke", `${root}/shared`]),
  },
  { name: "workspace exclude", prepare: learned, act: typing(() => ["workspace", "exclude", "**/secret/**"]) },
  { name: "workspace trust", prepare: learned, act: typing((machine) => ["workspace", "trust", kettleOf(machine)]) },
  { name: "workspace list", prepare: withResearch, act: typing(() => ["workspace", "list"]) },
  { name: "workspace show", prepare: withResearch, act: typing(() => ["workspace", "show", "default"]) },
  { name: "pause", prepare: learned, act: typing(() => ["pause"]) },
  { name: "pause DIR", prepare: learned, act: typing((machine) => ["pause", kettleOf(machine), "--for", "2h"]) },
  {
    name: "resume",
    async prepare(machine) {
      await learned(machine);
      await typed(machine, ["pause"]);
    },
    act: typing(() => ["resume"]),
  },
];

/** What is wired already is taken out. */
function uninstalling(...clients: readonly string[]): Scenario["prepare"] {
  return async (machine) => {
    await learned(machine);
    for (const client of clients) await typed(machine, ["install", client]);
  };
}

const SETTINGS: readonly Scenario[] = [
  { name: "install claude", prepare: learned, act: typing(() => ["install", "claude"]) },
  {
    name: "install claude --with-context",
    prepare: learned,
    act: typing(() => ["install", "claude", "--with-context"]),
  },
  { name: "install codex", prepare: learned, act: typing(() => ["install", "codex"]) },
  { name: "install copilot", prepare: learned, act: typing(() => ["install", "copilot"]) },
  { name: "install cline", prepare: learned, act: typing(() => ["install", "cline"]) },
  { name: "uninstall claude", prepare: uninstalling("claude"), act: typing(() => ["uninstall", "claude"]) },
  { name: "uninstall codex", prepare: uninstalling("codex"), act: typing(() => ["uninstall", "codex"]) },
  { name: "uninstall copilot", prepare: uninstalling("copilot"), act: typing(() => ["uninstall", "copilot"]) },
  { name: "uninstall cline", prepare: uninstalling("cline"), act: typing(() => ["uninstall", "cline"]) },
  {
    name: "uninstall --all",
    prepare: uninstalling("claude", "codex"),
    act: typing(() => ["uninstall", "--all", "--yes"]),
  },
  {
    name: "uninstall --all --purge",
    prepare: uninstalling("claude"),
    act: typing(() => ["uninstall", "--all", "--purge", "--yes"]),
  },
  {
    name: "profile add",
    prepare: learned,
    act: (machine) =>
      machine.type(["profile", "add", "--distro", "Ubuntu", "--bin", "/usr/bin/imprint-hook", "--mounts", "-"], MOUNTS),
  },
  {
    name: "profile remove",
    async prepare(machine) {
      await learned(machine);
      await machine.type(
        ["profile", "add", "--distro", "Ubuntu", "--bin", "/usr/bin/imprint-hook", "--mounts", "-"],
        MOUNTS,
      );
    },
    act: typing(() => ["profile", "remove", "ubuntu"]),
  },
];
const MOUNTS = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n";

const LOOKING: readonly Scenario[] = [
  { name: "search, no index", prepare: learned, act: typing((machine) => ["search", "lid", ...IN(machine)]) },
  {
    name: "search",
    async prepare(machine) {
      await learned(machine);
      await typed(machine, ["search", "lid", ...IN(machine)]);
    },
    act: typing((machine) => ["search", "lid", ...IN(machine)]),
  },
  { name: "list", prepare: learned, act: typing((machine) => ["list", ...IN(machine)]) },
  { name: "show", prepare: learnedId, act: typing((machine, id) => ["show", id, ...IN(machine)]) },
  { name: "explain", prepare: learned, act: typing(() => ["explain", SESSION]) },
  { name: "status", prepare: learned, act: typing(() => ["status"]) },
  // It finds fault with this machine, on which no hook ever ran.
  { name: "doctor", prepare: learned, act: async (machine) => void await machine.type(["doctor"]) },
  {
    name: "doctor --repair",
    async prepare(machine) {
      await learned(machine);
      const folder = `${kettleOf(machine)}/.umwelten/learnings/claude`;
      const [key] = [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory);
      const path = `${folder}/${key?.name}/exchanges.jsonl`;
      const [first = "", ...rest] = Deno.readTextFileSync(path).split("\n");
      Deno.writeTextFileSync(path, [first.slice(0, 40), ...rest].join("\n"));
    },
    async act(machine) {
      await machine.type(["doctor", "--repair"]);
      await machine.type(["learn"]);
    },
  },
  { name: "the day", prepare: learned, act: typing(() => ["--json"]) },
];

const SESSIONS: readonly Scenario[] = [
  { name: "sessions list", prepare: learned, act: typing(() => ["sessions", "list", "--all"]) },
  { name: "sessions show", prepare: learned, act: typing(() => ["sessions", "show", SESSION, "--all"]) },
  {
    name: "sessions context",
    prepare: (machine) => Promise.resolve(habitat(machine)),
    act: typing((_, directory) => ["sessions", "context", "--session-dir", directory]),
  },
  {
    name: "sessions learnings append",
    adds: true,
    prepare: (machine) => Promise.resolve(habitat(machine)),
    act: typing((_, directory) => [
      ...["sessions", "learnings", "append", "--session-dir", directory],
      ...["--kind", "facts", "--payload", '{"text":"Bed 2 holds the tomatoes."}'],
    ]),
  },
  {
    name: "sessions learnings list",
    async prepare(machine) {
      const directory = habitat(machine);
      await typed(machine, [
        ...["sessions", "learnings", "append", "--session-dir", directory],
        ...["--kind", "facts", "--payload", '{"text":"Bed 2 holds the tomatoes."}'],
      ]);
      return directory;
    },
    act: typing((_, directory) => ["sessions", "learnings", "list", "--session-dir", directory]),
  },
  {
    name: "sessions browse",
    prepare: learned,
    act: (machine) => machine.type(["sessions", "browse", "--all"], "1\n/lid\nq\n"),
  },
  {
    name: "sessions transcript compact",
    adds: true,
    prepare: (machine) => Promise.resolve(habitat(machine)),
    act: typing((_, directory) => [
      ...["sessions", "transcript", "compact", "--session-dir", directory],
      ...["--summary", "Bed 2 is dry."],
    ]),
  },
];

/** All of them. */
export const TYPED_SCENARIOS: readonly Scenario[] = [
  ...CURATE,
  ...HAND_OVER,
  ...WORKSPACES,
  ...SETTINGS,
  ...LOOKING,
  ...SESSIONS,
];
