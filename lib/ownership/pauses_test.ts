import { assertEquals } from "@std/assert";
import { parsePath } from "../paths/parse.ts";
import { gatherFacts } from "./facts.ts";
import { memoryFiles } from "./memory_files_test_support.ts";
import { filterPauses, type Pause, pausesOf } from "./pauses.ts";

const LINUX = { os: "linux" } as const;
const hour = (number: number) => `2026-11-02T${String(number).padStart(2, "0")}:00:00.000Z`;

Deno.test("filterPauses() covers what is dated inside, and undated messages after it", () => {
  const filter = filterPauses([{ dir: null, from: hour(9), until: hour(10) }, {
    dir: null,
    from: hour(12),
    until: null,
  }]);
  const messages: readonly [string | null, boolean][] = [
    [null, false],
    [hour(8), false],
    [hour(9), true],
    [null, true],
    [hour(10), true],
    ["no date", true],
    [hour(11), false],
    [null, false],
    [hour(23), true],
    [hour(8), false],
  ];
  for (const [at, covered] of messages) assertEquals(filter.covers(at), covered, `${at}`);
});

Deno.test("filterPauses() covers nothing without a pause", () => {
  assertEquals(filterPauses([]).covers(hour(9)), false);
});

Deno.test("pausesOf() picks pauses of directories above, by any name", () => {
  const files = memoryFiles({ "/data/x": "directory", "/srv/link": { link: "/data/x" } }, LINUX);
  const facts = gatherFacts({ files, machine: { environment: LINUX, paths: {} } });
  const directories = [facts.directory({ path: "/srv/link", source: "record" }, LINUX)];
  const pause = (dir: string | null): Pause => ({
    dir: dir === null ? null : parsePath(dir, { environment: LINUX }),
    from: hour(9),
    until: null,
  });
  const picked = (dir: string | null) => pausesOf(directories, [pause(dir)], { paths: {} }).length;
  assertEquals([null, "/srv", "/srv/link", "/data", "/", "w"].map(picked), [1, 1, 1, 1, 1, 1]);
  assertEquals(["/srv/link/a", "/data/x/a", "/home", "/srv/lin"].map(picked), [0, 0, 0, 0]);
});
