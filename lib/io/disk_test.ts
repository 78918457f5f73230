import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "./disk.ts";
import { TEMPORARY_SUFFIX } from "./temporary_suffix.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const onPosix = Deno.build.os !== "windows";

diskTest("disk gives undefined for what is not there", () =>
  withTemporaryDirectory((dir) => {
    disk.append(`${dir}/file`, bytes("x"));
    const MISSING: Readonly<Record<string, string>> = {
      "no such entry": `${dir}/none`,
      "a parent that is missing": `${dir}/none/x`,
      "a parent that is a file": `${dir}/file/x`,
      "a name with a NUL byte": `${dir}/a\0b`,
      "a name too long": `${dir}/${"x".repeat(300)}`,
      "an empty path": "",
    };
    for (const [what, path] of Object.entries(MISSING)) {
      for (const read of [disk.stat, disk.lstat, disk.realPath, disk.list, disk.readBytes, disk.readText, disk.open]) {
        assertEquals(read(path), undefined, `${read.name} of ${what}`);
      }
    }
    disk.remove(`${dir}/none`);
    disk.removeTree(`${dir}/file/x`);
    assertEquals(disk.list(`${dir}/file`), undefined);
  }));

diskTest("disk throws other errors as they are", () =>
  withTemporaryDirectory((dir) => {
    assertThrows(() => disk.readBytes(dir), Error);
    assertThrows(() => disk.append(`${dir}/none/file`, bytes("x")), Deno.errors.NotFound);
    disk.append(`${dir}/keep`, bytes("x"));
    assertThrows(() => disk.makeDirectory(`${dir}/keep`), Error);
  }));

diskTest("stat() tells what an entry is, lstat() does not follow a link", () =>
  withTemporaryDirectory((dir) => {
    disk.append(`${dir}/file`, bytes("four"));
    const stat = disk.stat(`${dir}/file`);
    assertEquals([stat?.isFile, stat?.isDirectory, stat?.size], [true, false, 4]);
    assert(Math.abs((stat?.mtime ?? 0) - Date.now()) < 60_000);
    assertEquals(disk.stat(dir)?.isDirectory, true);
    if (!onPosix) return;
    Deno.symlinkSync(`${dir}/file`, `${dir}/link`);
    assertEquals(disk.stat(`${dir}/link`)?.isFile, true);
    assertEquals(disk.lstat(`${dir}/link`)?.isSymlink, true);
    assertEquals(disk.realPath(`${dir}/link`), `${dir}/file`);
    assertEquals(stat?.uid, Deno.uid());
  }));

diskTest("list() sorts by code unit", () =>
  withTemporaryDirectory((dir) => {
    for (const name of ["b", "a", "ä", "Z", "10", "9"]) disk.append(`${dir}/${name}`, bytes(""));
    assertEquals(disk.list(dir), ["10", "9", "Z", "a", "b", "ä"]);
  }));

diskTest("append() and replace() keep others out, makeDirectory() too", () =>
  withTemporaryDirectory((dir) => {
    disk.makeDirectory(`${dir}/one/two`);
    disk.append(`${dir}/one/two/rows`, bytes("a\n"));
    disk.append(`${dir}/one/two/rows`, bytes("b\n"));
    disk.replace(`${dir}/one/two/meta`, bytes("old"));
    disk.replace(`${dir}/one/two/meta`, bytes("new"));
    assertEquals(disk.readText(`${dir}/one/two/rows`), "a\nb\n");
    assertEquals(disk.readText(`${dir}/one/two/meta`), "new");
    assertEquals(disk.list(`${dir}/one/two`), ["meta", "rows"]);
    if (!onPosix) return;
    for (const [path, mode] of [["one", 0o700], ["one/two", 0o700], ["one/two/rows", 0o600], ["one/two/meta", 0o600]]) {
      assertEquals(disk.stat(`${dir}/${path}`)?.mode, mode, `${path}`);
    }
  }));

diskTest(
  "replace() replaces a link, not what it points to, and leaves nothing behind when it fails",
  () =>
    withTemporaryDirectory((dir) => {
      if (onPosix) {
        disk.append(`${dir}/precious`, bytes("kept"));
        Deno.symlinkSync(`${dir}/precious`, `${dir}/link`);
        disk.replace(`${dir}/link`, bytes("new"));
        assertEquals(disk.readText(`${dir}/precious`), "kept");
        assertEquals(disk.lstat(`${dir}/link`)?.isSymlink, false);
      }
      disk.makeDirectory(`${dir}/full/inside`);
      assertThrows(() => disk.replace(`${dir}/full`, bytes("x")), Error);
      assertEquals((disk.list(dir) ?? []).filter((name) => name.endsWith(TEMPORARY_SUFFIX)), []);
    }),
);

diskTest("readText() drops a byte-order mark and decodes without failing", () =>
  withTemporaryDirectory((dir) => {
    disk.append(`${dir}/text`, Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62));
    assertEquals(disk.readText(`${dir}/text`), "a\ufffdb");
  }));

diskTest("open() reads at any offset, and less at the end", () =>
  withTemporaryDirectory((dir) => {
    disk.append(`${dir}/file`, bytes("0123456789"));
    const handle = disk.open(`${dir}/file`);
    assert(handle !== undefined);
    const into = new Uint8Array(4);
    assertEquals(handle.size, 10);
    assertEquals([handle.read(into, 8), new TextDecoder().decode(into.subarray(0, 2))], [2, "89"]);
    assertEquals([handle.read(into, 1), new TextDecoder().decode(into)], [4, "1234"]);
    assertEquals(handle.read(into, 10), 0);
    assertEquals(handle.read(into, 99), 0);
    handle.close();
  }));

diskTest("removeTree() removes a directory with all below it, rename() moves", () =>
  withTemporaryDirectory((dir) => {
    disk.makeDirectory(`${dir}/a/b`);
    disk.append(`${dir}/a/b/c`, bytes("x"));
    disk.rename(`${dir}/a`, `${dir}/z`);
    assertEquals(disk.readText(`${dir}/z/b/c`), "x");
    disk.removeTree(`${dir}/z`);
    disk.removeTree(`${dir}/z`);
    assertEquals(disk.list(dir), []);
  }));
