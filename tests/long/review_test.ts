import { assert, assertEquals } from "@std/assert";
import { conversation } from "../import_test_support.ts";
import { personTest } from "../person_test_support.ts";
import { hasTerminal } from "../clients/terminal_test_support.ts";
import { canUseDisk } from "../disk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

personTest("review takes one key for each learning, and asks about nothing twice", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  for (const wish of ["indent with tabs", "never commit on fridays", "ask before pushing", "write short comments"]) {
    talk.typed(`remember: ${wish}`);
    talk.reply("noted");
  }
  const path = machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn", "--transcript", path]);
  const run = await machine.atTerminal(["review"], { cwd: kettle, input: "kneindent by two spaces\nf" });
  assertEquals(run.code, 0, run.stdout + run.stderr);
  assert(run.stdout.includes("1 of 4") && run.stdout.includes("[k]eep"), run.stdout);
  assert(run.stdout.includes('1 learning kept, 1 edited, 1 forgotten. "imprint-hook unforget" takes'), run.stdout);
  const { rows } = await machine.json(["review"], { cwd: kettle });
  assertEquals((rows as readonly unknown[]).length, 1);
  const listed = await machine.json(["list"], { cwd: kettle });
  const texts = (listed["rows"] as readonly { readonly payload: { readonly text: string } }[]).map(({ payload }) =>
    payload.text
  );
  assertEquals(texts.length, 3);
  assert(texts.includes("indent by two spaces"), texts.join("\n"));
}, !canUseDisk || !hasTerminal());

personTest("keep --all at a terminal finds a learning of any workspace", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.ok(["workspace", "add", "pots"]);
  await machine.ok(["workspace", "root", "add", kettle, "--workspace", "pots"]);
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: indent with tabs");
  talk.reply("noted");
  await machine.ok(["learn", "--workspace", "pots", "--transcript", machine.transcript(SESSION, talk.rows)]);
  const { rows } = await machine.json(["list", "--in", kettle]);
  const [row] = rows as readonly { readonly id: string }[];
  const kept = await machine.atTerminal(["keep", row?.id ?? "", "--all"], { cwd: machine.root });
  assertEquals(kept.code, 0, kept.stdout + kept.stderr);
  assert(kept.stdout.includes("is kept: indent with tabs"), kept.stdout);
  const missing = await machine.atTerminal(["keep", "abcdef", "--all"], { cwd: machine.root });
  assertEquals(missing.code, 1, missing.stdout);
  assert(missing.stdout.includes('no learning "abcdef" in any workspace'), missing.stdout);
}, !canUseDisk || !hasTerminal());
