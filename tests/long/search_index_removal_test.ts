import { assert, assertEquals } from "@std/assert";
import { openIndex } from "../../lib/cli/search/index_of.ts";
import { redactStore } from "../../lib/import/redact_store.ts";
import { expire } from "../../lib/import/retain.ts";
import { searchIndexFolder } from "../../lib/import/search_index.ts";
import { disk } from "../../lib/io/disk.ts";
import type { Files } from "../../lib/io/files.ts";
import { type Conversation, conversation, type Machine, machineTest, walk } from "../import_test_support.ts";

const SESSION = "0000000a-0000-4000-8000-00000000000b";
const FORK = "0000000c-0000-4000-8000-00000000000d";
const WORD = "samovar";

/** A disk that dies at the n-th change. */
function dyingAt(n: number): Files {
  let left = n;
  const change = <A extends unknown[], R>(fn: (...args: A) => R) => (...args: A): R => {
    if (--left <= 0) throw new Error("the power is gone");
    return fn(...args);
  };
  return {
    ...disk,
    append: change(disk.append),
    replace: change(disk.replace),
    create: change(disk.create),
    remove: change(disk.remove),
    removeTree: change(disk.removeTree),
  };
}

/** Has the index of a project made, as a search does. */
async function indexed(machine: Machine, workDir: string): Promise<void> {
  // Long enough ago to be believed the next time.
  const before = new Date(Date.now() - 60_000);
  const root = `${workDir}/.umwelten/learnings`;
  for (const folder of [root, `${root}/claude`]) Deno.utimeSync(folder, before, before);
  const product = await machine.product();
  (await openIndex(product, workDir, { sealKey: await product.sealKey() })).close();
}

async function inIndex(machine: Machine): Promise<boolean> {
  const folder = searchIndexFolder(await machine.product());
  if (disk.stat(folder) === undefined) return false;
  return [...walk(folder)].some((path) => Deno.readTextFileSync(path).includes(WORD));
}

interface Told {
  readonly kettle: string;
  readonly talk: Conversation;
}

/** How something goes, up to the change at which the machine dies. */
interface Removal {
  readonly what: string;
  /** Prepares it; what it gives takes it out. */
  prepare(machine: Machine, told: Told): (files: Files) => Promise<unknown>;
}

const REMOVALS: readonly Removal[] = [
  {
    what: "an opt-out in a fork that was never stored",
    prepare(machine, { kettle, talk }) {
      const fork = conversation(FORK, kettle, { prefix: "eeeeeeee" });
      fork.rows.push(...talk.rows.map((row) => ({ ...row, sessionId: FORK })));
      fork.typed("no-imprint");
      const transcript = machine.transcript(FORK, fork.rows);
      return (files) => machine.learn(transcript, { files });
    },
  },
  {
    what: "an opt-out",
    prepare(machine, { talk }) {
      talk.typed("no-imprint");
      const transcript = machine.transcript(SESSION, talk.rows);
      return (files) => machine.learn(transcript, { files });
    },
  },
  {
    what: "an exclusion",
    prepare(machine, { kettle, talk }) {
      machine.configure({ version: 1, exclude: [`${kettle}/cellar`] });
      talk.reply("Went there.", { cwd: `${kettle}/cellar` });
      const transcript = machine.transcript(SESSION, talk.rows);
      return (files) => machine.learn(transcript, { files });
    },
  },
  {
    what: '"redact --apply"',
    prepare(machine) {
      machine.configure({ version: 1, redact: [{ text: WORD, as: "thing" }] });
      return async (files) => await redactStore({ ...await machine.product(), files }, { apply: true });
    },
  },
  {
    what: '"retainDays"',
    prepare(machine) {
      machine.configure({ version: 1, retainDays: 30 });
      const now = () => new Date("2026-11-25T09:00:30.000Z");
      return async (files) => await expire({ ...await machine.product(), files, now });
    },
  },
];

for (const { what, prepare } of REMOVALS) {
  machineTest(`the search index loses the words that go with ${what}, wherever that is killed`, async (machine) => {
    for (let n = 1, died = true; died; n++) {
      for (const folder of [machine.home, machine.store, `${machine.root}/kettle`]) {
        disk.removeTree(folder);
        disk.makeDirectory(folder);
      }
      const kettle = machine.project("kettle");
      // What stays is more than what goes: the segment stays as well.
      for (const [index, word] of ["lid", "cord", "spout", "plug"].entries()) {
        const id = `0000000${index}-0000-4000-8000-00000000000e`;
        const other = conversation(id, kettle);
        other.typed(`Where is the ${word}?`);
        other.reply("In the drawer.");
        await machine.learn(machine.transcript(id, other.rows));
      }
      const talk = conversation(SESSION, kettle);
      talk.typed(`please never put the ${WORD} near the window`);
      talk.reply("In the drawer.");
      await machine.learn(machine.transcript(SESSION, talk.rows));
      await indexed(machine, kettle);
      assert(await inIndex(machine));
      const act = prepare(machine, { kettle, talk });
      died = await act(dyingAt(n)).then(() => false, () => true);
      if (died) {
        // Somebody searches meanwhile.
        if (n % 2 === 0) await indexed(machine, kettle);
        await act(disk);
      }
      assertEquals(await inIndex(machine), false, `killed at change ${n}`);
      assertEquals(machine.everything(kettle).includes(WORD), false, `killed at change ${n}`);
      await indexed(machine, kettle);
      assertEquals(await inIndex(machine), false, `killed at change ${n}`);
      assert(died || n > 5, `${n} changes`);
    }
  });
}
