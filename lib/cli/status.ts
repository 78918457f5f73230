/**
 * `imprint-hook status`: what ran, how long it took, what went wrong, and what is not there any more.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { EXIT, InputError } from "../errors.ts";
import { readFlushRecord } from "../import/flush_record.ts";
import { goneSessions } from "../import/gone_sessions.ts";
import { disk } from "../io/disk.ts";
import { writeText } from "../io/terminal.ts";
import { createRedactor, type Redactor } from "../learnings/redaction/redactor.ts";
import { readHeartbeats } from "../record/heartbeats.ts";
import { readReviewMarks } from "../record/review_marks.ts";
import { VERSION } from "../version.ts";
import { activePauses } from "./active_pauses.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { redactDeep } from "./redact_deep.ts";
import { reviewedRules } from "./reviewed_rules.ts";
import { runProblems, runStatistics } from "./run_statistics.ts";
import { machineDirectories, personHomes, setUp } from "./setup.ts";
import { type Status, statusText } from "./status_text.ts";
import { wiredHooks, wiringProblems } from "./wired_hooks.ts";

/** Strings of the answer that come from closed lists or are ids. */
const CLOSED: ReadonlySet<string> = new Set([
  "client",
  "event",
  "session",
  "at",
  "from",
  "until",
  "since",
  "last",
  "rule",
]);

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const home = args.value("home");
  const homes = personHomes(home);
  const now = new Date();
  const places = { files: disk, homes, now: () => now, directories: machineDirectories() };
  const { redactor, problem } = await configured(home);
  const heartbeats = readHeartbeats(disk, homes.state);
  const hooks = wiredHooks(places);
  const { stops, misses, inARow } = readFlushRecord(disk, homes.state);
  const status: Status = {
    schema: 1,
    version: VERSION,
    homes,
    hooks,
    problems: [...(problem === undefined ? [] : [problem]), ...wiringProblems(hooks, homes)],
    since: heartbeats[0]?.at ?? null,
    runs: runStatistics(heartbeats),
    failures: runProblems(heartbeats),
    flush: { stops, misses, inARow },
    pauses: activePauses(places),
    gone: goneSessions(places, CLIENTS),
    reviewed: reviewedRules(readReviewMarks(disk, homes.data)),
  };
  const shown = redactDeep(status, { redactor, closed: CLOSED });
  writeText(
    "stdout",
    `${
      args.flag("json")
        ? JSON.stringify(shown)
        : statusText(shown, { layout: layoutOfTerminal(args.flag("plain")), now })
    }\n`,
  );
  return EXIT.done;
}

/** A configuration that cannot be read is something to show, not a reason to show nothing. */
async function configured(
  home: string | undefined,
): Promise<{ readonly redactor: Redactor; readonly problem?: string }> {
  try {
    const { redactor } = await setUp({ mode: "person", home, dryRun: true });
    return { redactor };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { redactor: createRedactor({ words: [] }), problem: error.message };
  }
}
