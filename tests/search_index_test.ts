import { assert, assertEquals, assertThrows } from "@std/assert";
import { openIndex, type WorkDirIndex } from "../lib/cli/search/index_of.ts";
import { InputError } from "../lib/errors.ts";
import { dropSearchIndexes, searchIndexFolder } from "../lib/import/search_index.ts";
import { disk } from "../lib/io/disk.ts";
import type { Files } from "../lib/io/files.ts";
import { conversation, type Machine, machineTest, walk } from "./import_test_support.ts";

const SESSION = "0000000a-0000-4000-8000-00000000000b";

/** A project with two questions. */
async function told(machine: Machine): Promise<string> {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  for (const what of ["samovar", "descaler"]) {
    talk.typed(`Where is the ${what}?`);
    talk.reply("In the drawer.");
  }
  await machine.learn(machine.transcript(SESSION, talk.rows));
  // Long enough ago to be believed the next time.
  const root = `${kettle}/.umwelten/learnings`;
  const before = new Date(Date.now() - 60_000);
  for (const folder of [root, `${root}/claude`]) Deno.utimeSync(folder, before, before);
  return kettle;
}

async function opened(machine: Machine, workDir: string, files: Files): Promise<WorkDirIndex> {
  const product = await machine.product();
  return await openIndex({ ...product, files }, workDir, { sealKey: await product.sealKey() });
}

/** The disk; something else happens before each of the first writes of a file. */
function disturbed(ending: string, happens: (time: number) => void, times = 1): Files {
  let time = 0;
  return {
    ...disk,
    replace(path, bytes, options) {
      if (path.endsWith(ending) && time < times) happens(++time);
      disk.replace(path, bytes, options);
    },
  };
}

for (const ending of [".seg", ".json", ".trusted.json"]) {
  machineTest(
    `openIndex() reads the rows again when a purge takes the index away before ${ending}`,
    async (machine) => {
      const kettle = await told(machine);
      const product = await machine.product();
      const rows = [...walk(`${kettle}/.umwelten`)].find((path) => path.endsWith("exchanges.jsonl")) ?? "";
      let purges = 0;
      const files = disturbed(ending, () => {
        purges++;
        Deno.writeTextFileSync(rows, Deno.readTextFileSync(rows).replaceAll("samovar", "crockery"));
        dropSearchIndexes(product);
      });
      const index = await opened(machine, kettle, files);
      assertEquals([purges, index.segments.length], [1, 1]);
      index.close();
      const texts = [...walk(searchIndexFolder(product))].map((path) => Deno.readTextFileSync(path)).join("\n");
      assert(texts.includes("descaler") && texts.includes("crockery") && !texts.includes("samovar"), texts);
    },
  );
}

machineTest("openIndex() says what to do when the index is taken away again and again", async (machine) => {
  const kettle = await told(machine);
  const product = await machine.product();
  const files = disturbed(".seg", () => dropSearchIndexes(product), Infinity);
  const failed = await opened(machine, kettle, files).then(() => undefined, (error) => error);
  assert(failed instanceof InputError && failed.message.endsWith("run the command again"), String(failed));
});

machineTest("openIndex() writes one after the other: two at once find the same", async (machine) => {
  const kettle = await told(machine);
  const held: string[] = [];
  const alone: Files = {
    ...disk,
    async lock(path, options) {
      const lock = await disk.lock(path, options);
      held.push(path.endsWith("index.lock") ? "taken" : path);
      return lock && {
        release() {
          held.push("let go");
          lock.release();
        },
      };
    },
  };
  const both = await Promise.all([opened(machine, kettle, alone), opened(machine, kettle, alone)]);
  assertEquals(both.map(({ segments }) => segments.map(({ segment }) => segment.documents)), [[2], [2]]);
  both.forEach((index) => index.close());
  assertEquals(held, ["taken", "let go", "taken", "let go"]);
});

machineTest("dropSearchIndexes() tries again when a file came while the others went", async (machine) => {
  const kettle = await told(machine);
  (await opened(machine, kettle, disk)).close();
  const product = await machine.product();
  const folder = searchIndexFolder(product);
  const problems = [
    () => {
      throw new Error("Directory not empty (os error 39)");
    },
    // What went meanwhile ends a removal early on some systems.
    () => {},
  ];
  let calls = 0;
  const removeTree: Files["removeTree"] = (path) => (problems[calls++] ?? (() => disk.removeTree(path)))();
  dropSearchIndexes({ ...product, files: { ...disk, removeTree } });
  assertEquals([calls, disk.stat(folder)], [3, undefined]);
  const never: Files["removeTree"] = () => {
    throw new Error("Permission denied (os error 13)");
  };
  assertThrows(() => dropSearchIndexes({ ...product, files: { ...disk, removeTree: never } }), Error, "denied");
});

machineTest(
  "importTranscript() drops the index when an opt-out in a fork takes messages of the original out",
  async (machine) => {
    const kettle = await told(machine);
    (await opened(machine, kettle, disk)).close();
    const folder = searchIndexFolder(await machine.product());
    assert(disk.list(folder) !== undefined);
    const FORK = "0000000c-0000-4000-8000-00000000000d";
    const fork = conversation(FORK, kettle, { prefix: SESSION.slice(0, 8) });
    fork.typed("Where is the samovar?");
    fork.typed("no-imprint");
    const transcript = machine.transcript(FORK, fork.rows);
    await machine.learn(transcript, { dryRun: true });
    assert(disk.list(folder) !== undefined);
    await machine.learn(transcript);
    assertEquals([disk.list(folder), machine.everything(kettle).includes("samovar")], [undefined, false]);
  },
);
