/**
 * The npm packages: a small launcher, and one package per platform with the binary. Nothing of them runs when they are
 * installed; npm takes the package that fits by `os`, `cpu` and `libc`.
 *
 * @module
 */
import { join } from "@std/path";
import { VERSION } from "../../lib/version.ts";
import { nativePath } from "../native_path.ts";
import { REPOSITORY } from "../repository.ts";
import { binaryName, type Target } from "../targets.ts";

/** What the launcher's package is called. */
export const LAUNCHER_NAME = "imprint-hook";

/** What is staged. */
export interface NpmInput {
  /** The project, a `file:` URL ending in `/`. */
  readonly root: URL;
  /** A package's directory is made in it. */
  readonly output: string;
  readonly binaries: readonly BuiltBinary[];
  /** Default: the project's. */
  readonly version?: string;
}

/** A binary that has been built. */
export interface BuiltBinary {
  readonly target: Target;
  readonly path: string;
}

/** Node's word for a system. */
const NODE_OS = { linux: "linux", darwin: "darwin", windows: "win32" } as const;

/** What a platform's package is called, and what it holds, in Node's words. */
export function platformPackage(target: Target): { readonly name: string; readonly os: string; readonly cpu: string } {
  const os = NODE_OS[target.os];
  const cpu = target.triple.startsWith("aarch64-") ? "arm64" : "x64";
  return { name: `@imprint-hook/${os}-${cpu}`, os, cpu };
}

/**
 * Writes the packages, each a directory that `npm pack` and `npm publish` take as it is.
 *
 * The launcher names the package of every target, also of those whose binary is not there: which ones it can offer does
 * not depend on what one machine could build.
 *
 * @param targets all that are released
 * @returns the directories: the platforms' first, as they have to be published before the launcher
 */
export async function stageNpm(targets: readonly Target[], input: NpmInput): Promise<readonly string[]> {
  const { root, output, binaries, version = VERSION } = input;
  const shared = {
    version,
    license: "MIT",
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
  };
  const made: string[] = [];
  for (const { target, path } of binaries) {
    const { name, os, cpu } = platformPackage(target);
    const program = `bin/${binaryName("imprint-hook", target)}`;
    const directory = await emptyPackage(join(output, `${os}-${cpu}`), root);
    await writeJson(join(directory, "package.json"), {
      name,
      description: `The binary of imprint-hook for ${os} ${cpu}`,
      ...shared,
      os: [os],
      cpu: [cpu],
      ...(os === "linux" ? { libc: ["glibc"] } : {}),
      // A package in a zip cannot be started.
      preferUnplugged: true,
      files: [program],
    });
    await Deno.writeTextFile(
      join(directory, "README.md"),
      `The binary of [${LAUNCHER_NAME}](${REPOSITORY}) for ${os} ${cpu}. Install \`${LAUNCHER_NAME}\`, which brings it along.\n`,
    );
    await copyProgram(path, join(directory, program));
    made.push(directory);
  }
  const launcher = await emptyPackage(join(output, LAUNCHER_NAME), root);
  await writeJson(join(launcher, "package.json"), {
    name: LAUNCHER_NAME,
    description: "Remembers what was said to coding agents: called by their hooks, read with a few commands",
    keywords: ["claude-code", "codex", "hooks", "memory", "transcript"],
    ...shared,
    type: "module",
    bin: { "imprint-hook": "bin/imprint-hook.mjs" },
    files: ["bin/imprint-hook.mjs"],
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(targets.map((target) => [platformPackage(target).name, version])),
  });
  await Deno.copyFile(join(nativePath(root), "README.md"), join(launcher, "README.md"));
  await copyProgram(
    join(nativePath(root), "scripts", "package", "launcher.mjs"),
    join(launcher, "bin", "imprint-hook.mjs"),
  );
  return [...made, launcher];
}

/** A new directory with what every package holds. */
async function emptyPackage(directory: string, root: URL): Promise<string> {
  await Deno.remove(directory, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(join(directory, "bin"), { recursive: true });
  await Deno.copyFile(join(nativePath(root), "LICENSE"), join(directory, "LICENSE"));
  return directory;
}

/** Files that went through an upload have lost the permission to be started. */
async function copyProgram(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  if (Deno.build.os !== "windows") await Deno.chmod(to, 0o755);
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
