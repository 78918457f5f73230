import { assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { canonicalExchanges } from "./canonical.ts";
import type { ExchangeChange } from "../exchange/changes.ts";
import {
  answer,
  dyingDisk,
  evidence,
  exchangesOf,
  Killed,
  placeOf,
  provisional,
  question,
  run,
} from "./store_test_support.ts";
import { disk } from "../io/disk.ts";
import { EXCHANGES_FILE, META_FILE, SEEN_FILE, under } from "./layout.ts";

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
