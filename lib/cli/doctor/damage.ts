/**
 * What others did to the store, and what a later version stored.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { type Repaired, storeDamage } from "../../import/store_damage.ts";
import { counted } from "../edit_answer.ts";
import type { CheckFamily } from "./subject.ts";

const TITLE = { id: "stored-rows", title: "stored rows" };

/** Damaged lines, conversations that nobody can name, and those of a later version. */
export const damageChecks: CheckFamily = ({ product, configProblem }) => {
  // Without the configuration it is not known where everything lies.
  if (configProblem !== null) return [];
  return storeDamage(product).flatMap(({ workDir, lines, sessions, nameless, later }): readonly Check[] => [
    ...(lines === 0 ? [] : [{
      ...TITLE,
      state: "problem" as const,
      found: `${counted(lines, "line")} of ${counted(sessions, "conversation")} in "${workDir}" cannot be read`,
      advice: 'run "imprint-hook doctor --repair", which puts them aside, and then "imprint-hook learn"',
    }]),
    ...(nameless === 0 ? [] : [{
      ...TITLE,
      id: "stored-rows/nameless",
      state: "note" as const,
      found: `${counted(nameless, "stored conversation")} in "${workDir}" lost its meta.json and is not shown; ` +
        `"imprint-hook learn" names it again while its transcript is there`,
    }]),
    ...(later === 0 ? [] : [{
      ...TITLE,
      id: "stored-rows/later-version",
      state: "problem" as const,
      found: `a newer imprint-hook stored ${
        counted(later, "conversation")
      } in "${workDir}"; this one leaves them alone`,
      advice: "update imprint-hook",
    }]),
  ]);
};

/** What `--repair` did, before everything else that is told. */
export function repairCheck({ lines, sessions, nameless, busy }: Repaired): Check {
  const check = { id: "repair", title: "repair" };
  if (busy.length > 0) {
    const where = busy.map((dir) => `"${dir}"`).join(", ");
    return { ...check, state: "problem", found: `another run held ${where}`, advice: "run it again" };
  }
  if (lines + nameless === 0) return { ...check, state: "ok", found: "nothing that is stored was damaged" };
  const names = nameless === 0 ? "" : `; ${counted(nameless, "conversation")} without meta.json`;
  return {
    ...check,
    state: "note",
    found: `${counted(lines, "line")} of ${counted(sessions, "conversation")} put aside in quarantine.txt beside them` +
      `${names}; "imprint-hook learn" stores again what the transcripts still hold`,
  };
}
