import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import { keepWorkDir, keepWorktree, keptWorkDir, readWorkDirs, readWorktrees } from "./kept_data.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { loadSealKey } from "./seal_key.ts";

const DATA = "/home/mira/.local/share/imprint-hook";

Deno.test("keepWorkDir() writes a directory once, in the order of first use", () => {
  const files = memoryFiles();
  assertEquals(readWorkDirs(files, DATA), []);
  for (const dir of ["/srv/kettle", "/srv/lid", "/srv/kettle"]) keepWorkDir(files, DATA, { dir, workspace: "default" });
  keepWorkDir(files, DATA, { dir: "/srv/kettle", workspace: "research" });
  assertEquals(readWorkDirs(files, DATA), [
    { dir: "/srv/kettle", workspace: "default" },
    { dir: "/srv/lid", workspace: "default" },
    { dir: "/srv/kettle", workspace: "research" },
  ]);
  assertEquals(files.readText(`${DATA}/workdirs.jsonl`)?.split("\n").length, 4);
});

Deno.test("keepWorkDir() loses nothing behind a torn line", () => {
  const files = memoryFiles();
  put(files, `${DATA}/workdirs.jsonl`, '{"dir":"/srv/lid","workspace":"default"}\n{"dir":"/srv/ke');
  keepWorkDir(files, DATA, { dir: "/srv/kettle", workspace: "default" });
  assertEquals(readWorkDirs(files, DATA).map(({ dir }) => dir), ["/srv/lid", "/srv/kettle"]);
});

Deno.test("readWorktrees() gives the last main tree of a worktree", () => {
  const files = memoryFiles();
  keepWorktree(files, DATA, { tree: "/srv/kettle-fix", main: "/srv/kettle" });
  keepWorktree(files, DATA, { tree: "/srv/lid-fix", main: "/srv/lid" });
  keepWorktree(files, DATA, { tree: "/srv/kettle-fix", main: "/srv/kettle-2" });
  keepWorktree(files, DATA, { tree: "/srv/kettle-fix", main: "/srv/kettle" });
  keepWorktree(files, DATA, { tree: "/srv/kettle-fix", main: "/srv/kettle" });
  assertEquals(files.readText(`${DATA}/worktrees.jsonl`)?.split("\n").length, 5);
  keepWorktree(files, DATA, { tree: "/srv/kettle-fix", main: "/srv/kettle-2" });
  assertEquals(readWorktrees(files, DATA), [
    { tree: "/srv/kettle-fix", main: "/srv/kettle-2" },
    { tree: "/srv/lid-fix", main: "/srv/lid" },
  ]);
});

Deno.test("keptWorkDir() makes a folder of a valid name only", () => {
  assertEquals(keptWorkDir(DATA, "research"), `${DATA}/work/research`);
  for (const name of ["", "..", "../x", "a/b", "a\\b", "con", "x.", "a\0"]) {
    assertThrows(() => keptWorkDir(DATA, name), TypeError, "workspace");
  }
});

diskTest(
  "loadSealKey() makes one key, whoever comes first, and keeps it to the user",
  () =>
    withTemporaryDirectory(async (dir) => {
      const data = `${dir}/data`;
      const keys = await Promise.all([1, 2, 3].map(() => loadSealKey(disk, data)));
      for (const key of keys) assertEquals([...key], [...keys[0] ?? []]);
      assertEquals([...await loadSealKey(disk, data)], [...keys[0] ?? []]);
      assert(keys[0]?.length === 32 && keys[0].some((byte) => byte !== 0));
      if (Deno.build.os !== "windows") {
        assertEquals([disk.stat(`${data}/seal.key`)?.mode, disk.stat(data)?.mode], [0o600, 0o700]);
      }
    }),
);

diskTest("loadSealKey() replaces a file that is no key", () =>
  withTemporaryDirectory(async (dir) => {
    disk.append(`${dir}/seal.key`, new Uint8Array(31));
    assertEquals((await loadSealKey(disk, dir)).length, 32);
    assertEquals(disk.stat(`${dir}/seal.key`)?.size, 32);
  }));
