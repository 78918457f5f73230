import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { permissionFlags, SCRIPT_FLAGS } from "../../lib/io/permissions.ts";
import { VERSION } from "../../lib/version.ts";
import { basename, join } from "@std/path";
import { type Bundle, bundle, partsOf } from "../../scripts/bundle.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { PROJECT, projectFiles, projectUrl } from "../project_files_test_support.ts";

interface Made extends Bundle {
  readonly script: string;
  /** What a run of the script prints, evaluated modules included. */
  run(...args: string[]): Promise<string>;
}

/** Bundles a made-up project and hands the script over. */
async function withBundle(tree: Readonly<Record<string, string>>, use: (made: Made) => Promise<void>): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    await Deno.mkdir(`${directory}/lib`);
    for (const [path, text] of Object.entries(tree)) await Deno.writeTextFile(`${directory}/${path}`, text);
    const script = `${directory}/dist/script.js`;
    const result = await bundle(new URL(`file://${directory}/`), script);
    // It has to work without the sources.
    for (const path of Object.keys(tree)) await Deno.remove(`${directory}/${path}`);
    await use({ ...result, script, run: (...args) => runScript(script, args) });
  });
}

async function runScript(script: string, args: readonly string[]): Promise<string> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...permissionFlags(Deno.build.os), ...SCRIPT_FLAGS, script, ...args],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  return new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
}

const TREE = {
  "main.ts": [
    `import { rare, say } from "./lib/say.ts";`,
    `if (Deno.args[0] === "hook") say("hook\\n");`,
    `else if (Deno.args[0] === "rare") rare().then(say);`,
    `else import("./lib/commands.ts").then(({ run }) => run(Deno.args));`,
  ].join("\n"),
  "lib/say.ts": [
    `let runs = 0;\nexport const count = () => String(++runs);`,
    `export const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));`,
    `export const rare = async () => (await import("./rare.ts")).text;`,
  ].join("\n"),
  "lib/rare.ts":
    `Deno.stdout.writeSync(new TextEncoder().encode("<rare>"));\nexport const text = /^[→🫖]ß$/u.test("🫖ß") ? "räre→🫖\\n" : "";\n`,
  "lib/commands.ts": [
    `import { basename } from "node:path";`,
    `import { count, say } from "./say.ts";`,
    `say("<commands>");`,
    `export async function run(args: string[]) { say(basename("/srv/kettlé/").replace(/é→?/, "é→") + " " + args + "~00e9~ */".replace(/0*/, "")); say(count()); (await import("./learn.ts")).learn(); }`,
  ].join("\n"),
  "lib/learn.ts":
    `import { count, say } from "./say.ts";\nsay("<learn>" + count());\nexport const learn = () => say("learned\\n");\n`,
};

diskTest(
  "bundle() leaves out of the script what is loaded later, and a run that needs none of it reads none",
  async () => {
    await withBundle(TREE, async ({ run, parts, script }) => {
      assertEquals(await run("hook"), "hook\n");
      assertEquals(await run("rare"), "<rare>räre→🫖\n");
      assertEquals(Object.keys(parts).map((name) => name.replace(/-\w+\.js$/, "")), ["commands", "learn", "rare"]);
      await Deno.remove(partsOf(script), { recursive: true });
      assertEquals(await run("hook"), "hook\n");
    });
  },
);

diskTest(
  "bundle() gives the parts what they load, node: modules, and the script's own modules as they are",
  async () => {
    await withBundle(TREE, async ({ run }) => {
      assertEquals(await run("learn", "--all"), "<commands>kettlé→ learn,--all~00e9~ */1<learn>2learned\n");
    });
  },
);

diskTest(
  "bundle() gives a hook one part, takes into the script what it shares with commands that read, and has all once",
  async () => {
    const tree = {
      "main.ts": [
        `import { say } from "./lib/say.ts";`,
        `const way = Deno.args[0];`,
        `if (way === "hook") import("./lib/hook.ts").then(({ hook }) => hook());`,
        `else if (way === "list") import("./lib/list.ts").then(({ list }) => list());`,
        `else import("./lib/learn.ts").then(({ learn }) => learn());`,
        `say("main ");`,
      ].join("\n"),
      "lib/say.ts": TREE["lib/say.ts"],
      "lib/rare.ts": TREE["lib/rare.ts"],
      "lib/config.ts":
        `import { say } from "./say.ts";\nsay("<config>");\nexport const config = () => say("configured ");\n`,
      "lib/store.ts": [
        `import { config } from "./config.ts";`,
        `import { count, say } from "./say.ts";`,
        `say("<store>");\nexport const store = () => { config(); say("stored " + count()); };`,
      ].join("\n"),
      "lib/hook.ts": [
        `import { rare, say } from "./say.ts";`,
        `import { store } from "./store.ts";`,
        `export const hook = () => { store(); rare().then(say); };`,
      ].join("\n"),
      "lib/list.ts": `import { config } from "./config.ts";\nexport const list = () => config();\n`,
      "lib/learn.ts": [
        `import { count, say } from "./say.ts";`,
        `import { store } from "./store.ts";`,
        `export const learn = async () => { count(); store(); (await import("./hook.ts")).hook(); };`,
      ].join("\n"),
    };
    await withBundle(tree, async ({ run, script, parts, bytes, hookBytes }) => {
      assertEquals(
        Object.keys(parts).map((name) => name.replace(/-\w+\.js$/, "")),
        ["hook", "learn", "list", "rare"],
      );
      const part = Object.keys(parts).find((name) => name.startsWith("hook-")) ?? "";
      assertEquals(hookBytes, bytes + (parts[part] ?? NaN));
      assertEquals(await run("hook"), "<config>main <store>configured stored 1<rare>räre→🫖\n");
      assertEquals(
        await run("learn"),
        "<config>main <store>configured stored 2configured stored 3<rare>räre→🫖\n",
      );
      await Deno.remove(join(partsOf(script), part));
      assertEquals(await run("list"), "<config>main configured ");
    });
  },
);

diskTest("bundle() finds the parts of a script that was started through a link", async () => {
  const tree = {
    "main.ts": `if (import.meta.main) import("./lib/later.ts").then(({ later }) => later());\n`,
    "lib/later.ts": `export const later = () => void Deno.stdout.writeSync(new TextEncoder().encode("later\\n"));\n`,
  };
  await withBundle(tree, async ({ script }) => {
    await withTemporaryDirectory(async (directory) => {
      const moved = `${directory}/a#b c%20?é`;
      await Deno.mkdir(moved);
      await Deno.symlink(script, `${moved}/link.js`);
      assertEquals(await runScript(`${moved}/link.js`, []), "later\n");
    });
  });
});

diskTest("bundle() removes the parts of an earlier bundle", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(`${directory}/main.ts`, `if (Deno.args.length > 0) import("./later.ts");\n`);
    await Deno.writeTextFile(`${directory}/later.ts`, `export const a = Deno.args;\n`);
    const script = `${directory}/dist/script.js`;
    const bundled = () => bundle(new URL(`file://${directory}/`), script);
    const names = () => Array.from(Deno.readDirSync(partsOf(script)), ({ name }) => name);
    const first = Object.keys((await bundled()).parts);
    assertEquals(names(), first);
    await Deno.writeTextFile(`${directory}/later.ts`, `export const b = Deno.args;\n`);
    const second = Object.keys((await bundled()).parts);
    assertEquals(names(), second);
    assert(first[0] !== second[0]);
  });
});

diskTest("what runs while bundle() replaces it is one version, whole", async () => {
  await withTemporaryDirectory(async (directory) => {
    const script = `${directory}/dist/script.js`;
    // The second version hands one more name out in front of those of the first.
    const write = async (version: number) => {
      const more = version % 2 === 0 ? [] : ["export const extra = () => 'more';"];
      await Deno.writeTextFile(
        `${directory}/a.ts`,
        [...more, `export const a = () => 'a';`, `export const b = () => 'b';`].join("\n"),
      );
      await Deno.writeTextFile(
        `${directory}/main.ts`,
        [
          `import { a } from "./a.ts";`,
          `if (import.meta.main) import("./later.ts").then(({ later }) => {`,
          `  Deno.stdout.writeSync(new TextEncoder().encode("${version}" + a() + later() + "\\n"));`,
          ...more.map(() => `  import("./a.ts").then(({ extra }) => extra());`),
          `});`,
        ].join("\n"),
      );
      await Deno.writeTextFile(
        `${directory}/later.ts`,
        `import { a, b } from "./a.ts";\nexport const later = () => a() + b() + "${version}";\n`,
      );
      await bundle(new URL(`file://${directory}/`), script);
    };
    await write(0);
    const told: string[] = [];
    let version = 0;
    const running = Array.from({ length: 2 }, async () => {
      while (version < 8) told.push(await runScript(script, []));
    });
    try {
      while (version < 8) await write(++version);
    } finally {
      version = 8;
      await Promise.all(running);
    }
    assertEquals(told.filter((line) => !/^(\d)aab\1\n$/.test(line)), []);
    assert(told.length > 20, `${told.length} runs`);
  });
});

diskTest("bundle() writes ASCII alone, and refuses a raw template that could not keep it", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.mkdir(`${directory}/lib`);
    for (const [path, text] of Object.entries(TREE)) await Deno.writeTextFile(`${directory}/${path}`, text);
    const root = new URL(`file://${directory}/`);
    const { parts } = await bundle(root, `${directory}/dist/script.js`);
    for (const name of ["script.js", ...Object.keys(parts).map((name) => `script.parts/${name}`)]) {
      assert(/^[\0-~]*$/.test(await Deno.readTextFile(`${directory}/dist/${name}`)), name);
    }
    await Deno.writeTextFile(`${directory}/main.ts`, "console.log(String.raw`→`);\n");
    await assertRejects(() => bundle(root, `${directory}/dist/script.js`), Error, "raw template");
  });
});

diskTest("bundle() gives the same bytes in another checkout", async () => {
  await withTemporaryDirectory(async (directory) => {
    const there = `${directory}/some where/else`;
    for (const path of projectFiles()) {
      if (!/^(?:main\.ts|deno\.(?:json|lock)|lib\/|hooks\/)/.test(path) || path.includes("_test")) continue;
      await Deno.mkdir(`${there}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(projectUrl(path), `${there}/${path}`);
    }
    await bundle(PROJECT, `${directory}/one/imprint-hook.js`);
    await bundle(new URL(`file://${encodeURI(there)}/`), `${directory}/two/imprint-hook.js`);
    const [one, two] = ["one", "two"].map((name) => filesBelow(`${directory}/${name}`));
    assert(one !== undefined && one.size > 3);
    assertEquals([...one.keys()], [...two?.keys() ?? []]);
    for (const [path, text] of one) assert(text === two?.get(path), path);
  });
});

function filesBelow(directory: string, before = ""): ReadonlyMap<string, string> {
  const entries = [...Deno.readDirSync(directory)].sort((a, b) => a.name < b.name ? -1 : 1);
  return new Map(
    entries.flatMap(({ name, isDirectory }) =>
      isDirectory
        ? [...filesBelow(`${directory}/${name}`, `${before}${name}/`)]
        : [[`${before}${name}`, Deno.readTextFileSync(`${directory}/${name}`)] as const]
    ),
  );
}

diskTest("bundle() gives the same bytes again", async () => {
  await withTemporaryDirectory(async (directory) => {
    const made: string[] = [];
    for (const folder of ["one", "two"]) {
      const script = `${directory}/${folder}/script.js`;
      const { parts } = await bundle(PROJECT, script);
      const paths = [script, ...Object.keys(parts).map((name) => join(partsOf(script), name))];
      made.push(paths.map((path) => `${basename(path)}\n${Deno.readTextFileSync(path)}`).join("\n"));
    }
    assert(made[0] === made[1]);
  });
});

diskTest("bundle() fails and leaves no script when main.ts loads a node: module at start", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(`${directory}/main.ts`, `import { join } from "node:path";\njoin("a");\n`);
    const root = new URL(`file://${directory}/`);
    await assertRejects(() => bundle(root, `${directory}/dist/script.js`), Error, "would load node:path at start");
    await assertRejects(() => Deno.stat(`${directory}/dist/script.js`), Deno.errors.NotFound);
  });
});

diskTest("bundle() names the fault when a file is missing", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.writeTextFile(`${directory}/main.ts`, `import "./gone.ts";\n`);
    await assertRejects(() => bundle(new URL(`file://${directory}/`), `${directory}/dist/script.js`), Error, "gone.ts");
  });
});

/** Most bytes that every run loads: each kilobyte costs it 20 to 80 us. */
const MOST_OF_ALL = 202_000;
/** Most bytes that every hook loads. What has to go beyond it belongs behind an `import()` first. */
const MOST_OF_HOOK = 384_000;

diskTest(
  "the bundled program runs alone with the flags of the script form, and what every run loads stays small",
  async () => {
    await withTemporaryDirectory(async (directory) => {
      const script = `${directory}/imprint-hook.js`;
      const { bytes, hookBytes, parts } = await bundle(PROJECT, script);
      assert(bytes <= MOST_OF_ALL, `${bytes} bytes`);
      assert(hookBytes <= MOST_OF_HOOK && hookBytes > bytes, `${hookBytes} bytes`);
      // What people type needs nothing of what only hooks do.
      for (const name of Object.keys(parts)) {
        if (name.startsWith("hook-")) await Deno.remove(join(partsOf(script), name));
      }
      assertEquals(await runScript(script, ["--version"]), `imprint-hook ${VERSION}\n`);
      assertStringIncludes(await runScript(script, ["--help"]), "learn");
      for (const words of [["list"], ["search", "kettle"], ["status"], ["sessions", "list"]]) {
        const told = await runScript(script, [...words, "--home", directory]);
        assert(!told.includes("error") && !told.includes("bug"), `${words}: ${told}`);
      }
    });
  },
);
