import { assert, assertEquals, assertRejects } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { nativePath } from "../../scripts/native_path.ts";
import { InputError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import { LEARNING_KINDS } from "../types.ts";
import { learningKeyOf } from "./learning_key.ts";
import { openLearnings } from "./learnings_file_store.ts";
import { latestById, readLearnings } from "./learnings_store.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { isObject } from "./read_rows.ts";
import { resolveClaudeSession, resolveHabitatSession } from "./session_handle.ts";
import { ForgottenError } from "./stays_forgotten.ts";

const HABITAT = nativePath(new URL("../../fixtures/habitat/", import.meta.url));
const SESSION = `${HABITAT}sessions/telegram-4711`;
const KEY = new Uint8Array(32).fill(7);
const NOW = () => new Date("2026-04-07T12:00:00.000Z");
const CLAUDE = { projectPath: "/srv/kettle", sessionUuid: "7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10" };

/** umwelten's rule, from its documents: one JSON object a line with an id and the kind of its file, anything else skipped. */
function readAsUmwelten(text: string, kind: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    try {
      const row: unknown = JSON.parse(line);
      return isObject(row) && row.kind === kind && typeof row.id === "string" ? [row] : [];
    } catch {
      return [];
    }
  });
}

Deno.test("openLearnings().append() writes the row that umwelten's store writes", async () => {
  const files = memoryFiles();
  put(files, "/habitat/kettle/meta.json", "{}");
  const store = openLearnings(files, resolveHabitatSession(files, "/habitat/kettle"), { now: NOW });
  const row = await store.append("facts", {
    id: "f1",
    payload: {
      text: "The token is ghp_0123456789abcdefghijABCDEFGHIJ012345.",
      deep: { list: ["<private>x</private>"] },
    },
    provenance: { habitatSessionId: "kettle" },
  });
  const line = '{"id":"f1","kind":"facts","createdAt":"2026-04-07T12:00:00.000Z","payload":{"text":"The token is ' +
    '[redacted:github-token].","deep":{"list":["[redacted:private]"]}},"provenance":{"habitatSessionId":"kettle"}}\n';
  assertEquals(files.readText("/habitat/kettle/facts.jsonl"), line);
  assertEquals(readAsUmwelten(line, "facts"), [{ ...row }]);
  const bare = await store.append("facts", { payload: { text: "Another one." } });
  assert(/^[0-9a-f-]{36}$/.test(bare.id) && !("provenance" in bare));
  assertEquals(store.read("facts").map(({ id }) => id), ["f1", bare.id]);
});

Deno.test("openLearnings().append() puts a line feed behind a torn row, and refuses one that no reader takes", async () => {
  const files = memoryFiles();
  put(files, "/habitat/kettle/facts.jsonl", '{"id":"torn');
  const store = openLearnings(files, resolveHabitatSession(files, "/habitat/kettle"));
  await store.append("facts", { id: "f1", payload: { text: "whole" } });
  assertEquals(store.read("facts").map(({ id }) => id), ["f1"]);
  const payload = { text: "x".repeat(300_000) };
  await assertRejects(() => store.append("facts", { payload }), InputError, "at most 262144 are read back");
  assertEquals(store.read("facts").length, 1);
});

Deno.test("openLearnings() neither takes nor gives what was forgotten, also when that happens while it waits", async () => {
  const files = memoryFiles();
  const session = resolveClaudeSession({ workDir: "/srv/kettle", ...CLAUDE });
  const store = openLearnings(files, session, { data: "/data" });
  for (const text of ["Use tabs.", "Use spaces."]) await store.append("preferences", { payload: { text } });
  const act = (hash: string) => `{"id":"a","at":"x","subject":"learning","workspace":"default","hashes":["${hash}"]}\n`;
  put(files, "/data/tombstones.jsonl", act(learningKeyOf("preferences", "use tabs")));
  assertEquals(store.read("preferences").map(({ payload }) => payload.text), ["Use spaces."]);
  for (const payload of [{ text: "use tabs" }, { note: "\u201cUSE  tabs\u201d" }, { text: "x", quote: "Use tabs!" }]) {
    await assertRejects(() => store.append("facts", { payload }), ForgottenError, "this was forgotten");
  }
  assertEquals(files.contents.has(`${session.learningsRoot}/facts.jsonl`), false);
  const slow = openLearnings(
    {
      ...files,
      lock() {
        put(files, "/data/tombstones.jsonl", act(learningKeyOf("facts", "It leaks.")));
        return Promise.resolve({ release: () => {} });
      },
    },
    session,
    { data: "/data" },
  );
  await assertRejects(() => slow.append("facts", { payload: { text: "It leaks." } }), ForgottenError);
  assertEquals(store.read("facts"), []);
});

diskTest("openLearnings() reads what umwelten wrote, as umwelten does", () => {
  const store = openLearnings(disk, resolveHabitatSession(disk, SESSION));
  for (const kind of LEARNING_KINDS) {
    const text = disk.readText(`${SESSION}/${kind}.jsonl`) ?? "";
    assertEquals(store.read(kind).map((row) => ({ ...row })), readAsUmwelten(text, kind));
  }
  assertEquals([...store.iterate()].map(({ kind }) => kind), ["facts", "facts", "open_loops"]);
  assertEquals(store.readAll().open_loops[0]?.payload, { summary: "water bed 2 at seven", owner: "gardener" });
  // This product's own readers show the same rows as another's, with what they say.
  const { learnings, bad } = readLearnings(disk, SESSION, { key: KEY });
  assertEquals(latestById(learnings).map(({ row, foreign }) => [row.payload.text, foreign]), [
    ["bed 2 holds the tomatoes", true],
    ["The sensors report every ten minutes.", true],
    ["water bed 2 at seven; gardener", true],
  ]);
  assertEquals(bad, 2);
});

diskTest(
  "openLearnings() of a Claude session makes nothing before the first row, and then what umwelten expects",
  () =>
    withTemporaryDirectory(async (workDir) => {
      const session = resolveClaudeSession({ workDir, ...CLAUDE });
      const store = openLearnings(disk, session, { now: NOW, sealKey: KEY });
      assertEquals([...store.iterate()], []);
      assertEquals([...Deno.readDirSync(workDir)], []);
      const row = await store.append("preferences", { payload: { text: "Use tabs." } });
      assertEquals(session.learningsRoot, `${workDir}/.umwelten/learnings/claude/${keyOfFixture()}`);
      const { updatedAt: _, learningsRoot: __, ...theirs } = JSON.parse(
        Deno.readTextFileSync(`${HABITAT}mirror/${keyOfFixture()}/meta.json`),
      );
      const meta = JSON.parse(Deno.readTextFileSync(`${session.learningsRoot}/meta.json`));
      assertEquals(meta, { ...theirs, learningsRoot: session.learningsRoot, updatedAt: "2026-04-07T12:00:00.000Z" });
      assertEquals(Deno.readTextFileSync(`${workDir}/.umwelten/learnings/.gitignore`), "*\n");
      assertEquals(readAsUmwelten(Deno.readTextFileSync(`${session.learningsRoot}/preferences.jsonl`), "preferences"), [
        { ...row },
      ]);
      const { learnings } = readLearnings(disk, session.learningsRoot, { key: KEY });
      assertEquals(learnings.map(({ foreign }) => foreign), [false]);
      assertEquals(readLearnings(disk, session.learningsRoot, { key: undefined }).learnings[0]?.foreign, true);
    }),
);

diskTest(
  "openLearnings() of a Claude session keeps the meta.json that is there and waits for the directory's lock",
  () =>
    withTemporaryDirectory(async (workDir) => {
      const session = resolveClaudeSession({ workDir, ...CLAUDE });
      Deno.mkdirSync(session.learningsRoot, { recursive: true });
      for (const name of ["meta.json", "preferences.jsonl"]) {
        Deno.copyFileSync(`${HABITAT}mirror/${keyOfFixture()}/${name}`, `${session.learningsRoot}/${name}`);
      }
      const before = Deno.readTextFileSync(`${session.learningsRoot}/meta.json`);
      const store = openLearnings(disk, session, { now: NOW });
      await store.append("preferences", { id: "ours", payload: { text: "Use tabs." } });
      assertEquals(Deno.readTextFileSync(`${session.learningsRoot}/meta.json`), before);
      assertEquals(store.read("preferences").map(({ payload }) => payload), [
        { text: "Use tabs in this project.", weight: 3 },
        { text: "Use tabs." },
      ]);
      const busy = openLearnings({ ...disk, lock: () => Promise.resolve(undefined) }, session);
      await assertRejects(() => busy.append("facts", { payload: {} }), InputError, "another run has held");
    }),
);

/** Its name is what umwelten makes of the project and the session. */
function keyOfFixture(): string {
  return Array.from(Deno.readDirSync(`${HABITAT}mirror`), ({ name }) => name)[0] ?? "";
}
