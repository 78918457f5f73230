import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { ImprintMeta } from "./meta_types.ts";
import { parseImprintMeta } from "./parse_meta.ts";
import { COMMIT, NOW } from "./store_test_support.ts";

const META: ImprintMeta = {
  ...COMMIT,
  schema: 1,
  client: "claude-code",
  sessionId: "s1",
  workDir: "/srv/kettle",
  revision: 2,
  positions: { ["0".repeat(32)]: { nextPart: 3, provisional: [2], copyOf: "s0" } },
  files: { "exchanges.jsonl": 812 },
  skippedCopies: 4,
  tombstone: { at: NOW, reason: "claimed", pending: true },
};
const DIR = "/srv/kettle/.umwelten/learnings/claude/k";

Deno.test("readMeta() gives back what writeMeta() wrote, beside umwelten's keys", () => {
  const files = memoryFiles();
  writeMeta(files, DIR, { meta: META, raw: {}, now: NOW });
  const { exists, imprint, raw } = readMeta(files, DIR);
  assertEquals([exists, imprint], [true, META]);
  const { imprintHook: _, ...theirs } = raw;
  assertEquals(theirs as unknown, {
    claudeProjectPath: "/srv/kettle",
    claudeSessionUuid: "s1",
    learningsRoot: DIR,
    updatedAt: NOW,
  });
});

Deno.test("writeMeta() keeps what other programs wrote, at both levels, but no old tombstone", () => {
  const files = memoryFiles();
  put(files, `${DIR}/meta.json`, JSON.stringify({ digest: "theirs", imprintHook: { ...META, later: [1] } }));
  const { tombstone: _, ...alive } = META;
  writeMeta(files, DIR, { meta: alive, raw: readMeta(files, DIR).raw, now: NOW });
  const { raw, imprint } = readMeta(files, DIR);
  assertEquals([raw.digest, (raw.imprintHook as { later?: unknown }).later], ["theirs", [1]] as unknown[]);
  assertEquals(imprint, alive);
});

Deno.test("readMeta() takes a file that others spoiled as nothing known", () => {
  const files = memoryFiles();
  assertEquals(readMeta(files, DIR), { exists: false, imprint: undefined, raw: {}, text: undefined });
  for (const text of ["", "{", "[]", "null", '"x"', "{}", '{"imprintHook":7}', '{"imprintHook":{"schema":2}}']) {
    put(files, `${DIR}/meta.json`, text);
    assertEquals([readMeta(files, DIR).exists, readMeta(files, DIR).imprint], [true, undefined], text);
  }
});

Deno.test("parseImprintMeta() gives up on what decides whose session it is, and falls back for the rest", () => {
  const broken = (field: string, value: unknown) => parseImprintMeta({ ...META, [field]: value });
  for (const field of ["schema", "client", "sessionId", "workspace", "projectPath", "workDir", "revision", "verdict"]) {
    for (const value of [undefined, null, {}, -1]) assertEquals(broken(field, value), undefined, field);
  }
  assertEquals(broken("tombstone", { at: 1 }), undefined);
  assertEquals(broken("cursor", { ...META.cursor, offset: 11 })?.cursor, null);
  assertEquals(broken("cursor", "x")?.cursor, null);
  assertEquals(broken("positions", { a: { nextPart: -1 }, b: { nextPart: 1, provisional: [1, "x"] } })?.positions, {
    b: { nextPart: 1, provisional: [1] },
  });
  assertEquals(broken("files", { a: 1, b: "x" })?.files, { a: 1 });
  assertEquals(broken("directories", [{ path: "/x", source: "dream" }, 7, {}])?.directories, [{
    path: "/x",
    source: "record",
  }]);
  assertEquals([broken("transcripts", 7)?.transcripts, broken("skippedCopies", -1)?.skippedCopies], [[], 0]);
});

Deno.test("parseImprintMeta() never throws, and reads what it gave", () => {
  fc.assert(fc.property(fc.dictionary(fc.constantFrom(...Object.keys(META)), fc.jsonValue()), (changes) => {
    // As a file gives it: JSON has no -0.
    const parsed = parseImprintMeta(JSON.parse(JSON.stringify({ ...META, ...changes })));
    if (parsed !== undefined) assertEquals(parseImprintMeta(JSON.parse(JSON.stringify(parsed))), parsed);
  }));
});
