import { assertEquals, assertStringIncludes } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { commandTest } from "./command_test_support.ts";
import { createExtractor } from "./extract_test_support.ts";
import { hookTest } from "./hook_test_support.ts";
import { conversation } from "./import_test_support.ts";
import { denoLine } from "./program_test_support.ts";

const SESSION = "5e1ea002-0000-4000-8000-000000000021";
const MAIN = new URL("../main.ts", import.meta.url).pathname;

function talk(cwd: string) {
  const said = conversation(SESSION, cwd);
  said.typed("where is the lid driver?");
  said.reply("It is in firmware/lid.c.");
  return said.rows;
}

commandTest("learn --extract runs the program with the one permission it was installed with", async (machine) => {
  const kettle = machine.project("kettle");
  machine.transcript(SESSION, talk(kettle));
  const extractor = createExtractor(machine.root);
  machine.configure({ version: 1, extractor: extractor.settings("plain") });

  const refused = await machine.run(["learn", "--extract"]);
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertStringIncludes(refused.stderr, `no permission to run "${Deno.execPath()}"`);
  assertStringIncludes(refused.stderr, `"deno task install --extractor ${Deno.execPath()}"`);
  const would = await machine.ok(["learn", "--extract", "--dry-run"]);
  assertStringIncludes(would, "would be given 0 exchanges");
  assertEquals(extractor.calls(), []);

  // What `deno task install --extractor` writes into the command.
  const permitted = (words: readonly string[]) => {
    const { command, args, env } = denoLine(MAIN, words);
    const flags = permissionFlags(Deno.build.os, { extractor: Deno.execPath() });
    const own = args.filter((word) => !permissionFlags(Deno.build.os).includes(word));
    const line = [own[0] ?? "", ...flags, ...own.slice(1)];
    return new Deno.Command(command, {
      args: line,
      env: {
        ...env,
        HOME: machine.userHome,
        CLAUDE_CONFIG_DIR: `${machine.root}/client`,
        IMPRINT_HOOK_HOME: machine.home,
      },
      cwd: machine.root,
      stdin: "null",
    }).output();
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const first = await permitted(["learn", "--extract"]);
  assertEquals([first.code, text(first.stderr)], [0, ""]);
  assertStringIncludes(text(first.stdout), "was given 1 exchange of 1 conversation: 1 learning.");
  const again = await permitted(["learn", "--extract", "--json"]);
  assertEquals(JSON.parse(text(again.stdout)).extracted, {
    ...{ program: Deno.execPath(), conversations: 0, exchanges: 0, learnings: 0, withdrawn: 0, unquoted: 0, busy: 0 },
  });
  const list = await machine.ok(["list", "--in", kettle]);
  assertStringIncludes(list, "It was about: where is the lid driver?");
  assertStringIncludes(list, "model");

  machine.configure({ version: 1, extractor: extractor.settings("fail") });
  const failed = await permitted(["learn", "--extract"]);
  assertEquals(failed.code, 1);
  assertStringIncludes(text(failed.stderr), "failed: it ended with status 3: no key for the model");
  assertEquals(await machine.ok(["list", "--in", kettle]), list);
});

hookTest("hooks never run the extractor", async (machine) => {
  const kettle = machine.project("kettle");
  const extractor = createExtractor(machine.root);
  Deno.mkdirSync(`${machine.userHome}/.config/imprint-hook`, { recursive: true });
  Deno.writeTextFileSync(
    `${machine.userHome}/.config/imprint-hook/config.jsonc`,
    JSON.stringify({ version: 1, extractor: extractor.settings("plain") }),
  );
  const transcript = machine.transcript(SESSION, talk(kettle));
  for (const words of [["claude", "stop"], ["claude", "session-end"]]) {
    const run = await machine.hook(words, machine.stop(SESSION, transcript));
    assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  }
  assertEquals(machine.heartbeats()[0]?.["outcome"], "learned");
  assertEquals(extractor.calls(), []);
});
