/**
 * `deno task licenses`: writes `lib/cli/licenses_text.ts`, which `imprint-hook --licenses` prints: the licence of the
 * program, and those of the packages that are in it. A test says when it is out of date.
 *
 * @module
 */
import { join } from "@std/path";
import { nativePath } from "./native_path.ts";
import { runtimePackages } from "./runtime_packages.ts";

/** Where the text is. */
export const LICENSES_FILE = "lib/cli/licenses_text.ts";

const RUNTIME = `Deno, V8 and what they are made of

The binary is this program behind Deno's own runtime: Copyright 2018-2026 the Deno authors, MIT License; V8: Copyright
2006-2026 the V8 project authors, BSD 3-Clause License. Deno's source holds the texts for them and for everything that
they bring along: https://github.com/denoland/deno
`;

/**
 * The source of {@linkcode LICENSES_FILE}.
 *
 * @param root the project, a `file:` URL ending in `/`
 * @param cache Deno's npm cache
 * @throws {Error} when a package is not in the cache, or says nothing about its licence
 */
export async function licensesSource(root: URL, cache: string): Promise<string> {
  const parts = [`imprint-hook\n\n${Deno.readTextFileSync(join(nativePath(root), "LICENSE"))}`];
  for (const name of await runtimePackages(root)) parts.push(`${name}\n\n${packageLicense(name, cache)}`);
  const text = [...parts, RUNTIME].map((part) => part.trim()).join(`\n\n${"-".repeat(80)}\n\n`);
  return `/**
 * Written by "deno task licenses" from the packages themselves; not edited by hand.
 *
 * @module
 */

/** The licences of the program and of everything in it. */
export const LICENSES = ${"`"}${text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`)}
${"`"};
`;
}

/** The text that a package holds, else what its manifest says. */
function packageLicense(name: string, cache: string): string {
  const at = name.lastIndexOf("@");
  // The cache has a directory per registry; there is one.
  const directories = [...Deno.readDirSync(cache)].map((registry) =>
    join(cache, registry.name, name.slice(0, at), name.slice(at + 1))
  );
  const directory = directories.find(isDirectory);
  if (directory === undefined) throw new Error(`cannot find ${name} in "${cache}": run "deno install" first`);
  const file = [...Deno.readDirSync(directory)].find((entry) =>
    /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(entry.name)
  );
  if (file !== undefined) return Deno.readTextFileSync(join(directory, file.name)).replaceAll("\r\n", "\n");
  const { license, author } = JSON.parse(Deno.readTextFileSync(join(directory, "package.json")));
  if (typeof license !== "string") throw new Error(`${name} says nothing about its licence`);
  const by = typeof author === "string" ? author.replace(/ <.*$/, "") : author?.name;
  return `${license} License, as its manifest says; the package holds no text of it.\nCopyright (c) ${
    by ?? "its authors"
  }\n`;
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Deno's npm cache. */
export function npmCache(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).npmCache;
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  const path = join(nativePath(root), LICENSES_FILE);
  await Deno.writeTextFile(path, await licensesSource(root, npmCache()));
  console.error(path);
}
