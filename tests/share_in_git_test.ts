import { assert, assertEquals } from "@std/assert";
import { commandTest } from "./command_test_support.ts";
import { conversation, type Row } from "./import_test_support.ts";
import { notesIn, startOf } from "./session_start_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

commandTest("shareInGit shares learnings without quotes, paths and conversations, and takes back", async (machine) => {
  const kettle = machine.project("kettle");
  machine.configure({ version: 1, workspaces: { default: { shareInGit: true } } });
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: indent with tabs in this project");
  talk.reply("noted, tabs");
  talk.typed("remember: the samovar of aunt Olga stands in the cellar");
  talk.reply("noted");
  const learn = ["learn", "--transcript", machine.transcript(SESSION, talk.rows), "--home", machine.home];
  const first = await machine.run(learn);
  assertEquals(first.code, 0);
  assert(first.stderr.includes("Shared from now on") && first.stderr.includes("indent with tabs"), first.stderr);
  assertEquals((await machine.run(learn)).stderr, "");

  const root = `${kettle}/.umwelten/learnings`;
  const shared = machine.everything(`${root}/shared`);
  assert(shared.includes("indent with tabs") && shared.includes("*.jsonl merge=union"));
  for (const never of [kettle, SESSION, '"quote"', "noted", '"messageUuids"']) assert(!shared.includes(never), never);
  assert(Deno.readTextFileSync(`${root}/.gitignore`).includes("!shared/*.jsonl"));

  // A colleague's rows, merged by git: in any order, twice, with a conflict's lines.
  const path = `${root}/shared/preferences.jsonl`;
  const own = Deno.readTextFileSync(path);
  const theirs = (text: string, more: Row = {}) =>
    JSON.stringify({
      id: "e".repeat(32),
      kind: "preferences",
      createdAt: "2026-10-27T09:00:00.000Z",
      payload: { text, assertedBy: "user", ...more },
      provenance: { seal: "0".repeat(16) },
    });
  const hers = theirs("use the copper kettle");
  const listed = async () =>
    (await machine.json(["list", "--home", machine.home], { cwd: kettle }))["rows"] as readonly Row[];
  for (const text of [`${own}${hers}\n`, `<<<<<<< ours\n${hers}\n=======\n${own}${hers}\n${own}>>>>>>> theirs\n`]) {
    Deno.writeTextFileSync(path, text);
    const rows = await listed();
    assertEquals(rows.filter(({ foreign }) => foreign === true).map(({ payload }) => (payload as Row)["text"]), [
      "use the copper kettle",
    ]);
    assertEquals(rows.length, 3);
    assert(!(await startOf(machine, { cwd: kettle, session: crypto.randomUUID() })).join().includes("copper"));
  }
  assertEquals(notesIn(await startOf(machine, { cwd: kettle, session: "later" })).length, 2);

  await machine.ok(["forget", "--match", "samovar of aunt", "--purge", "--home", machine.home], { cwd: kettle });
  assert(!machine.everything(`${kettle}/.umwelten`).includes("samovar"));
  const text = Deno.readTextFileSync(path);
  assert(text.includes("copper kettle") && text.includes('"retracted":true') && !text.includes("<<<"));
  // A merge with a branch that still has it: withdrawn all the same.
  Deno.writeTextFileSync(path, `${text}${own}`);
  assertEquals((await listed()).length, 2);
  await machine.run(learn);
  assert(!machine.everything(`${kettle}/.umwelten`).includes("samovar"));
});

for (const [name, end] of [["is opted out", "no-imprint"], ["enters another workspace", "and here?"]] as const) {
  commandTest(
    `shareInGit takes back what it shared when the last conversation of a project ${name}`,
    async (machine) => {
      const [kettle, research] = [machine.project("kettle"), machine.project("research")];
      machine.configure({
        version: 1,
        workspaces: { default: { shareInGit: true }, other: { shareInGit: true }, research: { roots: [research] } },
      });
      const talk = conversation(SESSION, kettle);
      talk.typed("remember: indent with tabs in this project");
      talk.reply("noted");
      const learn = async (...more: string[]) => {
        machine.transcript(SESSION, talk.rows);
        await machine.run(["learn", ...more]);
      };
      await learn();
      const shared = () => machine.everything(`${kettle}/.umwelten/learnings/shared`);
      assert(shared().includes("tabs"));
      await learn("--workspace", "other");
      assert(shared().includes("tabs"), "another workspace that shares takes nothing of it back");
      talk.typed(end, end === "no-imprint" ? {} : { cwd: research });
      await learn();
      assert(!shared().includes("tabs"));
    },
  );
}
