import { assert, assertEquals, assertRejects } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "./disk.ts";
import { hasNoLocks, HELD_MILLISECONDS, lockByName } from "./lock_by_name.ts";

/** Runs `fn` on a file system of which the system says `message` when a lock is asked for. */
async function withLockError(message: string, fn: () => Promise<void>): Promise<void> {
  const { lock } = Deno.FsFile.prototype;
  Deno.FsFile.prototype.lock = () => Promise.reject(new Error(message));
  try {
    await fn();
  } finally {
    Deno.FsFile.prototype.lock = lock;
  }
}

const NOT_SUPPORTED = Deno.build.os === "darwin"
  ? "(os error 45)"
  : Deno.build.os === "windows"
  ? "(os error 50)"
  : "(os error 95)";

diskTest(
  "lock() holds out others where the file system has no locks, and leaves nothing behind",
  () =>
    withTemporaryDirectory((dir) =>
      withLockError(`Operation not supported ${NOT_SUPPORTED}`, async () => {
        const path = `${dir}/.lock`;
        const first = await disk.lock(path, { milliseconds: 1000 });
        assert(first !== undefined);
        assertEquals(await disk.lock(path, { milliseconds: 60 }), undefined);
        const waiting = disk.lock(path, { milliseconds: 5000 });
        first.release();
        const second = await waiting;
        assert(second !== undefined);
        second.release();
        assertEquals(disk.list(dir), [".lock"]);
      })
    ),
);

diskTest(
  "lock() fails as before when locking fails for another reason",
  () =>
    withTemporaryDirectory((dir) =>
      withLockError("Input/output error (os error 5)", async () => {
        await assertRejects(() => disk.lock(`${dir}/.lock`, { milliseconds: 1000 }), Error, "os error 5");
      })
    ),
);

diskTest(
  "lockByName() takes over what a killed run left, not what a living one holds",
  () =>
    withTemporaryDirectory(async (dir) => {
      const path = `${dir}/.lock`;
      const killed = await lockByName(path, { milliseconds: 0 });
      const [held = ""] = disk.list(dir) ?? [];
      const then = (milliseconds: number) => new Date(Date.now() - milliseconds);
      Deno.utimeSync(`${dir}/${held}`, then(HELD_MILLISECONDS / 2), then(HELD_MILLISECONDS / 2));
      assertEquals(await lockByName(path, { milliseconds: 50 }), undefined);
      Deno.utimeSync(`${dir}/${held}`, then(2 * HELD_MILLISECONDS), then(2 * HELD_MILLISECONDS));
      const both = await Promise.all([1, 2].map(() => lockByName(path, { milliseconds: 50 })));
      assertEquals(both.filter((lock) => lock !== undefined).length, 1);
      // It comes back too late: what it held is another's.
      killed?.release();
      assertEquals(disk.list(dir), [held]);
      both.forEach((lock) => lock?.release());
      assertEquals(disk.list(dir), []);
    }),
);

Deno.test("hasNoLocks() knows what systems say, and nothing else", () => {
  assert(hasNoLocks(new Error(`x ${NOT_SUPPORTED}`)));
  assert(!hasNoLocks(new Error("No space left on device (os error 28)")));
  assert(!hasNoLocks("(os error 95)"));
});
