/**
 * The examples in the documentation, all in one process. `deno task test:long` has Deno itself run them (`deno test
 * --doc`), each in a worker of its own, which takes a quarter of the time of all tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { nativePath } from "../scripts/native_path.ts";
import { diskTest } from "./disk_test_support.ts";
import { PROJECT } from "./project_files_test_support.ts";

/** An example, and where it stands. */
interface Example {
  /** Relative to the project. */
  readonly path: string;
  /** 1-based, of its first line. */
  readonly line: number;
  readonly code: string;
}

function sourcePaths(path: string): readonly string[] {
  if (Deno.statSync(new URL(path, PROJECT)).isFile) return [path];
  return [...Deno.readDirSync(new URL(path, PROJECT))]
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) => isDirectory ? sourcePaths(`${path}/${name}`) : [`${path}/${name}`])
    .filter((name) => name.endsWith(".ts"));
}

function examplesOf(path: string, text: string): readonly Example[] {
  return [...text.matchAll(/^ *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm)].map(({ index, 1: lines = "" }) => ({
    path,
    line: text.slice(0, index).split("\n").length + 1,
    code: lines.replaceAll(/^ *\* ?/gm, ""),
  }));
}

/** As Deno makes a module of it: imports go first, what the documented file exports is there without one. */
function moduleOf({ path, code }: Example, text: string): string {
  const exported = [...text.matchAll(/^export (?:async |abstract )*(?:function\*?|const|class|interface|type) (\w+)/gm)]
    .map(([, name = ""]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const imports = [...code.matchAll(/^import [^;]*;\n/gm)].map(([statement]) => statement);
  const missing = exported.filter((name) => !imports.some((statement) => new RegExp(`\\b${name}\\b`).test(statement)));
  const file = new URL(path, PROJECT);
  const own = `import { ${missing.join(", ")} } from "${file.href}";\n`;
  const placed = imports.join("").replaceAll(/"(\.\.?\/[^"]+)"/g, (_, name) => `"${new URL(name, file).href}"`);
  return `${own}${placed}{\n${imports.reduce((rest, statement) => rest.replace(statement, ""), code)}}\n`;
}

diskTest("every example in the documentation does what it says", async () => {
  const directory = new URL("dist/examples/", PROJECT);
  const paths = ["main.ts", "lib", "hooks", "scripts"].flatMap(sourcePaths);
  const texts = new Map(paths.map((path) => [path, Deno.readTextFileSync(new URL(path, PROJECT))]));
  const examples = [...texts].flatMap(([path, text]) => examplesOf(path, text));
  assert(examples.length > 150, `${examples.length} examples`);
  Deno.mkdirSync(directory, { recursive: true });
  examples.forEach((example, index) =>
    Deno.writeTextFileSync(new URL(`${index}.ts`, directory), moduleOf(example, texts.get(example.path) ?? ""))
  );
  const runs = examples.map(({ path, line }, index) =>
    `await import("./${index}.ts").catch((error) => console.error("${path}:${line}", error));\n`
  );
  Deno.writeTextFileSync(new URL("all.ts", directory), `${runs.join("")}console.log("${examples.length} ran");\n`);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--check",
      "--quiet",
      "--no-prompt",
      "--config",
      "deno.json",
      nativePath(new URL("all.ts", directory)),
    ],
    cwd: nativePath(PROJECT),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const decoder = new TextDecoder();
  assertEquals([decoder.decode(stdout), decoder.decode(stderr)], [`${examples.length} ran\n`, ""]);
});
