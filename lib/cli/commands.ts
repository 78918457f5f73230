/**
 * The table of commands: what each is called, takes and loads. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry, CommandSpec, OptionSpec } from "./command.ts";
import { curateCommands } from "./curate_commands.ts";
import { sharingCommands } from "./sharing_commands.ts";

/** `--json` of every command that has it. */
export const JSON_OPTION: OptionSpec = { type: "boolean", help: "print one JSON object and nothing else" };
const WORKSPACE_OPTION: OptionSpec = { type: "string", value: "NAME", help: "the workspace (default: the active one)" };
/** `--home` of every command that has it. */
export const HOME_OPTION: OptionSpec = {
  type: "string",
  value: "DIR",
  help: "use the configuration, state and data below DIR (default: IMPRINT_HOOK_HOME, else the usual places)",
};
/** `--plain` of every command that has it. */
export const PLAIN_OPTION: OptionSpec = { type: "boolean", help: "key: value lines, no tables, no colour" };
const ALL_OPTION: OptionSpec = { type: "boolean", help: "every project of the workspace, not only this one" };
const READ_WORKSPACE_OPTION: OptionSpec = {
  type: "string",
  value: "NAME",
  help: "the workspace (default: the one whose roots hold the project, else the active one)",
};
const IN_OPTION: OptionSpec = {
  type: "string",
  value: "DIR",
  help: "the working directory of DIR (default: the current directory)",
};

const DRY_RUN_OPTION: OptionSpec = { type: "boolean", help: "say what would be changed and change nothing" };
/** Whose settings: options of `install` and `uninstall`. */
const SCOPE_OPTIONS = (what: string): Readonly<Record<string, OptionSpec>> => ({
  user: { type: "boolean", help: `${what} your own settings` },
  project: { type: "boolean", help: `${what} your settings for the project that you are in` },
  shared: { type: "boolean", help: `${what} the project's committed settings, which colleagues get too` },
});

/** The program alone on a terminal. */
export const DAY: CommandSpec = {
  name: "",
  summary: "the day: conversations, learnings, open loops, the last problem",
  options: { json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION },
  reads: true,
  load: () => import("./day.ts"),
};

/** Every command a person can type, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "install",
    summary: "wire the hooks of a client, so that each turn is learned when it ends",
    operands: "CLIENT",
    operandCount: [1, 1],
    options: {
      ...SCOPE_OPTIONS("write into"),
      "with-context": { type: "boolean", help: "give new sessions what was learned in their project; off by default" },
      yes: { type: "boolean", help: "do not ask about --shared" },
      "dry-run": DRY_RUN_OPTION,
      json: JSON_OPTION,
      home: { ...HOME_OPTION, help: `${HOME_OPTION.help}; the hook is told the same` },
      plain: PLAIN_OPTION,
    },
    details: [
      "CLIENT is claude (Claude Code), codex (Codex), copilot (Copilot CLI) or cline (Cline); of all but the first your own",
      "settings only. Without --user, --project or --shared your own settings are meant. Every other byte of the file stays,",
      "our entry is there once however often this runs, and a file that does not parse is not touched.",
      "Run it again when this program, or the Deno that runs it, has moved.",
    ],
    examples: ["imprint-hook install claude --dry-run", "imprint-hook install claude", "imprint-hook install codex"],
    load: () => import("./install.ts"),
  },
  {
    name: "uninstall",
    summary: "take the hooks of a client out again, or everything",
    operands: "[CLIENT]",
    operandCount: [0, 1],
    options: {
      ...SCOPE_OPTIONS("only"),
      all: { type: "boolean", help: "every hook, the configuration, the state and the program's own data" },
      purge: { type: "boolean", help: "with --all: everything that was learned, too" },
      yes: { type: "boolean", help: "do not ask about --all" },
      "dry-run": DRY_RUN_OPTION,
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "With CLIENT only its hooks go: the settings are as they were before install, byte for byte, when nothing else has",
      "changed them since; what was learned stays. --all prints every path that it removes or edits, asks on a terminal and",
      "needs --yes elsewhere. It never removes what this program did not make: files of other names and rows that others",
      "wrote into .umwelten/learnings stay, and it says so. Without --purge learnings stay where they are.",
    ],
    examples: ["imprint-hook uninstall claude", "imprint-hook uninstall --all --purge --dry-run"],
    load: () => import("./uninstall.ts"),
  },
  {
    name: "learn",
    summary: "learn one transcript, or everything new in the clients' stores",
    options: {
      transcript: { type: "string", value: "FILE", help: "learn this transcript only" },
      client: { type: "string", value: "CLIENT", help: "look through this client's store only" },
      since: { type: "string", value: "DATE", help: "learn transcripts that changed since then: 2026-10-01, 3d, 2h" },
      desktop: { type: "boolean", help: "learn exports of Claude.ai and ChatGPT that lie in your Downloads folder" },
      path: {
        type: "string",
        value: "DIR|ZIP",
        multiple: true,
        help: "learn exports there, which has to lie inside the workspace's roots",
      },
      workspace: WORKSPACE_OPTION,
      "work-dir": { type: "string", value: "DIR", help: "write below DIR/.umwelten/learnings" },
      relearn: { type: "boolean", help: "read stored conversations again with today's rules" },
      extract: { type: "boolean", help: 'then hand finished exchanges to the program that "extractor" names' },
      "dry-run": { type: "boolean", help: "say what would be learned and write nothing" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Without --transcript it looks through the stores of every client (Claude Code's at CLAUDE_CONFIG_DIR, or ~/.claude;",
      "README.md names the others), and learns what is new there.",
      "A transcript is only read. What was said is written below .umwelten/learnings of the conversation's own project,",
      "and only when every directory the conversation touched belongs to this workspace or to none.",
      "Exports name no directory: --desktop and --path give them to the workspace that is named, or to the active one; with",
      "an inbox only to that. Each workspace reads an export once, and a later one adds what is new.",
      "--relearn reads what is stored again, from the transcripts, with the rules of this version; a conversation changes",
      "as a whole or not at all, and one whose transcript is gone keeps what it has.",
      '--extract runs the program of "extractor" in config.jsonc, which only a script form installed for it may do:',
      'deno task install --extractor PROGRAM. No hook ever runs it. See "A model\'s help" in README.md.',
    ],
    examples: [
      "imprint-hook learn",
      "imprint-hook learn --transcript ~/.claude/projects/-srv-kettle/7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10.jsonl",
    ],
    load: () => import("./learn.ts"),
  },
  {
    name: "status",
    summary: "what the hooks did, how long it took, what went wrong, what is gone",
    options: { json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION },
    reads: true,
    load: () => import("./status.ts"),
  },
  {
    name: "doctor",
    summary: "look for what keeps the hooks from working, and say what to do",
    options: {
      repair: { type: "boolean", help: "put lines of the store that cannot be read aside, beside their files" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Looks at every settings file, at what the hooks start and when they ran last, at the stores, the configuration and",
      "this program's own directories, and runs the hook's code on an invented conversation in a scratch directory. It",
      "starts no program and changes nothing. Exit status: 0 when nothing is wrong, 1 when something is.",
      "--repair moves lines that another program or a bad disk damaged into quarantine.txt in their session's directory;",
      'nothing is deleted, and the next "learn" stores again what the transcripts still hold.',
    ],
    examples: ["imprint-hook doctor"],
    load: () => import("./doctor.ts"),
  },
  {
    name: "pause",
    summary: "learn nothing that is said from now on",
    operands: "[DIR]",
    operandCount: [0, 1],
    options: {
      for: { type: "string", value: "TIME", help: "how long: 2h, 45m, 1h30m, 3d (default: until resume)" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Without DIR every conversation is meant, else those with a directory at or below DIR. What is said meanwhile, in",
      "running sessions too, is never learned, by no later command either. What was stored before stays.",
    ],
    examples: ["imprint-hook pause", "imprint-hook pause ~/research --for 2h"],
    load: () => import("./pause.ts"),
  },
  {
    name: "resume",
    summary: "end a pause; what was said in it stays unlearned",
    operands: "[DIR]",
    operandCount: [0, 1],
    options: { json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION },
    examples: ["imprint-hook resume", "imprint-hook resume ~/research"],
    load: () => import("./resume.ts"),
  },
  {
    name: "explain",
    summary: "why a conversation was or was not learned",
    operands: "FILE|SESSION",
    operandCount: [1, 1],
    options: {
      as: { type: "string", value: "NAME", help: "decide for this workspace (default: the one that would learn it)" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Shows each recorded directory with its place, the verdict and the rule that gave it, and who wrote each message.",
    ],
    examples: ["imprint-hook explain 7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10"],
    reads: true,
    load: () => import("./explain.ts"),
  },
  {
    name: "list",
    summary: "what was learned here",
    options: {
      kind: {
        type: "string",
        value: "KIND",
        multiple: true,
        help: "facts, skill_candidates, preferences, open_loops, mistakes, or exchanges (default: all learnings)",
      },
      in: IN_OPTION,
      all: ALL_OPTION,
      workspace: READ_WORKSPACE_OPTION,
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Learnings of one project that say the same are one, best first: conf grows with every session that says it and is",
      "the rule's measured precision at first; \u00d73 after the source counts those sessions; seal tells whether this",
      "installation wrote it (own) or it came with a clone or from a colleague (foreign).",
      "--json prints {rows, workDirs, hidden}. A row is the newest one as it is stored, with foreign, workDir and",
      "consolidated: {sources (row ids), sessions, confidence, trusted (false: only rules of low confidence say it), rank}.",
      "An exchange comes with project, where its conversation began. A table of several projects has a column for that.",
    ],
    examples: ["imprint-hook list", "imprint-hook list --kind open_loops", "imprint-hook list --kind exchanges"],
    reads: true,
    load: () => import("./list.ts"),
  },
  {
    name: "report",
    summary: "one page for the browser: exchanges and learnings by day, with search",
    options: {
      html: { type: "string", value: "FILE", help: "the file to write" },
      in: IN_OPTION,
      all: ALL_OPTION,
      workspace: READ_WORKSPACE_OPTION,
      json: JSON_OPTION,
      home: HOME_OPTION,
    },
    details: [
      "The page loads nothing and needs no server. It holds what was said, so keep it where you keep that; texts are cut at",
      "4,000 characters. It is searched and filtered in the page, by keyboard too, and can be printed.",
    ],
    examples: ["imprint-hook report --html kettle.html"],
    load: () => import("./report.ts"),
  },
  {
    name: "show",
    summary: "one learning or exchange with everything around it",
    operands: "ID",
    operandCount: [1, 1],
    options: {
      in: IN_OPTION,
      all: ALL_OPTION,
      workspace: READ_WORKSPACE_OPTION,
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "ID may be cut to its first 6 characters or more. It is looked for in the project, then in the workspace.",
    ],
    examples: ["imprint-hook show 3fa9c1", "imprint-hook show 3fa9c1 --all"],
    reads: true,
    load: () => import("./show.ts"),
  },
  {
    name: "search",
    summary: "find what was said and learned, by its words",
    operands: "QUERY...",
    operandCount: [1, 50],
    options: {
      kind: {
        type: "string",
        value: "KIND",
        multiple: true,
        help: "exchanges, facts, skill_candidates, preferences, open_loops or mistakes (default: all)",
      },
      client: { type: "string", value: "CLIENT", multiple: true, help: "conversations of this client only" },
      since: { type: "string", value: "DATE", help: "nothing older: 2026-10-01, or a time back such as 3d or 2h" },
      limit: { type: "string", value: "N", help: "how many rows (default: 10)" },
      in: IN_OPTION,
      workspace: { type: "string", value: "NAME", help: "every project of this workspace, not only the current one" },
      all: { type: "boolean", help: "every workspace; only on a terminal" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      'The best rows first. Words find longer ones that begin so or hold them; "quoted words" have to stand there as they',
      "are. Accents, case and forms of characters do not matter, and languages without spaces need none. Without --in,",
      "--workspace and --all the current project is searched; on a terminal outside of any project its whole workspace.",
    ],
    examples: ["imprint-hook search boil dry", "imprint-hook search '\"switch off\"' --kind preferences --since 30d"],
    load: () => import("./search.ts"),
  },
  ...curateCommands(
    { workspace: READ_WORKSPACE_OPTION, json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION },
    { in: IN_OPTION, all: ALL_OPTION, workspace: READ_WORKSPACE_OPTION },
  ),
  ...sharingCommands({ json: JSON_OPTION, home: HOME_OPTION }, { workspace: WORKSPACE_OPTION, dryRun: DRY_RUN_OPTION }),
  {
    name: "sessions",
    summary: "conversations, what was said in them, and what other tools keep of theirs",
    details: [
      "Sessions that were learned, of every client, and session directories of a habitat, in the layout of umwelten:",
      "list, show and browse them, append learnings, compact transcripts.",
    ],
    examples: ["imprint-hook sessions list", "imprint-hook sessions browse --sessions-dir ~/habitat/sessions"],
    subcommands: async () => (await import("./sessions/commands.ts")).SESSIONS_COMMANDS,
  },
  {
    name: "workspace",
    summary: "say which directories belong together, and keep their conversations apart",
    details: [
      "A workspace is a named set of root directories. A conversation that touched a directory of another workspace is",
      "not learned; one that touched no root belongs to the active workspace. Every command edits config.jsonc in place",
      "and keeps its comments.",
    ],
    examples: [
      "imprint-hook workspace add research",
      "imprint-hook workspace root add ~/research --workspace research",
      "imprint-hook workspace show research",
    ],
    subcommands: async () => (await import("./workspace_commands.ts")).WORKSPACE_COMMANDS,
  },
  {
    name: "profile",
    summary: "register WSL distributions, so that Windows and WSL share one memory",
    examples: ["imprint-hook profile add --mounts - < /proc/self/mountinfo", "imprint-hook profile list"],
    subcommands: async () => (await import("./profile/commands.ts")).PROFILE_COMMANDS,
  },
  {
    name: "wsl",
    summary: "what the hooks of Windows and WSL call on the other side",
    subcommands: async () => (await import("./wsl_commands.ts")).BRIDGE_COMMANDS,
  },
  {
    name: "completions",
    summary: "print what lets your shell complete this program's words",
    operands: "SHELL",
    operandCount: [1, 1],
    options: {},
    details: [
      "SHELL is bash, zsh, fish or powershell. Nothing is written: put the line below into the shell's own start file, or",
      "the text where the shell looks for completions.",
    ],
    examples: [
      "source <(imprint-hook completions bash)",
      "source <(imprint-hook completions zsh)",
      "imprint-hook completions fish | source",
      "imprint-hook completions powershell | Out-String | Invoke-Expression",
    ],
    reads: true,
    load: () => import("./completions.ts"),
  },
];
