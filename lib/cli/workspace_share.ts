/**
 * `imprint-hook workspace share`: a directory that several workspaces hold on purpose.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Config } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { refuseOverlap } from "./refuse_overlap.ts";
import { setUp } from "./setup.ts";
import { isSameDirectory, typedDirectory } from "./typed_directory.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const names = [...new Set(args.operands.slice(0, -1))];
  if (names.length < 2) throw new UsageError("workspace share: expected two different workspaces and a directory");
  const product = await setUp({ mode: "person", home: args.value("home") });
  const typed = typedDirectory(product, args.operands.at(-1) ?? "");
  const { disk } = typed;
  let { dir } = typed;
  if (disk === "file") throw new InputError(`cannot share "${visible(dir)}": it is a file; give its directory`);
  if (disk === "missing" && !args.flag("force")) {
    throw new InputError(`cannot share "${visible(dir)}": there is no such directory; check the path, or use --force`);
  }
  const edited = await editConfig(
    product,
    (config) => {
      // Each side has to record the same name of the directory.
      const known = names.flatMap((name) => knownWorkspace(config, name).shared);
      dir = known.find((entry) => isSameDirectory(product, entry.dir, typed.dir))?.dir ?? typed.dir;
      return names.flatMap((name) => shareChanges(product, config, { name, names, dir }));
    },
    ({ after }) => refuseOverlap(product, after, { workspaces: names, dir }),
  );
  const list = names.map((name) => `"${name}"`).join(" and ");
  answerEdit(args, {
    product,
    edited,
    data: { workspaces: names, dir },
    lines: [
      edited.outcome === "unchanged" ? `${list} share "${dir}" already.` : `${list} share "${dir}" now.`,
      "A conversation there may be learned by each of them: by the one whose other directories it touched, else by the active one.",
    ],
  });
  return EXIT.done;
}

/** Each side records the directory with all the others; one side alone would share nothing. */
function shareChanges(
  product: Product,
  config: Config,
  { name, names, dir }: { readonly name: string; readonly names: readonly string[]; readonly dir: string },
): readonly Change[] {
  const { shared } = knownWorkspace(config, name);
  const path = ["workspaces", name, "shared"] as const;
  const others = names.filter((other) => other !== name);
  const index = shared.findIndex((entry) => isSameDirectory(product, entry.dir, dir));
  const entry = shared[index];
  if (entry === undefined) return [{ type: "append", path, value: { dir, with: others } }];
  return others.filter((other) => !entry.with.includes(other)).map((other): Change => ({
    type: "append",
    path: [...path, index, "with"],
    value: other,
  }));
}
