/**
 * Writes the whole program as scripts, which `build` compiles and `install` runs on the Deno that is there (design
 * section 7): `imprint-hook.js` holds what every run loads, the files in `imprint-hook.parts/` what is loaded only when
 * something asks for it.
 *
 * What `main.ts` imports statically, directly or not, is what every hook loads: it becomes one script, as each further
 * file costs a millisecond. Every `import()` begins a part. The parts take what they share with the script from it, so
 * that nothing is there twice and every module has one state. For that reason `main.ts` may not `await` at its top level:
 * a part waits for the end of the script that it takes something from.
 *
 * Measured on Deno 2.9.6: what a script carries along without running it costs 20 us a kilobyte, most of it for the
 * memory of its copies, so that 500 KB of commands in the same file made every hook 10 ms slower, even in a comment.
 *
 * @module
 */
import { basename, join } from "@std/path";
import { ensureDir } from "@std/fs";
import { SCRIPT_ENVIRONMENT, scriptEnvironmentFile } from "../lib/io/permissions.ts";
import { canonicalNames, renamed } from "./canonical_names.ts";
import { type ImportEdge, readImports } from "./import_graph.ts";
import { nativePath } from "./native_path.ts";

/** Sizes in bytes of what was written. */
export interface Bundle {
  /** Of the script, which every run loads. */
  readonly bytes: number;
  /** Of the files that are loaded later, by name. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Where the parts of a script lie. */
export function partsOf(script: string): string {
  return script.replace(/\.js$/, ".parts");
}

/**
 * Bundles `main.ts` of a project into a script and its parts; beside them goes what Deno itself has to be told. Parts of an earlier bundle go last, so that a hook that
 * runs meanwhile finds its own.
 *
 * @param root the project, a `file:` URL ending in `/`
 * @param output the path of the script, ending in `.js`
 * @throws {Error} when the bundler fails, or when the script would load something at start
 */
export async function bundle(root: URL, output: string): Promise<Bundle> {
  const scratch = await Deno.realPath(await Deno.makeTempDir());
  try {
    const split = await splitProgram(root, scratch);
    const script = await bundleScript(split, basename(partsOf(output)));
    const parts = await bundleParts(split, basename(output));
    await writeAll(output, script, parts);
    await Deno.writeTextFile(scriptEnvironmentFile(output), SCRIPT_ENVIRONMENT);
    return { bytes: script.length, parts: Object.fromEntries([...parts].map(([name, text]) => [name, text.length])) };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** The program in pieces, as the bundler cuts it where `import()` stands. */
interface SplitProgram {
  readonly scratch: string;
  /** The directory of the pieces. */
  readonly directory: string;
  /** Files that every run loads, `main.js` first. */
  readonly eager: readonly string[];
  /** Files that an `import()` names. */
  readonly lazy: readonly string[];
  /** What other files take from an eager one: its name there, and the name under which the script hands it out. */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const MAIN = "main.js";

async function splitProgram(root: URL, scratch: string): Promise<SplitProgram> {
  const directory = join(scratch, "pieces");
  await runBundler(nativePath(root), ["--code-splitting", "--outdir", directory, "main.ts"]);
  await nameCanonically(directory);
  const edges = await readImports(directoryUrl(scratch), ["pieces"]);
  refuseImports(edges);
  const eager = eagerFiles(edges, `pieces/${MAIN}`).map((path) => basename(path));
  const lazy = [...new Set(edges.filter(isPart).map(({ to }) => basename(to)))].sort();
  const shared = new Map<string, ReadonlyMap<string, string>>();
  let count = 0;
  for (const name of eager) {
    const names = exportedNames(await Deno.readTextFile(join(directory, name)));
    shared.set(name, new Map(names.map((exported) => [exported, `_${(count++).toString(36)}`])));
  }
  return { scratch, directory, eager, lazy, shared };
}

async function nameCanonically(directory: string): Promise<void> {
  const pieces = new Map([...Deno.readDirSync(directory)].map(({ name }) => [
    name,
    Deno.readTextFileSync(join(directory, name)),
  ]));
  const names = canonicalNames(pieces);
  for (const name of pieces.keys()) await Deno.remove(join(directory, name));
  for (const [name, text] of pieces) {
    await Deno.writeTextFile(join(directory, names.get(name) ?? name), renamed(text, names));
  }
}

/** An `import()` of a file of the program. */
function isPart({ kind, to }: ImportEdge): boolean {
  return kind === "dynamic" && !to.includes(":");
}

/**
 * Follows static imports.
 *
 * @param edges imports
 * @param main the file to begin with
 * @returns it, and everything that is loaded together with it
 */
export function eagerFiles(edges: readonly ImportEdge[], main: string): readonly string[] {
  const reached = new Set([main]);
  for (const file of reached) {
    for (const { from, to, kind } of edges) if (from === file && kind === "static") reached.add(to);
  }
  return [...reached];
}

/** The bundler ends each piece with one statement that names everything which it exports. */
function exportedNames(piece: string): readonly string[] {
  return listOf(/^export \{([^}]*)\};\s*$/m.exec(piece)?.[1] ?? "").map((entry) => entry.replace(/^.* as /, ""));
}

/** The eager pieces as one script, which hands out to the parts what they share. */
async function bundleScript({ scratch, directory, lazy, shared }: SplitProgram, parts: string): Promise<string> {
  const handedOut = [...shared].filter(([name]) => name !== MAIN).map(([name, names]) =>
    `export {${[...names].map(([exported, short]) => `${exported} as ${short}`).join()}} from "./${name}";\n`
  );
  const main = join(directory, MAIN);
  await Deno.writeTextFile(main, `${await Deno.readTextFile(main)}\n${handedOut.join("")}`);
  const file = join(scratch, "script.js");
  await runBundler(directory, [
    ...lazy.flatMap((name) => ["--external", `./${name}`]),
    ...["--minify", "--output", file, MAIN],
  ]);
  return withLateImports(asciiCode(await Deno.readTextFile(file)), `./${parts}/`);
}

/** Everything else, with the script in place of the eager pieces. */
async function bundleParts(split: SplitProgram, script: string): Promise<ReadonlyMap<string, string>> {
  const { scratch, directory, eager, lazy } = split;
  if (lazy.length === 0) return new Map();
  for (const { name } of Deno.readDirSync(directory)) {
    const path = join(directory, name);
    if (!eager.includes(name)) {
      await Deno.writeTextFile(path, fromScript(await Deno.readTextFile(path), { split, script }));
    }
  }
  const output = join(scratch, "parts");
  await runBundler(directory, [
    ...["--external", `../${script}`, "--minify", "--code-splitting", "--outdir", output],
    ...lazy,
  ]);
  const texts = new Map<string, string>();
  for (const { name } of [...Deno.readDirSync(output)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    texts.set(name, withLateImports(asciiCode(await Deno.readTextFile(join(output, name))), "./"));
  }
  return texts;
}

/** Lets a piece take from the script what it takes from eager pieces. The bundler writes imports in this form only. */
function fromScript(
  piece: string,
  { split, script }: { readonly split: SplitProgram; readonly script: string },
): string {
  return piece.replaceAll(
    /^import (?:\{([^}]*)\} from )?"\.\/([^"]+)";$/gm,
    (statement, names: string | undefined, from: string) => {
      const shared = split.shared.get(from);
      if (shared === undefined) return statement;
      const taken = listOf(names ?? "").map((entry) => {
        const [, name = entry, local = name] = /^(.*) as (.*)$/.exec(entry) ?? [];
        return `${shared.get(name)} as ${local}`;
      });
      return `import {${taken.join()}} from "../${script}";`;
    },
  );
}

function listOf(names: string): readonly string[] {
  return names.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
}

async function runBundler(directory: string, args: readonly string[]): Promise<void> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "deno", "--format", "esm", ...args],
    cwd: directory,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (!output.success) throw new Error(`cannot bundle: ${new TextDecoder().decode(output.stderr).trim()}`);
}

/**
 * Spells other characters than ASCII in strings and regular expressions as escapes: a script of ASCII alone takes one
 * byte a character in memory, and a hook starts 4 % sooner.
 */
function asciiCode(code: string): string {
  if (/\braw`[^`]*[^\0-~]/.test(code)) throw new Error("cannot bundle main.ts: a raw template keeps no escapes");
  return code.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Deno reads everything that an `import()` names in plain words before a script begins. Here it must not: the name is
 * told by a call.
 *
 * @param parts where the parts lie, as seen from the script
 */
function withLateImports(code: string, parts: string): string {
  const late = code.replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (_, name: string) => `__part("${name}")`);
  if (late === code) return code;
  // Deno runs a script under the name of the link that it was started through, beside which there are no parts.
  return `${late}
function __part(name){return import(import.meta.resolve("${parts}"+name)).catch((error)=>{
const real=Deno.realPathSync(import.meta.filename);
if(real===import.meta.filename)throw error;
const path=encodeURI(real.replaceAll("\\\\","/")).replace(/[?#]/g,encodeURIComponent);
return import(new URL("${parts}"+name,"file://"+path.replace(/^[^/]/,"/$&")))})}
`;
}

/** Nothing outside of the bundle is loaded, except built-in modules by what is loaded later. */
function refuseImports(edges: readonly ImportEdge[]): void {
  const eager = eagerFiles(edges, `pieces/${MAIN}`);
  for (const { from, to, kind } of edges) {
    if (!to.includes(":") || kind === "type") continue;
    if (to.startsWith("node:") && (kind === "dynamic" || !eager.includes(from))) continue;
    const when = eager.includes(from) && kind === "static" ? " at start" : "";
    throw new Error(`cannot bundle main.ts: the script would load ${to}${when}; import it dynamically`);
  }
}

async function writeAll(output: string, script: string, parts: ReadonlyMap<string, string>): Promise<void> {
  const directory = partsOf(output);
  await ensureDir(directory);
  for (const [name, text] of parts) await Deno.writeTextFile(join(directory, name), text);
  await Deno.writeTextFile(output, script);
  for (const { name } of Deno.readDirSync(directory)) if (!parts.has(name)) await Deno.remove(join(directory, name));
}

function directoryUrl(directory: string): URL {
  const path = directory.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:)/, "/");
  return new URL(`file://${path.split("/").map(encodeURIComponent).join("/")}/`);
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  const output = join(nativePath(root), "dist", "imprint-hook.js");
  const { bytes, parts } = await bundle(root, output);
  const later = Object.values(parts);
  console.error(`${output}: ${bytes} bytes, loaded by every run`);
  console.error(`${partsOf(output)}: ${later.length} files, ${later.reduce((sum, size) => sum + size, 0)} bytes`);
}
