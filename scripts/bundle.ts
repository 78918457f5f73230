/**
 * Writes the whole program as scripts, which `build` compiles and `install` runs on the Deno that is there (design
 * section 7): `imprint-hook.js` holds what every run loads, the files in `imprint-hook.parts/` what is loaded only when
 * something asks for it.
 *
 * Every `import()` begins a part. The parts take what they share with the script from it, so that nothing is there twice
 * and every module has one state. For that reason `main.ts` may not `await` at its top level: a part waits for the end of
 * the script that it takes something from.
 *
 * A hook loads the script and one part. Into the script goes what `main.ts` imports statically, and what hooks have in
 * common with the commands that read (`READING_FILES`); what else a hook needs is its part, all in one.
 *
 * Measured on Deno 2.9.6: what a script carries along without running it costs 20 us a kilobyte, most of it for the
 * memory of its copies, so that 500 KB of commands in the same file made every hook 10 ms slower, even in a comment, and
 * 150 KB of the hook's in that file made every command 4 ms slower. A further file costs a hook 0.1 to 1 ms.
 *
 * @module
 */
import { basename, join } from "@std/path";
import { ensureDir } from "@std/fs";
import { SCRIPT_ENVIRONMENT, scriptEnvironmentFile } from "../lib/io/permissions.ts";
import { canonicalNames, namesOfThisState, renamed } from "./canonical_names.ts";
import { type ImportEdge, readImports } from "./import_graph.ts";
import { nativePath } from "./native_path.ts";
import { HOOK_FILE, READING_FILES } from "./source_places.ts";

/** Sizes in bytes of what was written. */
export interface Bundle {
  /** Of the script, which every run loads. */
  readonly bytes: number;
  /** Of the script and of the part that every hook loads; those of the script where `main.ts` has no hook. */
  readonly hookBytes: number;
  /** Of the files that are loaded later, by name. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Where the parts of a script lie. */
export function partsOf(script: string): string {
  return script.replace(/\.js$/, ".parts");
}

/**
 * Bundles `main.ts` of a project into a script and its parts; beside them goes what Deno itself has to be told.
 *
 * A hook that runs meanwhile finds its own version whole: the names of the parts are of this bundle alone, the script is
 * replaced in one step when they are there, and the parts of an earlier bundle go half a second later.
 *
 * @param root the project, a `file:` URL ending in `/`
 * @param output the path of the script, ending in `.js`
 * @throws {Error} when the bundler fails, or when the script would load something at start
 */
export async function bundle(root: URL, output: string): Promise<Bundle> {
  const scratch = await Deno.realPath(await Deno.makeTempDir());
  try {
    const split = await splitProgram(root, { scratch, script: basename(output) });
    const script = withLateImports(await bundleMerged(split, split.script), `./${basename(partsOf(output))}/`);
    const named = await bundleParts(split);
    const hook = split.hook === undefined ? undefined : named.get(split.hook.entry);
    const names = namesOfThisState([["", script], ...named], named.keys());
    const parts = new Map([...named].map(([name, text]) => [names.get(name) ?? name, renamed(text, names)]));
    await writeAll(output, renamed(script, names), parts);
    return {
      bytes: script.length,
      hookBytes: script.length + (hook?.length ?? 0),
      parts: Object.fromEntries([...parts].map(([name, text]) => [name, text.length])),
    };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Pieces that become one file, which hands out to others what they take from any of them. */
interface Merged {
  /** The piece that the file begins with. */
  readonly entry: string;
  /** How a part imports the file. */
  readonly specifier: string;
  /** By piece: what others take from it, and the name under which the file hands it out. */
  readonly shared: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The program in pieces, as the bundler cuts it where `import()` stands. */
interface SplitProgram {
  readonly scratch: string;
  /** The directory of the pieces. */
  readonly directory: string;
  /** What every run loads. */
  readonly script: Merged;
  /** What every hook loads besides; undefined when `main.ts` has none. */
  readonly hook: Merged | undefined;
  /** Pieces that an `import()` names. */
  readonly lazy: readonly string[];
}

const MAIN = "main.js";

async function splitProgram(
  root: URL,
  { scratch, script }: { readonly scratch: string; readonly script: string },
): Promise<SplitProgram> {
  const directory = join(scratch, "pieces");
  await runBundler(nativePath(root), ["--code-splitting", "--outdir", directory, "main.ts"]);
  await nameCanonically(directory);
  const edges = await readImports(directoryUrl(scratch), ["pieces"]);
  const lazy = [...new Set(edges.filter(isPart).map(({ to }) => to))].sort();
  const [hook] = lazy.filter((path) => isPieceOf(path, HOOK_FILE));
  const ofHook = hook === undefined ? [] : eagerFiles(edges, hook);
  const atStart = eagerFiles(edges, `pieces/${MAIN}`);
  refuseImports(edges, new Set([...atStart, ...ofHook]));
  const read = new Set(
    lazy.filter((path) => READING_FILES.some((file) => isPieceOf(path, file)))
      .flatMap((path) => eagerFiles(edges, path)),
  );
  const every = new Set([...atStart, ...ofHook.filter((path) => read.has(path))]);
  const name = namer();
  return {
    scratch,
    directory,
    script: await merged(directory, { entry: MAIN, specifier: `../${script}`, paths: [...every], name }),
    hook: hook === undefined ? undefined : await merged(directory, {
      entry: basename(hook),
      specifier: `./${basename(hook)}`,
      paths: ofHook.filter((path) => !every.has(path)),
      name,
    }),
    lazy: lazy.map((path) => basename(path)),
  };
}

async function merged(
  directory: string,
  { entry, specifier, paths, name }: Pick<Merged, "entry" | "specifier"> & {
    readonly paths: readonly string[];
    name(): string;
  },
): Promise<Merged> {
  const shared = new Map<string, ReadonlyMap<string, string>>();
  for (const piece of paths.map((path) => basename(path))) {
    const names = exportedNames(await Deno.readTextFile(join(directory, piece)));
    // Under its own names an entry hands out what it exports anyway.
    shared.set(piece, new Map(names.map((exported) => [exported, piece === entry ? exported : name()])));
  }
  return { entry, specifier, shared };
}

/** Names that no piece has, in order. */
function namer(): () => string {
  let count = 0;
  return () => `_${(count++).toString(36)}`;
}

/** The bundler calls a piece by the file that an `import()` names, and a hash. */
function isPieceOf(path: string, file: string): boolean {
  return basename(path).replace(/-[^-]*$/, "") === basename(file, ".ts");
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

/** Pieces as one file. What it loads later it still names as the bundler does. */
async function bundleMerged({ scratch, directory, lazy, script, hook }: SplitProgram, file: Merged): Promise<string> {
  const handedOut = [...file.shared].filter(([piece]) => piece !== file.entry).map(([piece, names]) =>
    `export {${[...names].map(([exported, short]) => `${exported} as ${short}`).join()}} from "./${piece}";\n`
  );
  for (const piece of file.shared.keys()) {
    const path = join(directory, piece);
    const text = takingFrom(await Deno.readTextFile(path), file === hook ? [script] : []);
    await Deno.writeTextFile(path, piece === file.entry ? `${text}\n${handedOut.join("")}` : text);
  }
  const output = join(scratch, "merged.js");
  const others = [...lazy.filter((piece) => piece !== file.entry).map((piece) => `./${piece}`), script.specifier];
  await runBundler(directory, [
    ...others.flatMap((name) => ["--external", name]),
    ...["--minify", "--output", output, file.entry],
  ]);
  return asciiCode(await Deno.readTextFile(output));
}

/** Everything that is loaded later, by name. */
async function bundleParts(split: SplitProgram): Promise<ReadonlyMap<string, string>> {
  const { scratch, directory, script, hook, lazy } = split;
  const texts = new Map<string, string>();
  if (hook !== undefined) texts.set(hook.entry, withLateImports(await bundleMerged(split, hook), "./"));
  const parts = lazy.filter((piece) => piece !== hook?.entry);
  if (parts.length === 0) return texts;
  const files = hook === undefined ? [script] : [script, hook];
  for (const { name } of Deno.readDirSync(directory)) {
    const path = join(directory, name);
    if (files.some(({ shared }) => shared.has(name))) continue;
    await Deno.writeTextFile(path, takingFrom(await Deno.readTextFile(path), files));
  }
  const output = join(scratch, "parts");
  await runBundler(directory, [
    ...files.flatMap(({ specifier }) => ["--external", specifier]),
    ...["--minify", "--code-splitting", "--outdir", output],
    ...parts,
  ]);
  for (const { name } of Deno.readDirSync(output)) {
    texts.set(name, withLateImports(asciiCode(await Deno.readTextFile(join(output, name))), "./"));
  }
  return new Map([...texts].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Lets a piece take from merged files what it takes from their pieces. The bundler writes imports in this form only. */
function takingFrom(piece: string, files: readonly Merged[]): string {
  return piece.replaceAll(
    /^import (?:\{([^}]*)\} from )?"\.\/([^"]+)";$/gm,
    (statement, names: string | undefined, from: string) => {
      const file = files.find(({ shared }) => shared.has(from));
      if (file === undefined) return statement;
      const shared = file.shared.get(from);
      const taken = listOf(names ?? "").map((entry) => {
        const [, name = entry, local = name] = /^(.*) as (.*)$/.exec(entry) ?? [];
        return `${shared?.get(name)} as ${local}`;
      });
      return `import {${taken.join()}} from "${file.specifier}";`;
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
function refuseImports(edges: readonly ImportEdge[], eager: ReadonlySet<string>): void {
  for (const { from, to, kind } of edges) {
    if (!to.includes(":") || kind === "type") continue;
    if (to.startsWith("node:") && (kind === "dynamic" || !eager.has(from))) continue;
    const when = eager.has(from) && kind === "static" ? " at start" : "";
    throw new Error(`cannot bundle main.ts: the script would load ${to}${when}; import it dynamically`);
  }
}

/** A hook loads its parts within a few milliseconds. */
const OLD_PARTS_STAY_MS = 500;

async function writeAll(output: string, script: string, parts: ReadonlyMap<string, string>): Promise<void> {
  const directory = partsOf(output);
  await ensureDir(directory);
  for (const [name, text] of parts) await Deno.writeTextFile(join(directory, name), text);
  await Deno.writeTextFile(scriptEnvironmentFile(output), SCRIPT_ENVIRONMENT);
  await Deno.writeTextFile(`${output}.new`, script);
  await Deno.rename(`${output}.new`, output);
  const old = [...Deno.readDirSync(directory)].filter(({ name }) => !parts.has(name));
  if (old.length > 0) await new Promise((resolve) => setTimeout(resolve, OLD_PARTS_STAY_MS));
  for (const { name } of old) await Deno.remove(join(directory, name));
}

function directoryUrl(directory: string): URL {
  const path = directory.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:)/, "/");
  return new URL(`file://${path.split("/").map(encodeURIComponent).join("/")}/`);
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  const output = join(nativePath(root), "dist", "imprint-hook.js");
  const { bytes, hookBytes, parts } = await bundle(root, output);
  const later = Object.values(parts);
  console.error(`${output}: ${bytes} bytes, loaded by every run; ${hookBytes} by every hook`);
  console.error(`${partsOf(output)}: ${later.length} files, ${later.reduce((sum, size) => sum + size, 0)} bytes`);
}
