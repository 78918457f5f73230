/**
 * The table of `imprint-hook sessions ...`. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry, OptionSpec } from "../command.ts";
import { HOME_OPTION, JSON_OPTION, PLAIN_OPTION } from "../commands.ts";

const COMMON = { json: JSON_OPTION, home: HOME_OPTION };
const READ = { ...COMMON, plain: PLAIN_OPTION };
const SESSION_DIR: OptionSpec = { type: "string", value: "DIR", help: "a habitat session's directory" };
/** Which session: a habitat's, or one of Claude Code. Umwelten's names. */
const SESSION_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "session-dir": SESSION_DIR,
  "work-dir": { type: "string", value: "DIR", help: "the directory that .umwelten lies in, for a Claude session" },
  "claude-project": { type: "string", value: "DIR", help: "the session's project, as Claude Code recorded it" },
  "claude-uuid": { type: "string", value: "ID", help: "the session's id: its transcript's name without .jsonl" },
};
const SCOPE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  in: { type: "string", value: "DIR", help: "the working directory of DIR (default: the current directory)" },
  all: { type: "boolean", help: "every project of the workspace, not only this one" },
  workspace: {
    type: "string",
    value: "NAME",
    help: "the workspace (default: the one whose roots hold the project, else the active one)",
  },
};
const SESSIONS_DIR: OptionSpec = {
  type: "string",
  value: "DIR",
  help: "the sessions of a habitat, one directory each, in place of what was learned",
};
const KIND_HELP = "facts, skill_candidates, preferences, open_loops or mistakes";

const LEARNINGS_COMMANDS: readonly CommandEntry[] = [
  {
    name: "append",
    summary: "append one learning to a session",
    options: {
      ...SESSION_OPTIONS,
      kind: { type: "string", value: "KIND", help: KIND_HELP },
      payload: { type: "string", value: "JSON", help: 'what was learned, a JSON object: {"text":"..."}' },
      provenance: { type: "string", value: "JSON", help: "where it came from, a JSON object" },
      ...COMMON,
    },
    details: [
      "The row is what umwelten writes and reads. Secrets are taken out first. Typed on a terminal it bears this",
      "installation's seal; otherwise it is foreign, and no agent is told it until you trust its directory. It never says",
      "that the user asserted it.",
    ],
    examples: [
      "imprint-hook sessions learnings append --session-dir ~/habitat/sessions/telegram-4711 --kind facts " +
      `--payload '{"text":"Bed 2 holds the tomatoes."}'`,
    ],
    load: () => import("./learnings_append.ts"),
  },
  {
    name: "list",
    summary: "the learnings of a session",
    options: {
      ...SESSION_OPTIONS,
      kind: { type: "string", value: "KIND", help: `${KIND_HELP} (default: all)` },
      ...READ,
    },
    details: [
      "Rows of every writer are shown; those without this installation's seal are foreign. --json prints what umwelten",
      'prints: rows by kind, with --kind the rows alone; each with "foreign".',
    ],
    examples: ["imprint-hook sessions learnings list --session-dir ~/habitat/sessions/telegram-4711"],
    reads: true,
    load: () => import("./learnings_list.ts"),
  },
];

const TRANSCRIPT_COMMANDS: readonly CommandEntry[] = [
  {
    name: "compact",
    summary: "freeze a habitat session's transcript and go on with a summary",
    options: {
      "session-dir": SESSION_DIR,
      summary: { type: "string", value: "TEXT", help: "what was said so far" },
      "learning-counts": {
        type: "string",
        value: "JSON",
        help: 'learnings that were written down before, by kind: {"facts":3}',
      },
      ...COMMON,
    },
    details: [
      "transcript.jsonl is renamed to transcript.{time}.jsonl, and a new one begins with the summary. Nothing is deleted",
      "or rewritten, others may go on appending meanwhile, and a run that was killed is finished by the next one.",
    ],
    examples: [
      'imprint-hook sessions transcript compact --session-dir ~/habitat/sessions/telegram-4711 --summary "Bed 2 is dry."',
    ],
    load: () => import("./transcript_compact.ts"),
  },
];

/** Every command behind `imprint-hook sessions`, in the order of the help. */
export const SESSIONS_COMMANDS: readonly CommandEntry[] = [
  {
    name: "list",
    summary: "conversations with what came of them, newest first",
    options: {
      ...SCOPE_OPTIONS,
      "sessions-dir": SESSIONS_DIR,
      source: { type: "string", value: "CLIENT", multiple: true, help: "only this client's" },
      limit: { type: "string", value: "N", help: "at most so many" },
      ...READ,
    },
    examples: [
      "imprint-hook sessions list",
      "imprint-hook sessions list --all --source codex --limit 20",
      "imprint-hook sessions list --sessions-dir ~/habitat/sessions",
    ],
    reads: true,
    load: () => import("./list.ts"),
  },
  {
    name: "show",
    summary: "one conversation: its figures and what was said",
    operands: "[SESSION]",
    operandCount: [0, 1],
    options: {
      ...SCOPE_OPTIONS,
      "session-dir": { ...SESSION_DIR, help: "a habitat session's directory, in place of SESSION" },
      limit: { type: "string", value: "N", help: "only the last N messages; of any transcript they are there at once" },
      ...READ,
    },
    details: [
      "SESSION may be cut to its first 6 characters or more. A habitat session's messages come from all parts of its",
      "transcript; lines that mark a compaction are no messages. With --limit its questions are not counted when it is longer",
      "than 256 KB: the last messages of a transcript of any length are there at once.",
    ],
    examples: [
      "imprint-hook sessions show 7b1f0c52",
      "imprint-hook sessions show --session-dir ~/habitat/sessions/telegram-4711 --limit 20 --json",
    ],
    reads: true,
    load: () => import("./show.ts"),
  },
  {
    name: "browse",
    summary: "look through conversations in the terminal",
    options: { ...SCOPE_OPTIONS, "sessions-dir": SESSIONS_DIR, home: HOME_OPTION, plain: PLAIN_OPTION },
    details: [
      "Keys: up and down or j and k move, page up and down, home and end or g and G; enter opens a conversation, / searches,",
      "n and N go to the next and the previous hit, q goes back and quits, Q quits. Without a terminal, and with --plain, it asks",
      "line by line.",
    ],
    examples: ["imprint-hook sessions browse --all", "imprint-hook sessions browse --sessions-dir ~/habitat/sessions"],
    reads: true,
    load: () => import("./browse.ts"),
  },
  {
    name: "context",
    summary: "what a session can be told about its earlier parts and its learnings",
    options: {
      ...SESSION_OPTIONS,
      "max-chars": { type: "string", value: "N", help: "at most so many characters (default: 40000)" },
      ...COMMON,
    },
    details: [
      "Summaries of compactions, the newest first, then learnings, the most useful first. Learnings that this installation",
      "did not write are left out unless you trust the directory (workspace trust).",
    ],
    examples: ["imprint-hook sessions context --session-dir ~/habitat/sessions/telegram-4711 --max-chars 2000"],
    reads: true,
    load: () => import("./context.ts"),
  },
  {
    name: "learnings",
    summary: "append learnings to a session, or list them",
    subcommands: () => Promise.resolve(LEARNINGS_COMMANDS),
  },
  {
    name: "transcript",
    summary: "compact a habitat session's transcript",
    subcommands: () => Promise.resolve(TRANSCRIPT_COMMANDS),
  },
];
