/**
 * Registered WSL profiles: are they still as they were? Nothing is started, so on Windows only `profile probe` can tell.
 *
 * @module
 */
import { driftHere } from "../../bridge/drift.ts";
import type { Check } from "../../checkup.ts";
import type { CheckFamily } from "./subject.ts";

/** What has changed since they were registered. */
export const profileChecks: CheckFamily = ({ files, product, directories }) =>
  product.profiles.flatMap((profile): Check[] => {
    const check = { id: "profiles", title: `WSL profile "${profile.name}"` };
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
