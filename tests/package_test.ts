import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { checksums } from "../scripts/checksums.ts";
import { readPackageWords, stage } from "../scripts/package/main.ts";
import { fillManifest } from "../scripts/package/manifests.ts";
import { platformPackage } from "../scripts/package/npm.ts";
import { REPOSITORY } from "../scripts/repository.ts";
import { binaryName, TARGETS } from "../scripts/targets.ts";
import { runtimePackages } from "../scripts/runtime_packages.ts";
import { VERSION } from "../lib/version.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { PROJECT } from "./project_files_test_support.ts";

// deno-lint-ignore no-explicit-any
function json(path: string): any {
  return JSON.parse(Deno.readTextFileSync(path));
}

function names(directory: string): readonly string[] {
  return Array.from(Deno.readDirSync(directory), ({ name }) => name).sort();
}

/** Stand-ins for binaries, under the names that the build gives them. */
function build(directory: string, targets = TARGETS): readonly string[] {
  const files = targets.map((target) => binaryName(`imprint-hook-${target.name}`, target));
  for (const name of files) Deno.writeTextFileSync(`${directory}/${name}`, `binary ${name}`);
  return files;
}

diskTest(
  "stage() makes a package per platform, and a launcher that asks for all of them",
  () =>
    withTemporaryDirectory(async (directory) => {
      const from = `${directory}/built`;
      Deno.mkdirSync(from);
      const files = build(from);
      const { packages, manifests, left } = await stage({ root: PROJECT, from, to: directory });
      assertEquals(left, []);
      assertEquals(names(`${directory}/npm`), [
        "darwin-arm64",
        "darwin-x64",
        "imprint-hook",
        "linux-arm64",
        "linux-x64",
        "win32-x64",
      ]);
      assertEquals(packages.at(-1), `${directory}/npm/imprint-hook`);
      const launcher = json(`${directory}/npm/imprint-hook/package.json`);
      assertEquals(Object.keys(launcher.optionalDependencies).length, TARGETS.length);
      for (const target of TARGETS) {
        const { name, os, cpu } = platformPackage(target);
        const platform = json(`${directory}/npm/${os}-${cpu}/package.json`);
        assertEquals([platform.name, platform.version, platform.os, platform.cpu, platform.libc], [
          name,
          VERSION,
          [os],
          [cpu],
          os === "linux" ? ["glibc"] : undefined,
        ]);
        assertEquals(launcher.optionalDependencies[name], VERSION);
        const program = `${directory}/npm/${os}-${cpu}/${platform.files[0]}`;
        assertEquals(Deno.readTextFileSync(program), `binary ${binaryName(`imprint-hook-${target.name}`, target)}`);
        if (Deno.build.os !== "windows") assertEquals((Deno.statSync(program).mode ?? 0) & 0o111, 0o111);
      }
      // Nothing of it runs when it is installed, and nothing else is brought along.
      for (const path of packages) {
        const { scripts, dependencies, license } = json(`${path}/package.json`);
        assertEquals([scripts, dependencies, license], [undefined, undefined, "MIT"]);
      }
      assertEquals(manifests.map((path) => path.slice(directory.length)), [
        "/imprint-hook.rb",
        "/imprint-hook.json",
        "/sbom.cdx.json",
      ]);
      const bill = json(`${directory}/sbom.cdx.json`);
      const parts = await runtimePackages(PROJECT);
      // deno-lint-ignore no-explicit-any
      const listed = bill.components.map((part: any) => `${part.name}@${part.version}`);
      assertEquals(listed, [...parts, `deno@${Deno.version.deno}`]);
      // deno-lint-ignore no-explicit-any
      assert(bill.components.slice(0, -1).every((part: any) => /^[0-9a-f]{128}$/.test(part.hashes[0].content)));
      const formula = Deno.readTextFileSync(`${directory}/imprint-hook.rb`);
      const scoop = json(`${directory}/imprint-hook.json`);
      for (const line of (await checksums(from, files)).trimEnd().split("\n")) {
        const [sum = "", name = ""] = line.split("  ");
        const url = `${REPOSITORY}/releases/download/v${VERSION}/${name}`;
        if (name.endsWith(".exe")) {
          assertEquals(scoop.architecture["64bit"], { url: `${url}#/imprint-hook.exe`, hash: sum });
        } else assertStringIncludes(formula, `url "${url}"\n      sha256 "${sum}"`);
      }
      assert(!/@[A-Z]/.test(formula), formula);
    }),
);

diskTest(
  "stage() takes what has been built, and says clearly what has not",
  () =>
    withTemporaryDirectory(async (directory) => {
      build(directory, TARGETS.filter(({ name }) => name === "linux-arm64"));
      const { packages, manifests, left } = await stage({ root: PROJECT, from: directory, to: `${directory}/out` });
      assertEquals(packages.map((path) => path.slice(directory.length)), [
        "/out/npm/linux-arm64",
        "/out/npm/imprint-hook",
      ]);
      assertEquals(manifests.map((path) => path.slice(directory.length)), ["/out/sbom.cdx.json"]);
      assertEquals(left.length, TARGETS.length - 1 + 2);
      assertMatch(left.join("\n"), /^@imprint-hook\/linux-x64: ".*imprint-hook-linux-x64" has not been built$/m);
      assertMatch(left.join("\n"), /^Scoop: imprint-hook-windows-x64\.exe would be named in it$/m);
    }),
);

diskTest("stage() fails when there is no binary, or an empty one", () =>
  withTemporaryDirectory(async (directory) => {
    const options = { root: PROJECT, from: directory, to: `${directory}/out` };
    await assertRejects(() => stage(options), Error, "no binary is there; run");
    Deno.writeTextFileSync(`${directory}/imprint-hook-linux-x64`, "");
    await assertRejects(() => stage(options), Error, "it is empty");
  }));

diskTest("stage() replaces what was staged before", () =>
  withTemporaryDirectory(async (directory) => {
    build(directory);
    const options = { root: PROJECT, from: directory, to: directory };
    await stage(options);
    Deno.writeTextFileSync(`${directory}/npm/linux-x64/bin/old`, "");
    await stage({ ...options, version: "9.9.9" });
    assertEquals(names(`${directory}/npm/linux-x64/bin`), ["imprint-hook"]);
    const { version, optionalDependencies } = json(`${directory}/npm/imprint-hook/package.json`);
    assertEquals([version, optionalDependencies["@imprint-hook/linux-x64"]], ["9.9.9", "9.9.9"]);
  }));

Deno.test("fillManifest() names the files whose checksums are missing, and refuses an unknown word", () => {
  assertEquals(fillManifest("@SHA256:b@ @SHA256:a@ @SHA256:b@", new Map()).missing, ["a", "b"]);
  for (const template of ["@KETTLE@", "@MD5:a@"]) {
    assertThrows(() => fillManifest(template, new Map()), Error, template);
  }
  assertEquals(fillManifest("mira@example.com", new Map()).text, "mira@example.com");
});

Deno.test({
  name: "readPackageWords() takes --all, --from and --to, and refuses the rest",
  ignore: Deno.build.os === "windows" || Deno.permissions.querySync({ name: "read" }).state !== "granted",
  fn() {
    assertEquals(readPackageWords([], "/srv/dist"), { from: "/srv/dist", to: "/srv/dist", all: false });
    assertEquals(readPackageWords(["--from", "/a", "--all", "--to", "/b"], "/srv/dist"), {
      from: "/a",
      to: "/b",
      all: true,
    });
    for (const words of [["--from"], ["kettle"], ["--all", "x"]]) {
      assertThrows(() => readPackageWords(words, "/srv/dist"), Error, "usage: ");
    }
  },
});
