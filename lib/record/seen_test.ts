import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import { messageIdentityOf } from "./ids.ts";
import { EXCHANGES_FILE, SEEN_FILE, under } from "./layout.ts";
import { type MemoryFiles, memoryFiles, put } from "./memory_files_test_support.ts";
import { forgetSeen, markWriting, openSeen, openSeenWithout, unmarkWriting } from "./seen.ts";
import { decodeSeen, encodeSeenBlock } from "./seen_file.ts";
import { createSeenSet, pairOf } from "./seen_set.ts";

const FOLDER = "/w/.umwelten/learnings/claude";
const A = "a".repeat(32);
const B = "b".repeat(32);
const identity = (key: string) => messageIdentityOf("claude-code", key);
const row = (uuid: string, more: object = {}) =>
  JSON.stringify({
    schema: 1,
    type: "exchange",
    id: "0".repeat(32),
    rev: 0,
    part: 1,
    client: "claude-code",
    sessionId: "s",
    answer: [{ uuid, at: null, text: "t" }],
    ...more,
  });
const append = (files: MemoryFiles, key: string, ...lines: string[]) =>
  files.append(under(FOLDER, key, EXCHANGES_FILE), new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
const held = (files: MemoryFiles, keys: readonly string[], own = A) => {
  const seen = openSeen(files, FOLDER, { own, verify: "all" });
  return keys.filter((key) => seen.has(identity(key)));
};

const identities = fc.oneof(
  fc.constantFrom("0000000000000000", "0000000000000001", "ffffffffffffffff", "0000000100000000"),
  fc.array(fc.constantFrom(..."0123456789abcdef"), { minLength: 16, maxLength: 16 }).map((digits) => digits.join("")),
);

Deno.test("createSeenSet() holds what a Set would hold", () => {
  fc.assert(fc.property(fc.array(identities), fc.array(identities), (added, asked) => {
    const set = createSeenSet();
    const oracle = new Set<string>();
    for (const one of added) {
      assertEquals(set.add(one), !oracle.has(one));
      oracle.add(one);
    }
    assertEquals(set.size, oracle.size);
    for (const one of [...added, ...asked]) assertEquals(set.has(one), oracle.has(one));
    const stored = set.pairs();
    const again = createSeenSet(Uint32Array.from([...stored, ...stored]));
    for (const one of [...asked, ...added]) assertEquals(again.has(one), oracle.has(one));
    assertEquals(again.pairs().length, oracle.size * 2);
    assertEquals(again.size, oracle.size);
  }));
});

Deno.test("createSeenSet() keeps a million messages within 16 MiB and grows by itself", () => {
  const pairs = new Uint32Array(2_000_000);
  for (let i = 0; i < pairs.length; i += 16_000) crypto.getRandomValues(pairs.subarray(i, i + 16_000));
  const set = createSeenSet(pairs);
  const identityAt = (i: number) =>
    [pairs[i], pairs[i + 1]].map((half) => (half ?? 0).toString(16).padStart(8, "0")).join("");
  for (let i = 0; i < pairs.length; i += 20_000) assertEquals(set.add(identityAt(i)), false);
  assertEquals([set.size, set.bytes], [1_000_000, 16 * 1024 * 1024]);
});

Deno.test("decodeSeen() gives back the blocks, the last cover of a session counting", () => {
  const blocks = fc.array(
    fc.tuple(fc.array(identities), fc.dictionary(fc.constantFrom(A, B, "0".repeat(32)), fc.maxSafeNat())),
  );
  fc.assert(fc.property(blocks, (list) => {
    const bytes = list.flatMap(([ids, covers]) => [
      ...encodeSeenBlock(Uint32Array.from(ids.flatMap(pairOf)), new Map(Object.entries(covers))),
    ]);
    const content = decodeSeen(Uint8Array.from(bytes));
    assertEquals([...content?.pairs ?? []], list.flatMap(([ids]) => ids.flatMap(pairOf)));
    assertEquals(content?.covers(), new Map(list.flatMap(([, covers]) => Object.entries(covers))));
  }));
});

Deno.test("decodeSeen() trusts no file that was cut off or changed", () => {
  const block = encodeSeenBlock(Uint32Array.from([1, 2, 3, 4]), new Map([[A, 700]]));
  const file = Uint8Array.from([...block, ...block]);
  for (let length = 1; length < file.length; length++) {
    if (length !== block.length) assertEquals(decodeSeen(file.slice(0, length)), undefined, `cut at ${length}`);
  }
  for (let at = 0; at < file.length; at++) {
    const damaged = file.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    assertEquals(decodeSeen(damaged), undefined, `changed at ${at}`);
  }
});

Deno.test("openSeen() knows after a save what was added, without reading the rows", () => {
  const files = memoryFiles();
  const seen = openSeen(files, FOLDER, { own: A, verify: "all" });
  assertEquals([seen.add(identity("m1")), seen.add(identity("m1"))], [true, false]);
  append(files, A, row("m1"));
  seen.save(A);
  const rows = files.contents.get(under(FOLDER, A, EXCHANGES_FILE));
  put(files, under(FOLDER, A, EXCHANGES_FILE), "x".repeat(rows?.length ?? 0));
  assertEquals(held(files, ["m1", "m2"]), ["m1"]);
});

Deno.test("save() appends a few bytes, and nothing when nothing is new", () => {
  const files = memoryFiles();
  const first = openSeen(files, FOLDER, { own: A, verify: "own" });
  for (let i = 0; i < 1000; i++) first.add(identity(`m${i}`));
  append(files, A, row("m0"));
  first.save(A);
  const size = files.stat(under(FOLDER, SEEN_FILE))?.size ?? 0;
  const second = openSeen(files, FOLDER, { own: A, verify: "own" });
  second.save(A);
  assertEquals(files.stat(under(FOLDER, SEEN_FILE))?.size, size);
  second.add(identity("new"));
  append(files, A, row("new"));
  second.save(A);
  assertEquals((files.stat(under(FOLDER, SEEN_FILE))?.size ?? 0) - size, 16 + 8 + 24);
  assertEquals(openSeen(files, FOLDER, { own: A, verify: "own" }).size, 1001);
});

Deno.test("save() writes the file anew when old covers make up most of it", () => {
  const files = memoryFiles();
  append(files, A, row("m0"));
  const size = files.stat(under(FOLDER, A, EXCHANGES_FILE))?.size ?? 0;
  const block = encodeSeenBlock(Uint32Array.from(pairOf(identity("m0"))), new Map([[A, size]]));
  for (let i = 0; i < 2000; i++) files.append(under(FOLDER, SEEN_FILE), block);
  openSeen(files, FOLDER, { own: A, verify: "own" }).save(A);
  assertEquals(files.stat(under(FOLDER, SEEN_FILE))?.size, 16 + 8 + 24);
  assertEquals(held(files, ["m0"]), ["m0"]);
});

Deno.test("openSeen() finds what a killed run stored without telling seen.bin", () => {
  const files = memoryFiles();
  append(files, A, row("m1"));
  openSeen(files, FOLDER, { own: A, verify: "all" }).save(A);
  append(files, A, row("m2"), '{"torn');
  append(files, B, row("m3"));
  assertEquals(held(files, ["m1", "m2", "m3"]), ["m1", "m2", "m3"]);
  const ownOnly = openSeen(files, FOLDER, { own: A, verify: "own" });
  assertEquals(["m1", "m2", "m3"].filter((key) => ownOnly.has(identity(key))), ["m1", "m2"]);
  ownOnly.save(A);
  assertEquals(held(files, ["m1", "m2", "m3"]), ["m1", "m2", "m3"]);
});

Deno.test("openSeen() forgets what left the rows", () => {
  const CASES: Readonly<Record<string, (files: MemoryFiles) => void>> = {
    "a session's rows became fewer": (files) => put(files, under(FOLDER, A, EXCHANGES_FILE), ""),
    "a session's file is gone": (files) => files.remove(under(FOLDER, A, EXCHANGES_FILE)),
    "seen.bin was forgotten before the rewriting": (files) => {
      forgetSeen(files, FOLDER);
      put(files, under(FOLDER, A, EXCHANGES_FILE), `${row("other")}\n${" ".repeat(4000)}\n`);
    },
  };
  for (const [name, change] of Object.entries(CASES)) {
    const files = memoryFiles();
    append(files, A, row("m1"));
    append(files, B, row("m2"));
    openSeen(files, FOLDER, { own: A, verify: "all" }).save(A);
    change(files);
    assertEquals(held(files, ["m1", "m2"]), ["m2"], name);
  }
});

Deno.test("openSeen() counts questions, answers of both and evidence, whole ones of the committed revision only", () => {
  const files = memoryFiles();
  const entry = (uuid: string, chunk?: readonly number[]) => ({ uuid, at: null, text: "t", chunk });
  append(
    files,
    A,
    row("x", { rev: 0 }),
    row("a", {
      rev: 1,
      id: `${identity("q")}${"0".repeat(16)}`,
      question: entry("q"),
      answersByUser: [{ ...entry("u"), kind: "plan" }],
      evidence: [{ ...entry("e"), origin: "hook", raw: "", bytes: 1 }],
    }),
    row("c", { rev: 1, answer: [entry("half", [0, 2])] }),
    row("c", { rev: 1, answer: [entry("whole", [1, 2])] }),
    row("c", { rev: 1, answer: [{ uuid: null, provisional: true, at: null, text: "t" }] }),
    row("y", { rev: 2 }),
    JSON.stringify({ schema: 1, type: "withheld", sessionId: "s", at: "", messages: [identity("gone")] }),
  );
  put(
    files,
    under(FOLDER, A, "meta.json"),
    JSON.stringify({
      imprintHook: {
        schema: 1,
        client: "claude-code",
        sessionId: "s",
        workspace: "default",
        projectPath: "",
        workDir: "/w",
        revision: 1,
        verdict: { kind: "owned" },
      },
    }),
  );
  assertEquals(held(files, ["x", "q", "a", "u", "e", "half", "whole", "y", "gone"]), [
    "q",
    "a",
    "u",
    "e",
    "whole",
    "gone",
  ]);
});

Deno.test("openSeenWithout() leaves one session out, but not what was taken out of it, and never writes", () => {
  const files = memoryFiles();
  append(
    files,
    A,
    row("m1"),
    JSON.stringify({ schema: 1, type: "withheld", sessionId: "s", at: "", messages: [identity("gone")] }),
  );
  append(files, B, row("m2"));
  const seen = openSeenWithout(files, FOLDER, A);
  assertEquals(["m1", "m2", "gone"].filter((key) => seen.has(identity(key))), ["m2", "gone"]);
  seen.add(identity("m1"));
  seen.save(A);
  assertEquals([files.stat(under(FOLDER, SEEN_FILE)), seen.isCurrent()], [undefined, false]);
});

Deno.test("openSeen() goes on with the index of the session before while nobody else wrote", () => {
  const files = memoryFiles();
  const first = openSeen(files, FOLDER, { own: A, verify: "all" });
  first.add(identity("m1"));
  assertEquals(first.isCurrent(), false);
  append(files, A, row("m1"));
  first.save(A);
  assert(openSeen(files, FOLDER, { own: B, verify: "all", previous: first }) === first);
  const other = openSeen(files, FOLDER, { own: B, verify: "all" });
  other.add(identity("m2"));
  append(files, B, row("m2"));
  other.save(B);
  const next = openSeen(files, FOLDER, { own: A, verify: "all", previous: first });
  assertEquals([next === first, next.has(identity("m2"))], [false, true]);
});

diskTest("openSeen() reads from a real disk what it wrote there", () =>
  withTemporaryDirectory((dir) => {
    disk.makeDirectory(under(dir, A));
    const seen = openSeen(disk, dir, { own: A, verify: "all" });
    for (let i = 0; i < 5000; i++) seen.add(identity(`m${i}`));
    disk.append(under(dir, A, EXCHANGES_FILE), new TextEncoder().encode(`${row("m1")}\n`));
    seen.save(A);
    const again = openSeen(disk, dir, { own: A, verify: "all" });
    assertEquals([again.size, again.has(identity("m4999")), again.has(identity("m5000"))], [5000, true, false]);
  }));

Deno.test("openSeen() looks at every session while the mark of a killed run stands", () => {
  const files = memoryFiles();
  append(files, A, row("m1"));
  const first = openSeen(files, FOLDER, { own: A, verify: "all" });
  first.save(A);
  markWriting(files, FOLDER);
  append(files, B, row("m2"));
  assertEquals(first.isCurrent(), false);
  assertEquals(openSeen(files, FOLDER, { own: A, verify: "own" }).has(identity("m2")), true);
  unmarkWriting(files, FOLDER);
  assertEquals(openSeen(files, FOLDER, { own: A, verify: "own" }).has(identity("m2")), false);
});
