/**
 * Writes `dist/imprint-hook.js`: the whole program as one script, which `build` compiles and `install` runs on the Deno
 * that is there (design section 7).
 *
 * What `main.ts` imports statically is what every hook loads: it becomes plain code. What `main.ts` imports dynamically
 * is carried along as compressed text and becomes code only when it is reached. Measured with 450 KB of commands on
 * Deno 2.9.6, as a multiple of an empty script's start-up: as plain code 1.27 (1.77 without a code cache, as in the
 * compiled binary), as a string 1.2, as compressed text 1.04. Both parts may contain the same module; they share no state,
 * because a run takes one way or the other.
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
  /** The carried modules by path, with their sizes before compression. */
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
    let code = await bundled(root, { entry: "main.ts", external: carried, scratch });
    const sizes: Record<string, number> = {};
    for (const [index, path] of carried.entries()) {
      const text = await bundled(root, { entry: path, external: [], scratch });
      sizes[path] = text.length;
      code = withCarried(code, { path, name: `__carried${index}`, packed: await pack(text) });
    }
    if (carried.length > 0) code += UNPACK;
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
  readonly scratch: string;
}

async function bundled(root: URL, { entry, external, scratch }: BundleInput): Promise<string> {
  const file = join(scratch, "bundle.js");
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      ...external.flatMap((path) => ["--external", `./${path}`]),
      ...["--quiet", "--minify", "--platform", "deno", "--output", file],
      entry,
    ],
    cwd: nativePath(root),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (!output.success) throw new Error(`cannot bundle ${entry}: ${new TextDecoder().decode(output.stderr).trim()}`);
  return await Deno.readTextFile(file);
}

/** Replaces the import of a path by one of the packed text; in a function, because functions are there from the start. */
function withCarried(code: string, carried: { path: string; name: string; packed: string }): string {
  const pieces = code.split(`import("./${carried.path}")`);
  if (pieces.length < 2) throw new Error(`cannot bundle ${carried.path}: its import is not in the bundled main.ts`);
  return `${pieces.join(`__unpack(${carried.name}())`)}\nfunction ${carried.name}(){return"${carried.packed}"}`;
}

/** Web streams are fine here: this runs only off the hook path. */
const UNPACK = "\nfunction __unpack(packed){" +
  "const bytes=Uint8Array.from(atob(packed),(c)=>c.charCodeAt(0));" +
  'const stream=new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));' +
  "return new Response(stream).text().then((text)=>import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`))}\n";

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
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
  for (const [path, size] of Object.entries(carried)) {
    console.error(`  carries ${path}: ${size} bytes before compression`);
  }
}
