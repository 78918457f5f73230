/**
 * What commands that edit the configuration answer.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import type { EditedConfig } from "./edit_config.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { paragraph } from "./wrap.ts";

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
  const layout = layoutOfTerminal(args.flag("plain"));
  const text = args.flag("json")
    ? JSON.stringify({ schema: 1, outcome: edited.outcome, configFile, ...data })
    : [...lines, ...(edited.outcome === "created" ? [`The configuration is "${configFile}".`] : [])]
      .flatMap((line) => line.split("\n")).map((line) => paragraph(line, layout)).join("\n");
  writeText("stdout", `${text}\n`);
}

/** `1 conversation`, `2 conversations`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
