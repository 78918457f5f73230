import { assert, assertEquals } from "@std/assert";
import { lockedPackages, runtimePackages } from "../scripts/runtime_packages.ts";
import { diskTest } from "./disk_test_support.ts";
import { PROJECT, projectText } from "./project_files_test_support.ts";
import config from "../deno.json" with { type: "json" };
import jsrConfig from "../deno.jsr.json" with { type: "json" };

/** At most so many packages go into the program (issue 5 of the design). */
const MOST_RUNTIME_PACKAGES = 8;

diskTest("deno.lock names no registry host", () => {
  assertEquals(/https?:|registry|\.(?:com|org|io|land|dev)\b/.exec(projectText("deno.lock"))?.[0], undefined);
});

Deno.test("deno.lock is frozen, so that a run never changes it", () => {
  assertEquals(config.lock, { path: "./deno.lock", frozen: true });
});

diskTest("no locked package runs a script when it is installed, none is for one system only", () => {
  const faults = Object.entries(lockedPackages(PROJECT))
    .filter(([, entry]) => ["scripts", "os", "cpu"].some((key) => key in entry))
    .map(([name]) => name);
  assertEquals(faults, []);
});

for (const [file, imports] of Object.entries({ "deno.json": config.imports, "deno.jsr.json": jsrConfig.imports })) {
  for (const [name, target] of Object.entries(imports)) {
    Deno.test(`${file} maps ${name} to an exact version or a file of the project`, () => {
      assert(
        /^(?:\.\/lib\/std\/[a-z]+\.ts|(?:npm|jsr):(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(?:\/[\w.-]+)?)$/.test(target),
        target,
      );
    });
  }
}

diskTest("deno.lock holds every package of deno.json in the version named there", () => {
  const wanted = Object.values(config.imports).flatMap((target) => /^npm:(.+@[\d.]+)/.exec(target)?.[1] ?? []);
  const locked = lockedPackages(PROJECT);
  assertEquals(wanted.filter((name) => !(name in locked)), []);
});

diskTest(`at most ${MOST_RUNTIME_PACKAGES} packages go into the program`, async () => {
  const used = await runtimePackages(PROJECT);
  assert(used.length > 0, "no package was found, so none was counted");
  assert(used.length <= MOST_RUNTIME_PACKAGES, `${used.length} packages: ${used.join(", ")}`);
});
