/**
 * Writes `dist/imprint-hook.js`: the whole program as one script, which `build` compiles and `install` runs on the Deno
 * that is there (design section 7).
 *
 * What `main.ts` imports statically is what every hook loads: it becomes plain code. What `main.ts` imports dynamically
 * is carried along in a comment and becomes code only when it is reached: nothing is skipped faster than a comment, and a
 * function's own source gives its text back. Both parts may contain the same module; they share no state, because a run
 * takes one way or the other.
 *
 * Measured with 315 KB of commands on Deno 2.9.6: a hook starts as fast as with the commands as compressed text, which is
 * 1.04 times an empty script's start-up against 1.27 with the commands as plain code (1.77 without a code cache, as in
 * the compiled binary). A command takes 14 MiB more than an empty script, as compressed text 38 (web streams decompress
 * it, and it had to be imported as a `data:` URL).
 *
 * @module
 */
import { basename, join } from "@std/path";
import { ensureDir } from "@std/fs";
import { readImports } from "./import_graph.ts";
import { nativePath } from "./native_path.ts";

/** Sizes in bytes of what was written. */
export interface Bundle {
  readonly bytes: number;
  /** The carried modules by path, with their sizes. */
  readonly carried: Readonly<Record<string, number>>;
}

/**
 * Bundles `main.ts` of a project into one file.
 *
 * @param root the project, a `file:` URL ending in `/`
 * @param output the path of the script
 * @throws {Error} when the bundler fails, or when the script would load something at start
 */
export async function bundle(root: URL, output: string): Promise<Bundle> {
  const scratch = await Deno.makeTempDir();
  try {
    const imports = await readImports(root, ["main.ts"]);
    const carried = [...new Set(imports.filter(isCarried).map((edge) => edge.to))].sort();
    let code = asciiCode(await bundled(root, { entry: "main.ts", external: carried, format: "esm", scratch }));
    const sizes: Record<string, number> = {};
    for (const [index, path] of carried.entries()) {
      const text = await bundled(root, { entry: path, external: [], format: "cjs", scratch });
      refuseRequires(path, text);
      sizes[path] = text.length;
      code = withCarried(code, { path, name: `__carried${index}`, text });
    }
    if (carried.length > 0) code += LOAD;
    await ensureDir(join(output, ".."));
    await Deno.writeTextFile(output, code);
    await refuseImports(output);
    return { bytes: code.length, carried: sizes };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** A relative dynamic import of `main.ts` itself. */
function isCarried(edge: { readonly from: string; readonly to: string; readonly kind: string }): boolean {
  return edge.from === "main.ts" && edge.kind === "dynamic" && !edge.to.includes(":");
}

interface BundleInput {
  readonly entry: string;
  /** Paths of files that stay imports. */
  readonly external: readonly string[];
  /** `cjs` can be evaluated at once and without a URL. */
  readonly format: "esm" | "cjs";
  readonly scratch: string;
}

async function bundled(root: URL, { entry, external, format, scratch }: BundleInput): Promise<string> {
  const file = join(scratch, "bundle.js");
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      ...external.flatMap((path) => ["--external", `./${path}`]),
      ...["--quiet", "--minify", "--platform", "deno", "--format", format, "--output", file],
      entry,
    ],
    cwd: nativePath(root),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (!output.success) throw new Error(`cannot bundle ${entry}: ${new TextDecoder().decode(output.stderr).trim()}`);
  return await Deno.readTextFile(file);
}

/**
 * Spells other characters than ASCII in strings and regular expressions as escapes: a script of ASCII alone takes one
 * byte a character in memory, and a hook starts 4 % sooner.
 */
function asciiCode(code: string): string {
  if (/\braw`[^`]*[^\0-~]/.test(code)) throw new Error("cannot bundle main.ts: a raw template keeps no escapes");
  return code.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Replaces the import of a path by its text; in a function, because functions are there from the start. */
function withCarried(code: string, carried: { path: string; name: string; text: string }): string {
  const { path, name } = carried;
  const pieces = code.split(`import("./${path}")`);
  if (pieces.length < 2) throw new Error(`cannot bundle ${path}: its import is not in the bundled main.ts`);
  // A comment ends at the first "*/"; "~" begins an escape, so it is one itself.
  const text = carried.text.replaceAll(/[^\0-}]|\*(?=\/)/g, escaped);
  return `${pieces.join(`__load(${name})`)}\nfunction ${name}(){/*${text}\n//# sourceURL=${path}\n*/}`;
}

function escaped(unit: string): string {
  return `~${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The other way round: a function's source, the comment in it, the characters that were escaped, the module. */
const LOAD = "\nasync function __load(carried){" +
  "const source=carried.toString();" +
  'const text=source.slice(source.indexOf("/*")+2,source.lastIndexOf("*/"))' +
  ".replace(/~(....)/g,(_,hex)=>String.fromCharCode(parseInt(hex,16)));" +
  "const module={exports:{}};" +
  'new Function("module","exports","require",text)(module,module.exports,(name)=>process.getBuiltinModule(name));' +
  "return module.exports}\n";

/** What is carried may ask for built-in modules, and has everything else in it. */
function refuseRequires(path: string, text: string): void {
  for (const [, name = ""] of text.matchAll(/\brequire\("([^"]*)"\)/g)) {
    if (!name.startsWith("node:")) throw new Error(`cannot bundle ${path}: it would load ${name}, which is not in it`);
  }
}

/** One file means one file: what it imports every hook would load. Built-in modules may be loaded later. */
async function refuseImports(output: string): Promise<void> {
  const folder = new URL(`file://${nativeToUrl(join(output, ".."))}/`);
  const edges = await readImports(folder, [basename(output)]);
  const first = edges.find((edge) => edge.kind === "static" || !edge.to.startsWith("node:"));
  if (first === undefined) return;
  await Deno.remove(output);
  throw new Error(
    `cannot bundle main.ts: the script would load ${first.to} at start; import it dynamically in main.ts`,
  );
}

function nativeToUrl(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:)/, "/").split("/").map(encodeURIComponent).join("/");
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  const output = join(nativePath(root), "dist", "imprint-hook.js");
  const { bytes, carried } = await bundle(root, output);
  console.error(`${output}: ${bytes} bytes, loaded by every run`);
  for (const [path, size] of Object.entries(carried)) console.error(`  carries ${path}: ${size} bytes`);
}
