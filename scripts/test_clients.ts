/**
 * `deno task test:clients [PROGRAM]`: the published clients of npm, started for real against a model API on the loopback
 * interface, with the hooks of PROGRAM (a compiled binary or bundled script; default: the script, bundled now).
 *
 * The tests run in a network namespace that holds nothing but the loopback interface, where the system has them, and in a
 * process namespace whose end is the end of everything in it: nothing leaves the machine, and nothing is left running.
 *
 * @module
 */
import { join, resolve } from "@std/path";
import { bundle } from "./bundle.ts";
import { nativePath } from "./native_path.ts";

/** One client of npm. */
interface Client {
  /** In the version that the format notes were measured with. */
  readonly spec: string;
  /** Where the tests find it. */
  readonly variable: string;
  /** The program, below `node_modules`. */
  readonly program: (system: string) => string;
}

const EXE = Deno.build.os === "windows" ? ".exe" : "";
const SYSTEM = `${Deno.build.os === "windows" ? "win32" : Deno.build.os}-${
  Deno.build.arch === "aarch64" ? "arm64" : "x64"
}`;
/** Codex names the folder of its program by the target of its compiler. */
const TARGET = `${Deno.build.arch}-${
  { darwin: "apple-darwin", windows: "pc-windows-msvc" }[Deno.build.os as string] ?? "unknown-linux-musl"
}`;

const CLIENTS: readonly Client[] = [
  {
    spec: "@anthropic-ai/claude-code@2.1.332",
    variable: "IMPRINT_TEST_CLAUDE",
    // The package's own program is a launcher that its install script replaces; the client is in a package per system.
    program: (system) => join("@anthropic-ai", `claude-code-${system}`, `claude${EXE}`),
  },
  {
    spec: "@openai/codex@0.171.0",
    variable: "IMPRINT_TEST_CODEX",
    program: (system) => join("@openai", `codex-${system}`, "vendor", TARGET, "bin", `codex${EXE}`),
  },
  {
    spec: "@google/gemini-cli@0.61.0",
    variable: "IMPRINT_TEST_GEMINI",
    // A script for Node.
    program: () => join("@google", "gemini-cli", "bundle", "gemini.js"),
  },
  {
    spec: "@github/copilot@1.0.102",
    variable: "IMPRINT_TEST_COPILOT",
    program: (system) => join("@github", `copilot-${system}`, `copilot${EXE}`),
  },
  {
    spec: "cline@3.0.65",
    variable: "IMPRINT_TEST_CLINE",
    program: (system) => join("@cline", `cli-${system.replace("win32", "windows")}`, "bin", `cline${EXE}`),
  },
  {
    // No client of ours: what the README shows for an export is asked of it.
    spec: "@duckdb/node-api@1.5.6-r.1",
    variable: "IMPRINT_TEST_DUCKDB",
    program: () => join("@duckdb", "node-api", "lib", "index.js"),
  },
];
const LIMIT_SECONDS = 900;

const root = new URL("..", import.meta.url);

/** Puts a client into a directory. @returns its program; undefined when npm cannot get it */
async function install({ spec, program }: Client, directory: string): Promise<string | undefined> {
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["install", "--prefix", directory, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", spec],
    stdout: "null",
  }).output();
  if (!success) {
    console.error(`Not run: npm cannot install ${spec}: ${new TextDecoder().decode(stderr).trim()}`);
    return undefined;
  }
  const path = join(directory, "node_modules", program(SYSTEM));
  if (!Deno.statSync(path).isFile) throw new Error(`cannot start ${spec}: "${path}" is no file`);
  return path;
}

/** Words in front of a command that cut it off from every network; none where the system cannot. */
async function cutOff(): Promise<readonly string[]> {
  if (Deno.build.os !== "linux") return [];
  const words = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const up = ["sh", "-c", 'ip link set lo up || ifconfig lo up && exec "$@"', "sh"];
  for (const user of [[], ["--map-root-user"]]) {
    const all = [...words, ...user, ...up];
    try {
      const { success } = await new Deno.Command(all[0] ?? "", {
        args: [...all.slice(1), "true"],
        stdout: "null",
        stderr: "null",
      }).output();
      if (success) return all;
    } catch {
      return [];
    }
  }
  return [];
}

function testFiles(folder: string): readonly string[] {
  return [...Deno.readDirSync(new URL(folder, root))].map(({ name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith("_test.ts")).sort();
}

const scratch = Deno.realPathSync(await Deno.makeTempDir({ prefix: "imprint-hook-clients-" }));
let code = 0;
try {
  const programs: Record<string, string> = {};
  for (const client of CLIENTS) {
    const path = await install(client, join(scratch, client.variable));
    if (path !== undefined) programs[client.variable] = path;
  }
  if (Object.keys(programs).length > 0) {
    const [named] = Deno.args;
    const program = named === undefined ? join(scratch, "imprint-hook.js") : resolve(named);
    if (named === undefined) await bundle(root, program);
    // Behind the fence nothing can be fetched any more.
    const cached = await new Deno.Command(Deno.execPath(), {
      args: ["cache", ...testFiles("tests/clients")],
      cwd: nativePath(root),
    }).spawn().status;
    if (!cached.success) throw new Error("cannot load the tests in tests/clients");
    const fence = await cutOff();
    if (fence.length === 0) {
      console.error("No network namespace here: only the client's own settings keep it off the net.");
    }
    const words = [
      ...fence,
      ...[Deno.execPath(), "test", "--no-prompt", "--allow-read", "--allow-write", "--allow-env", "--allow-run"],
      // The model API, and nothing else.
      ...["--allow-net=127.0.0.1", "tests/clients"],
    ];
    const child = new Deno.Command(words[0] ?? "", {
      args: words.slice(1),
      cwd: nativePath(root),
      env: { ...programs, IMPRINT_TEST_PROGRAM: program },
    }).spawn();
    const timer = setTimeout(() => {
      console.error(`deno task test:clients: stopped after ${LIMIT_SECONDS} s`);
      child.kill("SIGKILL");
    }, LIMIT_SECONDS * 1000);
    code = (await child.status).code;
    clearTimeout(timer);
  }
} finally {
  await Deno.remove(scratch, { recursive: true });
}
Deno.exit(code);
