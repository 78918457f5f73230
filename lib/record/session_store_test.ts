import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import type { ExchangeChange } from "../exchange/changes.ts";
import { disk } from "../io/disk.ts";
import { canonicalExchanges } from "./canonical.ts";
import { exchangeIdOf } from "./ids.ts";
import { EXCHANGES_FILE, META_FILE, SEEN_FILE, type SessionPlace, under } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { readLearnings } from "./learnings_store.ts";
import { readMeta } from "./meta.ts";
import type { AddOutcome, SessionStore } from "./session_store.ts";
import {
  answer,
  CLIENT,
  dyingDisk,
  evidence,
  exchangesOf,
  Killed,
  NOW,
  placeOf,
  provisional,
  question,
  run,
  SEAL_KEY,
} from "./store_test_support.ts";

const LEARNING: LearningRow = {
  id: "l1",
  kind: "facts",
  createdAt: NOW,
  payload: { text: "The kettle is steel." },
  provenance: { client: CLIENT, claudeSessionUuid: "s1" },
};

const CONVERSATION: readonly ExchangeChange[] = [
  question("q1", "How do I descale the kettle?"),
  answer("q1", "a1", "With vinegar. ".repeat(1500)),
  evidence("q1", "e1", "job 7 finished"),
  answer("q1", "a2", "Then rinse."),
  question("q2", "And the filter?"),
  answer("q2", "a3", "Soak it."),
];

function addAll(changes: readonly ExchangeChange[]) {
  return { use: (store: { add(change: ExchangeChange): unknown }) => changes.forEach((change) => store.add(change)) };
}

diskTest("openSession() appends nothing when everything is read again", () =>
  withTemporaryDirectory((workDir) => {
    const place = placeOf(workDir, "s1");
    run(place, "s1", addAll(CONVERSATION));
    const path = under(place.directory, EXCHANGES_FILE);
    const before = disk.readText(path);
    const again = run(place, "s1", addAll(CONVERSATION));
    assertEquals(disk.readText(path), before);
    assertEquals(again.cursor?.offset, 10);
  }));

diskTest(
  "openSession() gives the same store in one run and in a run a message",
  () =>
    withTemporaryDirectory((workDir) => {
      const whole = placeOf(under(workDir, "whole"), "s1");
      const pieces = placeOf(under(workDir, "pieces"), "s1");
      run(whole, "s1", addAll(CONVERSATION));
      for (const change of CONVERSATION) run(pieces, "s1", addAll([change]));
      assertEquals(canonicalExchanges(exchangesOf(pieces)), canonicalExchanges(exchangesOf(whole)));
    }),
);

diskTest(
  "commit() loses and doubles nothing when the process dies at any write",
  () =>
    withTemporaryDirectory((workDir) => {
      const whole = placeOf(under(workDir, "whole"), "s1");
      run(whole, "s1", addAll(CONVERSATION));
      const expected = canonicalExchanges(exchangesOf(whole));
      const first = CONVERSATION.slice(0, 3);
      let survives = 0;
      for (let died = true; died; survives++) {
        const place = placeOf(under(workDir, `dies-${survives}`), "s1");
        run(place, "s1", addAll(first));
        const files = dyingDisk(survives);
        died = false;
        try {
          run(place, "s1", { ...addAll(CONVERSATION), files });
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          died = true;
        }
        run(place, "s1", addAll(CONVERSATION));
        assertEquals(canonicalExchanges(exchangesOf(place)), expected, `dies at write ${survives}`);
      }
      assertEquals(survives > 3, true);
    }),
);

diskTest(
  "openSession() reads from the beginning, without doubling, when another program touched meta.json",
  async (t) => {
    const CASES: Readonly<Record<string, (path: string) => void>> = {
      deleted: (path) => disk.remove(path),
      emptied: (path) => disk.replace(path, new Uint8Array()),
      "not JSON": (path) => disk.replace(path, new TextEncoder().encode("{")),
      "rewritten without our part": (path) =>
        disk.replace(path, new TextEncoder().encode('{"claudeSessionUuid":"s1","theirs":1}')),
    };
    for (const [name, touch] of Object.entries(CASES)) {
      await t.step(name, () =>
        withTemporaryDirectory((workDir) => {
          const place = placeOf(workDir, "s1");
          run(place, "s1", addAll(CONVERSATION));
          const rows = disk.readText(under(place.directory, EXCHANGES_FILE));
          touch(under(place.directory, META_FILE));
          const store = run(place, "s1", addAll(CONVERSATION));
          assertEquals(store.cursor, null);
          assertEquals(disk.readText(under(place.directory, EXCHANGES_FILE)), rows);
          if (name.startsWith("rewritten")) {
            assertEquals(JSON.parse(disk.readText(under(place.directory, META_FILE)) ?? "").theirs, 1);
          }
        }));
    }
  },
);

diskTest("openSession() holds each message once when fork and original are imported in any order", async () => {
  const fork: readonly ExchangeChange[] = [
    ...CONVERSATION.slice(0, 4),
    answer("q1", "f1", "Only the fork says this."),
    question("q3", "Only the fork asks this."),
  ];
  const sessions: Readonly<Record<string, readonly ExchangeChange[]>> = { original: CONVERSATION, fork };
  for (const order of [["original", "fork"], ["fork", "original"]]) {
    await withTemporaryDirectory((workDir) => {
      for (const id of order) run(placeOf(workDir, id), id, addAll(sessions[id] ?? []));
      const all = order.flatMap((id) => exchangesOf(placeOf(workDir, id)));
      const uuids = all.flatMap((exchange) => [
        ...(exchange.question === null ? [] : [exchange.question.uuid]),
        ...[...exchange.answers, ...exchange.evidence].map((message) => message.uuid),
      ]);
      assertEquals(uuids.toSorted(), ["a1", "a2", "a3", "e1", "f1", "q1", "q2", "q3"]);
      assertEquals(all.filter((exchange) => exchange.copyOf !== null).map((exchange) => exchange.copyOf), [
        ...(order[0] === "original" ? ["original"] : []),
      ]);
    });
  }
});

diskTest("add() puts the real reply in the place of a provisional one", () =>
  withTemporaryDirectory((workDir) => {
    const place = placeOf(workDir, "s1");
    run(place, "s1", addAll([question("q1", "Boil?"), provisional("q1", "Yes. ".repeat(4000))]));
    assertEquals(
      exchangesOf(place)[0]?.answers.map(({ uuid, provisional, text }) => [uuid, provisional, text.length]),
      [
        [null, true, 20000],
      ],
    );
    run(place, "s1", addAll([question("q1", "Boil?"), answer("q1", "a1", "Yes.")]));
    assertEquals(exchangesOf(place)[0]?.answers.map(({ uuid, text }) => [uuid, text]), [["a1", "Yes."]]);
  }));

diskTest(
  "commit() makes a new revision valid, and readers ignore it before",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      run(place, "s1", addAll(CONVERSATION));
      const before = canonicalExchanges(exchangesOf(place));
      const changed = CONVERSATION.map((change) =>
        "text" in change ? { ...change, text: `again: ${change.text}` } : change
      );
      // Directory, .gitignore and README exist; the second write is meta.json.
      assertThrows(() => run(place, "s1", { ...addAll(changed), relearn: true, files: dyingDisk(2) }), Killed);
      assertEquals(canonicalExchanges(exchangesOf(place)), before);
      const store = run(place, "s1", { ...addAll(changed), relearn: true });
      assertEquals(store.revision, 2);
      assertEquals(exchangesOf(place).map((exchange) => exchange.question?.text), [
        "again: How do I descale the kettle?",
        "again: And the filter?",
      ]);
      const rows = disk.readText(under(place.directory, EXCHANGES_FILE));
      run(place, "s1", addAll(CONVERSATION));
      assertEquals(disk.readText(under(place.directory, EXCHANGES_FILE)), rows);
      assertEquals(disk.stat(under(place.folder, SEEN_FILE))?.isFile, true);
    }),
);

const STATE: ExchangeChange = {
  type: "state",
  exchangeId: exchangeIdOf(CLIENT, "q1"),
  state: "rewound",
  at: NOW,
};

diskTest(
  "add() tells what is new from what this session and what another one has",
  () =>
    withTemporaryDirectory((workDir) => {
      const outcomes = (id: string, changes: readonly ExchangeChange[], accepts = true) => {
        const seen: AddOutcome[] = [];
        run(placeOf(workDir, id), id, { accepts, use: (store) => changes.forEach((one) => seen.push(store.add(one))) });
        return seen;
      };
      const two = CONVERSATION.slice(4);
      assertEquals(outcomes("s1", [...two, STATE]), ["stored", "stored", "copy"]);
      assertEquals(outcomes("s2", two), ["copy", "copy"]);
      assertEquals(outcomes("s1", two, false), ["known", "known"]);
      assertEquals(outcomes("s2", [...two, question("q9", "New?")], false), ["copy", "copy", "stored"]);
      assertEquals(outcomes("s1", [...CONVERSATION, STATE], false), [
        ...["stored", "stored", "stored", "stored", "known", "known", "stored"] as const,
      ]);
      assertEquals(outcomes("s1", [...CONVERSATION, STATE], false).at(-1), "known");
      assertEquals(readMeta(disk, placeOf(workDir, "s2").directory).imprint?.skippedCopies, 2);
      assertEquals(readMeta(disk, placeOf(workDir, "s1").directory).imprint?.skippedCopies, 0);
    }),
);

diskTest(
  "openSession() gives up the cursor when it is refused, when rows are gone, and when they were removed",
  async (t) => {
    const CASES: Readonly<Record<string, readonly [(place: SessionPlace) => void, accepts: boolean]>> = {
      refused: [() => {}, false],
      "exchanges gone": [(place) => disk.remove(under(place.directory, EXCHANGES_FILE)), true],
      "learnings shorter": [(place) => disk.replace(under(place.directory, "facts.jsonl"), new Uint8Array()), true],
    };
    for (const [name, [spoil, accepts]] of Object.entries(CASES)) {
      await t.step(name, () =>
        withTemporaryDirectory((workDir) => {
          const place = placeOf(workDir, "s1");
          const use = (store: SessionStore) => {
            CONVERSATION.forEach((change) => store.add(change));
            store.learn(LEARNING);
          };
          run(place, "s1", { use });
          const before = canonicalExchanges(exchangesOf(place));
          assertEquals(run(place, "s1", { use }).cursor?.offset, 10);
          spoil(place);
          assertEquals(run(place, "s1", { use, accepts }).cursor, null);
          assertEquals(canonicalExchanges(exchangesOf(place)), before);
          assertEquals(readLearnings(disk, place.directory, { key: SEAL_KEY }).learnings.length, 1);
        }));
    }
  },
);

diskTest(
  "openSession() trusts the cursor when other programs only added learnings",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      run(place, "s1", addAll(CONVERSATION));
      disk.append(under(place.directory, "facts.jsonl"), new TextEncoder().encode('{"id":"theirs","kind":"facts"}'));
      const store = run(place, "s1", { use: (store) => void store.learn(LEARNING) });
      assertEquals(store.cursor?.offset, 10);
      assertEquals(
        disk.readText(under(place.directory, "facts.jsonl"))?.startsWith('{"id":"theirs","kind":"facts"}\n{"id":"l1"'),
        true,
      );
    }),
);

diskTest("learn() seals, and stores what says something new only", () =>
  withTemporaryDirectory((workDir) => {
    const place = placeOf(workDir, "s1");
    const learned: boolean[] = [];
    const changed = { ...LEARNING, payload: { text: "The kettle is copper." } };
    for (const row of [LEARNING, LEARNING, changed, LEARNING]) {
      run(place, "s1", { use: (store) => learned.push(store.learn(row)) });
    }
    assertEquals(learned, [true, false, true, true]);
    const { learnings } = readLearnings(disk, place.directory, { key: SEAL_KEY });
    assertEquals(learnings.map(({ row, foreign }) => [row.payload.text, foreign]), [
      ["The kettle is steel.", false],
      ["The kettle is copper.", false],
      ["The kettle is steel.", false],
    ]);
  }));

diskTest(
  "add() calls a message that stands twice in one run known, not a copy",
  () =>
    withTemporaryDirectory((workDir) => {
      const outcomes: AddOutcome[] = [];
      for (const options of [{}, { relearn: true }]) {
        run(placeOf(workDir, "s1"), "s1", {
          ...options,
          use: (store) =>
            [...CONVERSATION.slice(4), ...CONVERSATION.slice(4)].map((one) => outcomes.push(store.add(one))),
        });
      }
      const twice: readonly AddOutcome[] = ["stored", "stored", "known", "known"];
      assertEquals(outcomes, [...twice, ...twice]);
      assertEquals(readMeta(disk, placeOf(workDir, "s1").directory).imprint?.skippedCopies, 0);
    }),
);

diskTest(
  "add() writes no exchanges when only learnings are stored, but remembers the messages",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      const options = { storesExchanges: false };
      const outcomes: AddOutcome[] = [];
      run(place, "s1", {
        ...options,
        use: (store) => outcomes.push(store.add(question("q1", "Boil?")), store.add(provisional("q1", "x"))),
      });
      run(placeOf(workDir, "fork"), "fork", {
        ...options,
        use: (store) => outcomes.push(store.add(question("q1", "Boil?"))),
      });
      assertEquals(outcomes, ["stored", "stored", "copy"]);
      assertEquals(disk.list(place.directory), [META_FILE]);
    }),
);

diskTest(
  "commit() keeps where the open exchange stands, so that a warm run reads no rows",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      run(place, "s1", addAll(CONVERSATION));
      const opened: string[] = [];
      const files = { ...disk, open: (path: string) => (opened.push(path), disk.open(path)) };
      run(place, "s1", { files, use: (store) => store.add(answer("q2", "a4", "And dry it.")) });
      // One look at the last byte, to see whether the last line is torn.
      assertEquals(opened, [under(place.directory, EXCHANGES_FILE)]);
      assertEquals(exchangesOf(place)[1]?.answers.map(({ uuid }) => uuid), ["a3", "a4"]);
      assertEquals(readMeta(disk, place.directory).imprint?.positions[exchangeIdOf(CLIENT, "q2")], { nextPart: 2 });
    }),
);

diskTest(
  "add() drops the provisional reply when the real one stands in another session",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      run(place, "s1", addAll([question("q1", "Boil?"), provisional("q1", "Yes.")]));
      run(placeOf(workDir, "fork"), "fork", addAll([question("q1", "Boil?"), answer("q1", "a1", "Yes.")]));
      run(place, "s1", addAll([answer("q1", "a1", "Yes.")]));
      assertEquals(exchangesOf(place)[0]?.answers, []);
      assertEquals(exchangesOf(placeOf(workDir, "fork"))[0]?.answers.map(({ uuid }) => uuid), ["a1"]);
    }),
);

/** A run that is killed between the pieces of a text, which a copy of the session then holds whole. */
const UNFINISHED_COPY = [
  { session: "c", upTo: 11, survives: 4 },
  { session: "b", upTo: 0, survives: null },
  { session: "c", upTo: 0, survives: 1 },
  { session: "b", upTo: 12, survives: 1 },
  { session: "a", upTo: 10, survives: null },
];

diskTest(
  "add() takes the pieces of a killed run back when another session holds the message",
  () =>
    withTemporaryDirectory((workDir) => {
      const [place, fork] = [placeOf(workDir, "s1"), placeOf(workDir, "fork")];
      const changes = [question("q1", "Boil? ".repeat(5000)), answer("q1", "a1", "Yes. ".repeat(5000))];
      run(place, "s1", addAll([question("q0", "Dry?")]));
      for (const unfinished of changes) {
        // Half of what one append would write reaches the disk.
        assertThrows(() => run(place, "s1", { ...addAll([unfinished]), files: dyingDisk(1) }), Killed);
        const read = changes.slice(0, changes.indexOf(unfinished) + 1);
        run(fork, "fork", addAll(read));
        run(place, "s1", { ...addAll([question("q0", "Dry?"), ...read]), accepts: false });
        const own = exchangesOf(place).map((exchange) => [exchange.question?.text, exchange.answers.length]);
        assertEquals(own, [["Dry?", 0]]);
        assertEquals(exchangesOf(fork)[0]?.question?.text.length, 30_000);
      }
      assertEquals(exchangesOf(fork)[0]?.answers.map(({ text }) => text.length), [25_000]);
      const rows = disk.readText(under(place.directory, EXCHANGES_FILE));
      run(place, "s1", { ...addAll([question("q0", "Dry?"), ...changes]), accepts: false });
      assertEquals(disk.readText(under(place.directory, EXCHANGES_FILE)), rows);
    }),
);

diskTest(
  "add() takes no parts of another exchange back than the one that holds the pieces",
  () =>
    withTemporaryDirectory((workDir) => {
      const place = placeOf(workDir, "s1");
      const long = "Yes. ".repeat(5000);
      const pieces = [question("q1", "Boil?"), answer("q1", "a1", long)];
      run(place, "s1", addAll([question("q0", "Dry?")]));
      assertThrows(() => run(place, "s1", { ...addAll(pieces), files: dyingDisk(1) }), Killed);
      run(placeOf(workDir, "fork"), "fork", addAll(pieces));
      const moved = [
        question("q0", "Dry?"),
        question("q2", "Rinse?"),
        answer("q2", "b1", long),
        answer("q2", "a1", long),
      ];
      run(place, "s1", { ...addAll(moved), accepts: false });
      const [rinse] = exchangesOf(place).filter(({ question }) => question?.text === "Rinse?");
      assertEquals(rinse?.answers.map(({ uuid, text }) => [uuid, text.length]), [["b1", long.length]]);
    }),
);

diskTest(
  "commit() holds each message once and loses none, however runs of copies interleave and die",
  () =>
    withTemporaryDirectory(async (dir) => {
      const messages = Array.from(
        { length: 12 },
        (_, i) =>
          i % 3 === 0
            ? question(`m${i}`, `${i}? `.repeat(i * 300 + 1))
            : answer(`m${i - i % 3}`, `m${i}`, `${i}. `.repeat(i * 300)),
      );
      const step = fc.record({
        session: fc.constantFrom("a", "b", "c"),
        upTo: fc.nat(12),
        survives: fc.option(fc.nat(6)),
      });
      let count = 0;
      await fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
          const workDir = under(dir, `${count++}`);
          const reached = new Map<string, number>();
          for (const { session, upTo, survives } of steps) {
            const end = Math.max(reached.get(session) ?? 0, upTo);
            reached.set(session, end);
            try {
              run(placeOf(workDir, session), session, {
                ...addAll(messages.slice(0, end)),
                files: survives === null ? disk : dyingDisk(survives),
              });
            } catch (error) {
              if (!(error instanceof Killed)) throw error;
            }
          }
          for (const [session, end] of reached) {
            run(placeOf(workDir, session), session, { ...addAll(messages.slice(0, end)), accepts: false });
          }
          const all = [...reached.keys()].flatMap((session) => exchangesOf(placeOf(workDir, session)));
          const stored = all.flatMap(({ question, answers }) => [...question === null ? [] : [question], ...answers]);
          const expected = messages.slice(0, Math.max(...reached.values()));
          const byKey = (one: readonly unknown[], other: readonly unknown[]) => `${one[0]}` < `${other[0]}` ? -1 : 1;
          assertEquals(
            stored.map(({ uuid, text }) => [uuid, text]).toSorted(byKey) as unknown,
            expected.map((change) => "uuid" in change ? [change.uuid, change.text] : []).toSorted(byKey),
          );
        }),
        { numRuns: 25, examples: [[UNFINISHED_COPY]] },
      );
    }),
);
