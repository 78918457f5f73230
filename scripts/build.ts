/**
 * `deno task build`: bundles the program and compiles it for this machine (`dist/imprint-hook`), or with `--all` for every
 * system, with checksums.
 *
 * @module
 */
import { basename, join, resolve } from "@std/path";
import { VERSION } from "../lib/version.ts";
import { bundle } from "./bundle.ts";
import { checksums } from "./checksums.ts";
import { compile } from "./compile.ts";
import { nativePath } from "./native_path.ts";
import { binaryName, hostTarget, type Target, TARGETS } from "./targets.ts";

const USAGE = "usage: deno task build [--all | --output FILE]";

/** What to build. */
export interface BuildOptions {
  /** The project, a `file:` URL ending in `/`. */
  readonly root: URL;
  readonly targets: readonly { readonly target: Target; readonly output: string }[];
}

/**
 * Bundles once and compiles for each target. The binary of this machine is started once, so that none is left that cannot
 * run.
 *
 * @throws {Error} when bundling or compiling fails, or when the binary of this machine does not start
 */
export async function build({ root, targets }: BuildOptions): Promise<void> {
  const scratch = await Deno.makeTempDir({ prefix: "imprint-hook-bundle-" });
  try {
    const script = join(scratch, "imprint-hook.js");
    await bundle(root, script);
    for (const { target, output } of targets) {
      const isHost = target.triple === Deno.build.target;
      await compile(script, { target, output, ...(isHost ? { check: refuseBroken } : {}) });
    }
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** A denort of another Deno version compiles without a complaint and gives a binary that cannot start. */
async function refuseBroken(binary: string): Promise<void> {
  const { stdout, stderr } = await new Deno.Command(binary, {
    args: ["--version"],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (decoder.decode(stdout) === `imprint-hook ${VERSION}\n`) return;
  const given = Deno.env.get("DENORT_BIN");
  const [said = ""] = decoder.decode(stderr).split("\n");
  throw new Error(
    `cannot use the binary that Deno ${Deno.version.deno} made: it does not start (${said.trim() || "no output"})` +
      (given === undefined ? "" : `; DENORT_BIN ("${given}") has to be the denort of this very Deno version`),
  );
}

/** Reads the command line. @throws {Error} when it makes no sense */
export function readBuildWords(words: readonly string[], dist: string): BuildOptions["targets"] {
  const [first, second] = words;
  if (words.length === 0) return [host(join(dist, binaryName("imprint-hook", hostTarget())))];
  if (first === "--output" && second !== undefined && words.length === 2) return [host(resolve(second))];
  if (first !== "--all" || words.length !== 1) throw new Error(USAGE);
  if (Deno.env.get("DENORT_BIN") !== undefined) {
    throw new Error("cannot build for all systems: DENORT_BIN names the executable of one; unset it");
  }
  return TARGETS.map((target) => ({ target, output: join(dist, binaryName(`imprint-hook-${target.name}`, target)) }));
}

function host(output: string): BuildOptions["targets"][number] {
  return { target: hostTarget(), output };
}

if (import.meta.main) {
  try {
    const root = new URL("..", import.meta.url);
    const dist = join(nativePath(root), "dist");
    const targets = readBuildWords(Deno.args, dist);
    await build({ root, targets });
    for (const { output } of targets) console.error(`${output}: ${Deno.statSync(output).size} bytes`);
    if (targets.length > 1) {
      const path = join(dist, "SHA256SUMS");
      await Deno.writeTextFile(path, await checksums(dist, targets.map(({ output }) => basename(output))));
      console.error(path);
    }
  } catch (error) {
    console.error(`deno task build: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
