/**
 * `imprint-hook learn`: one transcript, or everything new in the clients' stores.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError, UsageError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { writeText } from "../io/terminal.ts";
import { finishForgetting } from "../import/forget.ts";
import { expire, type Expired } from "../import/retain.ts";
import { retainFrom } from "../import/retain_from.ts";
import { importTranscript } from "../pipeline.ts";
import type { ParsedArguments } from "./command.ts";
import type { ExtractReport } from "./extract/run.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { expiredText, learnText, sweepText } from "./learn_text.ts";
import { findWorkspace } from "../ownership/mod.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Product } from "../import/product.ts";
import { readableSessions } from "../import/readable_sessions.ts";
import { absolutePath, namedWorkspace, setUp } from "./setup.ts";
import { sweep, type SweepOptions } from "./sweep.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const dryRun = args.flag("dry-run");
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  const workspace = namedWorkspace(product, args.value("workspace"));
  const workDir = givenWorkDir(product, args.value("work-dir"));
  const asker = { kind: "person", workspace } as const;
  const extractor = args.flag("extract") ? await openExtractor(product, { workspace, dryRun }) : undefined;
  const common = {
    clients: CLIENTS,
    asker,
    dryRun,
    final: true,
    relearn: args.flag("relearn"),
    ...(workDir === undefined ? {} : { workDir }),
  };
  const file = args.value("transcript");
  const layout = layoutOfTerminal(args.flag("plain"));
  const expired = dryRun || product.config.retainDays === null ? undefined : await expire(product);
  const expiredWords = expired === undefined ? "" : expiredText(expired, { from: retainFrom(product) ?? "", layout });
  if (!dryRun) await finishForgetting(product);
  const beside = { expired, expiredWords, json: args.flag("json") };
  const paths = args.values("path");
  const chosen = await chosenTranscripts(args, product.now());
  if (args.flag("desktop") || paths.length > 0) {
    if (file !== undefined) throw new UsageError("learn: --transcript goes with neither --desktop nor --path");
    const { exportClients, exportsText, learnExports } = await import("./learn_exports.ts");
    const options = {
      ...common,
      clients: exportClients(),
      workspace: workspace ?? product.world.active,
    };
    const result = await learnExports(product, { desktop: args.flag("desktop"), paths }, options);
    const extracted = await extractor?.();
    const failed = result.exports.some(({ outcome, failed }) => outcome === "failed" || failed > 0);
    return print({ result, text: exportsText(result, layout), ...beside, extracted, failed });
  }
  if (file === undefined) {
    const result = await sweep(product, { ...common, ...chosen, quiet: args.flag("json") });
    if (!dryRun) await share(product, workspace);
    const extracted = await extractor?.();
    const failed = Object.values(result.clients).some(({ failed }) => failed > 0);
    return print({ result, text: sweepText(result, layout), ...beside, extracted, failed });
  }
  const transcript = absolutePath(file);
  checkTranscript(transcript, file);
  const named = { ...common, transcript, namedByPerson: true };
  const { learnCollection } = await import("./learn_collection.ts");
  const report = await learnCollection(product, named) ?? await importTranscript(product, named);
  if (report.reason === "not-recognised") throw new InputError(notRecognised(file));
  if (!dryRun) await share(product, workspace);
  const directories = [report, ...report.otherSessions ?? []].map(({ directory }) => directory);
  const extracted = await extractor?.(directories);
  return print({ result: report, text: learnText(report, layout), ...beside, extracted, failed: false });
}

/** The directory, which is made where it is missing: nothing can be made in a file. */
function givenWorkDir({ files }: Product, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const path = absolutePath(typed);
  for (let at = path, below = ""; at !== below && at !== ""; at = at.replace(/[\\/]+[^\\/]*$/, "")) {
    const stat = files.stat(at);
    if (stat?.isDirectory === false) {
      throw new InputError(
        `cannot learn into "${visible(typed)}": "${visible(at)}" is no directory; name another one with --work-dir`,
      );
    }
    below = at;
  }
  return path;
}

/** What of the stores is looked at. */
async function chosenTranscripts(args: ParsedArguments, now: Date): Promise<Pick<SweepOptions, "only" | "since">> {
  const [name, since] = [args.value("client"), args.value("since")];
  if (name === undefined && since === undefined) return {};
  if (args.flag("desktop") || args.values("path").length > 0 || args.value("transcript") !== undefined) {
    throw new UsageError("learn: --client and --since choose from the clients' stores; give them alone");
  }
  const client = CLIENTS.find((one) => one.exported === undefined && (one.name === name || one.folder === name));
  if (name !== undefined && client === undefined) {
    const known = CLIENTS.filter(({ exported }) => exported === undefined).map((one) => one.name);
    throw new UsageError(`learn: no client "${name}"; there is ${known.join(", ")}`);
  }
  const { parseSince } = await import("./since.ts");
  return {
    ...(client === undefined ? {} : { only: client.name }),
    ...(since === undefined ? {} : { since: parseSince(since, { command: "learn", now }) }),
  };
}

/** For `"shareInGit": true`; the first time it says what colleagues will see. */
async function share(product: Product, named: string | undefined): Promise<void> {
  const workspace = named ?? product.world.active;
  if (findWorkspace(product.config, workspace)?.shareInGit !== true) return;
  const { shareInGit } = await import("../import/share_in_git.ts");
  for (const { directory, rows } of await shareInGit(product, workspace)) {
    const shown = rows.slice(0, MOST_SHOWN).map(({ kind, payload }) => `  ${kind}  ${visible(payload.text)}\n`);
    const more = rows.length > MOST_SHOWN ? `  and ${rows.length - MOST_SHOWN} more\n` : "";
    writeText(
      "stderr",
      `Shared from now on: "${visible(directory)}" is no longer ignored by git. Whoever gets the repository sees\n` +
        `these learnings, without quotes, and no conversation:\n${shown.join("")}${more}`,
    );
  }
}

/** Learnings that the first sharing prints. */
const MOST_SHOWN = 20;

/** What the extractor did, in both forms. */
interface Extraction {
  readonly report: ExtractReport;
  readonly text: string;
}

/**
 * Gets the extractor ready, before anything is learned.
 *
 * @returns runs it on stored sessions: those of the directories, or all of the workspace
 * @throws {InputError} when it cannot be run
 */
async function openExtractor(
  product: Product,
  { workspace, dryRun }: { readonly workspace: string | undefined; readonly dryRun: boolean },
): Promise<(directories?: readonly (string | null)[]) => Promise<Extraction>> {
  const { extract, readyExtractor } = await import("./extract/run.ts");
  const { extractText } = await import("./extract/text.ts");
  const settings = readyExtractor(product, { dryRun });
  return async (directories) => {
    const { sessions } = readableSessions(product, { kind: "all", workspace });
    const chosen = sessions.filter(({ directory }) => directories === undefined || directories.includes(directory));
    const report = await extract(product, { sessions: chosen, settings, dryRun });
    return { report, text: extractText(report, dryRun) };
  };
}

function print({ result, text, expired, expiredWords, extracted, failed, json }: {
  readonly result: object;
  readonly text: string;
  /** Undefined where everything is kept. */
  readonly expired: Expired | undefined;
  /** Empty where nothing was too old. */
  readonly expiredWords: string;
  readonly extracted: Extraction | undefined;
  readonly failed: boolean;
  readonly json: boolean;
}): number {
  const all = {
    ...result,
    ...(expired === undefined ? {} : { expired }),
    ...(extracted === undefined ? {} : { extracted: extracted.report }),
  };
  const shown = [text, expiredWords, extracted?.text ?? ""].filter((part) => part !== "").join("\n\n");
  writeText("stdout", `${json ? JSON.stringify(all) : shown}\n`);
  const problem = extracted?.report.problem;
  if (problem !== undefined && !json) throw new InputError(problem);
  return failed || problem !== undefined ? EXIT.failed : EXIT.done;
}

function checkTranscript(transcript: string, typed: string): void {
  if (typed.trim() === "") {
    throw new UsageError(
      "learn: --transcript got an empty name; name one transcript, or leave --transcript out to learn what is new",
    );
  }
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
