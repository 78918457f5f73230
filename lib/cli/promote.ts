/**
 * `imprint-hook promote`: a learning becomes a line of the project's own instructions. Prints the patch; writes only when
 * asked to.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { isAbsolute } from "../io/homes.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { operatingSystem } from "../io/process.ts";
import { isTerminal, writeText } from "../io/terminal.ts";
import { contextWords } from "../learnings/context_line.ts";
import { under } from "../record/layout.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import type { ParsedArguments } from "./command.ts";
import { namedLearning } from "./curated_scope.ts";
import { markLearning } from "./judge_learning.ts";
import { insertLine, patchText } from "./promote_patch.ts";
import { promoteWords } from "./promote_words.ts";
import { absolutePath, setUp } from "./setup.ts";
import { refuseDirectory, writeNamed } from "./write_named.ts";

const LONGEST = 600;

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const writes = args.flag("write");
  const product = await setUp({ mode: "person", home: args.value("home") });
  const found = await namedLearning(product, args, "promote");
  const { meta } = found.content.session;
  const path = fileFor(product, meta, args.value("file"));
  refuseDirectory(product.files, path, path);
  const text = product.files.readText(path) ?? "";
  const words = contextWords(product.redactor.redact(promoteWords(found.learning.row.payload)).text, { most: LONGEST });
  const inserted = insertLine(text, `- ${words}`);
  const patch = inserted === undefined ? "" : patchText(path.replace(/^.*[/\\]/, ""), text, inserted);
  if (writes && inserted !== undefined) {
    const mode = product.files.stat(path)?.mode ?? 0o644;
    writeNamed(path, {
      files: product.files,
      option: "--file",
      write: () => product.files.replace(path, new TextEncoder().encode(inserted.text), { mode }),
    });
  }
  // Also when the file says it already: an earlier run may have ended before this.
  if (writes) markLearning(product, found, "kept");
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, id: found.learning.row.id, path, patch, written: writes })}\n`);
  } else if (inserted === undefined) writeText("stdout", `"${visible(path)}" says that already.\n`);
  else {
    writeText("stdout", patch);
    // A program that is to apply the patch gets it alone.
    if (writes) writeText("stdout", `Written to "${visible(path)}".\n`);
    else if (isTerminal("stdout")) writeText("stdout", `This is for "${visible(path)}"; --write writes it.\n`);
  }
  return EXIT.done;
}

/** The file that is named, else the one that is there; a link is followed, so that it stays one. */
function fileFor({ files }: Product, { projectPath, client, workDir }: ImprintMeta, named: string | undefined): string {
  if (named !== undefined) return absolutePath(named);
  const isHere = isAbsolute(projectPath, operatingSystem()) && files.stat(projectPath)?.isDirectory === true;
  // A conversation may have begun in a folder of the project.
  const directory = isHere && files.stat(under(workDir, ".git")) === undefined ? projectPath : workDir;
  if (files.stat(directory)?.isDirectory !== true) {
    throw new InputError(`the project "${projectPath}" is not there; name the file with --file FILE`);
  }
  const own = client === "claude-code" ? ["CLAUDE.md", "AGENTS.md"] : ["AGENTS.md", "CLAUDE.md"];
  const there = own.find((name) => files.stat(under(directory, name))?.isFile);
  const path = under(directory, there ?? own[0] ?? "CLAUDE.md");
  return files.realPath(path) ?? path;
}
