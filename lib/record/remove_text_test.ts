import { assert, assertEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import type { ExchangeChange } from "../exchange/changes.ts";
import { disk } from "../io/disk.ts";
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS } from "../types.ts";
import { canonicalExchanges } from "./canonical.ts";
import { exchangeIdOf, messageIdentityOf } from "./ids.ts";
import { EXCHANGES_FILE, learningFile, META_FILE, type SessionPlace, under } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { readLearnings } from "./learnings_store.ts";
import { readMeta } from "./meta.ts";
import { removeMessages } from "./remove_messages.ts";
import { removeText, sessionsToReadAgain, type SessionToReadAgain } from "./remove_text.ts";
import {
  answer,
  CLIENT,
  COMMIT,
  dyingDisk,
  evidence,
  exchangesOf,
  Killed,
  NOW,
  placeOf,
  question,
  run,
  SEAL_KEY,
} from "./store_test_support.ts";

/** Stands in every text of the conversation. */
const SECRET = "porcelain";
const CONVERSATION: readonly ExchangeChange[] = [
  question("q1", `Is ${SECRET} ok?`),
  answer("q1", "a1", `${SECRET} is. `.repeat(1200)),
  evidence("q1", "e1", `${SECRET} evidence`),
  question("q2", `More ${SECRET}?`),
  answer("q2", "a2", `No ${SECRET}.`),
];

function learningFrom(key: string, exchange: string): LearningRow {
  return {
    id: `learned-${key}`,
    kind: "facts",
    createdAt: NOW,
    payload: { text: `Learned: ${SECRET} (${key})`, quote: SECRET, key: "k" },
    provenance: {
      client: CLIENT,
      claudeSessionUuid: "s1",
      workspace: "default",
      exchangeId: exchangeIdOf(CLIENT, exchange),
      messageUuids: [key],
    },
  };
}

function store(place: SessionPlace, sessionId: string, changes: readonly ExchangeChange[], files: Files = disk) {
  return run(place, sessionId, {
    files,
    use: (store) => {
      changes.forEach((change) => store.add(change));
      store.learn(learningFrom("a1", "q1"));
    },
    commit: { digest: { first: SECRET }, reader: { queued: SECRET } },
  });
}

function remove(place: SessionPlace, sessionId: string, files: Files = disk): readonly SessionToReadAgain[] {
  const { workspace, projectPath, transcripts, directories, flags } = COMMIT;
  return removeText(files, place, {
    reason: "claimed",
    now: NOW,
    sealKey: SEAL_KEY,
    session: {
      client: CLIENT,
      sessionId,
      workspace,
      projectPath,
      transcripts,
      directories,
      flags,
      verdict: { kind: "claimed" },
    },
  });
}

/** Every file below a directory that holds the word. */
function filesWith(word: string, directory: string): readonly string[] {
  return (disk.list(directory) ?? []).flatMap((name) => {
    const path = under(directory, name);
    if (disk.stat(path)?.isDirectory === true) return filesWith(word, path);
    return disk.readText(path)?.includes(word) === true ? [path] : [];
  });
}

diskTest(
  "removeText() leaves no text in any file, and ids in a tombstone each",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      store(place, "s1", CONVERSATION);
      for (const kind of LEARNING_KINDS) {
        const theirs = { id: `theirs-${kind}`, kind, createdAt: NOW, payload: { text: SECRET, note: SECRET } };
        const lines = `${JSON.stringify(theirs)}\n{"kind":"${kind}","payload":{"text":"${SECRET}"}}\n{"torn ${SECRET}`;
        disk.append(under(place.directory, learningFile(kind)), new TextEncoder().encode(lines));
      }
      disk.append(under(place.directory, EXCHANGES_FILE), new TextEncoder().encode(`{"torn":"${SECRET}`));
      const meta = JSON.parse(disk.readText(under(place.directory, META_FILE)) ?? "");
      disk.replace(
        under(place.directory, META_FILE),
        new TextEncoder().encode(JSON.stringify({ ...meta, summary: SECRET })),
      );
      assertEquals(filesWith(SECRET, workDir).length, 7);

      remove(place, "s1");
      assertEquals(filesWith(SECRET, workDir), []);
      assertEquals(exchangesOf(place).map(({ id, state, question }) => [id, state, question]), [
        [exchangeIdOf(CLIENT, "q1"), "retracted", null],
        [exchangeIdOf(CLIENT, "q2"), "retracted", null],
      ]);
      const { learnings, bad } = readLearnings(disk, place.directory, { key: SEAL_KEY });
      assertEquals(bad, 0);
      assertEquals(
        learnings.map(({ row }) => row.id).toSorted(),
        [
          "learned-a1",
          ...LEARNING_KINDS.map((kind) => `theirs-${kind}`),
        ].toSorted(),
      );
      assert(
        learnings.every(({ row, foreign }) => row.payload.retracted === true && row.payload.text === "" && !foreign),
      );
      const { imprint } = readMeta(disk, place.directory);
      assertEquals(imprint?.tombstone, { at: NOW, reason: "claimed", pending: false });
      assertEquals(imprint?.directories, COMMIT.directories);
    }),
);

diskTest("removeText() done again changes no byte", () =>
  withTemporaryDirectory((workDir) => {
    const place = placeOf(workDir, "s1");
    store(place, "s1", CONVERSATION);
    remove(place, "s1");
    const bytes = () =>
      [EXCHANGES_FILE, "facts.jsonl", META_FILE].map((name) => disk.readText(under(place.directory, name)));
    const before = bytes();
    remove(place, "s1");
    assertEquals(bytes(), before);
  }));

diskTest("removeText() does nothing where nothing was stored", () =>
  withTemporaryDirectory((workDir) => {
    assertEquals(remove(placeOf(workDir, "s1"), "s1"), []);
    assertEquals(disk.list(workDir), []);
  }));

diskTest("openSession() finishes a removal that died at any write", () =>
  withTemporaryDirectory((workDir) => {
    let survives = 0;
    for (let died = true; died; survives++) {
      const place = placeOf(under(workDir, `dies-${survives}`), "s1");
      store(place, "s1", CONVERSATION);
      // A run that was killed earlier left the content of a file beside it.
      disk.append(under(place.directory, "meta.json.00000000.imprint-tmp"), new TextEncoder().encode(SECRET));
      died = false;
      try {
        remove(place, "s1", dyingDisk(survives));
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        died = true;
      }
      const wasBegun = readMeta(disk, place.directory).imprint?.tombstone !== undefined;
      // The next run decides the same where the first one had not even begun.
      if (!wasBegun) remove(place, "s1");
      run(place, "s1", { use: () => {} });
      assertEquals(filesWith(SECRET, place.workDir), [], `dies at write ${survives}`);
    }
    assert(survives > 4);
  }));

diskTest(
  "removeText() has the sessions that left messages to it read again, and they get all of theirs",
  () =>
    withTemporaryDirectory((workDir) => {
      const original = placeOf(workDir, "original");
      const fork = placeOf(workDir, "fork");
      const other = placeOf(workDir, "other");
      const forked = [...CONVERSATION, question("q3", "Only the fork."), answer("q3", "a3", "Yes.")];
      const alone = [question("q9", "Alone?")];
      store(original, "original", CONVERSATION);
      store(fork, "fork", forked);
      store(other, "other", alone);
      assertEquals(exchangesOf(fork).map(({ id }) => id), [exchangeIdOf(CLIENT, "q3")]);
      assertEquals(readMeta(disk, fork.directory).imprint?.skippedCopies, 5);

      const again = remove(original, "original");
      assertEquals(again.map(({ directory }) => directory), [fork.directory]);
      assertEquals(sessionsToReadAgain(disk, fork.folder).map(({ meta }) => meta.sessionId), ["fork"]);
      assertEquals(store(fork, "fork", forked).cursor, null);
      assertEquals(store(other, "other", alone).cursor?.offset, 10);
      assertEquals(sessionsToReadAgain(disk, fork.folder), []);

      const expected = placeOf(under(workDir, "expected"), "fork");
      store(expected, "fork", forked);
      const ids = (list: readonly { readonly id: string }[]) => list.toSorted((a, b) => a.id < b.id ? -1 : 1);
      assertEquals(ids(canonicalExchanges(exchangesOf(fork))), ids(canonicalExchanges(exchangesOf(expected))));
    }),
);

diskTest(
  "openSession() stores a removed session again, from byte 0, when it may be learned",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      store(place, "s1", CONVERSATION);
      const before = canonicalExchanges(exchangesOf(place));
      remove(place, "s1");
      const back = store(place, "s1", CONVERSATION);
      assertEquals(back.cursor, null);
      assertEquals(canonicalExchanges(exchangesOf(place)), before);
      assertEquals(readMeta(disk, place.directory).imprint?.tombstone, undefined);
      assertEquals(readLearnings(disk, place.directory, { key: SEAL_KEY }).learnings.at(-1)?.row, {
        ...learningFrom("a1", "q1"),
        provenance: {
          ...learningFrom("a1", "q1").provenance,
          seal: readLearnings(disk, place.directory, { key: SEAL_KEY }).learnings.at(-1)?.row.provenance.seal ?? "",
        },
      });
    }),
);

const identities = (...keys: string[]) => new Set(keys.map((key) => messageIdentityOf(CLIENT, key)));

diskTest(
  "removeMessages() takes messages out wherever they are held, for good",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      const other = placeOf(workDir, "other");
      store(place, "s1", CONVERSATION);
      run(other, "other", { use: (store) => store.add(question("q9", "Alone?")) });
      const options = { messages: identities("q1", "a1", "unknown"), now: NOW, sealKey: SEAL_KEY };
      assertEquals(removeMessages(disk, place.folder, options), [place.directory]);
      const check = () => {
        const alive = exchangesOf(place).filter(({ state }) => state !== "retracted");
        assertEquals(alive.map(({ question, answers }) => [question?.uuid, answers.map(({ uuid }) => uuid)]), [["q2", [
          "a2",
        ]]]);
        const text = disk.readText(under(place.directory, EXCHANGES_FILE)) ?? "";
        assertEquals([text.includes(`Is ${SECRET}`), text.includes('evidence":[')], [false, false]);
        const learned = readLearnings(disk, place.directory, { key: SEAL_KEY }).learnings.map(({ row }) =>
          row.payload.text
        );
        assertEquals(learned, [""]);
      };
      check();
      assertEquals(readMeta(disk, place.directory).imprint?.digest, null);
      assertEquals(removeMessages(disk, place.folder, options), []);
      // Read again from byte 0, they stay out; also when the session is learned anew.
      run(place, "s1", { use: (store) => CONVERSATION.forEach((change) => store.add(change)) });
      check();
      run(place, "s1", { relearn: true, use: (store) => CONVERSATION.forEach((change) => store.add(change)) });
      check();
      assertEquals(exchangesOf(other).length, 1);
    }),
);

diskTest(
  "removeMessages() takes single replies out of an exchange that stays",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      store(place, "s1", CONVERSATION);
      removeMessages(disk, place.folder, { messages: identities("a1"), now: NOW, sealKey: SEAL_KEY });
      assertEquals(
        exchangesOf(place).map(({ question, answers, evidence }) => [question?.uuid, answers.length, evidence.length]),
        [
          ["q1", 0, 1],
          ["q2", 1, 0],
        ],
      );
      run(place, "s1", { use: (store) => CONVERSATION.forEach((change) => store.add(change)) });
      assertEquals(exchangesOf(place)[0]?.answers, []);
    }),
);

/** What a payload told of a reply before the client wrote it. */
const early = (exchange: string, text: string): ExchangeChange => ({
  type: "provisional",
  exchangeId: exchangeIdOf(CLIENT, exchange),
  at: NOW,
  text,
});
const LONG = `${SECRET} is. `.repeat(2400);
/** What goes, what was stored, whether the word is left, and the replies that are. */
const EARLY:
  readonly (readonly [string, readonly string[], readonly (readonly ExchangeChange[])[], boolean, unknown])[] = [
    ["its real one took its place", ["a1"], [[early("q1", SECRET)], [answer("q1", "a1", SECRET)]], false, [[], []]],
    ["it was cut into pieces", ["a1"], [[early("q1", LONG)], [answer("q1", "a1", LONG)]], false, [[], []]],
    [
      "a later one took its place first",
      ["a1"],
      [[early("q1", SECRET)], [early("q1", "Longer.")], [answer("q1", "a1", SECRET)]],
      false,
      [[], []],
    ],
    [
      "another reply of its exchange goes",
      ["a1"],
      [[answer("q1", "a1", "Yes.")], [early("q1", SECRET)], [answer("q1", "a2", "No.")]],
      false,
      [["a2"], []],
    ],
    [
      "a reply of another exchange goes, and it stays",
      ["a2"],
      [[early("q1", SECRET)], [answer("q1", "a1", SECRET)], [question("q2", "More?"), answer("q2", "a2", "No.")]],
      true,
      [["a1"], []],
    ],
    [
      "it still waits for its real one, and it stays",
      ["a1"],
      [[answer("q1", "a1", "Yes.")], [early("q1", SECRET)]],
      true,
      [[null], []],
    ],
  ];

for (const [when, goes, runs, isLeft, replies] of EARLY) {
  diskTest(
    `removeMessages() takes a provisional reply out that nobody is shown any more: ${when}`,
    () =>
      withTemporaryDirectory((workDir) => {
        const place = placeOf(workDir, "s1");
        const asked = [question("q1", "Is it ok?"), question("q2", "More?")];
        run(place, "s1", { use: (store) => asked.forEach((change) => store.add(change)) });
        for (const changes of runs) {
          run(place, "s1", { use: (store) => changes.forEach((change) => store.add(change)) });
        }
        const options = { messages: identities(...goes), now: NOW, sealKey: SEAL_KEY };
        const check = () => {
          assertEquals(disk.readText(under(place.directory, EXCHANGES_FILE))?.includes(SECRET), isLeft);
          assertEquals(exchangesOf(place).map(({ answers }) => answers.map(({ uuid }) => uuid)), replies);
        };
        assertEquals(removeMessages(disk, place.folder, options), [place.directory]);
        check();
        assertEquals(removeMessages(disk, place.folder, options), []);
        check();
      }),
  );
}

diskTest(
  "removeMessages() ends in the same store when it died at any write and is done again",
  () =>
    withTemporaryDirectory((workDir) => {
      let survives = 0;
      for (let died = true; died; survives++) {
        const place = placeOf(under(workDir, `dies-${survives}`), "s1");
        store(place, "s1", CONVERSATION);
        const options = { messages: identities("q1", "a1", "e1"), now: NOW, sealKey: SEAL_KEY };
        died = false;
        try {
          removeMessages(dyingDisk(survives), place.folder, options);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          died = true;
        }
        removeMessages(disk, place.folder, options);
        run(place, "s1", { use: (store) => CONVERSATION.forEach((change) => store.add(change)) });
        const alive = exchangesOf(place).filter(({ state }) => state !== "retracted");
        assertEquals(alive.map(({ question }) => question?.uuid), ["q2"], `dies at write ${survives}`);
        const learned = readLearnings(disk, place.directory, { key: SEAL_KEY }).learnings.map(({ row }) =>
          row.payload.text
        );
        assertEquals(learned, [""]);
      }
      assert(survives > 3);
    }),
);
