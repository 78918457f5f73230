import { assert, assertEquals } from "@std/assert";
import type { WriteOptions } from "../io/files.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { createRowAppender, rowFileSizes } from "./row_files.ts";

const DIR = "/w/k";

Deno.test("flush() appends each file once, in the order of its rows", () => {
  const files = memoryFiles();
  const appends: string[] = [];
  const counted = {
    ...files,
    append(path: string, bytes: Uint8Array) {
      appends.push(path);
      files.append(path, bytes);
    },
  };
  const rows = createRowAppender(counted, DIR);
  rows.append("facts.jsonl", "f1\n");
  rows.append("exchanges.jsonl", "e1\n");
  rows.append("facts.jsonl", "f2\n");
  assertEquals(appends, []);
  rows.flush();
  rows.flush();
  assertEquals(appends.toSorted(), [`${DIR}/exchanges.jsonl`, `${DIR}/facts.jsonl`]);
  assertEquals(files.readText(`${DIR}/facts.jsonl`), "f1\nf2\n");
  assertEquals(rowFileSizes(files, DIR), { "exchanges.jsonl": 3, "facts.jsonl": 6 });
});

Deno.test("append() puts a line feed in front of the first row behind a torn one, and only there", () => {
  const files = memoryFiles();
  put(files, `${DIR}/exchanges.jsonl`, 'whole\n{"torn');
  put(files, `${DIR}/facts.jsonl`, "whole\n");
  put(files, `${DIR}/mistakes.jsonl`, "");
  const rows = createRowAppender(files, DIR);
  for (const file of ["exchanges.jsonl", "facts.jsonl", "mistakes.jsonl"] as const) rows.append(file, "new\n");
  rows.flush();
  rows.append("exchanges.jsonl", "more\n");
  rows.flush();
  assertEquals(files.readText(`${DIR}/exchanges.jsonl`), 'whole\n{"torn\nnew\nmore\n');
  assertEquals(files.readText(`${DIR}/facts.jsonl`), "whole\nnew\n");
  assertEquals(files.readText(`${DIR}/mistakes.jsonl`), "new\n");
});

Deno.test("append() holds a buffer of rows and no more, in whole rows", () => {
  const files = memoryFiles();
  const rows = createRowAppender(files, DIR);
  const line = `${"x".repeat(999)}\n`;
  let most = 0;
  for (let i = 1; i <= 1000; i++) {
    rows.append("exchanges.jsonl", line);
    const written = files.stat(`${DIR}/exchanges.jsonl`)?.size ?? 0;
    assertEquals(written % line.length, 0);
    most = Math.max(most, i * line.length - written);
  }
  assert(most > 100_000 && most <= 128 * 1024, String(most));
  rows.flush();
  assertEquals(files.readText(`${DIR}/exchanges.jsonl`), line.repeat(1000));
});

Deno.test("append() keeps the order when rows are longer than the buffer, in any script", () => {
  const files = memoryFiles();
  put(files, `${DIR}/exchanges.jsonl`, "torn");
  const rows = createRowAppender(files, DIR);
  const lines = [
    "a\n",
    `${"温".repeat(50_000)}\n`,
    "ß\n",
    `${"x".repeat(300_000)}\n`,
    `${"🫖".repeat(40_000)}\n`,
    "b\n",
  ];
  for (const line of lines) rows.append("exchanges.jsonl", line);
  rows.flush();
  assertEquals(files.readText(`${DIR}/exchanges.jsonl`), `torn\n${lines.join("")}`);
});

Deno.test("flush() syncs once what was written in pieces, also when nothing is left to write", () => {
  const files = memoryFiles();
  const synced: boolean[] = [];
  const watched = {
    ...files,
    append(path: string, bytes: Uint8Array, options: WriteOptions = {}) {
      synced.push(options.cache !== true);
      files.append(path, bytes);
    },
  };
  const rows = createRowAppender(watched, DIR);
  rows.append("exchanges.jsonl", "x".repeat(200_000));
  rows.flush();
  rows.flush();
  assertEquals(synced, [false, true]);
});
