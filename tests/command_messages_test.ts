import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandTest } from "./command_test_support.ts";
import { conversation } from "./import_test_support.ts";

commandTest("learn says that the name is empty when --transcript got nothing", async (machine) => {
  for (const name of ["", "  "]) {
    const { code, stdout, stderr } = await machine.run(["learn", "--transcript", name]);
    assertEquals([code, stdout], [64, ""]);
    assertStringIncludes(
      stderr,
      "learn: --transcript got an empty name; name one transcript, or leave --transcript out",
    );
  }
});

commandTest("learn says that nothing can be stored in a file when --work-dir names one", async (machine) => {
  const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", machine.project("kettle"));
  talk.typed("does it leak?");
  const transcript = machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", talk.rows);
  const file = `${machine.root}/notes.txt`;
  Deno.writeTextFileSync(file, "");
  for (const place of [file, `${file}/below/it`]) {
    const { code, stdout, stderr } = await machine.run(["learn", "--transcript", transcript, "--work-dir", place]);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, `cannot learn into "${place}": "${file}" is no directory; name another one`);
  }
  await machine.ok(["learn", "--transcript", transcript, "--work-dir", `${machine.root}/not/there`]);
  assertEquals(machine.exchanges(`${machine.root}/not/there`).length, 1);
});

commandTest(
  "every command names line, column and what is missing when the configuration does not parse",
  async (machine) => {
    const cases = [
      ['{\n  "version": 1\n  "active": "default"\n}\n', "line 3, column 3: a comma is missing"],
      ['{ "active" "default" } // mine', "line 1, column 12: a colon is missing"],
      ['{ "active": }', "line 1, column 13: a value is missing"],
      ['{ "active": "default"', "line 1, column 22: a closing brace is missing"],
      ["// nothing\n", "line 2, column 1: a value is missing"],
    ] as const;
    for (const [text, found] of cases) {
      Deno.writeTextFileSync(machine.configFile, text);
      for (const words of [["learn"], ["list"], ["workspace", "list"], ["workspace", "add", "research"]]) {
        const { code, stdout, stderr } = await machine.run(words);
        assertEquals([code, stdout], [1, ""], words.join(" "));
        assertStringIncludes(stderr, machine.configFile);
        assertStringIncludes(stderr, found, `${words.join(" ")}: ${stderr}`);
      }
    }
  },
);

commandTest("explain names each message that was said during a pause", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", kettle);
  const early = { timestamp: "2020-01-01T00:00:00.000Z" };
  talk.typed("before it", early);
  talk.reply("heard", early);
  await machine.ok(["pause"]);
  const during = { timestamp: new Date(Date.now() + 1000).toISOString() };
  talk.typed("a secret", during);
  talk.reply("a late reply to it", { timestamp: "2040-01-01T00:00:00.000Z" });
  const transcript = machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", talk.rows);
  const text = await machine.ok(["explain", transcript]);
  assertMatch(text, /typed {2,}typed {2,}9 origin human {2,}before it/);
  assertMatch(text, /typed {2,}typed {2,}paused: not stored {2,}a secret/);
  assertMatch(text, /reply {2,}paused: not stored {2,}a late reply to it/);
  assertStringIncludes(text, "2 messages said during a pause, which are never stored");
  const [session] = (await machine.json(["explain", transcript]))["sessions"] as { messages: { paused?: boolean }[] }[];
  assertEquals(session?.messages.map(({ paused }) => paused ?? false), [false, false, true, true]);
  await machine.ok(["learn", "--transcript", transcript]);
  assert(!machine.everything(kettle).includes("secret"));
});

commandTest("prose and help fit on a screen of 40 columns", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", kettle);
  talk.typed("Remember: descale it before every release");
  talk.reply("noted");
  const transcript = machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", talk.rows);
  const commands = [
    ["--help"],
    ["help", "workspace"],
    ["learn", "--help"],
    ["workspace", "root", "add", "--help"],
    ["learn", "--transcript", transcript],
    ["learn"],
    ["status"],
    ["doctor"],
    ["uninstall", "claude"],
    ["uninstall", "--all", "--dry-run"],
    ["pause", "--for", "2h"],
    ["resume"],
    [],
  ];
  for (const words of commands) {
    const { stdout } = await machine.start(words, { env: { COLUMNS: "40" } });
    for (const line of stdout.split("\n")) {
      // Paths and commands to be copied are not broken.
      const isWhole = /\//.test(line) || /^ {2}imprint-hook /.test(line) || /^\s*(?:[\w ]+: )?\S+$/.test(line);
      assert(line.length <= 40 || isWhole, `${words.join(" ")}: ${line}`);
    }
  }
});
