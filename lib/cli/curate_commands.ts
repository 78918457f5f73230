/**
 * The rows of the command table that say what becomes of learnings.
 *
 * @module
 */
import type { CommandSpec, OptionSpec } from "./command.ts";

/** Options that the commands of the table share. */
export interface CommonOptions {
  readonly workspace: OptionSpec;
  readonly json: OptionSpec;
  readonly home: OptionSpec;
  readonly plain: OptionSpec;
}

/** `review`, `keep`, `done`, `promote`, `forget`, `unforget`, `redact`. */
export function curateCommands(
  common: CommonOptions,
  scope: { readonly in: OptionSpec; readonly all: OptionSpec; readonly workspace: OptionSpec },
): readonly CommandSpec[] {
  const named = {
    in: { ...scope.in, help: "look in the project of DIR only (default: every project of the workspace)" },
    all: { type: "boolean", help: "look in every workspace; only on a terminal" },
  } as const;
  return [
    {
      name: "review",
      summary: "look at what was learned since you looked last: keep, edit, forget",
      options: { ...scope, json: common.json, home: common.home, plain: common.plain },
      details: [
        "One key each: k keeps it, e puts it in your words, f forgets it, n leaves it for the next time, q ends. Without a",
        'terminal it lists them; "keep ID" and "forget ID" say the same. What you kept comes first everywhere.',
      ],
      examples: ["imprint-hook review", "imprint-hook review --all"],
      load: () => import("./review.ts"),
    },
    {
      name: "keep",
      summary: "vouch for a learning: it comes first, and new sessions may be given it",
      operands: "ID",
      operandCount: [1, 1],
      options: { undo: { type: "boolean", help: "take it back" }, ...named, ...common },
      examples: ["imprint-hook keep 3fa9c1", "imprint-hook keep 3fa9c1 --in ~/kettle"],
      load: () => import("./keep.ts"),
    },
    {
      name: "done",
      summary: "say that what was left open is finished",
      operands: "ID",
      operandCount: [1, 1],
      options: { undo: { type: "boolean", help: "take it back: it is open again" }, ...named, ...common },
      details: [
        "It is not shown or given to sessions any more, and that says nothing against the rule that found it. When it is left",
        "open once more in a later conversation, it is open again.",
      ],
      examples: ["imprint-hook done 3fa9c1", "imprint-hook done 3fa9c1 --undo"],
      load: () => import("./done.ts"),
    },
    {
      name: "promote",
      summary: "make a learning a line of CLAUDE.md or AGENTS.md",
      operands: "ID",
      operandCount: [1, 1],
      options: {
        write: { type: "boolean", help: "write it; without this the patch is printed and nothing is changed" },
        file: { type: "string", value: "FILE", help: "the file (default: CLAUDE.md or AGENTS.md of the project)" },
        ...named,
        workspace: common.workspace,
        json: common.json,
        home: common.home,
      },
      examples: ["imprint-hook promote 3fa9c1", "imprint-hook promote 3fa9c1 --write"],
      load: () => import("./promote.ts"),
    },
    {
      name: "forget",
      summary: "learnings, exchanges or conversations that are not to be remembered",
      operands: "[ID]",
      operandCount: [0, 1],
      options: {
        session: { type: "string", value: "SESSION", help: "a whole conversation, and what will be said in it" },
        in: { type: "string", value: "DIR", help: "every conversation that was at or below DIR" },
        match: { type: "string", value: "TEXT", help: "every message and learning that holds TEXT" },
        purge: { type: "boolean", help: "take the text out of every file, too" },
        "dry-run": { type: "boolean", help: "say what would be forgotten and change nothing" },
        ...common,
      },
      details: [
        "ID is a learning's or an exchange's. What is forgotten is not shown, searched or given to sessions, and nothing",
        "brings it back: no hook, no learn, no fork. With --purge its text leaves the disk, and with a learning's also the",
        "messages that it came from or that repeat its words. Hashes stay, so that it is known again.",
      ],
      examples: [
        "imprint-hook forget 3fa9c1",
        "imprint-hook forget --session 7b1f0c52 --purge",
        'imprint-hook forget --match "Acme Corp" --purge --dry-run',
      ],
      load: () => import("./forget.ts"),
    },
    {
      name: "unforget",
      summary: "what was forgotten, and taking it back",
      operands: "[ID]",
      operandCount: [0, 1],
      options: { json: common.json, home: common.home, plain: common.plain },
      examples: ["imprint-hook unforget", "imprint-hook unforget 1d0a77c2"],
      load: () => import("./unforget.ts"),
    },
    {
      name: "redact",
      summary: "go through what is stored with today's rules for secrets, and your words",
      options: {
        apply: { type: "boolean", help: "rewrite the rows; without this they are counted and nothing is changed" },
        json: common.json,
        home: common.home,
      },
      details: [
        'A word that you put under "redact" in config.jsonc counts for what is stored from then on; this takes it out of',
        "what was stored before, too: of every workspace's rows, the search index, and the copies for colleagues.",
      ],
      examples: ["imprint-hook redact", "imprint-hook redact --apply"],
      load: () => import("./redact.ts"),
    },
  ];
}
