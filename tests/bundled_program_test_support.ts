/**
 * The program as `scripts/bundle.ts` makes it, which is what people run, and the command server in one file: both start
 * in a third of the time that the hundreds of source files take. They are made once, for all files of a run and for
 * later runs, as long as nothing that goes into them changes.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { bundle } from "../scripts/bundle.ts";
import { nativePath } from "../scripts/native_path.ts";

/** What tests start. */
export interface BundledProgram {
  /** Path of the script. */
  readonly script: string;
  /** Path of the server (`command_server_test_support.ts`). */
  readonly server: string;
}

const PROJECT = new URL("..", import.meta.url);
const SERVER = "tests/command_server_test_support.ts";

/** What goes into them, the bundler itself included. */
const SOURCES = ["main.ts", "lib", "hooks", "deno.json", "deno.lock", "scripts", SERVER];

/** Older ones of another state of the sources are removed. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** The bundled program of the sources as they are; needs the disk. */
export async function bundledProgram(): Promise<BundledProgram> {
  const place = nativePath(new URL("dist/tested", PROJECT));
  const made = `${place}/${sourcesHash()}`;
  const paths = { script: `${made}/imprint-hook.js`, server: `${made}/server.js` };
  if (isThere(paths.server)) return paths;
  Deno.mkdirSync(place, { recursive: true });
  using lock = Deno.openSync(`${place}.lock`, { write: true, create: true });
  // One bundler at a time: the first one on a machine writes the program that it starts, and a second one that starts it
  // meanwhile dies of "Text file busy" (Deno 2.6.8).
  await lock.lock(true);
  if (isThere(paths.server)) return paths;
  removeOld(place);
  const scratch = Deno.makeTempDirSync({ dir: place, prefix: "making-" });
  await bundle(PROJECT, `${scratch}/imprint-hook.js`);
  await bundleServer(`${scratch}/server.js`);
  Deno.renameSync(scratch, made);
  return paths;
}

async function bundleServer(output: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "deno", "--format", "esm", "--output", output, SERVER],
    cwd: nativePath(PROJECT),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (!success) throw new Error(`cannot bundle ${SERVER}: ${new TextDecoder().decode(stderr).trim()}`);
}

function sourcesHash(): string {
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const path of SOURCES.flatMap(sourceFiles)) {
    hash.update(`\0${path}\0`).update(Deno.readFileSync(new URL(path, PROJECT)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Files at or below a path, tests left out. */
function sourceFiles(path: string): readonly string[] {
  if (Deno.statSync(new URL(path, PROJECT)).isFile) return [path];
  return [...Deno.readDirSync(new URL(path, PROJECT))]
    .filter(({ name }) => !name.endsWith("_test.ts") && !name.endsWith("_test_support.ts"))
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) => isDirectory ? sourceFiles(`${path}/${name}`) : [`${path}/${name}`]);
}

function removeOld(place: string): void {
  for (const { name } of Deno.readDirSync(place)) {
    const path = `${place}/${name}`;
    try {
      const age = Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0);
      if (age > KEPT_FOR_MS) Deno.removeSync(path, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
