/**
 * This program's own directories, and what waits in them.
 *
 * @module
 */
import { CLIENTS } from "../../../hooks/clients.ts";
import type { Check } from "../../checkup.ts";
import { goneSessions } from "../../import/gone_sessions.ts";
import { readWorkDirs } from "../../record/kept_data.ts";
import { activePauses, pauseWords, resumeCommand } from "../active_pauses.ts";
import { counted } from "../edit_answer.ts";
import { minuteOf } from "../moment.ts";
import type { CheckFamily, Subject } from "./subject.ts";

const DAY = 86_400_000;

/** Pauses; one that nobody ended within a day was probably forgotten. */
export const pauseChecks: CheckFamily = ({ files, homes, now }) =>
  activePauses({ files, homes, now: () => now }).map((pause): Check => {
    const check = { id: "pause", title: "pause", found: `${pauseWords(pause)}, since ${minuteOf(pause.from)}` };
    const isForgotten = pause.until === null && now.getTime() - Date.parse(pause.from) > DAY;
    return isForgotten
      ? { ...check, state: "problem", advice: `run "${resumeCommand(pause)}" if it is over` }
      : { ...check, state: "note" };
  });

/** What was stored and is gone. */
export const goneChecks: CheckFamily = ({ files, homes }) => {
  const dirs = new Set(readWorkDirs(files, homes.data).map(({ dir }) => dir)).size;
  if (dirs === 0) return [];
  const check = { id: "learnings", title: "learnings" };
  const gone = goneSessions({ files, homes }, CLIENTS);
  if (gone.length === 0) {
    const where = dirs === 1 ? "the 1 place" : `all ${dirs} places`;
    return [{ ...check, state: "ok", found: `still in ${where} that they were written to` }];
  }
  return gone.map(({ workDir, conversations, restorable }): Check => {
    const what = conversations === null ? "what was stored" : counted(conversations, "stored conversation");
    const found = `${what} in "${workDir}" ${conversations === null || conversations === 1 ? "is" : "are"} gone`;
    return conversations === null || restorable > 0
      ? {
        ...check,
        state: "problem",
        found,
        advice: 'run "imprint-hook learn", which learns what transcripts still hold',
      }
      : { ...check, state: "note", found: `${found}, and so are the transcripts` };
  });
};

/** Others on this machine may not read what was said. */
export const privacyChecks: CheckFamily = (subject) => {
  const { homes } = subject;
  const there = [...new Set([homes.config, homes.state, homes.data])].filter((path) =>
    subject.files.stat(path)?.isDirectory
  );
  if (there.length === 0) return [];
  const open = [...there, homes.configFile].filter((path) => isOpen(subject, path));
  const check = { id: "own-directories", title: "own directories" };
  if (open.length === 0) {
    return [{ ...check, state: "ok", found: `${there.map((path) => `"${path}"`).join(", ")}: yours alone` }];
  }
  return open.map((path): Check => ({
    ...check,
    state: "problem",
    found: `others on this machine can write into "${path}"`,
    advice: `run: chmod go-w "${path}"`,
  }));
};

/** Who can write there can have anything learned or shown; that others can read a name or two is the person's choice. */
function isOpen({ files }: Subject, path: string): boolean {
  const mode = files.stat(path)?.mode ?? null;
  return mode !== null && (mode & 0o022) !== 0;
}
