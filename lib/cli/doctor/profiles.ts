/**
 * Registered WSL profiles: are they still as they were? Nothing is started, so on Windows only `profile probe` can tell.
 *
 * @module
 */
import { driftHere } from "../../bridge/drift.ts";
import { spooledCount, spoolLoss } from "../../bridge/spool.ts";
import type { Check } from "../../checkup.ts";
import type { CheckFamily } from "./subject.ts";

/** What has changed since they were registered. */
export const profileChecks: CheckFamily = ({ files, homes, product, directories }) =>
  product.profiles.flatMap((profile): Check[] => {
    const check = { id: "profiles", title: `WSL profile "${profile.name}"` };
    const loss = spoolLoss(files, homes.data, profile.name);
    const waiting = spooledCount(files, homes.data, profile.name);
    if (loss !== undefined || waiting > 0) {
      const lost = loss === undefined ? "" : `, and ${loss.count} fell out, the last at ${loss.last}`;
      const advice =
        `run "imprint-hook profile drain ${profile.name}", and "imprint-hook learn" inside ${profile.distro}`;
      return [{ ...check, id: "profiles/spool", state: "problem", found: `${waiting} calls wait${lost}`, advice }];
    }
    if (!profile.here) {
      const found = profile.bin === null ? "there is no program inside" : `"${profile.bin}" in ${profile.distro}`;
      return [{ ...check, state: "note", found: `${found}; "imprint-hook profile probe" asks it` }];
    }
    const drift = driftHere(profile, { files, machine: product.facts.machine.environment, home: directories.home });
    if (drift.length === 0) return [{ ...check, state: "ok", found: "as it was registered" }];
    return [{
      ...check,
      id: "profiles/changed",
      state: "problem",
      found: drift.join("; "),
      advice: `run "imprint-hook profile add ${profile.name} --mounts - < /proc/self/mountinfo" again`,
    }];
  });
