/**
 * However the program came to the machine, and whatever became of that place later: the hook that `install` wrote runs.
 * The binary is the real one, npm is the real one, and the hook is started as its settings say.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { VERSION } from "../../lib/version.ts";
import { binaryTest } from "../binary_test_support.ts";
import { withTemporaryDirectory } from "../disk_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { type NpmRegistry, withNpm } from "../npm_test_support.ts";
import { createPersonMachine, type PersonMachine } from "../person_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const PACKAGE = `@imprint-hook/${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
/** A version of the same length, which the newer binary says that it is. */
const NEWER = VERSION.replace(/\d$/, (digit) => digit === "9" ? "8" : "9");

/** A machine on which each call of `turn` is one more turn whose end is told to the wired hook. */
interface WiredMachine extends PersonMachine {
  /** The copy among the kept data. */
  readonly kept: string;
  /** Where the wired program is. */
  program(): string;
  /** @param version what the wired program has to be */
  turn(version: string): Promise<void>;
  /** Types `install claude`. @returns what it says */
  install(program: string, env?: Readonly<Record<string, string>>): Promise<string>;
}

interface Binaries {
  readonly old: string;
  readonly newer: string;
}

function createWiredMachine(root: string): WiredMachine {
  Deno.mkdirSync(root);
  const machine = createPersonMachine(root);
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  let turns = 0;
  const program = (): string => machine.entries("Stop")[0]?.command ?? "";
  const start = (command: string, args: readonly string[], input: string, env = {}) =>
    machine.fire({ type: "command", command, args, timeout: 0 }, input, { env });
  return {
    ...machine,
    kept: `${machine.userHome}/.local/share/imprint-hook/bin/imprint-hook`,
    program,
    async turn(version) {
      turns++;
      talk.typed(`question ${turns}`);
      talk.reply(`reply ${turns}`);
      const transcript = machine.transcript(SESSION, talk.rows);
      const [stop] = machine.entries("Stop");
      assert(stop !== undefined, "no hook is wired");
      const run = await machine.fire(stop, machine.stop(SESSION, transcript));
      assertEquals(run, { code: 0, stdout: "", stderr: "" });
      assertEquals(machine.exchanges(kettle).map(({ answers }) => answers[0]?.text).at(-1), `reply ${turns}`);
      assertEquals(machine.exchanges(kettle).length, turns);
      assertEquals((await start(program(), ["--version"], "")).stdout, `imprint-hook ${version}\n`);
      // Never Node's launcher, which takes longer to start than a whole hook.
      const magic = new TextDecoder().decode(Deno.readFileSync(program()).subarray(0, 2));
      assert(magic !== "#!", `${program()} is a script`);
    },
    async install(command, env = { PATH: "" }) {
      const { code, stdout, stderr } = await start(command, ["install", "claude", "--plain"], "", env);
      assertEquals([code, stderr], [0, ""], stdout);
      return stdout;
    },
  };
}

/** Each way in a home of its own. */
function waysTest(name: string, ways: (test: WaysContext) => Promise<void>): void {
  const missing = Deno.build.os === "windows" ? "the paths are those of Linux and macOS" : undefined;
  binaryTest(name, async (old, context) => {
    // In the directory of the binary, which is no temporary one: hard links are made of it.
    const parent = `${old.slice(0, old.lastIndexOf("/"))}/.tests-${crypto.randomUUID().slice(0, 8)}`;
    Deno.mkdirSync(parent);
    try {
      const root = Deno.realPathSync(parent);
      const newer = `${root}/newer`;
      writeNewer(old, newer);
      let count = 0;
      await ways({
        root,
        binaries: { old, newer },
        way: async (how, fn) => {
          await context.step(how, async () => {
            const machine = createWiredMachine(`${root}/${count++}`);
            await fn(machine);
            Deno.removeSync(machine.root, { recursive: true });
          });
        },
      });
    } finally {
      Deno.removeSync(parent, { recursive: true });
    }
  }, missing);
}

interface WaysContext {
  readonly root: string;
  readonly binaries: Binaries;
  way(name: string, fn: (machine: WiredMachine) => Promise<void>): Promise<void>;
}

/** The same binary with another version in it. */
function writeNewer(old: string, path: string): void {
  const bytes = Deno.readFileSync(old);
  const text = new TextDecoder("latin1").decode(bytes);
  const said = `"${VERSION}"`;
  let found = 0;
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1)) {
    bytes.set(new TextEncoder().encode(`"${NEWER}"`), at);
    found++;
  }
  assert(found > 0, "the binary does not say its version");
  Deno.writeFileSync(path, bytes, { mode: 0o755 });
}

waysTest("a hook runs that was wired by what npm installed", async ({ root, binaries, way }) => {
  await withNpm(root, async (registry) => {
    const packed = await registry.publish(VERSION, binaries.old);
    await registry.publish(NEWER, binaries.newer);
    await way("the packages hold what they need and nothing else, as npm says", async () => {
      assertEquals(packed.map(({ name, files }) => [name, files.map(({ path }) => path).sort()]), [
        [PACKAGE, ["LICENSE", "README.md", "bin/imprint-hook", "package.json"]],
        ["imprint-hook", ["LICENSE", "README.md", "bin/imprint-hook.mjs", "package.json"]],
      ]);
      const programs = packed.map(({ files }) => files.find(({ path }) => path.startsWith("bin/")));
      assertEquals(programs.map((file) => file?.mode), [0o755, 0o755]);
      assertEquals(programs[0]?.size, Deno.statSync(binaries.old).size);
      await dryRun(registry, root);
    });
    await way("into its global directory, and upgraded there", (machine) => global(registry, machine));
    await way("with npx, whose cache was emptied, and by a newer one", (machine) => npx(registry, machine));
    await way("with one Node of several, after a switch to another", (machine) => switched(registry, machine));
    await way("into a project whose packages are gone", async (machine) => {
      const cwd = machine.project("kettle");
      const home = machine.userHome;
      Deno.writeTextFileSync(`${cwd}/package.json`, "{}");
      await registry.run(["npm", "install", `imprint-hook@${VERSION}`], { home, cwd });
      await registry.run(["npx", "imprint-hook", "install", "claude"], { home, cwd });
      Deno.removeSync(`${cwd}/node_modules`, { recursive: true });
      assertEquals(machine.program(), machine.kept);
      await machine.turn(VERSION);
    });
  });
});

/** What is staged is what would be packed, and npm has nothing to complain about. */
async function dryRun({ run }: NpmRegistry, root: string): Promise<void> {
  for (const { name } of Deno.readDirSync(`${root}/staged-${VERSION}/npm`)) {
    const cwd = `${root}/staged-${VERSION}/npm/${name}`;
    const [told] = JSON.parse(await run(["npm", "pack", "--dry-run", "--json"], { home: root, cwd }));
    assertEquals(told.version, VERSION);
  }
}

async function global({ run }: NpmRegistry, machine: WiredMachine): Promise<void> {
  const home = machine.userHome;
  const prefix = `${home}/.npm-global`;
  const npm = (version: string) =>
    run(["npm", "install", "--global", "--prefix", prefix, `imprint-hook@${version}`], { home });
  await npm(VERSION);
  const typed = await run(["imprint-hook", "--version"], { home, before: `${prefix}/bin` });
  assertEquals(typed, `imprint-hook ${VERSION}\n`);
  await run(["imprint-hook", "install", "claude"], { home, before: `${prefix}/bin` });
  const inside = `${prefix}/lib/node_modules/imprint-hook/node_modules/${PACKAGE}`;
  assertEquals(machine.program(), `${inside}/bin/imprint-hook`);
  await machine.turn(VERSION);
  await npm(NEWER);
  await machine.turn(NEWER);
}

async function npx({ run }: NpmRegistry, machine: WiredMachine): Promise<void> {
  const home = machine.userHome;
  const wire = (version: string) =>
    run(["npx", "--yes", `imprint-hook@${version}`, "install", "claude", "--plain"], { home });
  const text = await wire(VERSION);
  assertEquals(machine.program(), machine.kept);
  assertStringIncludes(text, `The hook starts a copy of this program, "${machine.kept}"`);
  assertStringIncludes(text, "npx's cache, which npm may empty");
  assertStringIncludes(text, "see that it ran: npx --yes imprint-hook status");
  Deno.removeSync(`${home}/.npm`, { recursive: true });
  await machine.turn(VERSION);
  await wire(NEWER);
  Deno.removeSync(`${home}/.npm`, { recursive: true });
  await machine.turn(NEWER);
}

async function switched({ run }: NpmRegistry, machine: WiredMachine): Promise<void> {
  const home = machine.userHome;
  const versions = `${home}/.nvm/versions/node`;
  const wire = async (node: string, version: string): Promise<void> => {
    const prefix = `${versions}/${node}`;
    await run(["npm", "install", "--global", "--prefix", prefix, `imprint-hook@${version}`], { home });
    await run(["imprint-hook", "install", "claude"], { home, before: `${prefix}/bin` });
  };
  await wire("v22.4.1", VERSION);
  assertEquals(machine.program(), machine.kept);
  Deno.removeSync(`${versions}/v22.4.1`, { recursive: true });
  await machine.turn(VERSION);
  await wire("v24.0.0", NEWER);
  Deno.removeSync(versions, { recursive: true });
  await machine.turn(NEWER);
}

waysTest("a hook runs that was wired by a binary", async ({ binaries, way }) => {
  await way("behind a link to one version, after an upgrade took that version away", async (machine) => {
    const brew = `${machine.userHome}/.linuxbrew`;
    const link = `${brew}/bin/imprint-hook`;
    Deno.mkdirSync(`${brew}/bin`, { recursive: true });
    const pour = (version: string, binary: string): string => {
      const cellar = `${brew}/Cellar/imprint-hook/${version}/bin`;
      Deno.mkdirSync(cellar, { recursive: true });
      Deno.linkSync(binary, `${cellar}/imprint-hook`);
      if (version !== VERSION) Deno.removeSync(link);
      Deno.symlinkSync(`../Cellar/imprint-hook/${version}/bin/imprint-hook`, link);
      return `${cellar}/imprint-hook`;
    };
    pour(VERSION, binaries.old);
    await machine.install(link, { PATH: `${brew}/bin` });
    assertEquals(machine.program(), link);
    await machine.turn(VERSION);
    const cellar = pour(NEWER, binaries.newer);
    Deno.removeSync(`${brew}/Cellar/imprint-hook/${VERSION}`, { recursive: true });
    await machine.turn(NEWER);
    // Typed by the path of the version, with nothing on PATH.
    await machine.install(cellar);
    assertEquals(machine.program(), machine.kept);
    Deno.removeSync(brew, { recursive: true });
    await machine.turn(NEWER);
  });
  await way("in a usual directory, after it was replaced there", async (machine) => {
    const program = `${machine.userHome}/.local/bin/imprint-hook`;
    Deno.mkdirSync(`${machine.userHome}/.local/bin`, { recursive: true });
    Deno.linkSync(binaries.old, program);
    await machine.install(program);
    assertEquals(machine.program(), program);
    await machine.turn(VERSION);
    Deno.removeSync(program);
    Deno.linkSync(binaries.newer, program);
    await machine.turn(NEWER);
  });
  await way("in a temporary directory that is gone", async (machine) => {
    await withTemporaryDirectory(async (temporary) => {
      Deno.copyFileSync(binaries.old, `${temporary}/imprint-hook`);
      const text = await machine.install(`${temporary}/imprint-hook`, { PATH: "", TMPDIR: temporary });
      assertStringIncludes(text, "a directory that the system empties");
    });
    assertEquals(machine.program(), machine.kept);
    await machine.turn(VERSION);
    // The copy wires itself, and stays where it is.
    await machine.install(machine.program());
    assertEquals(machine.program(), machine.kept);
  });
});
