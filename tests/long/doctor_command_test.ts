import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Check } from "../../lib/checkup.ts";
import { conversation, snapshot } from "../import_test_support.ts";
import { personTest } from "../person_test_support.ts";

/** Where these tests run from may itself be no place that lasts. */
const OF_THIS_CHECKOUT: ReadonlySet<string> = new Set(["program/temporary", "program/versioned", "program/npx"]);

personTest("doctor tells what is wrong by its words and its exit status, and writes nothing", async (machine) => {
  const alone = await machine.type(["doctor"]);
  assertEquals([alone.code, alone.stderr], [1, ""]);
  assertMatch(alone.stdout, /^problem +Claude Code hooks: not wired.*To do: run "imprint-hook install claude"\.$/m);
  await machine.ok(["install", "claude"]);
  const kettle = machine.project("kettle");
  const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", kettle);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  const transcript = machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", talk.rows);
  const [stop] = machine.entries("Stop");
  assert(stop !== undefined);
  await machine.fire(stop, machine.stop("aaaaaaaa-0000-4000-8000-000000000001", transcript, { cwd: kettle }));
  const before = snapshot(machine.root);
  const { code, stdout } = await machine.type(["doctor", "--json"]);
  assertEquals(snapshot(machine.root), before);
  const answer = JSON.parse(stdout) as { readonly problems: number; readonly checks: readonly Check[] };
  const wrong = answer.checks.filter(({ state }) => state === "problem").map(({ id }) => id);
  assertEquals([answer.problems, code], [wrong.length, wrong.length === 0 ? 0 : 1]);
  assertEquals(wrong.filter((id) => !OF_THIS_CHECKOUT.has(id)), []);
  // A configuration that keeps hooks from working is one problem among others, not the end of it.
  machine.configure({ version: 1, workspaces: 7 });
  const broken = await machine.type(["doctor"], { env: { COLUMNS: "40" } });
  assertEquals([broken.code, broken.stderr], [1, ""]);
  assertMatch(broken.stdout.replaceAll(/\s+/g, " "), /problem: configuration: .* nothing is learned until then/);
  for (const line of broken.stdout.split("\n")) assert(line.length <= 40 || !/ .* /.test(line), line);
});
