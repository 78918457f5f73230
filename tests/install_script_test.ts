import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checksums } from "../scripts/checksums.ts";
import { REPOSITORY } from "../scripts/repository.ts";
import { TARGETS } from "../scripts/targets.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { projectText, projectUrl } from "./project_files_test_support.ts";

const NAME = TARGETS.find(({ triple }) => triple === Deno.build.target)?.name;
const canInstall = canUseDisk && Deno.build.os !== "windows" && NAME !== undefined;

interface Release {
  readonly root: string;
  /** Where the binary of this machine is. */
  readonly binary: string;
  readonly to: string;
  install(...words: readonly string[]): Promise<{ readonly code: number; readonly said: string }>;
}

/** Registers a test with a directory that looks like a release; its binary is a shell script. */
function releaseTest(name: string, fn: (release: Release) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !canInstall,
    fn: () =>
      withTemporaryDirectory(async (root) => {
        const place = `${root}/the release`;
        const to = `${root}/home/.local/bin`;
        Deno.mkdirSync(place);
        Deno.mkdirSync(`${root}/home`);
        const binary = `${place}/imprint-hook-${NAME}`;
        Deno.writeTextFileSync(binary, "#!/bin/sh\necho imprint-hook 7.8.9\n");
        Deno.writeTextFileSync(`${place}/SHA256SUMS`, await checksums(place, [`imprint-hook-${NAME}`]));
        await fn({
          root,
          binary,
          to,
          async install(...words) {
            const { code, stdout, stderr } = await new Deno.Command("sh", {
              args: [projectUrl("scripts/install.sh").pathname, ...words],
              env: { HOME: `${root}/home`, PATH: Deno.env.get("PATH") ?? "", TMPDIR: root },
              clearEnv: true,
              stdin: "null",
            }).output();
            const decoder = new TextDecoder();
            return { code, said: decoder.decode(stdout) + decoder.decode(stderr) };
          },
        });
        assertEquals(Array.from(Deno.readDirSync(root), (entry) => entry.name).sort(), ["home", "the release"]);
      }),
  });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

releaseTest("install.sh installs what the checksums name, from a directory or a file: address, again and again", async (
  { root, to, install },
) => {
  for (const from of [`${root}/the release`, `file://${root}/the release/`]) {
    const { code, said } = await install("--from", from);
    assertEquals([code, said], [
      0,
      `imprint-hook 7.8.9 is at ${to}/imprint-hook\nTo do: put ${to} on PATH\nNext: imprint-hook install claude\n`,
    ]);
    assertEquals(Array.from(Deno.readDirSync(to), (entry) => entry.name), ["imprint-hook"]);
    assertEquals((Deno.statSync(`${to}/imprint-hook`).mode ?? 0) & 0o777, 0o755);
  }
  await install("--from", `${root}/the release`, "--to", `${root}/home/else where`);
  assert(isThere(`${root}/home/else where/imprint-hook`));
});

releaseTest("install.sh installs nothing when the checksum is another one", async ({ root, to, binary, install }) => {
  await install("--from", `${root}/the release`);
  Deno.writeTextFileSync(binary, "#!/bin/sh\necho tampered\n");
  const { code, said } = await install("--from", `${root}/the release`);
  assertEquals(code, 1);
  assertStringIncludes(said, "as SHA256SUMS says; nothing was installed");
  assertStringIncludes(Deno.readTextFileSync(`${to}/imprint-hook`), "7.8.9");
});

releaseTest("install.sh installs nothing that does not run, is not named or is not there", async (
  { root, binary, to, install },
) => {
  const from = `${root}/the release`;
  Deno.writeTextFileSync(binary, "#!/bin/sh\nexit 3\n");
  Deno.writeTextFileSync(`${from}/SHA256SUMS`, await checksums(from, [`imprint-hook-${NAME}`]));
  assertStringIncludes((await install("--from", from)).said, "does not run on this machine");
  Deno.writeTextFileSync(`${from}/SHA256SUMS`, "0  imprint-hook-other\n");
  assertStringIncludes((await install("--from", from)).said, `does not name imprint-hook-${NAME}`);
  assertEquals((await install("--from", `${root}/nowhere`)).code, 1);
  assertStringIncludes((await install("--from", "http://kettle.invalid")).said, "it is not encrypted");
  for (const words of [["--from"], ["--kettle", "x"]]) assertEquals((await install(...words)).code, 1);
  assert(!isThere(`${to}/imprint-hook`));
});

diskTest("install.sh and install.ps1 name the one repository, and no other address", () => {
  for (const path of ["scripts/install.sh", "scripts/install.ps1"]) {
    const addresses = projectText(path).match(/https:\/\/[\w./-]+/g) ?? [];
    assert(addresses.length > 0);
    assertEquals(addresses.filter((address) => !address.startsWith(REPOSITORY)), [], path);
  }
});

diskTest("install.ps1 verifies the checksum of the binary before it is started or copied", () => {
  const text = projectText("scripts/install.ps1");
  const order = [
    "SHA256SUMS'",
    "Get-FileHash -Algorithm SHA256",
    "$found -ne $wanted",
    "& $binary",
    "Copy-Item -LiteralPath $binary",
  ];
  const places = order.map((part) => text.indexOf(part));
  assertEquals(places, [...places].sort((a, b) => a - b));
  assert(places.every((place) => place > 0), JSON.stringify(places));
});
