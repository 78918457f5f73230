/**
 * `deno task test:binary [FILE]`: runs every scenario that starts the program against the compiled binary (`dist/imprint-hook`
 * when none is named) instead of `main.ts`, and the tests of the build itself.
 *
 * @module
 */
import { resolve } from "@std/path";
import { nativePath } from "./native_path.ts";
import { binaryName, hostTarget } from "./targets.ts";

const root = nativePath(new URL("..", import.meta.url));
const binary = resolve(Deno.args[0] ?? `${root}dist/${binaryName("imprint-hook", hostTarget())}`);

/** Modules whose tests start the program that `IMPRINT_TEST_PROGRAM` names. */
const STARTS_PROGRAM = /from "\.{1,2}\/(?:hook|command|program|binary)_test_support\.ts"/;

function* testFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* testFiles(path);
    else if (name.endsWith("_test.ts") && STARTS_PROGRAM.test(Deno.readTextFileSync(path))) yield path;
  }
}

if (!Deno.statSync(binary).isFile) throw new Error(`cannot test "${binary}": it is no file`);
const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    ...["--no-prompt", "--allow-read", "--allow-write", "--allow-env", "--allow-run", "--allow-sys=uid,gid"],
    ...testFiles(`${root}tests`),
    `${root}tests/long/build_test.ts`,
  ],
  cwd: root,
  env: { IMPRINT_TEST_PROGRAM: binary },
}).spawn().status;
Deno.exit(code);
