/**
 * The whole import under exactly the permissions that the binary gets (design section 7), and the client's directories as
 * they were afterwards.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { commandTest } from "./command_test_support.ts";
import { conversation, snapshot, walk } from "./import_test_support.ts";
import { denoLine } from "./program_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

commandTest("learn, list, show and explain need no permission that the binary does not have", async (machine) => {
  const line = denoLine("main.ts", []);
  assertEquals(line.args.filter((word) => word.startsWith("--")), ["--quiet", ...permissionFlags(Deno.build.os)]);
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: never boil it dry");
  talk.reply("noted");
  const transcript = machine.transcript(SESSION, talk.rows);
  const before = snapshot(`${machine.root}/client`);
  const sweep = await machine.json(["learn"]);
  assertEquals((sweep["clients"] as Record<string, { learned: number }>)["claude-code"]?.learned, 1);
  assertStringIncludes(await machine.ok(["learn", "--transcript", transcript]), "nothing new");
  assertStringIncludes(await machine.ok(["list", "--in", kettle]), "never boil it dry");
  const stored = Deno.readTextFileSync([...walk(kettle)].find((path) => path.endsWith("preferences.jsonl")) ?? "");
  const { id } = JSON.parse(stored.slice(0, stored.indexOf("\n")));
  assertStringIncludes(await machine.ok(["show", id, "--in", kettle]), "never boil it dry");
  const explained = await machine.json(["explain", SESSION]);
  assertEquals((explained["sessions"] as readonly unknown[]).length, 1);
  assertEquals(snapshot(`${machine.root}/client`), before);
  assert(before.length >= 4);
});
