import { assertEquals } from "@std/assert";
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

Deno.test("append() holds about a megabyte and no more", () => {
  const files = memoryFiles();
  const rows = createRowAppender(files, DIR);
  const line = `${"x".repeat(99_999)}\n`;
  for (let i = 0; i < 25; i++) rows.append("exchanges.jsonl", line);
  assertEquals(files.stat(`${DIR}/exchanges.jsonl`)?.size, 2_200_000);
  rows.flush();
  assertEquals(files.stat(`${DIR}/exchanges.jsonl`)?.size, 2_500_000);
});
