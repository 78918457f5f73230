/**
 * The table of commands: what each is called, takes and loads. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry, OptionSpec } from "./command.ts";

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
const IN_OPTION: OptionSpec = {
  type: "string",
  value: "DIR",
  help: "the working directory of DIR (default: the current directory)",
};

/** Every command a person can type, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "learn",
    summary: "learn one transcript, or everything new in Claude Code's store",
    options: {
      transcript: { type: "string", value: "FILE", help: "learn this transcript only" },
      workspace: WORKSPACE_OPTION,
      "work-dir": { type: "string", value: "DIR", help: "write below DIR/.umwelten/learnings" },
      "dry-run": { type: "boolean", help: "say what would be learned and write nothing" },
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    details: [
      "Without --transcript it looks through CLAUDE_CONFIG_DIR, or ~/.claude, and learns what is new there.",
      "A transcript is only read. What was said is written below .umwelten/learnings of the conversation's own project,",
      "and only when every directory the conversation touched belongs to this workspace or to none.",
    ],
    examples: [
      "imprint-hook learn",
      "imprint-hook learn --transcript ~/.claude/projects/-srv-kettle/7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10.jsonl",
    ],
    load: () => import("./learn.ts"),
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
      all: { type: "boolean", help: "every working directory, not only this one" },
      workspace: WORKSPACE_OPTION,
      json: JSON_OPTION,
      home: HOME_OPTION,
      plain: PLAIN_OPTION,
    },
    examples: ["imprint-hook list", "imprint-hook list --kind open_loops", "imprint-hook list --kind exchanges"],
    load: () => import("./list.ts"),
  },
  {
    name: "show",
    summary: "one learning or exchange with everything around it",
    operands: "ID",
    operandCount: [1, 1],
    options: { in: IN_OPTION, workspace: WORKSPACE_OPTION, json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION },
    details: ["ID may be cut to its first 6 characters or more."],
    examples: ["imprint-hook show 3fa9c1"],
    load: () => import("./show.ts"),
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
];
