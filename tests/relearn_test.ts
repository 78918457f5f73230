import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Rule } from "../lib/learnings/rule.ts";
import { LEARNING_KINDS } from "../lib/types.ts";
import { disk } from "../lib/io/disk.ts";
import { importTranscript } from "../lib/pipeline.ts";
import { latestById, readLearnings } from "../lib/record/learnings_store.ts";
import { learningFile, META_FILE, under } from "../lib/record/layout.ts";
import { readMeta } from "../lib/record/meta.ts";
import { commandTest } from "./command_test_support.ts";
import { CLIENTS } from "../hooks/clients.ts";
import { machineTest, type Row } from "./import_test_support.ts";

const SESSION = "5e1ea000-0000-4000-8000-000000000001";

function typed(uuid: string, text: string, cwd: string): Row {
  return {
    type: "user",
    uuid,
    parentUuid: null,
    sessionId: SESSION,
    cwd,
    version: "2.1.332",
    timestamp: `2026-10-26T09:0${uuid.slice(-1)}:00.000Z`,
    origin: { kind: "human" },
    promptSource: "typed",
    message: { role: "user", content: text },
  };
}

/** A rule that takes every typed message that begins with a word. */
function wordRule(word: string, family = "test"): Rule {
  return {
    family,
    rules: [],
    reads: ["typed"],
    start: () => ({
      push({ event, exchangeId }) {
        if (event.type !== "typed" || !event.text.startsWith(word)) return [];
        const { key, at, text } = event;
        const common = { confidence: 0.9, assertedBy: "user", counter: 0 } as const;
        return [{ kind: "facts", rule: `${family}.${word}`, text, source: key, at, exchangeId, ...common }];
      },
    }),
  };
}

machineTest(
  "importTranscript() with --relearn writes what other rules find, and takes back what they do not",
  async (machine) => {
    const kettle = machine.project("kettle");
    const transcript = machine.transcript(SESSION, [
      typed("k1", "tea is green", kettle),
      typed("k2", "coffee is black", kettle),
      typed("k3", "tea is hot", kettle),
    ]);
    const learn = async (rules: readonly Rule[], options: { readonly relearn?: boolean } = {}) => {
      const product = await machine.product();
      const asker = { kind: "person", workspace: undefined } as const;
      return await importTranscript(product, {
        ...{ transcript, clients: CLIENTS, asker, namedByPerson: true, dryRun: false, final: true, rules },
        ...options,
      });
    };
    const first = await learn([wordRule("tea")]);
    const directory = first.directory ?? "";
    const key = await (await machine.product()).sealKey();
    const texts = (committed = readMeta(disk, directory).imprint?.revision) =>
      latestById(readLearnings(disk, directory, { key, committed }).learnings)
        .filter(({ row }) => row.payload.retracted !== true).map(({ row }) => row.payload.text);
    assertEquals(texts(), ["tea is green", "tea is hot"]);

    // Another program's row, and one of a person, stay whatever the rules say.
    const facts = under(directory, learningFile("facts"));
    const theirs = JSON.stringify({
      id: "theirs",
      kind: "facts",
      createdAt: "2026-01-01",
      payload: { text: "theirs" },
    });
    Deno.writeTextFileSync(facts, `${Deno.readTextFileSync(facts)}${theirs}\n`);

    await learn([wordRule("coffee")]);
    assertEquals(texts(), ["tea is green", "tea is hot", "theirs"], "without --relearn nothing changes");
    await learn([wordRule("coffee")], { relearn: true });
    assertEquals(texts(), ["theirs", "coffee is black"]);
    assertEquals(readMeta(disk, directory).imprint?.revision, 1);
    // A reader that knows no revisions finds the same: what is gone is withdrawn.
    const plain = latestById(readLearnings(disk, directory, { key }).learnings);
    assertEquals(plain.filter(({ row }) => row.payload.retracted !== true).map(({ row }) => row.payload.text), [
      "theirs",
      "coffee is black",
    ]);

    const questions = () => machine.exchanges(kettle).map(({ question }) => question?.text);
    const before = questions();
    await learn([wordRule("tea")], { relearn: true });
    assertEquals(texts(), ["theirs", "tea is green", "tea is hot"]);
    assertEquals(questions(), before, "the exchanges are the same");
    const rows = () => machine.everything(kettle).split("\n").filter((line) => line.startsWith('{"'));
    const written = rows();
    await learn([wordRule("tea")]);
    assertEquals(rows(), written, "a later run appends nothing");
  },
);

machineTest("importTranscript() with --relearn changes a session as a whole or not at all", async (machine) => {
  const kettle = machine.project("kettle");
  const transcript = machine.transcript(SESSION, [
    typed("k1", "tea is green", kettle),
    typed("k2", "coffee is black", kettle),
  ]);
  const first = await machine.learn(transcript);
  const directory = first.directory ?? "";
  const product = await machine.product();
  const key = await product.sealKey();
  const state = () =>
    JSON.stringify(LEARNING_KINDS.flatMap((kind) =>
      latestById(
        readLearnings(disk, directory, { key, kinds: [kind], committed: readMeta(disk, directory).imprint?.revision })
          .learnings,
      ).filter(({ row }) => row.payload.retracted !== true).map(({ row }) => row.id)
    ));
  const before = state();
  const files = {
    ...product.files,
    replace: (path: string, bytes: Uint8Array, options?: { readonly cache?: boolean }) => {
      if (path.endsWith(META_FILE)) throw new Error("killed");
      product.files.replace(path, bytes, options);
    },
  };
  const options = {
    ...{ transcript, clients: CLIENTS, namedByPerson: true, dryRun: false, final: true, relearn: true },
    asker: { kind: "person", workspace: undefined } as const,
    rules: [wordRule("coffee")],
  };
  let died = false;
  try {
    await importTranscript({ ...product, files } as typeof product, options);
  } catch {
    died = true;
  }
  assert(died);
  assertEquals(state(), before, "nothing of a revision counts that was not committed");
  await importTranscript(await machine.product(), options);
  assert(state() !== before);
});

machineTest(
  "importTranscript() with --relearn leaves the old or the new whole, whichever write it dies at",
  async (machine) => {
    const kettle = machine.project("kettle");
    const transcript = machine.transcript(SESSION, [
      typed("k1", "tea is green", kettle),
      typed("k2", "coffee is black", kettle),
      typed("k3", "coffee is hot", kettle),
    ]);
    const asker = { kind: "person", workspace: undefined } as const;
    const common = { transcript, clients: CLIENTS, namedByPerson: true, dryRun: false, final: true, asker };
    const first = await importTranscript(await machine.product(), { ...common, rules: [wordRule("tea")] });
    const directory = first.directory ?? "";
    const facts = under(directory, learningFile("facts"));
    const theirs = { id: "theirs", kind: "facts", createdAt: "2026-01-01", payload: { text: "theirs" } };
    Deno.writeTextFileSync(facts, `${Deno.readTextFileSync(facts)}${JSON.stringify(theirs)}\n`);
    const key = await (await machine.product()).sealKey();
    const standing = () =>
      latestById(
        readLearnings(disk, directory, { key, committed: readMeta(disk, directory).imprint?.revision }).learnings,
      )
        .filter(({ row }) => row.payload.retracted !== true).map(({ row }) => row.payload.text).sort().join(", ");
    const [old, fresh] = ["tea is green, theirs", "coffee is black, coffee is hot, theirs"];
    const questions = () => machine.exchanges(kettle).map(({ question }) => question?.text);
    const asked = questions();
    assertEquals(standing(), old);

    const seen = new Set<string>();
    for (let at = 1, finished = false; !finished; at++) {
      assert(at < 60, "every write was tried");
      const product = await machine.product();
      let writes = 0;
      const dying = <A extends unknown[]>(write: (...args: A) => void) => (...args: A) => {
        if (++writes === at) throw new Error("killed");
        write(...args);
      };
      const { files } = product;
      const broken = {
        ...files,
        append: dying(files.append.bind(files)),
        replace: dying(files.replace.bind(files)),
        remove: dying(files.remove.bind(files)),
        rename: dying(files.rename.bind(files)),
      };
      try {
        await importTranscript({ ...product, files: broken }, {
          ...common,
          rules: [wordRule("coffee")],
          relearn: true,
        });
        finished = true;
      } catch (error) {
        assertEquals(error instanceof Error && error.message, "killed");
      }
      assert([old, fresh].includes(standing()), `after write ${at}: ${standing()}`);
      assertEquals(questions(), asked, `after write ${at}`);
      seen.add(standing());
      if (standing() === old) continue;
      // Back to the old rules, for the next write to die at.
      await importTranscript(await machine.product(), { ...common, rules: [wordRule("tea")], relearn: true });
      assertEquals(standing(), old);
    }
    assertEquals([...seen].sort(), [fresh, old].sort());
  },
);

commandTest("learn --relearn names the conversations whose transcript is gone", async (machine) => {
  const kettle = machine.project("kettle");
  const transcript = machine.transcript(SESSION, [typed("k1", "Remember: tea is green", kettle)]);
  await machine.ok(["learn"]);
  assertStringIncludes(await machine.ok(["learn", "--relearn"]), "1 learning in what was learned again.");
  Deno.removeSync(transcript);
  const text = await machine.ok(["learn", "--relearn"]);
  assertStringIncludes(text, "Kept as they are, because their transcript is gone");
  assertStringIncludes(text, SESSION);
  assertStringIncludes(await machine.ok(["list", "--in", kettle]), "tea is green");
});
