import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import { InputError } from "../errors.ts";
import { under } from "./layout.ts";
import { prepareDirectory } from "./prepare_directory.ts";
import { placeOf } from "./store_test_support.ts";

diskTest(
  "prepareDirectory() makes the directories and says once what they are",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      prepareDirectory(disk, place);
      assertEquals(disk.list(place.root), [".gitignore", "README.md", "claude"]);
      assertEquals(disk.readText(under(place.root, ".gitignore")), "*\n");
      const readme = disk.readText(under(place.root, "README.md")) ?? "";
      for (const word of ["imprint-hook", "exchanges.jsonl", "Turn it off", "Delete it", "Do not ship it"]) {
        assert(readme.includes(word), word);
      }
      if (Deno.build.os !== "windows") {
        for (const directory of [under(workDir, ".umwelten"), place.root, place.folder, place.directory]) {
          assertEquals(disk.stat(directory)?.mode, 0o700, directory);
        }
      }
    }),
);

diskTest("prepareDirectory() leaves alone what a person changed", () =>
  withTemporaryDirectory((workDir) => {
    const place = placeOf(workDir, "s1");
    prepareDirectory(disk, place);
    disk.replace(under(place.root, ".gitignore"), new TextEncoder().encode("mine\n"));
    prepareDirectory(disk, placeOf(workDir, "s2"));
    assertEquals(disk.readText(under(place.root, ".gitignore")), "mine\n");
  }));

diskTest("prepareDirectory() is not led elsewhere by a link that a repository brought along", async (t) => {
  const LEVELS = [".umwelten", ".umwelten/learnings", ".umwelten/learnings/claude"];
  for (const level of LEVELS) {
    await t.step(level, () =>
      withTemporaryDirectory((dir) => {
        if (Deno.build.os === "windows") return;
        const parts = level.split("/");
        disk.makeDirectory(under(dir, "elsewhere"));
        disk.makeDirectory(under(dir, "work", ...parts.slice(0, -1)));
        Deno.symlinkSync(under(dir, "elsewhere"), under(dir, "work", ...parts));
        const error = assertThrows(() => prepareDirectory(disk, placeOf(under(dir, "work"), "s1")), InputError);
        assert(error.message.includes("symbolic link") && error.message.includes(level));
        assertEquals(disk.list(under(dir, "elsewhere")), []);
      }));
  }
});

diskTest("prepareDirectory() says so when a file is in the way", () =>
  withTemporaryDirectory((workDir) => {
    disk.append(under(workDir, ".umwelten"), new Uint8Array());
    assertThrows(() => prepareDirectory(disk, placeOf(workDir, "s1")), InputError, "no directory");
  }));
