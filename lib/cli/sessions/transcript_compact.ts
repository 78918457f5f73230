/**
 * `imprint-hook sessions transcript compact`: freezes a habitat session's transcript.
 *
 * @module
 */
import { EXIT, UsageError } from "../../errors.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { writeText } from "../../io/terminal.ts";
import { parseLearningCounts } from "../../record/compaction_event.ts";
import { compactTranscript } from "../../record/compaction.ts";
import type { ParsedArguments } from "../command.ts";
import { setUp } from "../setup.ts";
import { habitatSession } from "./habitat_session.ts";
import { namedObject } from "./named_values.ts";

const COMMAND = "sessions transcript compact";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const directory = args.value("session-dir");
  const summary = args.value("summary");
  const counts = namedObject(COMMAND, "learning-counts", args.value("learning-counts"));
  if (directory === undefined || summary === undefined || summary.trim() === "") {
    throw new UsageError(`${COMMAND}: --session-dir and --summary are needed; see "imprint-hook ${COMMAND} --help"`);
  }
  const learningCounts = parseLearningCounts(counts);
  if (counts !== undefined && Object.keys(counts).length !== Object.keys(learningCounts ?? {}).length) {
    throw new UsageError(`${COMMAND}: --learning-counts needs a number for each kind, such as {"facts":3}`);
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const { learningsRoot } = habitatSession(product, directory);
  const { frozenRelative, livePath, event } = await compactTranscript(product.files, learningsRoot, {
    summary,
    ...(learningCounts === undefined ? {} : { learningCounts }),
    redact: (text) => product.redactor.redact(text).text,
    now: product.now(),
  });
  const text = args.flag("json")
    ? JSON.stringify({ schema: 1, frozenRelative, livePath, event })
    : `Froze what was said as "${frozenRelative}"; "${visible(livePath)}" goes on with the summary.`;
  writeText("stdout", `${text}\n`);
  return EXIT.done;
}
