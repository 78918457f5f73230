import { assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { permissionFlags } from "../../lib/io/permissions.ts";
import { VERSION } from "../../lib/version.ts";
import { install } from "../../scripts/install.ts";
import { canUseDisk, withTemporaryDirectory } from "../disk_test_support.ts";
import { PROJECT } from "../project_files_test_support.ts";

Deno.test({
  name: "install() makes a command with exactly the permissions of the binary, and again over itself",
  ignore: !canUseDisk || Deno.build.os === "windows",
  async fn() {
    await withTemporaryDirectory(async (root) => {
      const first = await install(PROJECT, root);
      const { command, script } = await install(PROJECT, root);
      assertEquals(first, { command, script });
      const flags = Deno.readTextFileSync(command).match(/--[^ ]+/g) ?? [];
      const granting = (flag: string) => /^--(?:allow|deny|ignore|no-(?:prompt|remote|npm)|cached)/.test(flag);
      assertEquals(
        flags.filter(granting).sort(),
        [...permissionFlags(Deno.build.os), "--no-npm", "--cached-only"].sort(),
      );
      const { stdout, stderr } = await new Deno.Command(command, {
        args: ["--version"],
        // A cache of its own: nothing but the script and Deno is needed.
        env: { PATH: `${dirname(Deno.execPath())}:/usr/bin:/bin`, HOME: root, DENO_DIR: `${root}/cache` },
        clearEnv: true,
      }).output();
      const decoder = new TextDecoder();
      assertEquals([decoder.decode(stdout), decoder.decode(stderr)], [`imprint-hook ${VERSION}\n`, ""]);
    });
  },
});
