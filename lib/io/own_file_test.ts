import { assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { InputError } from "../errors.ts";
import { disk } from "./disk.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const onPosix = Deno.build.os !== "windows";

diskTest(
  "append() and lock() do not follow a link, whether it leads somewhere or nowhere",
  () =>
    withTemporaryDirectory(async (dir) => {
      if (!onPosix) return;
      Deno.writeTextFileSync(`${dir}/precious`, "mine");
      for (const [name, target] of [["there", "precious"], ["nowhere", "not-there"]] as const) {
        Deno.symlinkSync(`${dir}/${target}`, `${dir}/${name}`);
        assertThrows(() => disk.append(`${dir}/${name}`, bytes("x")), InputError, "it is a symbolic link");
        const refused = await disk.lock(`${dir}/${name}`, { milliseconds: 100 }).then(() => false, () => true);
        assertEquals(refused, true);
      }
      assertEquals(Deno.readTextFileSync(`${dir}/precious`), "mine");
      assertEquals(disk.list(dir), ["nowhere", "precious", "there"]);
    }),
);

diskTest(
  "a pipe is never waited for: it is not written to, and nothing is read of it",
  () =>
    withTemporaryDirectory((dir) => {
      if (!onPosix) return;
      const pipe = `${dir}/pipe`;
      if (!new Deno.Command("mkfifo", { args: [pipe] }).outputSync().success) return;
      assertThrows(() => disk.append(pipe, bytes("x")), InputError, "it is no file");
      assertEquals([disk.readBytes(pipe), disk.readText(pipe), disk.open(pipe)], [undefined, undefined, undefined]);
    }),
);
