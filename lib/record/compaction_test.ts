import { assert, assertEquals, assertRejects } from "@std/assert";
import { canUseDisk, diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { InputError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import type { Files } from "../io/files.ts";
import { appendMessages } from "./append_messages.ts";
import { compactTranscript, PENDING_COMPACTION } from "./compaction.ts";
import { habitatLine, saidIn } from "./habitat_test_support.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { iterateCompactionsBackwards, loadMessages } from "./transcript_messages.ts";
import { transcriptSegments } from "./transcript_segments.ts";

const NOW = new Date("2026-04-07T12:00:00.000Z");
const say = (files: Files, dir: string, ...texts: string[]) =>
  appendMessages(files, dir, texts.map((content) => ({ role: "user", content })));
const summaries = (dir: string) => Array.from(iterateCompactionsBackwards(disk, dir), ({ summary }) => summary);
const firstLine = (path: string) => JSON.parse(Deno.readTextFileSync(path).split("\n")[0] ?? "");

const OF_DENO = [
  ...["openSync", "linkSync", "renameSync", "removeSync", "chmodSync", "mkdirSync"],
  ...["statSync", "lstatSync", "readDirSync", "readFileSync"],
] as const;
const OF_FILES = ["writeSync", "readSync", "syncSync", "syncDataSync", "statSync", "lock"] as const;

/** Runs `fn` with `before` in front of every call of the system that it makes; calls of `before` itself do not count. */
async function withCalls<T>(before: (call: number, name: string) => void, fn: () => Promise<T>): Promise<T> {
  const targets: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
    [Deno as unknown as Record<string, unknown>, OF_DENO],
    [Deno.FsFile.prototype as unknown as Record<string, unknown>, OF_FILES],
  ];
  const originals = targets.map(([target, names]) => names.map((name) => target[name]));
  let call = 0;
  let inside = false;
  for (const [target, names] of targets) {
    for (const name of names) {
      const original = target[name] as (...args: unknown[]) => unknown;
      target[name] = function (this: unknown, ...args: unknown[]) {
        if (!inside) {
          inside = true;
          try {
            before(++call, name);
          } finally {
            inside = false;
          }
        }
        return original.apply(this, args);
      };
    }
  }
  try {
    return await fn();
  } finally {
    targets.forEach(([target, names], i) => names.forEach((name, j) => target[name] = originals[i]?.[j]));
  }
}

/** What is killed closes no file. */
function killingTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !canUseDisk, sanitizeResources: false, fn });
}

/** Compacts and is killed at the n-th call of the system. @returns true when it was */
async function killedAt(n: number, dir: string, summary: string): Promise<boolean> {
  let died = false;
  await withCalls((call) => {
    if (call < n) return;
    died = true;
    throw new Error("the power is gone");
  }, () => compactTranscript(disk, dir, { summary, now: NOW })).catch(() => {});
  return died;
}

diskTest(
  "compactTranscript() freezes the live part and begins a new one with the summary",
  () =>
    withTemporaryDirectory(async (dir) => {
      Deno.writeTextFileSync(`${dir}/transcript.jsonl`, habitatLine("user", "one"), { mode: 0o640 });
      const done = await compactTranscript(disk, dir, {
        summary: "Talked; the token was ghp_0123456789abcdefghijABCDEFGHIJ012345.",
        runId: "run-1",
        learningCounts: { facts: 2 },
        now: NOW,
      });
      assertEquals(done.frozenRelative, "transcript.2026-04-07T12-00-00.000Z.jsonl");
      assertEquals(done.livePath, `${dir}/transcript.jsonl`);
      assertEquals(Deno.readTextFileSync(`${dir}/${done.frozenRelative}`), habitatLine("user", "one"));
      const text = Deno.readTextFileSync(done.livePath);
      assertEquals(text, `${JSON.stringify(done.event)}\n`);
      assertEquals(JSON.parse(text), {
        type: "umwelten_compaction",
        schema: 1,
        runId: "run-1",
        createdAt: "2026-04-07T12:00:00.000Z",
        summary: "Talked; the token was [redacted:github-token].",
        predecessorSegment: "transcript.2026-04-07T12-00-00.000Z.jsonl",
        learningCounts: { facts: 2 },
      });
      if (Deno.build.os !== "windows") assertEquals((Deno.statSync(done.livePath).mode ?? 0) & 0o777, 0o640);
      assertEquals(saidIn(disk, dir), ["one"]);
      const left = Array.from(Deno.readDirSync(dir), ({ name }) => name).sort();
      assertEquals(left, [".compaction.lock", done.frozenRelative, "transcript.jsonl"]);
    }),
);

diskTest(
  "compactTranscript() names each part behind the one before, also when the clock goes back",
  () =>
    withTemporaryDirectory(async (dir) => {
      const times = ["2026-10-25T01:30:00.000+02:00", "2026-10-25T01:30:00.000Z", "2026-10-25T00:45:00.000Z"];
      for (const [index, time] of [...times, times[0] ?? ""].entries()) {
        say(disk, dir, `message ${index}`);
        await compactTranscript(disk, dir, { summary: `summary ${index}`, now: new Date(time) });
      }
      say(disk, dir, "message 4");
      assertEquals(transcriptSegments(disk, dir).map(({ name }) => name), [
        "transcript.2026-10-24T23-30-00.000Z.jsonl",
        "transcript.2026-10-25T01-30-00.000Z.jsonl",
        "transcript.2026-10-25T01-30-00.001Z.jsonl",
        "transcript.2026-10-25T01-30-00.002Z.jsonl",
        "transcript.jsonl",
      ]);
      assertEquals(saidIn(disk, dir), [0, 1, 2, 3, 4].map((index) => `message ${index}`));
      assertEquals(summaries(dir), [3, 2, 1, 0].map((index) => `summary ${index}`));
      assertEquals(loadMessages(disk, dir).compactions, 4);
    }),
);

const REFUSED: readonly (readonly [what: string, summary: string, message: string])[] = [
  ["without a live part", "said", "it has no transcript.jsonl"],
  ["with an empty summary", " \n", "the summary is empty"],
];
for (const [what, summary, message] of REFUSED) {
  Deno.test(`compactTranscript() refuses a session ${what} and changes nothing`, async () => {
    const files = memoryFiles();
    put(files, "/habitat/kettle/meta.json", "{}");
    await assertRejects(() => compactTranscript(files, "/habitat/kettle", { summary }), InputError, message);
    assertEquals([...files.contents.keys()], ["/habitat/kettle/meta.json"]);
  });
}

Deno.test("compactTranscript() makes no directory, and ends when another program holds the lock", async () => {
  const files = memoryFiles();
  await assertRejects(() => compactTranscript(files, "/gone", { summary: "said" }), InputError, "no such directory");
  put(files, "/habitat/kettle/transcript.jsonl", "{}\n");
  const busy: Files = { ...files, lock: () => Promise.resolve(undefined) };
  await assertRejects(() => compactTranscript(busy, "/habitat/kettle", { summary: "said" }), InputError, "for 5 s");
});

killingTest(
  "compactTranscript() loses nothing wherever it is killed, and the next one finishes it",
  () =>
    withTemporaryDirectory(async (root) => {
      let finished = 0;
      for (let n = 1;; n++) {
        const dir = `${root}/${n}`;
        say(disk, dir, "one", "two");
        const died = await killedAt(n, dir, "first");
        assertEquals(saidIn(disk, dir), ["one", "two"], `killed at call ${n}`);
        const isFrozen = transcriptSegments(disk, dir).some(({ live }) => !live);
        // Half of the runs go on talking first, so that there is a live part without a marker.
        if (n % 2 === 0) say(disk, dir, "three");
        const expected = n % 2 === 0 ? ["one", "two", "three"] : ["one", "two"];
        assertEquals(saidIn(disk, dir), expected, `killed at call ${n}, then talked`);
        await compactTranscript(disk, dir, { summary: "second", now: NOW });
        assertEquals(saidIn(disk, dir), expected, `killed at call ${n}, then compacted`);
        assertEquals(summaries(dir), isFrozen ? ["second", "first"] : ["second"], `summaries after call ${n}`);
        assertEquals(firstLine(`${dir}/transcript.jsonl`).summary, "second");
        assert(!Array.from(Deno.readDirSync(dir)).some(({ name }) => name === PENDING_COMPACTION));
        if (isFrozen && died) finished++;
        if (!died) {
          assert(n > 25 && finished >= 10, `${n} calls, ${finished} finished later`);
          return;
        }
      }
    }),
);

killingTest(
  "compactTranscript() loses nothing when the next one is killed as well",
  () =>
    withTemporaryDirectory(async (root) => {
      // From the write of what is to be done on, and a bit further each time.
      for (let first = 12; first <= 42; first += 5) {
        for (let second = 9 + first % 7; second <= 46; second += 7) {
          const dir = `${root}/${first}-${second}`;
          say(disk, dir, "one");
          await killedAt(first, dir, "first");
          say(disk, dir, "two");
          await killedAt(second, dir, "second");
          say(disk, dir, "three");
          assertEquals(saidIn(disk, dir), ["one", "two", "three"], `killed at ${first} and ${second}`);
          await compactTranscript(disk, dir, { summary: "third", now: NOW });
          assertEquals(saidIn(disk, dir), ["one", "two", "three"], `killed at ${first} and ${second}, then compacted`);
          assertEquals(firstLine(`${dir}/transcript.jsonl`).summary, "third");
        }
      }
    }),
);

diskTest(
  "compactTranscript() loses nothing that is said between any two of its calls",
  () =>
    withTemporaryDirectory(async (root) => {
      let behind = 0;
      for (let n = 1;; n++) {
        const dir = `${root}/${n}`;
        say(disk, dir, "one");
        // Opened before the compaction, written to at its n-th call: it is frozen meanwhile, perhaps.
        const early = Deno.openSync(`${dir}/transcript.jsonl`, { append: true });
        let calls = 0;
        await withCalls((call) => {
          calls = call;
          if (call !== n) return;
          early.writeSync(new TextEncoder().encode(`${habitatLine("assistant", "by the open file")}\n`));
          say(disk, dir, "by the path", "at once");
        }, () => compactTranscript(disk, dir, { summary: "first", now: NOW }));
        early.close();
        if (n > calls) {
          assert(behind >= 3, `${behind} of ${calls} came behind the marker`);
          return;
        }
        say(disk, dir, "last");
        assertEquals(saidIn(disk, dir), ["one", "by the open file", "by the path", "at once", "last"], `at call ${n}`);
        const { type, predecessorSegment } = firstLine(`${dir}/transcript.jsonl`);
        assertEquals(type, "umwelten_compaction");
        assertEquals(transcriptSegments(disk, dir).at(-2)?.name, predecessorSegment);
        if (Deno.readTextFileSync(`${dir}/transcript.jsonl`).includes("by the path")) behind++;
      }
    }),
);

diskTest(
  "compactTranscript() gives up being first when someone is always faster, and loses nothing",
  () =>
    withTemporaryDirectory(async (dir) => {
      say(disk, dir, "one");
      let said = 0;
      const files: Files = {
        ...disk,
        create(path, bytes, options) {
          say(disk, dir, `faster ${said++}`);
          return disk.create(path, bytes, options);
        },
      };
      await compactTranscript(files, dir, { summary: "first", now: NOW });
      assertEquals(saidIn(disk, dir), ["one", ...Array.from({ length: said }, (_, index) => `faster ${index}`)]);
      assertEquals([said, summaries(dir)], [16, ["first"]]);
    }),
);

diskTest(
  "compactTranscript() in one process loses nothing that others append meanwhile",
  () =>
    withTemporaryDirectory(async (dir) => {
      const script = `
      import { appendMessages, disk } from ${JSON.stringify(new URL("./mod.ts", import.meta.url).href)};
      for (let n = 0; n < 400; n++) appendMessages(disk, Deno.args[0], [{ role: "user", content: Deno.args[1] + n }]);
    `;
      Deno.writeTextFileSync(`${dir}/append.ts`, script);
      const session = `${dir}/session`;
      say(disk, session, "first");
      const writers = ["a", "b"].map((name) =>
        new Deno.Command(Deno.execPath(), {
          args: [
            ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-write"],
            ...["--config", new URL("../../deno.json", import.meta.url).pathname, `${dir}/append.ts`, session, name],
          ],
        }).output()
      );
      let running = true;
      const all = Promise.all(writers).finally(() => running = false);
      let compactions = 0;
      while (running) {
        await compactTranscript(disk, session, { summary: `summary ${compactions}` });
        compactions++;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      for (const { success, stderr } of await all) assert(success, new TextDecoder().decode(stderr));
      const said = saidIn(disk, session);
      assertEquals(said.length, 801);
      for (const name of ["a", "b"]) {
        assertEquals(
          said.filter((text) => text.startsWith(name)),
          Array.from({ length: 400 }, (_, n) => `${name}${n}`),
        );
      }
      assert(loadMessages(disk, session).compactions === compactions && compactions > 3, `${compactions} compactions`);
    }),
);
