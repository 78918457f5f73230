/**
 * Every check of `doctor`, in the order in which they are told.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { configurationChecks, workspaceChecks } from "./configuration.ts";
import { damageChecks } from "./damage.ts";
import { hookRunChecks } from "./hook_run.ts";
import { goneChecks, pauseChecks, privacyChecks } from "./kept.ts";
import { profileChecks } from "./profiles.ts";
import { flushChecks, runChecks } from "./runs.ts";
import { markerChecks, storeChecks } from "./stores.ts";
import type { CheckFamily, Subject } from "./subject.ts";
import { windowsProgramChecks } from "./windows_programs.ts";
import { programChecks, wiringChecks } from "./wiring.ts";

/** What only one client tells, for each project that `install` was run in: the same finding is told once. */
const clientChecks: CheckFamily = ({ machines, clients }) => {
  const checks = clients.flatMap(({ installer, known, stores, hooks }) =>
    installer?.checkup === undefined || (stores.length === 0 && hooks.length === 0)
      ? []
      : machines.flatMap((machine) => installer.checkup?.checks(machine, known) ?? [])
  );
  const once = new Map(checks.map((check) => [JSON.stringify([check.id, check.found]), check]));
  // What is right in one project is not worth a line beside what is wrong in another.
  const wrong = new Set([...once.values()].filter(({ state }) => state === "problem").map(({ title }) => title));
  const told = [...once.values()].filter(({ state, title }) => state !== "ok" || !wrong.has(title));
  const ok = new Set<string>();
  return told.filter(({ state, id }) => state !== "ok" || (!ok.has(id) && ok.add(id)));
};

const FAMILIES: readonly (readonly [name: string, family: CheckFamily])[] = [
  ["hooks", wiringChecks],
  ["program", programChecks],
  ["settings", clientChecks],
  ["hook, tried out", hookRunChecks],
  ["runs", runChecks],
  ["late replies", flushChecks],
  ["stores", storeChecks],
  ["markers", markerChecks],
  ["configuration", configurationChecks],
  ["workspaces", workspaceChecks],
  ["programs of Windows", windowsProgramChecks],
  ["WSL profiles", profileChecks],
  ["pauses", pauseChecks],
  ["learnings", goneChecks],
  ["stored rows", damageChecks],
  ["own directories", privacyChecks],
];

/** Looks at everything; a check that fails is a problem of its own and keeps none of the others from being made. */
export async function checkAll(subject: Subject): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const [name, family] of FAMILIES) {
    try {
      checks.push(...await family(subject));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      checks.push({
        id: "not-checked",
        title: name,
        state: "problem",
        found: `could not be looked at: ${reason}`,
        advice: "check that the file it names can be read",
      });
    }
  }
  return checks;
}
