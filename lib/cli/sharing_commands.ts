/**
 * The rows of the command table that hand what is stored to others and take it back.
 *
 * @module
 */
import type { CommandSpec, OptionSpec } from "./command.ts";
import type { CommonOptions } from "./curate_commands.ts";

/** `export` and `import`. */
export function sharingCommands(
  { json, home }: Pick<CommonOptions, "json" | "home">,
  { workspace, dryRun }: { readonly workspace: OptionSpec; readonly dryRun: OptionSpec },
): readonly CommandSpec[] {
  return [
    {
      name: "export",
      summary: "a workspace as one stream of JSONL, for backups, object storage, DuckDB, jq",
      options: {
        out: { type: "string", value: "FILE", help: "write there (default: standard output)" },
        workspace,
        json,
        home,
      },
      details: [
        "One line a conversation, message and learning, redacted once more, without what was forgotten. The fields are in",
        "README.md. --json is about the summary that is printed with --out.",
      ],
      examples: [
        "imprint-hook export --out kettle.jsonl",
        "imprint-hook export --workspace research | gzip > research.gz",
      ],
      load: () => import("./export.ts"),
    },
    {
      name: "import",
      summary: "take in what export wrote, here or on another machine",
      operands: "FILE",
      operandCount: [1, 1],
      options: {
        workspace: { ...workspace, help: "the workspace that gets it (default: the one it was exported from)" },
        "dry-run": dryRun,
        json,
        home,
      },
      details: [
        "The ownership rule decides about every conversation first. What is here already stays as it is, so importing twice",
        "changes nothing; what was forgotten here, said during a pause or is past its time does not come back. Learnings of",
        "another installation stay foreign.",
      ],
      examples: ["imprint-hook import kettle.jsonl --dry-run", "imprint-hook import kettle.jsonl"],
      load: () => import("./import.ts"),
    },
  ];
}
