import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { LICENSES } from "../lib/cli/licenses_text.ts";
import { LICENSES_FILE, licensesSource, npmCache } from "../scripts/licenses.ts";
import { runtimePackages } from "../scripts/runtime_packages.ts";
import { commandTest } from "./command_test_support.ts";
import { diskTest } from "./disk_test_support.ts";
import { PROJECT, projectText } from "./project_files_test_support.ts";

diskTest("LICENSES is what the packages themselves say; deno task licenses writes it anew", async () => {
  assertEquals(projectText(LICENSES_FILE), await licensesSource(PROJECT, npmCache()));
  for (const name of await runtimePackages(PROJECT)) assertStringIncludes(LICENSES, `\n${name}\n\n`);
  assert(LICENSES.startsWith(`imprint-hook\n\n${projectText("LICENSE")}`));
});

commandTest("--licenses prints the licences of what is in the program", async (machine) => {
  assertEquals(await machine.ok(["--licenses"]), LICENSES);
});
