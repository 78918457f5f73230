/**
 * The commands that a Markdown text shows, and a place to run them in as a newcomer would.
 *
 * @module
 */
import { join } from "@std/path";
import { nativePath } from "../scripts/native_path.ts";
import { PROJECT, projectFiles, projectUrl } from "./project_files_test_support.ts";

/** One fenced block. */
export interface FencedBlock {
  /** 1-based line of its first command. */
  readonly line: number;
  readonly text: string;
}

/**
 * Every fenced block of one language.
 *
 * @param markdown the whole text
 * @param language first word after the fence, such as `sh`
 * @throws {SyntaxError} when a fence is never closed
 */
export function fencedBlocks(markdown: string, language: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const lines = markdown.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const [, indent = "", fence = "", info = ""] = /^( {0,3})(`{3,}|~{3,})\s*([^`\s]*)/.exec(lines[index] ?? "") ?? [];
    if (fence === "") continue;
    const isEnd = (line: string) => line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim());
    const length = lines.slice(index + 1).findIndex(isEnd);
    if (length < 0) throw new SyntaxError(`cannot read the commands: the fence in line ${index + 1} is never closed`);
    const body = lines.slice(index + 1, index + 1 + length).map((line) => line.replace(indent, ""));
    if (info === language) blocks.push({ line: index + 2, text: body.join("\n").trim() });
    index += length + 1;
  }
  return blocks;
}

/** A clean copy of the project, an empty home, and Deno behind the names by which it is called. */
export interface Sandbox {
  readonly directory: string;
  /** Runs a block as a shell script that stops at the first command that fails. */
  run(text: string): Promise<{ readonly code: number; readonly output: string }>;
}

/**
 * Makes a {@linkcode Sandbox} below a temporary directory.
 *
 * `npx --yes deno@VERSION` starts the Deno that runs the tests instead of downloading one.
 */
export async function createSandbox(temporary: string): Promise<Sandbox> {
  const directory = join(temporary, "imprint-hook");
  const home = join(temporary, "home");
  const bin = join(temporary, "bin");
  for (const path of [directory, home, bin]) await Deno.mkdir(path);
  for (const path of projectFiles()) {
    await Deno.mkdir(join(directory, path, ".."), { recursive: true });
    await Deno.copyFile(projectUrl(path), join(directory, path));
  }
  const deno = `exec '${Deno.execPath()}' "$@"`;
  const npx = `case "$1 $2" in\n"--yes deno@"*) shift 2; ${deno} ;;\nesac\necho "no stand-in for npx $*" >&2; exit 127`;
  await Deno.writeTextFile(join(bin, "deno"), `#!/bin/sh\n${deno}\n`, { mode: 0o755 });
  await Deno.writeTextFile(join(bin, "npx"), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
  const env = {
    HOME: home,
    PATH: `${bin}:${Deno.env.get("PATH")}`,
    // Packages are there already; an empty home would download them again.
    DENO_DIR: await denoDirectory(),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  };
  return {
    directory,
    async run(text) {
      const shell = new Deno.Command("sh", {
        args: ["-eu", "-c", text],
        cwd: directory,
        env,
        clearEnv: true,
        stdin: "null",
      });
      const { code, stdout, stderr } = await shell.output();
      return { code, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    },
  };
}

async function denoDirectory(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    cwd: nativePath(PROJECT),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
