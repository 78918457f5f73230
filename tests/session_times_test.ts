import { assert, assertEquals, assertMatch } from "@std/assert";
import { isObject } from "../lib/record/read_rows.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation } from "./import_test_support.ts";

const SESSION = "7c3d0000-0000-4000-8000-000000000001";
const EARLIER = "7c3d0000-0000-4000-8000-000000000002";

/** An hour ago and so many minutes later. */
const at = (minutes: number): { readonly timestamp: string } => ({
  timestamp: new Date(START + minutes * 60_000).toISOString(),
});
const START = Date.now() - 60 * 60_000;

/** The times of the sessions that are listed, in their order. */
async function times(machine: CommandMachine, words: readonly string[]): Promise<readonly unknown[]> {
  const { sessions } = await machine.json(["sessions", "list", ...words]);
  return Array.isArray(sessions)
    ? sessions.filter(isObject).map(({ id, first, last, minutes, questions }) => [id, first, last, minutes, questions])
    : [];
}

for (const purge of [[], ["--purge"]]) {
  commandTest(
    `sessions list takes its times from what is left when forget${
      purge.map((word) => ` ${word}`).join("")
    } took the rest`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(SESSION, kettle);
      talk.typed("how long does it take?", at(0));
      talk.reply("Four minutes.", at(1));
      talk.typed("and with a lid?", at(10));
      talk.reply("Three.", at(12));
      talk.typed("and for Acme Corp?", at(30));
      talk.reply("The same.", at(31));
      machine.transcript(SESSION, talk.rows);
      const earlier = conversation(EARLIER, kettle);
      earlier.typed("what is in it?", { ...at(-20), uuid: "e-1", parentUuid: null });
      earlier.reply("Water.", { ...at(-19), uuid: "e-2", parentUuid: "e-1" });
      machine.transcript(EARLIER, earlier.rows);
      await machine.ok(["learn"]);
      const stamp = (minutes: number) => at(minutes).timestamp;
      const second = [EARLIER, stamp(-20), stamp(-19), 1, 1];
      assertEquals(await times(machine, ["--all"]), [[SESSION, stamp(0), stamp(31), 31, 3], second]);
      await machine.ok(["forget", "--match", "Acme Corp", ...purge], { cwd: kettle });
      assertEquals(await times(machine, ["--all"]), [[SESSION, stamp(0), stamp(12), 12, 2], second]);
      const [id = ""] = (await machine.ok(["sessions", "list", "--all"])).split("\n").at(1)?.split(" ") ?? [];
      assert(id.length > 8 && (await machine.ok(["sessions", "show", id, "--all"])).includes("and with a lid?"));
      assertMatch(await machine.ok(["sessions", "list", "--all"]), /^7c3d0000\S* .*2 questions, 12 min/m);
    },
  );
}

commandTest("sessions list counts no message that was said in a pause", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("how long does it take?", at(0));
  talk.reply("Four minutes.", at(1));
  machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn"]);
  await machine.ok(["pause"]);
  talk.typed("and with a lid?", { timestamp: new Date().toISOString() });
  talk.reply("Three.", { timestamp: new Date().toISOString() });
  machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn"]);
  await machine.ok(["resume"]);
  assertEquals(await times(machine, ["--in", kettle]), [[SESSION, at(0).timestamp, at(1).timestamp, 1, 1]]);
});
