/**
 * `imprint-hook learn`: one transcript, or everything new in the clients' stores.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { writeText } from "../io/terminal.ts";
import { importTranscript } from "../pipeline.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { learnText, sweepText } from "./learn_text.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { absolutePath, namedWorkspace, setUp } from "./setup.ts";
import { sweep } from "./sweep.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const dryRun = args.flag("dry-run");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  const workspace = namedWorkspace(product, args.value("workspace"));
  const workDir = args.value("work-dir");
  const asker = { kind: "person", workspace } as const;
  const common = {
    clients: CLIENTS,
    asker,
    dryRun,
    final: true,
    relearn: args.flag("relearn"),
    ...(workDir === undefined ? {} : { workDir: absolutePath(workDir) }),
  };
  const file = args.value("transcript");
  const layout = layoutOfTerminal(args.flag("plain"));
  if (file === undefined) {
    const result = await sweep(product, { ...common, quiet: args.flag("json") });
    writeText("stdout", `${args.flag("json") ? JSON.stringify(result) : sweepText(result, layout)}\n`);
    return Object.values(result.clients).some(({ failed }) => failed > 0) ? EXIT.failed : EXIT.done;
  }
  const transcript = absolutePath(file);
  checkTranscript(transcript, file);
  const report = await importTranscript(product, { ...common, transcript, namedByPerson: true });
  if (report.reason === "not-recognised") throw new InputError(notRecognised(file));
  writeText("stdout", `${args.flag("json") ? JSON.stringify(report) : learnText(report, layout)}\n`);
  return EXIT.done;
}

function checkTranscript(transcript: string, typed: string): void {
  const stat = disk.stat(transcript);
  if (stat === undefined) throw new InputError(`cannot learn "${visible(typed)}": no such file; check the path`);
  if (stat.isDirectory) {
    throw new InputError(
      `cannot learn "${visible(typed)}": it is a directory; name one transcript, or leave --transcript out`,
    );
  }
}

function notRecognised(typed: string): string {
  const known = CLIENTS.map(({ name }) => name).join(", ");
  return `cannot learn "${
    visible(typed)
  }": it is no transcript of ${known} (its first lines are no records of theirs); ` +
    `see "imprint-hook learn --help"`;
}
