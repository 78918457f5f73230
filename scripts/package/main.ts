/**
 * `deno task package [--all] [--from DIR] [--to DIR]`: stages what is published of the binaries that have been built: the npm
 * packages, the Homebrew formula, the Scoop manifest and the bill of materials. Needs no network and no npm; nothing is published. With
 * `--all` it fails when anything is left out, as for a release.
 *
 * @module
 */
import { join, resolve } from "@std/path";
import { ensureDir } from "@std/fs";
import { sha256 } from "../checksums.ts";
import { nativePath } from "../native_path.ts";
import { binaryName, hostTarget, type Target, TARGETS } from "../targets.ts";
import { fillManifest, MANIFESTS } from "./manifests.ts";
import { type BuiltBinary, platformPackage, stageNpm } from "./npm.ts";
import { billOfMaterials } from "./sbom.ts";

const USAGE = "usage: deno task package [--all] [--from DIR] [--to DIR]";

/** What was staged, and what was not. */
export interface Staged {
  /** Directories of npm packages, in the order in which they are published. */
  readonly packages: readonly string[];
  /** What other package managers read, and the bill of materials last. */
  readonly manifests: readonly string[];
  /** One sentence for each part that could not be made. */
  readonly left: readonly string[];
}

/** Where things are. */
export interface StageOptions {
  /** The project, a `file:` URL ending in `/`. */
  readonly root: URL;
  /** Binaries, by the names that `build --all` gives them; `imprint-hook` alone is this machine's. */
  readonly from: string;
  readonly to: string;
  readonly version?: string;
}

/**
 * Stages everything that the binaries allow.
 *
 * @throws {Error} when there is no binary at all, or one is empty
 */
export async function stage(options: StageOptions): Promise<Staged> {
  const { root, from, to, version } = options;
  const binaries = TARGETS.flatMap((target) => builtBinary(target, from));
  if (binaries.length === 0) {
    throw new Error(`cannot package "${from}": no binary is there; run "deno task build" or "deno task build --all"`);
  }
  const unbuilt = TARGETS.filter((target) => binaries.every((binary) => binary.target !== target));
  const packages = await stageNpm(TARGETS, {
    root,
    output: join(to, "npm"),
    binaries,
    ...(version === undefined ? {} : { version }),
  });
  const sums = new Map<string, string>();
  for (const { target, path } of binaries) sums.set(releaseName(target), await sha256(path));
  const manifests: string[] = [];
  const left = unbuilt.map((target) =>
    `${platformPackage(target).name}: "${join(from, releaseName(target))}" has not been built`
  );
  for (const { template, output, for: reader } of MANIFESTS) {
    const text = await Deno.readTextFile(join(nativePath(root), "scripts", "package", template));
    const filled = fillManifest(text, sums, version);
    if (filled.text === undefined) left.push(`${reader}: ${filled.missing.join(", ")} would be named in it`);
    else manifests.push(await write(join(to, output), filled.text));
  }
  manifests.push(await write(join(to, "sbom.cdx.json"), await billOfMaterials(root, version)));
  return { packages, manifests, left };
}

function releaseName(target: Target): string {
  return binaryName(`imprint-hook-${target.name}`, target);
}

function builtBinary(target: Target, from: string): readonly BuiltBinary[] {
  const names = [releaseName(target), ...(isHost(target) ? [binaryName("imprint-hook", target)] : [])];
  const path = names.map((name) => join(from, name)).find(isProgram);
  return path === undefined ? [] : [{ target, path }];
}

function isHost(target: Target): boolean {
  return TARGETS.some(({ triple }) => triple === Deno.build.target) && target === hostTarget();
}

function isProgram(path: string): boolean {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (isFile && size === 0) throw new Error(`cannot package "${path}": it is empty`);
    return isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function write(path: string, text: string): Promise<string> {
  await ensureDir(join(path, ".."));
  await Deno.writeTextFile(path, text);
  return path;
}

/** What the command line says. */
export interface PackageWords {
  readonly from: string;
  readonly to: string;
  /** Nothing may be left out. */
  readonly all: boolean;
}

/** Reads the command line. @throws {Error} when it makes no sense */
export function readPackageWords(words: readonly string[], dist: string): PackageWords {
  const read = { from: dist, to: dist, all: false };
  const left = [...words];
  for (let flag = left.shift(); flag !== undefined; flag = left.shift()) {
    if (flag === "--all") {
      read.all = true;
      continue;
    }
    const value = left.shift();
    if ((flag !== "--from" && flag !== "--to") || value === undefined) throw new Error(USAGE);
    read[flag === "--from" ? "from" : "to"] = resolve(value);
  }
  return read;
}

if (import.meta.main) {
  try {
    const root = new URL("../..", import.meta.url);
    const { all, ...places } = readPackageWords(Deno.args, join(nativePath(root), "dist"));
    const { packages, manifests, left } = await stage({ root, ...places });
    for (const path of [...packages, ...manifests]) console.error(path);
    for (const sentence of left) console.error(`Left out: ${sentence}`);
    if (all && left.length > 0) throw new Error("cannot package everything: see what was left out");
  } catch (error) {
    console.error(`deno task package: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
