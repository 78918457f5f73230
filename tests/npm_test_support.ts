/**
 * The real npm, in a home of its own, with a registry on the loopback interface that has our own packages and no others.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { stage } from "../scripts/package/main.ts";
import { PROJECT, projectUrl } from "./project_files_test_support.ts";

/** A registry. */
export interface NpmRegistry {
  /** Packs and publishes a version of the packages, with a binary for this machine. @returns what npm says of each archive */
  publish(version: string, binary: string): Promise<readonly PackedPackage[]>;
  /** Runs a program in somebody's home. It has to succeed. @returns standard output */
  run(words: readonly string[], where: NpmPlace): Promise<string>;
}

/** Where a program is typed. */
export interface NpmPlace {
  /** The person's home directory. */
  readonly home: string;
  /** In front of PATH. */
  readonly before?: string;
  /** Default: the home directory. */
  readonly cwd?: string;
}

/** What `npm pack --json` tells. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly integrity: string;
  readonly shasum: string;
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

const SERVER = projectUrl("tests/npm_registry_test_support.mjs").pathname;

/** Starts the registry, and ends it behind `use`. */
export async function withNpm(root: string, use: (registry: NpmRegistry) => Promise<void>): Promise<void> {
  const shelf = `${root}/registry`;
  Deno.mkdirSync(shelf);
  const documents: Record<string, Record<string, unknown> & { versions: Record<string, unknown> }> = {};
  const server = new Deno.Command("node", { args: [SERVER, shelf], stdin: "piped", stdout: "piped" }).spawn();
  const reader = server.stdout.getReader();
  const port = new TextDecoder().decode((await reader.read()).value).trim();
  const address = `http://127.0.0.1:${port}`;
  const path = Deno.env.get("PATH") ?? "";
  const env = {
    npm_config_registry: address,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    NO_PROXY: "127.0.0.1",
  };

  async function run(words: readonly string[], { home, before, cwd = home }: NpmPlace): Promise<string> {
    const { code, stdout, stderr } = await new Deno.Command(words[0] ?? "", {
      args: words.slice(1),
      cwd,
      env: {
        ...env,
        HOME: home,
        npm_config_cache: `${home}/.npm`,
        PATH: before === undefined ? path : `${before}:${path}`,
      },
      clearEnv: true,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stdout);
    assertEquals(code, 0, `${words.join(" ")}: ${said}${decoder.decode(stderr)}`);
    return said;
  }

  async function publish(version: string, binary: string): Promise<readonly PackedPackage[]> {
    const from = `${root}/built-${version}`;
    Deno.mkdirSync(from);
    Deno.linkSync(binary, `${from}/imprint-hook`);
    const { packages } = await stage({ root: PROJECT, from, to: `${root}/staged-${version}`, version });
    const packed: PackedPackage[] = [];
    for (const directory of packages) {
      const words = ["npm", "pack", "--json", "--pack-destination", shelf];
      const [archive] = JSON.parse(await run(words, { home: root, cwd: directory })) as readonly PackedPackage[];
      if (archive === undefined) throw new Error(`npm packed nothing of ${directory}`);
      packed.push(archive);
      const { name, integrity, shasum, filename } = archive;
      const manifest = JSON.parse(Deno.readTextFileSync(`${directory}/package.json`));
      const document = documents[name] ??= { name, versions: {} };
      document["dist-tags"] = { latest: version };
      document.versions[version] = {
        ...manifest,
        dist: { integrity, shasum, tarball: `${address}/-/${filename}` },
      };
    }
    Deno.writeTextFileSync(`${shelf}/packages.json`, JSON.stringify(documents));
    return packed;
  }

  try {
    await use({ publish, run });
  } finally {
    await server.stdin.close();
    await reader.cancel();
    await server.status;
  }
}
