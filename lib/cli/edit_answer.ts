/**
 * What commands that edit the configuration answer.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import type { EditedConfig } from "./edit_config.ts";

/**
 * Prints the answer: one JSON object with `--json`, else lines for people.
 *
 * @param data what the command is about, for `--json`
 * @param lines what happened and what it means; when nothing was changed, too
 */
export function answerEdit(
  args: ParsedArguments,
  { product, edited, data, lines }: {
    readonly product: Pick<Product, "homes">;
    readonly edited: EditedConfig;
    readonly data: { readonly [key: string]: unknown };
    readonly lines: readonly string[];
  },
): void {
  const { configFile } = product.homes;
  const text = args.flag("json")
    ? JSON.stringify({ schema: 1, outcome: edited.outcome, configFile, ...data })
    : [...lines, ...(edited.outcome === "created" ? [`The configuration is "${configFile}".`] : [])]
      .map((line) => visible(line, { keepLines: true })).join("\n");
  writeText("stdout", `${text}\n`);
}

/** `1 conversation`, `2 conversations`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
