/**
 * `imprint-hook workspace trust`: lets rows that this installation did not write be used as context.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { sessionDirectories } from "../record/session_directories.ts";
import { latestById, readLearnings, saysSomething } from "../record/learnings_store.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit, counted } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const removes = args.flag("remove");
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { dir, disk } = typedDirectory(product, args.operands[0] ?? "");
  if (!removes && disk !== "directory") {
    throw new InputError(`cannot trust "${visible(dir)}": there is no such directory; check the path`);
  }
  const edited = await editConfig(product, ({ trusted }) => {
    const isIt = (each: string): boolean => isSameDirectory(product, each, dir);
    if (!removes) return trusted.some(isIt) ? [] : [{ type: "append", path: ["trusted"], value: dir }];
    if (!trusted.some(isIt)) throw notTrusted(dir, trusted);
    // From the last one on, so that the positions before it stay right.
    return trusted.flatMap((each, index): Change[] => isIt(each) ? [{ type: "remove", path: ["trusted", index] }] : [])
      .reverse();
  });
  const foreign = await foreignRows(product, dir);
  const rows = counted(foreign, "row");
  answerEdit(args, {
    product,
    edited,
    data: { dir, removed: removes, foreign },
    lines: removes
      ? [
        `"${dir}" is not trusted any more: ${rows} there that others wrote are shown as foreign, and never used as context.`,
      ]
      : [
        `"${dir}" is trusted${
          edited.outcome === "unchanged" ? " already" : ""
        }: ${rows} there that this installation did not write may be used as context.`,
        "Whoever can write there can put words into your agent's context. --remove takes it back.",
      ],
  });
  return EXIT.done;
}

function notTrusted(dir: string, trusted: readonly string[]): InputError {
  const known = trusted.length === 0 ? "nothing is" : `trusted are ${trusted.map((each) => `"${each}"`).join(", ")}`;
  return new InputError(`cannot stop trusting "${visible(dir)}": it is not trusted; ${known}`);
}

/** Learnings that stand below a working directory without this installation's seal. */
async function foreignRows({ files, sealKey }: Product, dir: string): Promise<number> {
  const directories = sessionDirectories(files, dir);
  if (directories.length === 0) return 0;
  const key = await sealKey();
  return directories.reduce(
    (sum, { directory }) =>
      sum + latestById(readLearnings(files, directory, { key }).learnings)
        .filter(({ row, foreign }) => foreign && saysSomething(row)).length,
    0,
  );
}
