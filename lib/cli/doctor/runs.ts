/**
 * What real hook runs left behind.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { readFlushRecord } from "../../import/flush_record.ts";
import type { Heartbeat } from "../../record/heartbeats.ts";
import { counted } from "../edit_answer.ts";
import { minuteOf } from "../moment.ts";
import { runReason } from "../run_reason.ts";
import { percentile } from "../run_statistics.ts";
import { installCommands } from "../wired_hooks.ts";
import type { CheckFamily, ClientSubject, Subject } from "./subject.ts";

const HOUR = 3_600_000;
/** A turn may take long before its hook runs; one of this length is none. */
const LONGEST_TURN = 6 * HOUR;

/** Whether the hooks that are wired run, and how the last ones went. */
export const runChecks: CheckFamily = (subject) =>
  subject.clients.filter(({ hooks }) => hooks.length > 0).map((client) => runCheck(subject, client));

function runCheck(subject: Subject, each: ClientSubject): Check {
  const { client, installer } = each;
  const check = { id: `${client.name}/runs`, title: `${installer?.title ?? client.name} runs` };
  // The bare program does not always learn whose hook it is.
  const runs = subject.heartbeats.filter(({ client: name }) => name === client.name || name === "unknown");
  const last = runs.at(-1);
  const missed = missedSince(subject, each, last);
  if (missed !== undefined) {
    return {
      ...check,
      state: "problem",
      found: `${
        last === undefined ? "no hook has run" : `the last hook ran ${minuteOf(last.at)}`
      }, and ${missed} since`,
      advice: `trust the folder in the client, run ${
        installCommands(each.hooks)
      } again, and "imprint-hook learn" for what is missing`,
    };
  }
  if (last === undefined) {
    return { ...check, state: "note", found: "no hook has run yet; the first one runs after the next turn" };
  }
  const reason = runReason(last);
  const told = `last ${last.event === "" ? "run" : last.event} ${minuteOf(last.at)}`;
  if (reason.isProblem) {
    return {
      ...check,
      state: "problem",
      found: `${told}: ${reason.words}`,
      advice: reason.advice ?? 'mend what it names; "imprint-hook status" shows more',
    };
  }
  const times = runs.map(({ ms }) => ms);
  const numbers = `${counted(runs.length, "run")}, median ${percentile(times, 50)} ms`;
  return { ...check, state: "ok", found: `${told}: ${reason.words}; ${numbers}` };
}

/** Conversations that went on while no hook ran (https://github.com/anthropics/claude-code/issues/88578). */
function missedSince(
  { files }: Subject,
  { hooks, known }: ClientSubject,
  last: Heartbeat | undefined,
): string | undefined {
  // Whoever changed the settings may have wired the hook just then.
  const wired = Math.max(...hooks.map(({ path }) => files.stat(path)?.mtime ?? 0));
  const from = Math.max(wired, last === undefined ? 0 : Date.parse(last.at)) + LONGEST_TURN;
  const count = known.transcripts.filter(({ stat }) => stat.mtime > from).length;
  return count === 0 ? undefined : `${counted(count, "conversation")} went on`;
}

/** Fewer Stops say nothing about how often. */
const LEAST_STOPS = 20;
const MOST_MISSES = 0.05;

/** Replies that were not in the transcript in time. */
export const flushChecks: CheckFamily = ({ files, homes }) => {
  const { stops, misses } = readFlushRecord(files, homes.state);
  if (stops === 0) return [];
  const share = misses / stops;
  const check = { id: "late-replies", title: "late replies" };
  const found = `at ${misses} of ${counted(stops, "Stop")} the reply was not in the transcript in time`;
  if (stops < LEAST_STOPS || share <= MOST_MISSES) return [{ ...check, state: "ok", found }];
  return [{
    ...check,
    state: "problem",
    found: `${found} (${Math.round(share * 100)} %)`,
    advice: "nothing is lost, as the payload's text is kept until the next run; " +
      "move the client's store to a faster disk, or report it with your client's version",
  }];
};
