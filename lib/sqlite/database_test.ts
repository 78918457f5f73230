import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import { readTables } from "./database.ts";

const OPTIONS = { tables: ["kv"], mostBytes: 1 << 28 };

/** What SQLite itself says of the table. */
const oracle = (db: DatabaseSync) =>
  db.prepare("select rowid, key, value from kv order by rowid").all().map((row) => ({
    rowid: row["rowid"],
    values: [row["key"], row["value"]],
  }));

function fill(db: DatabaseSync, from: number, rows: number): void {
  const add = db.prepare("insert into kv(rowid, key, value) values (?, ?, ?)");
  for (let n = from; n < from + rows; n++) {
    const kinds = [null, n, -n * 1000, n / 3, `é${"x".repeat(n * 7)}`, new Uint8Array(n * 101), 2 ** 40 + n, ""];
    add.run(n + 1, `key ${n}`, kinds[n % kinds.length] ?? null);
  }
}

for (const pageSize of [512, 4096, 65_536]) {
  diskTest(
    `readTables() reads what SQLite reads when a page has ${pageSize} bytes and the log is open`,
    () =>
      withTemporaryDirectory((directory) => {
        const path = `${directory}/a.db`;
        const db = new DatabaseSync(path);
        try {
          db.exec(`pragma page_size=${pageSize}; pragma journal_mode=wal; create table kv(key text, value)`);
          fill(db, 0, 300);
          db.exec("pragma wal_checkpoint(truncate)");
          fill(db, 300, 60);
          db.exec("delete from kv where rowid % 5 = 0; update kv set value = 'other' where rowid = 7");
          const names = disk.list(directory);
          assertEquals(readTables(disk, path, OPTIONS)?.get("kv"), oracle(db) as unknown);
          assertEquals(disk.list(directory), names);
        } finally {
          db.close();
        }
        // The log is folded in and gone: nothing may be made beside the database.
        assertEquals(disk.list(directory), ["a.db"]);
        const before = disk.stat(path);
        assert((readTables(disk, path, OPTIONS)?.get("kv")?.length ?? 0) > 200);
        assertEquals(disk.list(directory), ["a.db"]);
        assertEquals(disk.stat(path), before);
      }),
  );
}

diskTest(
  "readTables() sees no row of a transaction that is not committed",
  () =>
    withTemporaryDirectory((directory) => {
      const db = new DatabaseSync(`${directory}/a.db`);
      try {
        db.exec("pragma journal_mode=wal; pragma cache_size=1; create table kv(key text, value)");
        fill(db, 0, 3);
        db.exec("begin");
        fill(db, 3, 400);
        assertEquals(readTables(disk, `${directory}/a.db`, OPTIONS)?.get("kv")?.length, 3);
      } finally {
        db.close();
      }
    }),
);

diskTest("readTables() never throws and ends when the file is damaged", () =>
  withTemporaryDirectory((directory) => {
    const path = `${directory}/a.db`;
    const db = new DatabaseSync(path);
    db.exec("pragma page_size=512; create table kv(key text, value)");
    fill(db, 0, 60);
    db.close();
    const whole = Deno.readFileSync(path);
    for (let n = 0; n < 300; n++) {
      const bytes = whole.slice(0, n % 3 === 0 ? (n * 97) % whole.length : whole.length);
      for (let k = 0; k < 8; k++) {
        const at = 100 + ((n * 7919 + k * 104_729) % (whole.length - 100));
        if (at < bytes.length) bytes[at] = (n * 31 + k * 17) & 255;
      }
      Deno.writeFileSync(path, bytes);
      readTables(disk, path, OPTIONS);
    }
    Deno.writeTextFileSync(path, "no database ".repeat(100));
    assertEquals(readTables(disk, path, OPTIONS), undefined);
    assertEquals(readTables(disk, `${directory}/none.db`, OPTIONS), undefined);
  }));

diskTest("readTables() reads no database that is longer than it may be", () =>
  withTemporaryDirectory((directory) => {
    const db = new DatabaseSync(`${directory}/a.db`);
    db.exec("create table kv(key text, value)");
    db.close();
    assertEquals(readTables(disk, `${directory}/a.db`, { ...OPTIONS, mostBytes: 4096 }), undefined);
  }));
