import { assert, assertEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { monotonic, sleep } from "./clock.ts";
import { disk } from "./disk.ts";

diskTest(
  "lock() gives undefined when someone holds it for longer, and the lock when not",
  () =>
    withTemporaryDirectory(async (dir) => {
      const path = `${dir}/.lock`;
      const first = await disk.lock(path, { milliseconds: 1000 });
      assert(first !== undefined);
      const before = monotonic();
      assertEquals(await disk.lock(path, { milliseconds: 50 }), undefined);
      assert(monotonic() - before >= 45);
      const waiting = disk.lock(path, { milliseconds: 5000 });
      first.release();
      const second = await waiting;
      assert(second !== undefined);
      second.release();
      await settled();
    }),
);

diskTest(
  "lock() lets go of a lock that is granted after its time was over",
  () =>
    withTemporaryDirectory(async (dir) => {
      const path = `${dir}/.lock`;
      const first = await disk.lock(path, { milliseconds: 1000 });
      assertEquals(await disk.lock(path, { milliseconds: 10 }), undefined);
      first?.release();
      await sleep(50);
      const third = await disk.lock(path, { milliseconds: 1000 });
      assert(third !== undefined);
      third.release();
    }),
);

diskTest(
  "lock() takes the file that is there when the one it waited for was removed",
  () =>
    withTemporaryDirectory(async (dir) => {
      if (Deno.build.os === "windows") return; // an open file cannot be removed there
      const path = `${dir}/.lock`;
      const first = await disk.lock(path, { milliseconds: 1000 });
      const waiting = disk.lock(path, { milliseconds: 5000 });
      await sleep(20);
      disk.remove(path);
      first?.release();
      const second = await waiting;
      assert(second !== undefined);
      assertEquals(disk.stat(path)?.isFile, true);
      assertEquals(await disk.lock(path, { milliseconds: 20 }), undefined);
      second.release();
      await settled();
    }),
);

diskTest("lock() waits for another process", () =>
  withTemporaryDirectory(async (dir) => {
    const path = `${dir}/.lock`;
    const script = `const f = Deno.openSync(${JSON.stringify(path)}, { append: true, create: true });
      await f.lock(true); console.log("held"); await new Promise(() => setTimeout(() => {}, 60000));`;
    const child = new Deno.Command(Deno.execPath(), { args: ["eval", script], stdout: "piped" }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    assertEquals(await disk.lock(path, { milliseconds: 30 }), undefined);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    const lock = await disk.lock(path, { milliseconds: 5000 });
    assert(lock !== undefined, "a killed process holds nothing");
    lock.release();
    await settled();
  }));

/** A wait that was given up may be granted only after a test's last line, and closes its file then. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
}
