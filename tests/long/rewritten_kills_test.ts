import { assert, assertEquals } from "@std/assert";
import { commandTest } from "../command_test_support.ts";
import { walk } from "../import_test_support.ts";
import { ASKED, HALF, KEPT, LONG, type Said, textsOf, WHOLE, WITHOUT_IDS } from "../rewritten_replies_test_support.ts";

/** What had been said, and what that has become: less than a row, more, and over several rows. */
const GROWN: readonly (readonly [string, readonly Said[], readonly Said[]])[] = [
  ["that had grown", [ASKED, HALF, [3, "agent", "I pour."]], [ASKED, WHOLE, [3, "agent", `I pour. ${LONG}`]]],
  ["of several rows that had grown to more", [ASKED, [2, "agent", LONG.slice(0, 9000)]], [ASKED, [
    2,
    "agent",
    `${LONG.slice(0, 9000)}${LONG.toUpperCase()}`,
  ]]],
];
/** Only under an id of its own another text is the same reply. */
const OTHER: typeof GROWN[number] = [
  "of several rows that had become another",
  [ASKED, [2, "agent", LONG]],
  [ASKED, [2, "agent", LONG.toUpperCase().slice(0, 17_000)]],
];

for (const kept of [...KEPT, WITHOUT_IDS]) {
  for (const [name, first, second] of kept === WITHOUT_IDS ? GROWN : [...GROWN, OTHER]) {
    commandTest(
      `learn tells once a reply of ${kept.client} ${name}, wherever a run is killed at it`,
      async (machine) => {
        const kettle = machine.project("kettle");
        await machine.ok(["learn", "--transcript", kept.put(machine, kettle, first)]);
        const stored = (name: string): string =>
          [...walk(`${kettle}/.umwelten/learnings`)].find((path) => path.endsWith(`/${name}`)) ?? "";
        const meta = Deno.readTextFileSync(stored("meta.json"));
        const before = Deno.readTextFileSync(stored("exchanges.jsonl"));
        const path = kept.put(machine, kettle, second);
        await machine.ok(["learn", "--transcript", path]);
        const after = Deno.readTextFileSync(stored("exchanges.jsonl"));
        assertEquals(textsOf(machine, kettle), second.map(([, , text]) => text));
        // The second run killed at each of its rows, and inside it; the last row takes the first run's back.
        const ends = [...after.matchAll(/\n/g)].map(({ index }) => index + 1).filter((end) => end > before.length);
        const cuts = ends.flatMap((end, n) => {
          const begin = n === 0 ? before.length : ends[n - 1]!;
          return [begin, begin + 1, (begin + end) >> 1, end - 1];
        });
        assert(cuts.length >= 16, `${cuts}`);
        for (const cut of cuts) {
          Deno.writeTextFileSync(stored("exchanges.jsonl"), after.slice(0, cut));
          Deno.writeTextFileSync(stored("meta.json"), meta);
          Deno.removeSync(`${machine.home}/state`, { recursive: true });
          // Who reads between is told one or the other.
          const texts = (cut === after.length - 1 ? second : first).map(([, , text]) => text);
          assertEquals(textsOf(machine, kettle), texts, `${cut} bytes`);
          for (let run = 0; run < 2; run++) {
            await machine.ok(["learn", "--transcript", path]);
            assertEquals(textsOf(machine, kettle), second.map(([, , text]) => text), `${cut} bytes`);
          }
        }
      },
    );
  }
}
