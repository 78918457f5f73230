import { assert, assertEquals, assertMatch } from "@std/assert";
import { TARGETS } from "../scripts/targets.ts";
import { platformPackage } from "../scripts/package/npm.ts";
import { canUseDisk, diskTest } from "./disk_test_support.ts";
import { projectText, projectUrl } from "./project_files_test_support.ts";

const FOLDER = ".github/workflows";
const WORKFLOWS = canUseDisk
  ? Array.from(Deno.readDirSync(projectUrl(FOLDER)), ({ name }) => `${FOLDER}/${name}`).sort()
  : [];

diskTest(
  "every action that a workflow uses is pinned by its full SHA, one version of each, with its version behind",
  () => {
    const used = WORKFLOWS.flatMap((path) => projectText(path).match(/^.*\buses:.*$/gm) ?? []);
    assert(used.length > 5);
    for (const line of used) assertMatch(line, /^\s+(?:- )?uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const pins = [...new Set(used.map((line) => line.replace(/^.*uses: /, "")))];
    assertEquals(new Set(pins.map((pin) => pin.replace(/@.*$/, ""))).size, pins.length);
  },
);

diskTest("no workflow gives more rights than it says, and only what publishes may write", () => {
  assertEquals(WORKFLOWS.length, 2);
  for (const path of WORKFLOWS) {
    const text = projectText(path);
    assertMatch(text, /^permissions:\n {2}contents: read\n/m);
    assert(!/pull_request_target|write-all|secrets\./.test(text), path);
    const writes = [...text.matchAll(/^ {2}(\w+):$|^ {6}[\w-]+: write$/gm)].reduce<{ job: string; jobs: string[] }>(
      (seen, [, job]) => job === undefined ? { ...seen, jobs: [...seen.jobs, seen.job] } : { ...seen, job },
      { job: "", jobs: [] },
    );
    assertEquals([...new Set(writes.jobs)], path.endsWith("release.yml") ? ["publish"] : []);
  }
});

diskTest("CI runs on three systems, with the oldest and the newest Deno", () => {
  const text = projectText(`${FOLDER}/ci.yml`);
  for (const word of ["ubuntu-", "macos-", "windows-", "2.6.8", "2.9.6", "bash .ci/run", "task test:binary"]) {
    assert(text.includes(word), word);
  }
});

diskTest("a release is built for every system, and checks what it publishes", () => {
  const text = projectText(`${FOLDER}/release.yml`);
  for (const target of TARGETS) {
    const { os, cpu } = platformPackage(target);
    assert(text.includes(`imprint-hook-${target.name}`), target.name);
    assert(text.includes(` ${os}-${cpu}`), `${os}-${cpu}`);
  }
  for (
    const part of ["task ok", "build --all", "package --all", "sha256sum --check", "--provenance", "sbom.cdx.json"]
  ) {
    assert(text.includes(part), part);
  }
});

Deno.test({
  name: "a release fails when DENORT_BIN is set, and goes on when it is not",
  ignore: !canUseDisk || Deno.build.os === "windows",
  async fn() {
    const [, script = ""] = /- name: Refuse a runtime.*\n {8}run: \|\n((?: {10}.*\n)+)/.exec(
      projectText(`${FOLDER}/release.yml`),
    ) ?? [];
    assert(script.includes("DENORT_BIN"));
    for (const [env, code] of [[{ DENORT_BIN: "/srv/denort" }, 1], [{ DENORT_BIN: "" }, 1], [{}, 0]] as const) {
      const run = await new Deno.Command("bash", {
        args: ["-e", "-c", script],
        env: { PATH: Deno.env.get("PATH") ?? "", ...env },
        clearEnv: true,
      }).output();
      assertEquals(run.code, code, JSON.stringify(env));
    }
  },
});
