import { assert, assertEquals } from "@std/assert";
import environments from "../../fixtures/ownership/environments.json" with { type: "json" };
import evidence from "../../fixtures/ownership/evidence.json" with { type: "json" };
import filesAndRemotes from "../../fixtures/ownership/files_and_remotes.json" with { type: "json" };
import flags from "../../fixtures/ownership/flags.json" with { type: "json" };
import laterTurns from "../../fixtures/ownership/later_turns.json" with { type: "json" };
import linksAndMissing from "../../fixtures/ownership/links_and_missing.json" with { type: "json" };
import projectFiles from "../../fixtures/ownership/project_files.json" with { type: "json" };
import roots from "../../fixtures/ownership/roots.json" with { type: "json" };
import whoLearns from "../../fixtures/ownership/who_learns.json" with { type: "json" };
import workDir from "../../fixtures/ownership/work_dir.json" with { type: "json" };
import worktrees from "../../fixtures/ownership/worktrees.json" with { type: "json" };
import { type OwnershipCase, runCase } from "./ownership_cases_test_support.ts";

const files = {
  environments,
  evidence,
  filesAndRemotes,
  flags,
  laterTurns,
  linksAndMissing,
  projectFiles,
  roots,
  whoLearns,
  workDir,
  worktrees,
};

for (const [file, { cases }] of Object.entries(files)) {
  for (const given of cases as unknown as readonly OwnershipCase[]) {
    Deno.test(`decide() holds in the case ${file}: ${given.name}`, () => {
      assert(given.steps.length > 0);
      runCase(given, (step, actual) => {
        // Only what the case states is compared; the verdict and the workspace always are.
        const stated = Object.fromEntries(Object.keys(step.expect).map((key) => [key, actual[key]]));
        assertEquals(stated, { ...step.expect }, JSON.stringify(actual, null, 1));
      });
    });
  }
}
