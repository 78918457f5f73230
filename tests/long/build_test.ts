import { assert, assertEquals, assertRejects } from "@std/assert";
import { VERSION } from "../../lib/version.ts";
import { build } from "../../scripts/build.ts";
import { install } from "../../scripts/install.ts";
import { hostTarget } from "../../scripts/targets.ts";
import { canUseDisk, withTemporaryDirectory } from "../disk_test_support.ts";
import { PROJECT } from "../project_files_test_support.ts";

/** A runtime to compile with: named, or this Deno's own. Without one there is nothing to build here. */
const hasRuntime = canUseDisk && Deno.env.get("DENORT_BIN") !== undefined;
const WITHOUT = hasRuntime ? "" : " (ignored: DENORT_BIN names no runtime)";

Deno.test({
  name: `build() gives the same bytes twice, and a binary that runs alone${WITHOUT}`,
  ignore: !hasRuntime,
  async fn() {
    await withTemporaryDirectory(async (directory) => {
      const target = hostTarget();
      const outputs = [`${directory}/one/imprint-hook`, `${directory}/two/another-name`];
      for (const output of outputs) await build({ root: PROJECT, targets: [{ target, output }] });
      const [one, two] = outputs.map((path) => Deno.readFileSync(path));
      assert(one !== undefined && two !== undefined);
      assertEquals(one.length, two.length);
      assert(one.every((byte, index) => byte === two[index]), "two builds differ");
      const { stdout } = await new Deno.Command(outputs[0] ?? "", { args: ["--version"], clearEnv: true }).output();
      assertEquals(new TextDecoder().decode(stdout), `imprint-hook ${VERSION}\n`);
      assertEquals([...Deno.readDirSync(`${directory}/one`)].map(({ name }) => name), ["imprint-hook"]);
    });
  },
});

Deno.test({
  name: "build() keeps the binary that is there when the new one cannot be made",
  ignore: !canUseDisk || Deno.build.os === "windows",
  async fn() {
    await withTemporaryDirectory(async (directory) => {
      const output = `${directory}/imprint-hook`;
      Deno.writeTextFileSync(output, "the old one");
      const given = Deno.env.get("DENORT_BIN");
      Deno.env.set("DENORT_BIN", `${directory}/nowhere`);
      try {
        await assertRejects(
          () => build({ root: PROJECT, targets: [{ target: hostTarget(), output }] }),
          Error,
          "Two ways on: set DENORT_BIN",
        );
      } finally {
        if (given === undefined) Deno.env.delete("DENORT_BIN");
        else Deno.env.set("DENORT_BIN", given);
      }
      assertEquals(Deno.readTextFileSync(output), "the old one");
      assertEquals([...Deno.readDirSync(directory)].map(({ name }) => name), ["imprint-hook"]);
    });
  },
});

Deno.test({
  name: "install() gives the command the permission to start the extractor only when that is asked for",
  ignore: !canUseDisk || Deno.build.os === "windows",
  async fn() {
    await withTemporaryDirectory(async (root) => {
      const home = `${root}/home`;
      Deno.mkdirSync(home);
      const program = `${root}/extract`;
      Deno.writeTextFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o700 });
      Deno.writeTextFileSync(`${home}/config.jsonc`, JSON.stringify({ extractor: { command: [program] } }));
      for (const [more, code] of [[{}, 1], [{ extractor: program }, 0]] as const) {
        const { command } = await install(PROJECT, `${root}/deno`, more);
        const run = await new Deno.Command(command, {
          args: ["learn", "--extract", "--home", home],
          env: { HOME: home, CLAUDE_CONFIG_DIR: `${home}/none` },
          stdin: "null",
        }).output();
        const said = new TextDecoder().decode(run.stderr);
        assertEquals(run.code, code, said);
        assertEquals(said.includes("no permission to run"), code === 1, said);
      }
    });
  },
});
