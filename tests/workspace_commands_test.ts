import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandTest } from "./command_test_support.ts";

commandTest("workspace add makes a workspace once, and refuses names that cannot be", async (machine) => {
  assertStringIncludes(await machine.ok(["workspace", "add", "research"]), 'Workspace "research" is made.');
  assertStringIncludes(await machine.ok(["workspace", "add", "research"]), "is there already");
  const twin = await machine.run(["workspace", "add", "Research"]);
  assertEquals([twin.code, twin.stdout], [1, ""]);
  assertStringIncludes(twin.stderr, 'there is "research", which differs by case only');
  for (const name of ["../x", "NUL", "a b", ""]) {
    const { code, stderr } = await machine.run(["workspace", "add", "--", name]);
    assertEquals(code, 64, name);
    assertStringIncludes(stderr, `no workspace can be called "${name}"`);
  }
  const answer = await machine.json(["workspace", "add", "garden"]);
  assertEquals(answer, { schema: 1, outcome: "written", configFile: machine.configFile, workspace: "garden" });
});

commandTest(
  "workspace use and inbox take workspaces that are there, and name the nearest otherwise",
  async (machine) => {
    await machine.ok(["workspace", "add", "research"]);
    assertStringIncludes(
      await machine.ok(["workspace", "use", "research"]),
      'Workspace "research" is the active one now.',
    );
    assertEquals((await machine.json(["workspace", "use", "research"]))["outcome"], "unchanged");
    const wrong = await machine.run(["workspace", "use", "reserch"]);
    assertEquals(wrong.code, 1);
    assertStringIncludes(wrong.stderr, 'no workspace "reserch"; did you mean "research"?');
    await machine.ok(["workspace", "inbox", "research"]);
    assertMatch(machine.config(), /"inbox": "research"/);
    assertStringIncludes(await machine.ok(["workspace", "inbox", "--none"]), "There is no inbox");
    assert(!machine.config().includes("inbox"));
    for (const words of [["workspace", "inbox"], ["workspace", "inbox", "research", "--none"]]) {
      const { code, stderr } = await machine.run(words);
      assertEquals(code, 64);
      assertStringIncludes(stderr, "expected NAME or --none");
    }
  },
);

commandTest("workspace root add keeps what a person wrote, comments and all", async (machine) => {
  const research = machine.project("research");
  const before = '{\n\t// two of us\n\t"version": 1,\n\t"workspaces": {\n\t\t"research": {} // mine\n\t}\n}\n';
  Deno.writeTextFileSync(machine.configFile, before);
  await machine.ok(["workspace", "root", "add", research, "--workspace", "research"]);
  assertEquals(machine.config(), before.replace("{} // mine", `{ "roots": ["${research}"] } // mine`));
});

commandTest("workspace root add refuses what nobody wants, and says what to do", async (machine) => {
  const file = `${machine.root}/notes.txt`;
  Deno.writeTextFileSync(file, "");
  const refusals: readonly (readonly [string, string])[] = [
    [`${machine.root}/nowhere`, "there is no such directory"],
    [file, "it is a file; give its directory"],
    ["/", "it holds everything"],
    [machine.userHome, "it holds your home directory"],
    [machine.root, "it holds your home directory"],
    ["C:\\kettle", "foreign-windows-path"],
    ["~/kettle", "tilde"],
    [`${machine.root}/a\nb`, "control characters"],
  ];
  for (const [dir, told] of refusals) {
    const { code, stderr, stdout } = await machine.run(["workspace", "root", "add", dir]);
    assertEquals([code, stdout], [1, ""], dir);
    assertStringIncludes(stderr, told);
    assert(!stderr.trimEnd().includes("\n"), "control characters are shown escaped");
  }
  assertEquals(Array.from(Deno.readDirSync(machine.home), ({ name }) => name), ["config.lock"]);
  await machine.ok(["workspace", "root", "add", `${machine.root}/nowhere`, "--force"]);
  await machine.ok(["workspace", "root", "add", machine.userHome, "--force"]);
  assertEquals(JSON.parse(machine.config()).workspaces.default.roots, [`${machine.root}/nowhere`, machine.userHome]);
});

commandTest("workspace root add refuses an overlap that nobody confirmed, in both directions", async (machine) => {
  const outer = machine.directory("outer");
  const inner = machine.directory("outer/inner");
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", inner, "--workspace", "research"]);
  const above = await machine.run(["workspace", "root", "add", outer]);
  assertEquals(above.code, 1);
  assertStringIncludes(above.stderr, `it holds root "${inner}" of workspace "research"`);
  assertStringIncludes(above.stderr, `imprint-hook workspace share default research "${inner}"`);
  const same = await machine.run(["workspace", "root", "add", inner]);
  assertStringIncludes(same.stderr, `it is root "${inner}" of workspace "research"`);
  Deno.symlinkSync(inner, `${machine.root}/link`);
  const link = await machine.run(["workspace", "root", "add", `${machine.root}/link`]);
  assertEquals(link.code, 1, "a link into another workspace's root");
  // What the message says works.
  await machine.ok(["workspace", "share", "default", "research", inner]);
  await machine.ok(["workspace", "root", "add", outer]);
  const { overlaps } = await machine.json(["workspace", "list"]);
  assertEquals(overlaps, []);
});

commandTest("workspace root remove finds the workspace, or asks for it", async (machine) => {
  const [kettle, common] = [machine.directory("kettle"), machine.directory("common")];
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", "kettle", "--workspace", "research"]);
  await machine.ok(["workspace", "share", "default", "research", common]);
  assertStringIncludes(
    await machine.ok(["workspace", "root", "remove", "."], { cwd: kettle }),
    `"${kettle}" is no root of workspace "research" any more`,
  );
  const unclear = await machine.run(["workspace", "root", "remove", common]);
  assertEquals(unclear.code, 1);
  assertStringIncludes(unclear.stderr, 'it is a root of "default", "research"; say which with --workspace');
  await machine.ok(["workspace", "root", "remove", common, "--workspace", "research"]);
  assertEquals(JSON.parse(machine.config()).workspaces, {
    default: { shared: [], roots: [common] },
    research: { roots: [], shared: [] },
  });
  const gone = await machine.run(["workspace", "root", "remove", kettle]);
  assertStringIncludes(gone.stderr, "it is no root of any workspace");
});

commandTest("workspace share records a directory on every side, for two workspaces and for three", async (machine) => {
  const common = machine.directory("common");
  for (const name of ["research", "garden"]) await machine.ok(["workspace", "add", name]);
  await machine.ok(["workspace", "share", "default", "research", common]);
  assertEquals((await machine.json(["workspace", "share", "research", "default", common]))["outcome"], "unchanged");
  const third = await machine.run(["workspace", "share", "default", "garden", common]);
  assertEquals(third.code, 1, "research has not agreed");
  assertStringIncludes(third.stderr, 'of workspace "research"');
  await machine.ok(["workspace", "share", "default", "research", "garden", common]);
  const shown = await machine.json(["workspace", "show", "garden"]);
  assertEquals(shown["roots"], [{
    dir: common,
    origin: "shared",
    exists: true,
    sharedWith: [{ workspace: "default", confirmed: true }, { workspace: "research", confirmed: true }],
  }]);
  assertEquals((await machine.run(["workspace", "share", "default", "default", common])).code, 64);
});

commandTest("workspace approve shows what it grants, and a changed file counts no longer", async (machine) => {
  const kettle = machine.project("kettle");
  const file = `${kettle}/.imprint-hook.jsonc`;
  const told = async () => (await machine.run(["workspace", "approve", kettle])).stderr;
  assertStringIncludes(await told(), "there is none");
  Deno.writeTextFileSync(file, `{ "workspace": "research" } // ${"x".repeat(70_000)}`);
  assertStringIncludes(await told(), "it is larger than 65536 bytes");
  for (const text of ["[]", "{", '{ "workspace": 7 }', '{ "workspace": "../x" }', '{ "Workspace": "research" }']) {
    Deno.writeTextFileSync(file, text);
    assertStringIncludes(await told(), "cannot approve");
  }
  Deno.writeTextFileSync(file, '{ "workspace": "research", "exclude": ["**"] } // ours\n');
  assertStringIncludes(await told(), 'no workspace "research"');
  await machine.ok(["workspace", "add", "research"]);
  const before = machine.config();
  const dry = await machine.ok(["workspace", "approve", kettle, "--dry-run"]);
  assertStringIncludes(dry, `conversations in "${kettle}" belong to workspace "research"`);
  assertStringIncludes(dry, "Other keys in it mean nothing: exclude.");
  assertEquals(machine.config(), before);
  const { sha256, workspace } = await machine.json(["workspace", "approve", kettle]);
  assertEquals(JSON.parse(machine.config()).approvals, [{ dir: kettle, sha256, workspace }]);
  assertEquals((await machine.json(["workspace", "approve", "."], { cwd: kettle }))["outcome"], "unchanged");
  const state = async () => {
    const { roots } = await machine.json(["workspace", "show", "research"]) as { roots: { approval: string }[] };
    return roots.map(({ approval }) => approval);
  };
  assertEquals(await state(), ["current"]);
  Deno.writeTextFileSync(file, '{ "workspace": "research" }\n');
  assertEquals(await state(), ["changed"]);
  await machine.ok(["workspace", "approve", kettle]);
  assertEquals([await state(), JSON.parse(machine.config()).approvals.length], [["current"], 1]);
  await machine.ok(["workspace", "revoke", kettle]);
  assertEquals(JSON.parse(machine.config()).approvals, []);
  assertStringIncludes((await machine.run(["workspace", "revoke", kettle])).stderr, "it is not approved; nothing is");
});

commandTest("workspace approve refuses a directory in another workspace's root", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", kettle]);
  const inner = machine.directory("kettle/inner");
  Deno.writeTextFileSync(`${inner}/.imprint-hook.jsonc`, '{ "workspace": "research" }');
  const { code, stderr } = await machine.run(["workspace", "approve", inner]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `it lies in root "${kettle}" of workspace "default"`);
});

commandTest("workspace exclude adds and removes globs that could exclude something", async (machine) => {
  assertStringIncludes(await machine.ok(["workspace", "exclude", "**/clients/**"]), "are not learned");
  assertStringIncludes(await machine.ok(["workspace", "exclude", "**/clients/**"]), "is excluded already");
  for (const glob of ["~/clients", "../clients", "!x", ""]) {
    assertEquals((await machine.run(["workspace", "exclude", glob])).code, 64, glob);
  }
  await machine.ok(["workspace", "exclude", "**/clients/**", "--remove"]);
  const gone = await machine.run(["workspace", "exclude", "**/clients/**", "--remove"]);
  assertStringIncludes(gone.stderr, "it is not excluded; nothing is excluded");
});

commandTest("workspace trust names a directory once, and takes it back", async (machine) => {
  const kettle = machine.project("kettle");
  assertStringIncludes(await machine.ok(["workspace", "trust", kettle]), `"${kettle}" is trusted: 0 rows there`);
  assertEquals((await machine.json(["workspace", "trust", `${kettle}/`]))["outcome"], "unchanged");
  assertEquals((await machine.run(["workspace", "trust", `${machine.root}/nowhere`])).code, 1);
  await machine.ok(["workspace", "trust", kettle, "--remove"]);
  assertEquals(JSON.parse(machine.config()).trusted, []);
});

commandTest("workspace remove takes everything that names the workspace, and says what that means", async (machine) => {
  const [kettle, common, approved] = ["kettle", "common", "approved"].map((name) => machine.project(name)) as [
    string,
    string,
    string,
  ];
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", kettle, "--workspace", "research"]);
  await machine.ok(["workspace", "share", "default", "research", common]);
  Deno.writeTextFileSync(`${approved}/.imprint-hook.jsonc`, '{ "workspace": "research" }');
  await machine.ok(["workspace", "approve", approved]);
  await machine.ok(["workspace", "use", "research"]);
  await machine.ok(["workspace", "inbox", "research"]);
  const text = await machine.ok(["workspace", "remove", "research"]);
  for (
    const part of [
      'Workspace "research" is removed.',
      "It had stored nothing.",
      'It was the active one: that is "default" now.',
      "It was the inbox: there is none now.",
      `Conversations in "${kettle}", "${approved}" belong to no workspace now`,
      `"${common}" is not shared with it any more: it belongs to "default".`,
    ]
  ) assertStringIncludes(text, part);
  assertEquals(JSON.parse(machine.config()), {
    version: 1,
    workspaces: { default: { shared: [], roots: [common] } },
    approvals: [],
    active: "default",
  });
  assertStringIncludes((await machine.run(["workspace", "remove", "default"])).stderr, "it always exists");
});

commandTest(
  "workspace list and show tell roots that are gone, links and overlaps of a hand-edited file",
  async (machine) => {
    const kettle = machine.project("kettle");
    Deno.symlinkSync(kettle, `${machine.root}/link`);
    machine.configure({
      version: 1,
      inbox: "research",
      exclude: ["**/clients/**"],
      workspaces: {
        default: { roots: [kettle], claimFiles: true },
        research: { roots: [`${machine.root}/link`, `${machine.root}/gone`], workDir: kettle },
      },
    });
    const list = await machine.ok(["workspace", "list"]);
    for (
      const part of [
        `${machine.root}/link (leads to "${kettle}"), ${machine.root}/gone (does not exist)`,
        "Excluded: **/clients/**",
        `Nobody confirmed that "${kettle}" of "default" and "${machine.root}/link" of "research" overlap`,
      ]
    ) assertStringIncludes(list, part);
    const show = await machine.ok(["workspace", "show", "research", "--plain"]);
    assertStringIncludes(show, `stores in: ${kettle} ("workDir")`);
    assertStringIncludes(show, "inbox: conversations without a recorded directory");
    assertStringIncludes(await machine.ok(["workspace", "show"]), "claims files");
    assertStringIncludes((await machine.run(["workspace", "show", "reserch"])).stderr, 'did you mean "research"?');
  },
);

commandTest("workspace commands lose nothing when four are typed at once", async (machine) => {
  const names = ["anise", "basil", "clove", "dill"];
  const runs = await Promise.all(names.map((name) => machine.start(["workspace", "add", name])));
  assertEquals(runs.map(({ code, stderr }) => [code, stderr]), names.map(() => [0, ""]));
  assertEquals(Object.keys(JSON.parse(machine.config()).workspaces).sort(), names);
});

commandTest(
  "workspace commands report a broken configuration by line and column and leave it alone",
  async (machine) => {
    const kettle = machine.project("kettle");
    const broken = '{\n  "version": 1\n  "active": "default"\n}\n';
    Deno.writeTextFileSync(machine.configFile, broken);
    for (
      const words of [
        ["workspace", "list"],
        ["workspace", "add", "research"],
        ["workspace", "root", "add", kettle],
        ["workspace", "exclude", "x"],
        ["explain", "x"],
        ["learn"],
      ]
    ) {
      const { code, stderr } = await machine.run(words);
      assertEquals(code, 1, words.join(" "));
      assertMatch(stderr, /config\.jsonc".*line 3, column 3/);
    }
    assertEquals(machine.config(), broken);
  },
);

commandTest(
  "workspace commands take another home with --home and the workspace from the environment",
  async (machine) => {
    const kettle = machine.project("kettle");
    const other = machine.directory("other");
    const env = { IMPRINT_HOOK_WORKSPACE: "research" };
    const first = await machine.start(["workspace", "add", "research", "--home", other]);
    assertEquals([first.code, first.stderr], [0, ""]);
    const second = await machine.start(["workspace", "root", "add", kettle, "--home", "other", "--json"], { env });
    assertEquals([second.code, JSON.parse(second.stdout).workspace], [0, "research"]);
    const text = Deno.readTextFileSync(`${other}/config.jsonc`);
    assertEquals(JSON.parse(text).workspaces, { research: { roots: [kettle] } });
    assertEquals(Array.from(Deno.readDirSync(machine.home)), []);
    const unknown = await machine.start(["workspace", "root", "add", kettle], { env });
    assertEquals(unknown.code, 64);
    assertStringIncludes(unknown.stderr, 'no workspace "research" (from IMPRINT_HOOK_WORKSPACE)');
  },
);

commandTest("workspace and its commands explain themselves", async (machine) => {
  const top = await machine.ok(["workspace"]);
  assertEquals(await machine.ok(["workspace", "--help"]), top);
  assertEquals(await machine.ok(["help", "workspace"]), top);
  const names = [...top.matchAll(/^ {2}([a-z]+) {2}/gm)].map((match) => match[1] ?? "");
  assertEquals(names.length, 12);
  for (const name of names) {
    const help = await machine.ok(["workspace", name, "--help"]);
    assertStringIncludes(help, `imprint-hook workspace ${name}: `);
    assertEquals(await machine.ok(["help", "workspace", name]), help);
  }
  assertStringIncludes(
    await machine.ok(["workspace", "help", "root", "add"]),
    "Usage: imprint-hook workspace root add",
  );
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [["workspace", "lst"], 'no command "lst"; did you mean "workspace list"?'],
    [["workspace", "root", "ad"], 'workspace root: no command "ad"; did you mean "workspace root add"?'],
    [["workspace", "add"], "workspace add: expected NAME, got nothing"],
    [["workspace", "root", "add", "x", "--wrkspace", "y"], 'no option "--wrkspace"; did you mean "--workspace"?'],
  ];
  for (const [words, told] of wrong) {
    const { code, stderr } = await machine.run(words);
    assertEquals(code, 64, words.join(" "));
    assertStringIncludes(stderr, told);
  }
});
