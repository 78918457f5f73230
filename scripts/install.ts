/**
 * `deno task install [--root DIR] [--extractor PROGRAM]`: installs the command `imprint-hook` on the Deno that is there, from the bundled script
 * and with the permissions of the binary. Needs no network. For machines where `deno task build` cannot get Deno's
 * runtime-only executable.
 *
 * `--extractor` lets the command, and no hook, start that one program (`imprint-hook learn --extract`).
 *
 * @module
 */
import { join, resolve } from "@std/path";
import { type MorePermissions, permissionFlags, SCRIPT_ENVIRONMENT, scriptFlags } from "../lib/io/permissions.ts";
import { bundle } from "./bundle.ts";

/** Where the command and its script are. */
export interface Installed {
  readonly command: string;
  readonly script: string;
}

/**
 * Bundles the program into `<root>/share/imprint-hook/` and makes the command `<root>/bin/imprint-hook` of it; what an
 * earlier run installed is replaced.
 *
 * @param project a `file:` URL ending in `/`
 * @param root as `deno install --root`, absolute
 * @param more permissions that a person asked for
 * @throws {Error} when bundling or installing fails, or when the command does not start
 */
export async function install(project: URL, root: string, more: MorePermissions = {}): Promise<Installed> {
  // Not in the checkout: the command has to survive a switch of branches.
  const script = join(root, "share", "imprint-hook", "imprint-hook.js");
  await bundle(project, script);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["install", "--global", "--force", "--root", root, "--name", "imprint-hook"],
      ...permissionFlags(Deno.build.os, more),
      ...scriptFlags(script),
      script,
    ],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdout: "null",
  }).output();
  if (!success) throw new Error(`cannot install "${script}": ${new TextDecoder().decode(stderr).trim()}`);
  const command = join(root, "bin", Deno.build.os === "windows" ? "imprint-hook.cmd" : "imprint-hook");
  await Deno.writeTextFile(command, quietCommand(await Deno.readTextFile(command)));
  return { command, script };
}

/**
 * Lets the command tell Deno what `--env-file` would, which `deno install` leaves out (2.6.8 and 2.9.6).
 *
 * @throws {Error} when the command is not what Deno is known to write
 */
export function quietCommand(text: string): string {
  const sh = /^exec /m;
  const cmd = /^@deno /m;
  if (sh.test(text)) return text.replace(sh, `export ${SCRIPT_ENVIRONMENT}exec `);
  if (cmd.test(text)) return text.replace(cmd, `@setlocal\r\n@set ${SCRIPT_ENVIRONMENT.trim()}\r\n@deno `);
  throw new Error(`cannot install: Deno ${Deno.version.deno} wrote a command of an unknown form`);
}

/** Deno's own choice: `DENO_INSTALL_ROOT`, else `.deno` in the home directory. @throws {Error} when there is none */
export function installRoot(environment: (name: string) => string | undefined): string {
  const chosen = environment("DENO_INSTALL_ROOT");
  if (chosen) return resolve(chosen);
  const home = environment(Deno.build.os === "windows" ? "USERPROFILE" : "HOME");
  if (!home) throw new Error("cannot install: no home directory is known; name a directory with --root DIR");
  return join(home, ".deno");
}

/** What a person has to do before the command works in a new shell, one sentence each. */
export function remarks(root: string, path: string): readonly string[] {
  const [separator, name] = Deno.build.os === "windows" ? [";", "deno.exe"] as const : [":", "deno"] as const;
  const directories = path.split(separator).filter((directory) => directory !== "");
  // What npx puts in front of PATH is gone afterwards.
  const lasting = directories.filter((directory) => !/[\\/](?:_npx|node_modules)[\\/]/.test(`${directory}/`));
  return [
    ...(directories.includes(join(root, "bin")) ? [] : [`put "${join(root, "bin")}" on PATH`]),
    ...(lasting.some((directory) => isFile(join(directory, name)))
      ? []
      : ['put "deno" on PATH: the command starts it (npm install --global deno)']),
  ];
}

/**
 * Reads the command line.
 *
 * @throws {Error} when it is wrong, or names a program that is not there
 */
export function readWords(words: readonly string[]): { readonly root?: string; readonly extractor?: string } {
  const given: { root?: string; extractor?: string } = {};
  for (let at = 0; at < words.length; at += 2) {
    const [flag, value] = [words[at], words[at + 1]];
    if (value === undefined || (flag !== "--root" && flag !== "--extractor")) {
      throw new Error("usage: deno task install [--root DIR] [--extractor PROGRAM]");
    }
    given[flag === "--root" ? "root" : "extractor"] = resolve(value);
  }
  if (given.extractor !== undefined && !isFile(given.extractor)) {
    throw new Error(`no program is at "${given.extractor}"; name the one that "extractor" in config.jsonc names`);
  }
  return given;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  try {
    const { root, extractor } = readWords(Deno.args);
    const where = root ?? installRoot((name) => Deno.env.get(name));
    const more = extractor === undefined ? {} : { extractor };
    const { command, script } = await install(new URL("..", import.meta.url), where, more);
    console.error(`${command} runs ${script}`);
    if (extractor !== undefined) console.error(`"imprint-hook learn --extract" may start ${extractor}; no hook may`);
    for (const remark of remarks(where, Deno.env.get("PATH") ?? "")) console.error(`To do: ${remark}`);
  } catch (error) {
    console.error(`deno task install: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
