import { assertEquals, assertRejects } from "@std/assert";
import { ensureDir, exists } from "@std/fs";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";

diskTest("ensureDir() creates parents, and does nothing when the directory is there", async () => {
  await withTemporaryDirectory(async (directory) => {
    await ensureDir(`${directory}/a/b`);
    await ensureDir(`${directory}/a/b`);
    assertEquals((await Deno.stat(`${directory}/a/b`)).isDirectory, true);
  });
});

diskTest("ensureDir() fails when a file is there", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(`${directory}/a`, "");
    await assertRejects(() => ensureDir(`${directory}/a`));
  });
});

diskTest("exists() is true for files and directories, false for nothing and for a link to nothing", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(`${directory}/file`, "");
    assertEquals(await exists(directory), true);
    assertEquals(await exists(`${directory}/file`), true);
    assertEquals(await exists(`${directory}/gone`), false);
    if (Deno.build.os === "windows") return;
    await Deno.symlink(`${directory}/gone`, `${directory}/link`);
    assertEquals(await exists(`${directory}/link`), false);
  });
});
