/**
 * `deno task demo`: learns a sample conversation in a scratch directory, with exactly the permissions of the binary, and
 * shows what came of it.
 *
 * @module
 */
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "./deno_directory.ts";

const root = new URL("..", import.meta.url);
const fixture = new URL("fixtures/claude/demo/session.jsonl", root);
const SESSION = "7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10";

const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-hook-demo-" }));
try {
  const project = `${scratch}/kettle`;
  const store = `${scratch}/home/.claude/projects/-kettle`;
  Deno.mkdirSync(`${project}/.git`, { recursive: true });
  Deno.mkdirSync(store, { recursive: true });
  // The sample was recorded in /srv/kettle; here it happened in the scratch project.
  const text = Deno.readTextFileSync(fixture).replaceAll('"/srv/kettle"', JSON.stringify(project));
  const transcript = `${store}/${SESSION}.jsonl`;
  Deno.writeTextFileSync(transcript, text);

  console.log(
    `A sample conversation with Claude Code, ${text.trimEnd().split("\n").length} records, in "${project}".\n`,
  );
  run(["learn", "--transcript", transcript]);
  run(["list", "--in", project, "--kind", "exchanges"]);
  run(["list", "--in", project]);
  console.log(`\nFiles in "${project}":`);
  for (const line of tree(`${project}/.umwelten`)) console.log(line);
} finally {
  Deno.removeSync(scratch, { recursive: true });
}

function run(words: readonly string[]): void {
  console.log(`\n$ imprint-hook ${words.join(" ")}`);
  const { code } = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...permissionFlags(Deno.build.os), new URL("main.ts", root).pathname, ...words],
    env: { HOME: `${scratch}/home`, USERPROFILE: `${scratch}/home`, NO_COLOR: "1", DENO_DIR: denoDirectory() },
    stdout: "inherit",
    stderr: "inherit",
  }).outputSync();
  if (code !== 0) throw new Error(`imprint-hook ${words[0]} ended with exit status ${code}`);
}

/** The files below a directory, indented, with their sizes. */
function* tree(directory: string, depth = 1): Generator<string> {
  const entries = [...Deno.readDirSync(directory)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const path = `${directory}/${name}`;
    const size = isDirectory ? "/" : `  ${Deno.statSync(path).size} bytes`;
    yield `${"  ".repeat(depth)}${name}${size}`;
    if (isDirectory) yield* tree(path, depth + 1);
  }
}
