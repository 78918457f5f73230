import { assertEquals, assertNotEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { snapshot } from "./import_test_support.ts";

diskTest("snapshot() sees whatever may happen to a client's directory", () =>
  withTemporaryDirectory((directory) => {
    const file = `${directory}/a/s.jsonl`;
    Deno.mkdirSync(`${directory}/a`);
    Deno.writeTextFileSync(file, "one");
    Deno.symlinkSync(file, `${directory}/link`);
    const first = snapshot(directory);
    assertEquals(first.length, 4);
    assertEquals(snapshot(directory), first);
    const { mtime, atime } = Deno.statSync(file);
    const changes: Readonly<Record<string, () => void>> = {
      "the same number of other bytes, the time set back": () => {
        Deno.writeTextFileSync(file, "two");
        Deno.utimeSync(file, atime ?? 0, mtime ?? 0);
      },
      "the same bytes again": () => Deno.writeTextFileSync(file, "two"),
      "another mode": () => Deno.chmodSync(file, 0o600),
      "a file that came and went": () => {
        Deno.writeTextFileSync(`${directory}/a/.lock`, "");
        Deno.removeSync(`${directory}/a/.lock`);
      },
      "a file of the same content in its place": () => {
        Deno.copyFileSync(file, `${directory}/a/copy`);
        Deno.renameSync(`${directory}/a/copy`, file);
      },
      "a link to somewhere else": () => {
        Deno.removeSync(`${directory}/link`);
        Deno.symlinkSync(directory, `${directory}/link`);
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      const before = snapshot(directory);
      change();
      assertNotEquals(snapshot(directory), before, name);
    }
  }));
