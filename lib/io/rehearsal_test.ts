import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { snapshot } from "../../tests/import_test_support.ts";
import { disk } from "./disk.ts";
import { rehearse } from "./rehearsal.ts";

diskTest(
  "rehearse() takes what was removed for gone, in order, and removes nothing",
  () =>
    withTemporaryDirectory((root) => {
      Deno.mkdirSync(`${root}/a/b`, { recursive: true });
      Deno.writeTextFileSync(`${root}/a/b/file`, "text");
      Deno.writeTextFileSync(`${root}/a/bc`, "another");
      const before = snapshot(root);
      const { files, changes } = rehearse(disk);
      assertThrows(() => files.remove(`${root}/a/b`), Error, "not empty");
      files.remove(`${root}/nowhere`);
      files.remove(`${root}/a/b/file`);
      assertEquals([files.list(`${root}/a/b`), files.readText(`${root}/a/b/file`)], [[], undefined]);
      files.remove(`${root}/a/b`);
      assertEquals([files.list(`${root}/a`), files.readText(`${root}/a/bc`)], [["bc"], "another"]);
      files.replace(`${root}/a/bc`, new Uint8Array());
      files.removeTree(`${root}/a`);
      for (const gone of [files.stat, files.lstat, files.realPath, files.open]) {
        assertEquals(gone(`${root}/a/bc`), undefined);
      }
      assertEquals(changes.map(({ path, kind }) => [path.slice(root.length), kind]), [
        ["/a/b/file", "removed"],
        ["/a/b", "removed"],
        ["/a/bc", "rewritten"],
        ["/a", "removed"],
      ]);
      assert(disk.stat(`${root}/a/b/file`) !== undefined);
      assertEquals(snapshot(root), before);
    }),
);
