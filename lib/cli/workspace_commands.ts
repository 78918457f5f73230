/**
 * The table of `imprint-hook workspace ...`. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry, OptionSpec } from "./command.ts";
import { HOME_OPTION, JSON_OPTION, PLAIN_OPTION } from "./commands.ts";

const EDIT_OPTIONS = { json: JSON_OPTION, home: HOME_OPTION };
const READ_OPTIONS = { ...EDIT_OPTIONS, plain: PLAIN_OPTION };
const DRY_RUN_OPTION: OptionSpec = { type: "boolean", help: "say what it would do and write nothing" };

const ROOT_COMMANDS: readonly CommandEntry[] = [
  {
    name: "add",
    summary: "give a directory to a workspace",
    operands: "DIR",
    operandCount: [1, 1],
    options: {
      workspace: { type: "string", value: "NAME", help: "the workspace (default: the active one)" },
      "no-move": { type: "boolean", help: "leave stored conversations where they are; they are not shown then" },
      "dry-run": DRY_RUN_OPTION,
      force: { type: "boolean", help: "also a directory that does not exist, or that holds your home directory" },
      ...EDIT_OPTIONS,
    },
    details: [
      "Conversations that touched DIR, or anything below it, are learned in this workspace only. Those that another",
      "workspace has stored already are handed over: it says which, and where they lie now. A command that was",
      "interrupted is finished by running it again. A directory that another workspace holds is refused.",
    ],
    examples: ["imprint-hook workspace root add ~/research --workspace research"],
    load: () => import("./workspace_root_add.ts"),
  },
  {
    name: "remove",
    summary: "take a directory from a workspace; what was learned there stays",
    operands: "DIR",
    operandCount: [1, 1],
    options: {
      workspace: { type: "string", value: "NAME", help: "the workspace (default: the only one that has it)" },
      ...EDIT_OPTIONS,
    },
    details: ["A shared directory stays the other workspaces' own."],
    examples: ["imprint-hook workspace root remove ~/research"],
    load: () => import("./workspace_root_remove.ts"),
  },
];

/** Every command behind `imprint-hook workspace`, in the order of the help. */
export const WORKSPACE_COMMANDS: readonly CommandEntry[] = [
  {
    name: "list",
    summary: "every workspace with its roots",
    options: READ_OPTIONS,
    reads: true,
    load: () => import("./workspace_list.ts"),
  },
  {
    name: "show",
    summary: "one workspace with everything known about it",
    operands: "[NAME]",
    operandCount: [0, 1],
    options: READ_OPTIONS,
    details: ["Without NAME it shows the active one."],
    reads: true,
    load: () => import("./workspace_show.ts"),
  },
  {
    name: "add",
    summary: "make a workspace",
    operands: "NAME",
    operandCount: [1, 1],
    options: EDIT_OPTIONS,
    examples: ["imprint-hook workspace add research"],
    load: () => import("./workspace_add.ts"),
  },
  {
    name: "remove",
    summary: "take a workspace out of the configuration; what it learned stays",
    operands: "NAME",
    operandCount: [1, 1],
    options: EDIT_OPTIONS,
    details: [
      "It says where the learnings lie. They are not shown any more until a workspace of that name is made again.",
    ],
    load: () => import("./workspace_remove.ts"),
  },
  {
    name: "use",
    summary: "make a workspace the active one",
    operands: "NAME",
    operandCount: [1, 1],
    options: EDIT_OPTIONS,
    details: ["The active workspace learns conversations that touched no workspace's root."],
    load: () => import("./workspace_use.ts"),
  },
  {
    name: "root",
    summary: "give directories to a workspace, or take them away",
    subcommands: () => Promise.resolve(ROOT_COMMANDS),
  },
  {
    name: "share",
    summary: "let workspaces hold a directory together",
    operands: "NAME NAME... DIR",
    operandCount: [3, 18],
    options: {
      force: { type: "boolean", help: "also a directory that does not exist" },
      ...EDIT_OPTIONS,
    },
    details: [
      "DIR counts as a root of each, and conversations there are kept from none of them. Without this, a directory",
      'of two workspaces is refused. "workspace root remove DIR --workspace NAME" ends it.',
    ],
    examples: ["imprint-hook workspace share default research ~/common"],
    load: () => import("./workspace_share.ts"),
  },
  {
    name: "inbox",
    summary: "say who owns conversations that no directory is recorded for",
    operands: "NAME|--none",
    operandCount: [0, 1],
    options: { none: { type: "boolean", help: "nobody: they are not learned" }, ...EDIT_OPTIONS },
    load: () => import("./workspace_inbox.ts"),
  },
  {
    name: "approve",
    summary: "let the project file of a directory choose its workspace",
    operands: "DIR",
    operandCount: [1, 1],
    options: { "dry-run": DRY_RUN_OPTION, ...EDIT_OPTIONS },
    details: [
      'The file is DIR/.imprint-hook.jsonc and holds { "workspace": "NAME" }. It means nothing before you approve it,',
      "and nothing there is learned once it differs from what you approved.",
    ],
    load: () => import("./workspace_approve.ts"),
  },
  {
    name: "revoke",
    summary: "take the approval of a project file back",
    operands: "DIR",
    operandCount: [1, 1],
    options: EDIT_OPTIONS,
    load: () => import("./workspace_revoke.ts"),
  },
  {
    name: "exclude",
    summary: "keep conversations in some directories out of every workspace",
    operands: "GLOB",
    operandCount: [1, 1],
    options: { remove: { type: "boolean", help: "stop excluding it" }, ...EDIT_OPTIONS },
    details: [
      "GLOB takes *, **, ? and {a,b}; it is matched against every recorded directory and those above it. Quote it, so",
      "that the shell leaves it alone.",
    ],
    examples: ['imprint-hook workspace exclude "**/clients/**"'],
    load: () => import("./workspace_exclude.ts"),
  },
  {
    name: "trust",
    summary: "let learnings that others wrote be used as context",
    operands: "DIR",
    operandCount: [1, 1],
    options: { remove: { type: "boolean", help: "stop trusting it" }, ...EDIT_OPTIONS },
    details: [
      "Learnings that this installation did not write (a clone's, a colleague's, another tool's) are shown as foreign and",
      "never given to an agent, unless they lie below a directory that you trust.",
    ],
    load: () => import("./workspace_trust.ts"),
  },
];
