import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import type { Files } from "../io/files.ts";
import { openKeyValue } from "./key_value.ts";

const SCHEMA = "create table kv (key text unique on conflict replace, value blob)";

function fill(db: DatabaseSync, from: number, rows: number): void {
  const add = db.prepare("insert into kv values (?, ?)");
  db.exec("begin");
  for (let n = from; n < from + rows; n++) {
    const text = `${n} é ${"x".repeat((n * 37) % 900)}`;
    add.run(`bubble:${String(n).padStart(6, "0")}${"k".repeat((n * 7) % 400)}`, n % 3 === 0 ? text : encode(text));
  }
  db.exec("commit");
}

const encode = (text: string) => new TextEncoder().encode(text);

function read(path: string, prefix: string, files: Pick<Files, "stat" | "open" | "readBytes"> = disk) {
  const opened = openKeyValue(files, path, "kv");
  if (opened.kind !== "table") return opened.kind;
  try {
    return [...opened.table.under(prefix)].map(({ key, value }) => [key, value]);
  } finally {
    opened.table.close();
  }
}

/** What SQLite itself says. */
const oracle = (db: DatabaseSync, prefix: string) =>
  db.prepare("select key, cast(value as text) as value from kv where key >= ? and key < ? order by key")
    .all(prefix, `${prefix}\u{10ffff}`).map(({ key, value }) => [key, value ?? undefined] as unknown);

for (const pageSize of [512, 4096, 65_536]) {
  diskTest(
    `openKeyValue() reads what SQLite reads of a prefix when a page has ${pageSize} bytes and the log is open`,
    () =>
      withTemporaryDirectory((directory) => {
        const path = `${directory}/a.vscdb`;
        const db = new DatabaseSync(path);
        try {
          db.exec(`pragma page_size=${pageSize}; pragma journal_mode=wal; ${SCHEMA}`);
          fill(db, 0, 600);
          db.prepare("insert into kv values (?, ?), (?, null), (?, ?)").run("a:1", "one", "a:2", "b", encode("two"));
          db.exec("pragma wal_checkpoint(truncate)");
          fill(db, 300, 60);
          db.exec("delete from kv where key like 'bubble:00005%'");
          const names = disk.list(directory);
          for (const prefix of ["bubble:", "bubble:00", "bubble:00012", "bubble:00005", "a:", "b", "c", "", "zz"]) {
            assertEquals<unknown>(read(path, prefix), oracle(db, prefix), prefix);
          }
          assertEquals(disk.list(directory), names);
        } finally {
          db.close();
        }
        assertEquals(disk.list(directory), ["a.vscdb"]);
        assert(read(path, "bubble:").length > 500);
        assertEquals(disk.list(directory), ["a.vscdb"]);
      }),
  );
}

diskTest(
  "openKeyValue() reads few pages of a long table, once each (https://github.com/ScriptedAlchemy/tracedecay/issues/856)",
  () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/a.vscdb`;
      const db = new DatabaseSync(path);
      db.exec(SCHEMA);
      fill(db, 0, 6000);
      db.prepare("insert into kv values ('composer:1', ?)").run("x".repeat(9000));
      db.close();
      let bytes = 0;
      const counting: Pick<Files, "stat" | "open" | "readBytes"> = {
        ...disk,
        open: (name) => {
          const handle = disk.open(name);
          return handle && {
            ...handle,
            read: (into, at) => {
              const count = handle.read(into, at);
              bytes += count;
              return count;
            },
            close: () => handle.close(),
          };
        },
      };
      assertEquals(read(path, "composer:", counting), [["composer:1", "x".repeat(9000)]]);
      const { size } = Deno.statSync(path);
      assert(bytes < size / 20, `${bytes} of ${size} bytes were read`);
    }),
);

diskTest(
  "openKeyValue() tells a database that is being changed from one without rows (https://github.com/AstroQore/vibe-bar/pull/184)",
  () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/a.vscdb`;
      const db = new DatabaseSync(path);
      try {
        db.exec(`pragma journal_mode=delete; pragma cache_size=1; ${SCHEMA}`);
        fill(db, 0, 10);
        db.exec("begin immediate; pragma cache_spill=1");
        const add = db.prepare("insert into kv values (?, ?)");
        for (let n = 0; n < 300; n++) add.run(`late:${n}`, "x".repeat(2000));
        assertEquals(read(path, "bubble:"), "busy");
        db.exec("rollback");
        assertEquals(read(path, "bubble:").length, 10);
      } finally {
        db.close();
      }
      assertEquals(read(`${directory}/none.vscdb`, "a"), "none");
      Deno.writeTextFileSync(path, "no database ".repeat(100));
      assertEquals(read(path, "a"), "none");
    }),
);

diskTest(
  "openKeyValue() never fails in another way than by a RangeError, and ends, when the file is damaged",
  () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/a.vscdb`;
      const db = new DatabaseSync(path);
      db.exec(`pragma page_size=512; ${SCHEMA}`);
      fill(db, 0, 80);
      db.close();
      const whole = Deno.readFileSync(path);
      for (let n = 0; n < 300; n++) {
        const bytes = whole.slice(0, n % 3 === 0 ? (n * 97) % whole.length : whole.length);
        for (let k = 0; k < 8; k++) {
          const at = 100 + ((n * 7919 + k * 104_729) % (whole.length - 100));
          if (at < bytes.length) bytes[at] = (n * 31 + k * 17) & 255;
        }
        Deno.writeFileSync(path, bytes);
        try {
          read(path, "bubble:");
        } catch (error) {
          assert(error instanceof RangeError, String(error));
        }
      }
    }),
);
