import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { permissionFlags, SCRIPT_FLAGS } from "../../lib/io/permissions.ts";
import { VERSION } from "../../lib/version.ts";
import { type Bundle, bundle } from "../../scripts/bundle.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { PROJECT } from "../project_files_test_support.ts";

interface Made extends Bundle {
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
    // The script has to work alone.
    for (const path of Object.keys(tree)) await Deno.remove(`${directory}/${path}`);
    await use({ ...result, run: (...args) => runScript(script, args) });
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
    `else if (Deno.args[0] === "rare") say(await rare());`,
    `else (await import("./lib/commands.ts")).run(Deno.args);`,
  ].join("\n"),
  "lib/say.ts": [
    `export const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));`,
    `export const rare = async () => (await import("./rare.ts")).text;`,
  ].join("\n"),
  "lib/rare.ts":
    `Deno.stdout.writeSync(new TextEncoder().encode("<rare>"));\nexport const text = /^[→🫖]ß$/u.test("🫖ß") ? "räre→🫖\\n" : "";\n`,
  "lib/commands.ts": [
    `import { basename } from "node:path";`,
    `import { say } from "./say.ts";`,
    `say("<commands>");`,
    `export async function run(args: string[]) { say(basename("/srv/kettlé/").replace(/é→?/, "é→") + " " + args + "~00e9~ */".replace(/0*/, "")); (await import("./learn.ts")).learn(); }`,
  ].join("\n"),
  "lib/learn.ts": `import { say } from "./say.ts";\nsay("<learn>");\nexport const learn = () => say("learned\\n");\n`,
};

diskTest("bundle() evaluates no lazily loaded module on the hook's way", async () => {
  await withBundle(TREE, async ({ run, carried }) => {
    assertEquals(await run("hook"), "hook\n");
    assertEquals(await run("rare"), "<rare>räre→🫖\n");
    assertEquals(Object.keys(carried), ["lib/commands.ts"]);
  });
});

diskTest(
  "bundle() carries what main.ts loads lazily, with what that loads and node: modules, in the one file",
  async () => {
    await withBundle(TREE, async ({ run }) => {
      assertEquals(await run("learn", "--all"), "<commands>kettlé→ learn,--all~00e9~ */<learn>learned\n");
    });
  },
);

diskTest("bundle() writes ASCII alone, and refuses a raw template that could not keep it", async () => {
  await withTemporaryDirectory(async (directory) => {
    await Deno.mkdir(`${directory}/lib`);
    for (const [path, text] of Object.entries(TREE)) await Deno.writeTextFile(`${directory}/${path}`, text);
    const root = new URL(`file://${directory}/`);
    await bundle(root, `${directory}/dist/script.js`);
    assert(/^[\0-~]*$/.test(await Deno.readTextFile(`${directory}/dist/script.js`)));
    await Deno.writeTextFile(`${directory}/main.ts`, "console.log(String.raw`→`);\n");
    await assertRejects(() => bundle(root, `${directory}/dist/script.js`), Error, "raw template");
  });
});

diskTest("bundle() gives the same bytes again", async () => {
  await withTemporaryDirectory(async (directory) => {
    await bundle(PROJECT, `${directory}/one.js`);
    await bundle(PROJECT, `${directory}/two.js`);
    assert(await Deno.readTextFile(`${directory}/one.js`) === await Deno.readTextFile(`${directory}/two.js`));
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

diskTest("the bundled program runs alone with the flags of the script form", async () => {
  await withTemporaryDirectory(async (directory) => {
    await bundle(PROJECT, `${directory}/imprint-hook.js`);
    assertEquals(await runScript(`${directory}/imprint-hook.js`, ["--version"]), `imprint-hook ${VERSION}\n`);
    assertStringIncludes(await runScript(`${directory}/imprint-hook.js`, ["--help"]), "learn");
  });
});
