/**
 * The SQL that the README shows for an export, by the program that it is for.
 */
import { assert, assertEquals } from "@std/assert";
import { commandTest } from "../command_test_support.ts";
import { fencedBlocks } from "../fenced_commands_test_support.ts";
import { conversation } from "../import_test_support.ts";

const README = new URL("../../README.md", import.meta.url);
/** `@duckdb/node-api`, below `node_modules`; the task `test:clients` names it. */
const DUCKDB = readVariable();

function readVariable(): string | undefined {
  try {
    return Deno.env.get("IMPRINT_TEST_DUCKDB") || undefined;
  } catch {
    return undefined;
  }
}

/** Runs the README's SQL in a directory. @returns its rows, as JSON */
const RUN_SQL = `
import { pathToFileURL } from "node:url";
const { DuckDBInstance } = await import(pathToFileURL(process.argv[1]));
const connection = await (await DuckDBInstance.create(":memory:")).connect();
console.log(JSON.stringify((await connection.runAndReadAll(process.argv[2])).getRowsJson()));
`;

commandTest("the README's SQL over an export says what is in it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", kettle);
  for (const asked of ["does the kettle leak?", 'it\'s the "valve", 10 % of it \u{1fad6}', "why does it boil dry?"]) {
    talk.typed(asked);
    talk.reply("look at the seal");
  }
  talk.typed("what is left to do?");
  await machine.learn(machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", talk.rows));
  await machine.ok(["export", "--out", `${machine.root}/memory.jsonl`, "--home", machine.home]);
  const markdown = Deno.readTextFileSync(README);
  const [sql, ...others] = fencedBlocks(markdown, "sql");
  assert(sql !== undefined && others.length === 0);
  const printed = await run("node", ["--input-type=module", "-e", RUN_SQL, DUCKDB ?? "", sql.text], machine.root);
  // The Monday of the week in which it was asked.
  assertEquals(JSON.parse(printed), [["2026-10-26 00:00:00", "4"]]);
}, DUCKDB === undefined);

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
