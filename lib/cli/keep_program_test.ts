import { assertEquals, assertThrows } from "@std/assert";
import { InputError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { keepProgram } from "./keep_program.ts";

diskTest(
  "keepProgram() copies the program so that it can be started, and replaces an older copy",
  () =>
    withTemporaryDirectory((root) => {
      const [from, to] = [`${root}/imprint-hook`, `${root}/data/bin/imprint-hook`];
      for (const content of ["one", "two"]) {
        Deno.writeTextFileSync(from, content);
        keepProgram(disk, { from, to });
        assertEquals(Deno.readTextFileSync(to), content);
        if (Deno.build.os !== "windows") assertEquals((Deno.statSync(to).mode ?? 0) & 0o777, 0o755);
        assertEquals(Array.from(Deno.readDirSync(`${root}/data/bin`), ({ name }) => name), ["imprint-hook"]);
      }
    }),
);

diskTest("keepProgram() writes nothing when the same program is there", () =>
  withTemporaryDirectory((root) => {
    const [from, to] = [`${root}/imprint-hook`, `${root}/data/bin/imprint-hook`];
    Deno.writeTextFileSync(from, "one");
    keepProgram(disk, { from, to });
    const replace = () => {
      throw new Error("written");
    };
    keepProgram({ ...disk, replace }, { from, to });
    Deno.writeTextFileSync(from, "two");
    assertThrows(() => keepProgram({ ...disk, replace }, { from, to }), InputError, "written; nothing was changed");
    assertEquals(Deno.readTextFileSync(to), "one");
  }));

diskTest(
  "keepProgram() moves a copy aside that runs and cannot be replaced, as on Windows",
  () =>
    withTemporaryDirectory((root) => {
      const [from, to] = [`${root}/imprint-hook`, `${root}/data/bin/imprint-hook`];
      Deno.writeTextFileSync(from, "one");
      keepProgram(disk, { from, to });
      Deno.writeTextFileSync(from, "two");
      const replace: typeof disk.replace = (path, ...rest) => {
        if (disk.stat(path) !== undefined) throw new Deno.errors.PermissionDenied("Access is denied. (os error 5)");
        disk.replace(path, ...rest);
      };
      keepProgram({ ...disk, replace }, { from, to });
      assertEquals([Deno.readTextFileSync(to), Deno.readTextFileSync(`${to}.old`)], ["two", "one"]);
    }),
);

diskTest("keepProgram() says so when the program is gone", () =>
  withTemporaryDirectory((root) => {
    assertThrows(() => keepProgram(disk, { from: `${root}/x`, to: `${root}/y` }), InputError, "it is gone");
  }));
